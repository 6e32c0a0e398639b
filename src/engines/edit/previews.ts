/** What was previewed and can be applied, and what was applied and can be taken back. Kept in memory, bounded. */
import { randomBytes } from 'node:crypto';
import { Failure } from '../../core/errors';
import type { Call } from '../../core/tool';
import type { FileDiff } from './diff';
import type { PlannedFile } from './planned';

/** A change that was shown and not yet made. */
export interface Preview {
  readonly id: string;
  /** What it does, half a sentence for a person: `rename parse to read`. */
  readonly title: string;
  readonly files: readonly PreviewedFile[];
  /** What the caller should know about it. */
  readonly notes: readonly string[];
  /** Printed names of the files that need the user's word. */
  readonly protectedFiles: readonly string[];
  /** Made for a question to the user; it goes when its files are edited. */
  readonly transient: boolean;
}

export interface PreviewedFile {
  readonly plan: PlannedFile;
  readonly diff: FileDiff;
}

/** Files that an edit changed, as they were and as they are since. */
export interface AppliedEdit {
  readonly id: string;
  readonly client: string;
  readonly door: Call['door'];
  readonly files: readonly PlannedFile[];
}

/** UTF-16 units of text that a store holds at most; the oldest entries go first. */
const mostUnits = 64 * 1024 * 1024;
const mostEntries = 100;

type Fate = 'applied' | 'discarded' | 'forgotten' | 'undone' | 'overtaken by an edit';

/** Entries by id, the newest last. Ids that were used up are remembered, so that a caller learns what became of them. */
export class Store<T extends { readonly id: string }> {
  readonly #entries = new Map<string, { readonly entry: T; readonly size: number }>();
  readonly #gone = new Map<string, Fate>();
  readonly #listeners = new Set<(entry: T, fate: Fate | undefined) => void>();
  #size = 0;

  /** @param size UTF-16 units of text that an entry holds */
  constructor(
    readonly noun: string,
    readonly prefix: string,
    readonly size: (entry: T) => number,
  ) {}

  /** Adds an entry under a new id. */
  add(make: (id: string) => T): T {
    const entry = make(this.prefix + randomBytes(4).toString('hex'));
    const size = this.size(entry);
    this.#entries.set(entry.id, { entry, size });
    this.#size += size;
    for (const id of this.#entries.keys()) {
      if ((this.#size <= mostUnits && this.#entries.size <= mostEntries) || id === entry.id) break;
      this.take(id, 'forgotten');
    }
    this.#tell(entry, undefined);
    return entry;
  }

  /** @throws Failure `UnknownId`, `StaleId` with what became of it */
  get(id: string): T {
    const found = this.#entries.get(id);
    if (found !== undefined) return found.entry;
    const fate = this.#gone.get(id);
    if (fate === undefined) {
      throw new Failure('UnknownId', { what: `There is no ${this.noun} "${id}"`, next: 'use an id that this window has printed; ids do not survive a restart.' });
    }
    throw new Failure('StaleId', { what: `The ${this.noun} "${id}" was ${fate}`, next: 'read the file as it is now and start again.' });
  }

  /** The newest first. */
  all(): readonly T[] {
    return [...this.#entries.values()].reverse().map(({ entry }) => entry);
  }

  find(wanted: (entry: T) => boolean): T | undefined {
    return [...this.#entries.values()].reverse().find(({ entry }) => wanted(entry))?.entry;
  }

  take(id: string, fate: Fate): void {
    const found = this.#entries.get(id);
    if (found === undefined) return;
    this.#entries.delete(id);
    this.#size -= found.size;
    this.#gone.set(id, fate);
    for (const old of this.#gone.keys()) {
      if (this.#gone.size <= 1_000) break;
      this.#gone.delete(old);
    }
    this.#tell(found.entry, fate);
  }

  /** Called with every entry that comes or goes. Returns how to stop it. */
  onChange(listener: (entry: T, fate: Fate | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(entry: T, fate: Fate | undefined): void {
    for (const listener of this.#listeners) listener(entry, fate);
  }
}
