/** Walks a run's folders in contract order, by the same rules as ripgrep does. */
import nodePath from 'node:path';
import type { Files } from '../../../core/ports';
import { comparePaths } from '../order';
import type { Run } from '../runs';

export interface Walk {
  /** Files that no rule hides, below the run's folder, in contract order. */
  files(): AsyncGenerator<string>;
  /** Folders that could not be listed. Complete once the files are. */
  readonly unreadable: readonly string[];
}

export function walk(files: Files, run: Run, signal: AbortSignal): Walk {
  const unreadable: string[] = [];

  async function* below(relative: string): AsyncGenerator<string> {
    if (signal.aborted) return;
    const path = nodePath.join(run.folder.path, relative);
    let entries;
    try {
      entries = await files.list(path);
    } catch {
      unreadable.push(relative);
      return;
    }
    if (run.ruled) await run.ignored.enter(path, entries);
    for (const entry of [...entries].sort((a, b) => comparePaths(a.name, b.name))) {
      if (entry.type !== 'file' && entry.type !== 'directory') continue;
      const child = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const isDirectory = entry.type === 'directory';
      if (entry.name === '.git' && !run.inGit) continue;
      if (run.ruled && (await isHidden(run, child, isDirectory))) continue;
      if (isDirectory) yield* below(child);
      else yield child;
    }
  }

  async function* all(): AsyncGenerator<string> {
    for (const root of run.roots) {
      const stat = await files.stat(nodePath.join(run.folder.path, root)).catch(() => 'closed' as const);
      // What is gone by now is not there to be read.
      if (stat === 'closed') unreadable.push(root);
      else if (stat?.type === 'directory') yield* below(root);
      else if (stat?.type === 'file') yield root;
    }
  }

  return { files: all, unreadable };
}

async function isHidden(run: Run, relative: string, isDirectory: boolean): Promise<boolean> {
  if (isDirectory && run.selection.excludedBy(run.folder, relative, true) !== undefined) return true;
  return (await run.ignored.hides(nodePath.join(run.folder.path, relative), isDirectory)) !== undefined;
}
