/** A page of files as a tree of directories, each directory once, its files below it. */
import type { Entry } from '../core/answer';

/**
 * Entries are items whose `file.path` has `/` between its components, and one at its end for a directory that is shown
 * closed; `label` follows the name.
 */
export function renderTree(entries: readonly Entry[]): readonly string[] {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'item' || entry.file === undefined) continue;
    const closed = entry.file.path.endsWith('/') ? '/' : '';
    const components = entry.file.path.slice(0, entry.file.path.length - closed.length).split('/');
    const directories = components.slice(0, -1);
    let shared = 0;
    while (shared < directories.length && directories[shared] === open[shared]) shared += 1;
    for (let depth = shared; depth < directories.length; depth += 1) lines.push(`${'  '.repeat(depth)}${directories[depth]}/`);
    open = directories;
    const unsaved = entry.file.unsaved ? ' (unsaved)' : '';
    const label = entry.label === undefined ? '' : ` ${entry.label}`;
    lines.push(`${'  '.repeat(directories.length)}${components.at(-1)}${closed}${unsaved}${label}`);
  }
  return lines;
}
