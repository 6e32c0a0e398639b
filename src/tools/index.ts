/** The one list of tools: both doors, the manifest and the tool reference are made from it, in this order. */
import { astQuery } from './ast_query';
import { astRewrite } from './ast_rewrite';
import { chunkDetails } from './chunk_details';
import { codeActions } from './code_actions';
import type { Tool } from './define';
import { diagnostics } from './diagnostics';
import { fileRead } from './file_read';
import { fileSearch } from './file_search';
import { editApply } from './edit_apply';
import { editPreview } from './edit_preview';
import { editUndo } from './edit_undo';
import { findDefinition } from './find_definition';
import { findFilesByChunkContent } from './find_files_by_chunk_content';
import { findMatchingChunksInFile } from './find_matching_chunks_in_file';
import { findReferences } from './find_references';
import { findSymbol } from './find_symbol';
import { hierarchy } from './hierarchy';
import { listAllFilesInProject } from './list_all_files_in_project';
import { ping } from './ping';
import { renameSymbol } from './rename_symbol';
import { searchFileContent } from './search_file_content';
import { symbolAt } from './symbol_at';

export const tools: readonly Tool[] = [
  fileSearch,
  searchFileContent,
  fileRead,
  listAllFilesInProject,
  astQuery,
  findSymbol,
  symbolAt,
  findDefinition,
  findReferences,
  hierarchy,
  diagnostics,
  editPreview,
  editApply,
  editUndo,
  astRewrite,
  renameSymbol,
  codeActions,
  findFilesByChunkContent,
  findMatchingChunksInFile,
  chunkDetails,
  ping,
];
