/** Gathers the events of one ripgrep process into files with matches, and filters what ripgrep could not. */
import nodePath from 'node:path';
import { sniffedBytes, type FoundLine, type FoundMatches, type Tally } from '../matches';
import type { Run } from '../runs';
import { parseSeen, type EventHandler } from './events';

export interface CollectOptions {
  /** What is shown of a file's matching lines; undefined when they are only counted. */
  readonly linesOf: ((relative: string, matches: readonly Buffer[]) => Promise<readonly FoundLine[]>) | undefined;
  readonly tally: Tally;
  /** Files whose unsaved text is searched instead. */
  readonly skip: (relative: string) => boolean;
  /** Called whenever there is more: `pending` are the matching lines of the file being read, of include glob `group`. */
  readonly onProgress: (group: number, pending: number) => void;
}

interface Current {
  readonly relative: string;
  readonly group: number;
  count: number;
  /** Match events. */
  readonly raw: Buffer[];
  /** Matching lines were taken away because the file is binary from some point on. */
  readonly isCut?: boolean;
}

export class Collector implements EventHandler {
  readonly files: FoundMatches[] = [];
  readonly binary: string[] = [];
  searched: number | undefined;
  /** Bytes of lines that are kept. */
  kept = 0;
  readonly #run: Run;
  readonly #options: CollectOptions;
  readonly #checks: Promise<void>[] = [];
  #current: Current | undefined;

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
    current.raw.push(bytes);
    this.kept += bytes.length;
    if (current.count % 100 === 0) this.#options.onProgress(current.group, current.count);
  }

  end(binaryOffset: number | undefined): void {
    const current = this.#current;
    this.#current = undefined;
    if (current === undefined) return;
    if (current.count === 0) return;
    this.#admit(binaryOffset === undefined ? current : beforeNul(current, binaryOffset));
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

  #add({ relative, group, count, raw, isCut }: Current): void {
    if (isCut === true) this.binary.push(relative);
    if (count === 0) return;
    const { linesOf } = this.#options;
    if (linesOf === undefined) for (const bytes of raw) this.kept -= bytes.length;
    let made: Promise<readonly FoundLine[]> | undefined;
    const lines = (): Promise<readonly FoundLine[]> => (made ??= linesOf === undefined ? Promise.resolve([]) : linesOf(relative, raw));
    if (linesOf !== undefined && this.files.length < filesMadeReady && count <= linesMadeReady) lines().catch(() => undefined);
    this.files.push({ relative, group, count, lines });
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

/** The file without what follows its first NUL byte, or without any line when it is binary. */
function beforeNul(current: Current, binaryOffset: number): Current {
  const raw = binaryOffset < sniffedBytes ? [] : current.raw.filter((bytes) => parseSeen(bytes).offset < binaryOffset);
  return { ...current, raw, count: raw.length, isCut: raw.length < current.count };
}

/** ripgrep prints paths behind the root they were found under, with the platform's separators. */
export function relativeOf(path: string): string {
  const posix = nodePath.sep === '\\' ? path.replaceAll('\\', '/') : path;
  return posix.startsWith('./') ? posix.slice(2) : posix;
}
