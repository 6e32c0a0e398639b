/** Gathers the events of one ripgrep process into files with matches, and filters what ripgrep could not. */
import nodePath from 'node:path';
import type { LineRange } from '../index';
import { sniffedBytes, type FoundLine, type FoundMatches, type Tally } from '../matches';
import type { Run } from '../runs';
import type { EventHandler } from './events';

export interface CollectOptions {
  /** What is shown of a file's matching lines; undefined when they are only counted. */
  readonly linesOf: ((relative: string, matches: readonly Buffer[], upTo?: number) => Promise<readonly FoundLine[]>) | undefined;
  /** The same for matching lines that were not kept, by their index in the file. */
  readonly linesAgain: (relative: string, range: LineRange) => Promise<readonly FoundLine[]>;
  readonly tally: Tally;
  /** Files whose unsaved text is searched instead. */
  readonly skip: (relative: string) => boolean;
  /** Called whenever there is more: `pending` are the matching lines of the file being read, of include glob `group`. */
  readonly onProgress: (group: number, pending: number) => void;
}

/** So many bytes of match events are kept. Lines beyond are counted, and looked for again if they are asked for. */
const mostKept = 64 * 1024 * 1024;

interface Current {
  readonly relative: string;
  readonly group: number;
  count: number;
  /** Match events; of a file that came when enough were kept, only the first ones. */
  readonly raw: Buffer[];
  /** It would match, but is no text. */
  readonly isBinary?: boolean;
}

export class Collector implements EventHandler {
  readonly files: FoundMatches[] = [];
  readonly binary: string[] = [];
  /** Files with matches and a NUL byte so late that they are text. ripgrep must search them again, as such. */
  readonly late: string[] = [];
  searched: number | undefined;
  readonly #run: Run;
  readonly #options: CollectOptions;
  readonly #checks: Promise<void>[] = [];
  #current: Current | undefined;
  /** Bytes of match events. */
  #kept = 0;

  constructor(run: Run, options: CollectOptions) {
    this.#run = run;
    this.#options = options;
  }

  begin(path: string): void {
    const relative = relativeOf(path);
    const group = this.#options.skip(relative) ? undefined : this.#run.groupOf(relative);
    this.#current = group === undefined ? undefined : { relative, group, count: 0, raw: [] };
  }

  line(kind: 'match' | 'context', bytes: Buffer): void {
    const current = this.#current;
    if (current === undefined || kind === 'context') return;
    current.count += 1;
    if (this.#kept <= mostKept) {
      current.raw.push(bytes);
      this.#kept += bytes.length;
    }
    if (current.count % 100 === 0) this.#options.onProgress(current.group, current.count);
  }

  end(binaryOffset: number | undefined): void {
    const current = this.#current;
    this.#current = undefined;
    if (current === undefined) return;
    if (current.count === 0) return;
    if (binaryOffset === undefined) this.#admit(current);
    else if (binaryOffset < sniffedBytes) this.#admit({ ...current, raw: [], count: 0, isBinary: true });
    else this.late.push(current.relative);
  }

  summary(searches: number): void {
    this.searched = searches;
  }

  /** After the last event: what is still being looked up, and the file that was being read when the search stopped. */
  async finish(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined && current.count > 0) this.#admit(current);
    await Promise.all(this.#checks);
  }

  #admit(file: Current): void {
    const { ruled, rules, parents, ignoredBeyondRipgrep, folder } = this.#run;
    if (!ruled || (!rules.sii && parents !== 'checked')) {
      this.#add(file);
      return;
    }
    const check = ignoredBeyondRipgrep.hides(nodePath.join(folder.path, file.relative), false);
    this.#checks.push(check.then((hidden) => (hidden === undefined ? this.#add(file) : undefined)));
  }

  #add({ relative, group, count, raw, isBinary }: Current): void {
    if (isBinary === true) this.binary.push(relative);
    if (count === 0) return;
    const { linesOf } = this.#options;
    if (linesOf === undefined) for (const bytes of raw) this.#kept -= bytes.length;
    const isAllKept = raw.length === count;
    let made: Promise<readonly FoundLine[]> | undefined;
    const lines = (): Promise<readonly FoundLine[]> => (made ??= linesOf === undefined ? Promise.resolve([]) : isAllKept ? linesOf(relative, raw) : this.#options.linesAgain(relative, { from: 0, to: count }));
    const part = async (range: LineRange): Promise<readonly FoundLine[]> => {
      if (linesOf === undefined || (range.from === 0 && range.to >= count)) return lines();
      return range.to <= raw.length ? linesOf(relative, raw.slice(range.from, range.to), range.to) : this.#options.linesAgain(relative, range);
    };
    if (linesOf !== undefined && this.files.length < filesMadeReady && count <= linesMadeReady) lines().catch(() => undefined);
    this.files.push({ relative, group, count, lines, part });
    this.#options.tally.add(group, count);
    this.#options.onProgress(group, 0);
  }
}

/**
 * Of the first files with few matches the lines are read while ripgrep still runs: where there are not many more, they
 * are on the page.
 */
const filesMadeReady = 32;
const linesMadeReady = 20;

/** ripgrep prints paths behind the root they were found under, with the platform's separators. */
export function relativeOf(path: string): string {
  const posix = nodePath.sep === '\\' ? path.replaceAll('\\', '/') : path;
  return posix.startsWith('./') ? posix.slice(2) : posix;
}
