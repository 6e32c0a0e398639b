/** One queue per real file for writes, over both doors. Reading never waits here. */
import { throwIfCancelled } from './errors';

export class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Runs `work` when no earlier work on any of these keys is left. Keys are real paths in one spelling
   * (`pathRules().key`), so that two names of one file wait for each other. Two works that share several keys cannot
   * block one another: a work takes its place in all its queues in one step.
   * @throws Failure `Cancelled` when the signal is aborted before its turn; what `work` throws.
   */
  async run<T>(keys: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    throwIfCancelled(signal);
    const unique = [...new Set(keys)];
    const before = unique.map((key) => this.#tails.get(key)).filter((tail) => tail !== undefined);
    let done = (): void => undefined;
    const tail = new Promise<void>((resolve) => {
      done = resolve;
    });
    for (const key of unique) this.#tails.set(key, tail);
    try {
      await Promise.all(before);
      throwIfCancelled(signal);
      return await work();
    } finally {
      for (const key of unique) if (this.#tails.get(key) === tail) this.#tails.delete(key);
      done();
    }
  }

  /** How many files are being written or waited for. */
  get size(): number {
    return this.#tails.size;
  }
}
