/** One search's worker thread: batches of files in, matching lines out, ended when the search ends. */
import { Worker } from 'node:worker_threads';
import type { Scanned, ScanOptions } from './scan';

export interface WorkerStart {
  readonly options: ScanOptions;
  /** Shared: the index in its batch of the file that is being scanned. */
  readonly progress: Int32Array;
}

export interface Batch {
  readonly contents: readonly (Uint8Array | readonly string[])[];
}

/** The pattern did not come to an end on a file. */
export class TooSlow extends Error {
  /** Index in the batch. */
  readonly index: number;

  constructor(index: number) {
    super('the pattern takes too many steps');
    this.index = index;
  }
}

export class ScanThread {
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  readonly #patienceMs: number;

  /** `script`: the worker's bundle. `patienceMs`: how long one file may take. */
  constructor(script: string, options: ScanOptions, patienceMs: number) {
    const start: WorkerStart = { options, progress: this.#progress };
    this.#worker = new Worker(script, { workerData: start });
    this.#patienceMs = patienceMs;
  }

  /**
   * One result for each content. Undefined when aborted.
   * @throws TooSlow when one file takes longer than the patience; any error that ends the thread.
   */
  scan(batch: Batch, signal: AbortSignal): Promise<readonly Scanned[] | undefined> {
    return new Promise((resolve, reject) => {
      let at = -1;
      Atomics.store(this.#progress, 0, 0);
      const watch = setInterval(() => {
        const index = Atomics.load(this.#progress, 0);
        if (index === at) settle(() => reject(new TooSlow(index)));
        at = index;
      }, this.#patienceMs);
      const onAbort = (): void => settle(() => resolve(undefined));
      const onMessage = (scanned: readonly Scanned[]): void => settle(() => resolve(scanned));
      const onError = (error: unknown): void => settle(() => reject(error instanceof Error ? error : new Error(String(error))));
      const settle = (then: () => void): void => {
        clearInterval(watch);
        signal.removeEventListener('abort', onAbort);
        this.#worker.off('message', onMessage).off('error', onError);
        then();
      };
      this.#worker.on('message', onMessage).on('error', onError);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) return onAbort();
      this.#worker.postMessage(batch);
    });
  }

  /** Stops it, in the middle of a pattern if need be. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
