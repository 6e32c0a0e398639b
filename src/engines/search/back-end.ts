/** What a back end does: the same files, matches and order, whichever it is. */
import type { Pattern } from './index';
import type { FoundLine, RunResult } from './matches';
import type { Run } from './runs';

export interface LineRequest {
  readonly pattern: Pattern;
  readonly context: number;
  /** Stop once every include glob has so many matching lines, the first in order. */
  readonly enough: number | undefined;
  readonly output: 'lines' | 'files' | 'count';
  /** Files whose unsaved text is searched instead. */
  readonly skip: (run: Run, relative: string) => boolean;
}

export interface ListResult {
  /** Paths below the run's folder, in no order. A back end need not leave out what the run's selection does not take. */
  readonly files: readonly string[];
  readonly unreadable: readonly string[];
}

export interface BackEnd {
  /** For people: `ripgrep 15.0.0 (shipped)`. */
  describe(): Promise<string>;
  /**
   * One result for each run. Aborted, it stops and hands over what it has.
   * @throws Failure `InvalidPattern`, `SearchFailed`; Unusable
   */
  find(runs: readonly Run[], request: LineRequest, signal: AbortSignal): Promise<readonly RunResult[]>;
  /** The matching lines of texts, given as their lines. The same throws as `find`. */
  findInTexts(texts: readonly (readonly string[])[], pattern: Pattern, signal: AbortSignal): Promise<readonly (readonly FoundLine[])[]>;
  list(run: Run, signal: AbortSignal): Promise<ListResult>;
  /** The files that may hold one of the literal strings; none is missing. `among`: only look at these. */
  holding(run: Run, literals: readonly string[], among: readonly string[] | undefined, signal: AbortSignal): Promise<ListResult>;
}

/** The back end cannot run here; another one may. */
export class Unusable extends Error {}
