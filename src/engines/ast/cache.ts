/**
 * Results of queries for files that have not changed. A file is taken for unchanged when its size, its times and its
 * inode are the same and its last change lay well before it was read: a change in the same tick of the clock as the
 * read would otherwise go unseen.
 */
import type { FileOutcome, Identity } from './protocol';

/** The coarsest clock of a file system in use (FAT), in milliseconds. */
const coarsestTick = 2000;

export class ResultCache {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #queries = new Map<string, Map<string, FileOutcome>>();
  #held = 0;

  /** @param limit bytes, roughly */
  constructor(limit = 24 * 1024 * 1024) {
    this.#limit = limit;
  }

  get(query: string, path: string): FileOutcome | undefined {
    const files = this.#queries.get(query);
    if (files === undefined) return undefined;
    this.#queries.delete(query);
    this.#queries.set(query, files);
    return files.get(path);
  }

  set(query: string, path: string, outcome: FileOutcome): void {
    const { identity } = outcome;
    if (identity === undefined || outcome.cut === true || !settled(identity)) return;
    const files = this.#queries.get(query) ?? new Map<string, FileOutcome>();
    const before = files.get(path);
    if (before !== undefined) this.#held -= weight(path, before);
    files.set(path, outcome);
    this.#held += weight(path, outcome);
    this.#queries.set(query, files);
    this.#shrink();
  }

  #shrink(): void {
    for (const [query, files] of this.#queries) {
      if (this.#held <= this.#limit) return;
      for (const [path, outcome] of files) this.#held -= weight(path, outcome);
      this.#queries.delete(query);
    }
  }
}

/** Whether a file is the one that an outcome is of. */
export function isSame(identity: Identity, now: Omit<Identity, 'at'>): boolean {
  return identity.size === now.size && identity.mtimeMs === now.mtimeMs && identity.ctimeMs === now.ctimeMs && identity.inode === now.inode;
}

function settled({ ctimeMs, mtimeMs, at }: Identity): boolean {
  return Math.max(ctimeMs, mtimeMs) < at - coarsestTick;
}

/** Bytes that an outcome takes, roughly. */
function weight(path: string, { matches }: FileOutcome): number {
  const texts = matches.reduce(
    (sum, match) => sum + [...match.lines, ...match.captures.map(({ text }) => text)].reduce((units, text) => units + text.length, 0),
    0,
  );
  return 400 + 2 * path.length + 300 * matches.length + 2 * texts;
}
