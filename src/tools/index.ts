/** The one list of tools: both doors, the manifest and the tool reference are made from it, in this order. */
import type { Tool } from './define';
import { fileRead } from './file_read';
import { fileSearch } from './file_search';
import { listAllFilesInProject } from './list_all_files_in_project';
import { ping } from './ping';
import { searchFileContent } from './search_file_content';

export const tools: readonly Tool[] = [fileSearch, searchFileContent, fileRead, listAllFilesInProject, ping];
