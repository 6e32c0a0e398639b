/** Include globs that select no file: a search that finds nothing must say whether it looked at anything. */
import nodePath from 'node:path';
import type { Places } from '../../core/place';
import type { Files, Ports } from '../../core/ports';
import type { BackEnds } from './choose';
import type { SearchResult, Unselected } from './index';
import { walk } from './javascript/walk';
import type { RunResult } from './matches';
import { comparePaths } from './order';
import type { Overlay } from './overlay';
import { hiddenBy, type Plan, type Run } from './runs';
import { displayOf } from './targets';

interface Outcome {
  readonly results: readonly RunResult[];
  readonly overlay: Overlay;
  readonly totals: readonly number[];
}

export async function unselected(
  ports: Pick<Ports, 'files'> & { readonly places: Places },
  backEnds: BackEnds,
  plan: Plan,
  { results, overlay, totals }: Outcome,
  signal: AbortSignal,
): Promise<Pick<SearchResult, 'unselected' | 'isEmpty'>> {
  const selected = totals.map((total, group) => total > 0 || overlay.documents.some((document) => document.group === group));
  const searched = results.reduce((sum, result) => sum + (result.searched ?? 0), 0);
  if (selected.every(Boolean)) return { unselected: [], isEmpty: false };
  if (searched > 0 && selected.length === 1 && plan.decidedByRipgrep && (await comesToAFile(ports.files, plan.runs, signal))) return { unselected: [], isEmpty: false };

  if (searched > 0) {
    for (const run of plan.runs) {
      const { files } = await backEnds.use((backEnd) => backEnd.list(run, signal));
      for (const relative of await taken(run, files)) {
        for (const group of run.groupsOf(relative)) selected[group] = true;
      }
    }
  }
  const open = selected.flatMap((isSelected, group) => (isSelected ? [] : [group]));
  return open.length === 0 ? { unselected: [], isEmpty: false } : reasons(ports, backEnds, plan, open, signal);
}

/**
 * Whether a short walk comes to a file that the search takes. ripgrep has looked at files, but `.siiignore` may hide
 * all of them; one file that it leaves is proof enough, and far quicker than a list of all.
 */
async function comesToAFile(files: Files, runs: readonly Run[], signal: AbortSignal): Promise<boolean> {
  for (const run of runs) {
    const enough = new AbortController();
    let left = mostListings;
    const counted: Files = {
      ...files,
      list: (path) => {
        left -= 1;
        if (left <= 0) enough.abort();
        return files.list(path);
      },
    };
    for await (const relative of walk(counted, run, AbortSignal.any([signal, enough.signal])).files()) {
      if (run.groupOf(relative) !== undefined) return true;
    }
  }
  return false;
}

/** Folders that a short walk lists. */
const mostListings = 16;

/** Those of the listed files that the run takes. */
export async function taken(run: Run, files: readonly string[]): Promise<readonly string[]> {
  const selected = files.filter((relative) => run.groupOf(relative) !== undefined);
  return run.ruled ? run.ignoredBeyondRipgrep.visible(selected, (relative) => nodePath.join(run.folder.path, relative)) : selected;
}

/** For every open include glob the first hidden file that it would select. */
async function reasons(ports: { readonly places: Places }, backEnds: BackEnds, plan: Plan, open: readonly number[], signal: AbortSignal): Promise<Pick<SearchResult, 'unselected' | 'isEmpty'>> {
  const found = new Map<number, Unselected>();
  let isEmpty = plan.isUnlimited;
  for (const run of plan.bare) {
    const { files } = await backEnds.use((backEnd) => backEnd.list(run, signal));
    if (files.some((relative) => !relative.split('/').includes('.git'))) isEmpty = false;
    for (const relative of [...files].sort(comparePaths)) {
      const groups = run.groupsOf(relative).filter((group) => !found.has(group) && open.includes(group));
      const hidden = groups.length === 0 ? undefined : await hiddenBy(run, relative, false);
      if (hidden === undefined) continue;
      const below = nodePath.relative(run.folder.path, hidden.path).replaceAll(nodePath.sep, '/');
      for (const group of groups) found.set(group, { group, hidden: { by: hidden.by, path: displayOf(ports.places, run.folder, below) } });
    }
  }
  return { unselected: open.map((group) => found.get(group) ?? { group }), isEmpty };
}
