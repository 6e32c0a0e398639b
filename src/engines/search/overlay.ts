/** Unsaved text in place of the disk's: which documents a search takes, under the same filters as files. */
import nodePath from 'node:path';
import { pathRules } from '../../core/path-rules';
import type { Places } from '../../core/place';
import { linesOf } from '../../core/position';
import type { LiveDocument, Ports } from '../../core/ports';
import type { FoundLine, FoundMatches } from './matches';
import { hiddenBy, type Run } from './runs';

export interface Unsaved {
  readonly run: Run;
  /** Where a walk would come to it, below the run's folder. */
  readonly relative: string;
  readonly group: number;
  readonly lines: readonly string[];
}

export interface Overlay {
  readonly documents: readonly Unsaved[];
  /** Whether the disk's text of a file does not count. */
  readonly covers: (run: Run, relative: string) => boolean;
}

type OverlayPorts = Pick<Ports, 'documents' | 'files'> & { readonly places: Places };

export async function overlayOf(ports: OverlayPorts, runs: readonly Run[]): Promise<Overlay> {
  const documents: Unsaved[] = [];
  const covered = new Map<Run, Set<string>>();
  for (const document of ports.documents.unsaved()) {
    // A document may be gone from the disk, or lie outside all folders.
    const real = (await ports.places.target(document.path).catch(() => undefined))?.real;
    if (real === undefined) continue;
    for (const run of runs) {
      for (const relative of await ways(ports, run, real)) {
        covered.set(run, (covered.get(run) ?? new Set()).add(relative));
        const group = run.groupOf(relative);
        if (group === undefined) continue;
        if (run.ruled && (await hiddenBy(run, relative, false)) !== undefined) continue;
        documents.push({ run, relative, group, lines: textLines(document) });
      }
    }
  }
  return { documents, covers: (run, relative) => covered.get(run)?.has(relative) === true };
}

/** The matching lines of an unsaved document with `context` lines of it around them. */
export function overlayMatches({ relative, group, lines }: Unsaved, matches: readonly FoundLine[], context: number): FoundMatches {
  return {
    relative,
    group,
    count: matches.length,
    lines: async () => {
      const shown = new Map<number, FoundLine>();
      for (const { number } of matches) {
        for (let at = Math.max(1, number - context); at <= Math.min(lines.length, number + context); at += 1) {
          if (!shown.has(at)) shown.set(at, { number: at, text: lines[at - 1] ?? '', hit: undefined });
        }
      }
      for (const match of matches) shown.set(match.number, match);
      return [...shown.values()].sort((a, b) => a.number - b.number);
    },
  };
}

/** The paths below the run's folder by which a walk comes to a real path: at most one for each root. */
async function ways({ files }: OverlayPorts, run: Run, real: string): Promise<readonly string[]> {
  const rules = pathRules(process.platform);
  const found = await Promise.all(
    run.roots.map(async (root) => {
      const from = nodePath.join(run.folder.path, root);
      const below = rules.relative(await files.realPath(from).catch(() => from), real);
      if (below === undefined) return [];
      return [[root, below].filter((part) => part !== '').join('/')];
    }),
  );
  return found.flat();
}

function textLines(document: LiveDocument): readonly string[] {
  return linesOf(document.text).map((line) => line.text);
}
