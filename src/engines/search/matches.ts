/** What every back end hands over: the matching lines of one file, not yet printed, not yet merged. */
import type { LineRange, MatchLine, TextLine } from './index';

/** A file with matches, as a back end found it. */
export interface FoundMatches {
  /** Below the run's folder, with `/`. */
  readonly relative: string;
  readonly group: number;
  /** Matching lines. */
  readonly count: number;
  /** Its matching lines and their surroundings, each once, from the top. */
  readonly lines: () => Promise<readonly FoundLine[]>;
  /** The same for some of its matching lines, where that is less work. */
  readonly part?: (range: LineRange) => Promise<readonly FoundLine[]>;
}

export interface FoundLine extends TextLine {
  /** Of a matching line: the first match, UTF-16 offsets. */
  readonly hit: { readonly start: number; readonly end: number } | undefined;
}

/** How far the search of one run came. */
export interface RunResult {
  readonly files: readonly FoundMatches[];
  /** It stopped because it had enough. */
  readonly stoppedEarly: boolean;
  /** Files that were looked at; undefined when the back end did not get to the end. */
  readonly searched: number | undefined;
  /** Paths below the run's folder. */
  readonly binary: readonly string[];
  /** As the engine names them. */
  readonly unreadable: readonly string[];
  readonly remarks: readonly string[];
  readonly incomplete: string | undefined;
}

export { sniffedBytes } from '../../core/encoding';

/** Matching lines with up to `context` lines on either side. */
export function withContext(lines: readonly FoundLine[], context: number): readonly MatchLine[] {
  return lines.flatMap(({ number, text, hit }, index) => {
    if (hit === undefined) return [];
    const around = lines.slice(Math.max(0, index - context), index + context + 1);
    return [
      {
        number,
        text,
        hit,
        before: around.filter((line) => line.number < number && line.number >= number - context),
        after: around.filter((line) => line.number > number && line.number <= number + context),
      },
    ];
  });
}

/** How many matching lines of every include glob there are so far. */
export class Tally {
  readonly #counts: number[];

  constructor(groups: number) {
    this.#counts = Array.from({ length: groups }, () => 0);
  }

  add(group: number, count: number): void {
    this.#counts[group] = (this.#counts[group] ?? 0) + count;
  }

  /** Whether every include glob has at least so many, `count` more of `group` included. */
  holds(enough: number, group?: number, count = 0): boolean {
    return this.#counts.every((each, index) => (index === group ? each + count : each) >= enough);
  }
}
