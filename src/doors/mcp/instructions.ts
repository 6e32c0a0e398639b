/**
 * What a client puts into its model's prompt. Some clients cut it at 512 characters, so which tool is for what comes
 * first and fits in there; the workspace folders come with it, so that a client of several windows tells them apart.
 */
import type { Folder } from '../../core/ports';

/** Characters that every client keeps. */
const kept = 512;

/** Tools, most needed first, with what each is for. Only those offered are named. */
const uses: readonly (readonly [tool: string, use: string])[] = [
  ['file_search', 'text or regex in all files'],
  ['file_read', 'a file, a symbol or its outline'],
  ['find_symbol', 'a name, by declaration'],
  ['find_references', 'uses'],
  ['find_definition', 'definition'],
  ['ast_query', 'code by structure'],
  ['list_all_files_in_project', 'tree'],
  ['symbol_at', 'type and docs'],
  ['edit_preview', 'show an edit'],
  ['edit_apply', 'make it'],
  ['rename_symbol', 'rename everywhere'],
  ['diagnostics', 'problems'],
];

export function instructions(folders: readonly Folder[], offered: readonly string[]): string {
  const names = new Set(offered);
  const tools = uses.filter(([tool]) => names.has(tool)).map(([tool, use]) => `${tool} (${use})`);
  const opening = `Live view of the editor's workspace ${folderNames(folders)}, unsaved text included.`;
  return [
    tools.length === 0 ? opening : `${opening} Use ${fitting(tools, kept - opening.length - ' Use .'.length)}.`,
    ...folders.map((folder) => `Folder ${folder.name}: ${folder.path}`),
    'Paths: relative to the folder, in a multi-root workspace with the folder name in front, or absolute. ' +
      'Lines and columns start at 1. A list that was cut names its next offset.',
  ].join('\n');
}

function folderNames(folders: readonly Folder[]): string {
  if (folders.length === 0) return '(no folder is open)';
  const names = folders.map((folder) => folder.name);
  return names.length <= 3 ? names.map(clipped).join(', ') : `${names.slice(0, 3).map(clipped).join(', ')} and ${names.length - 3} more`;
}

function clipped(name: string): string {
  return name.length <= 40 ? name : `${name.slice(0, 39)}…`;
}

/** As many as fit, joined by commas. */
function fitting(items: readonly string[], width: number): string {
  let text = '';
  for (const item of items) {
    const longer = text === '' ? item : `${text}, ${item}`;
    if (longer.length > width) break;
    text = longer;
  }
  return text;
}
