/** The one list of tools: both doors, the manifest and the tool reference are made from it, in this order. */
import type { Tool } from './define';
import { fileRead } from './file_read';
import { ping } from './ping';

export const tools: readonly Tool[] = [fileRead, ping];
