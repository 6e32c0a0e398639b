/**
 * Child processes for work on syntax trees. The library loads native code that can end its process and holds memory
 * that this process's collector does not see; so none of it is loaded here, and children are replaced when they have
 * grown or have done much. `workerpool` does the talking and the queueing; this file decides how long children live.
 */
import { availableParallelism } from 'node:os';
import { pool as createWorkers, type Pool as Workers } from 'workerpool';
import { cancelled, Failure } from '../../core/errors';
import type { Answer, Arguments, Reply, RequestName } from './protocol';

export interface PoolOptions {
  /** The child's program. */
  readonly program: string;
  /** Passed to it, followed by how many children there are. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size?: number;
  /** Children are replaced once one of them holds this many bytes. */
  readonly mostMemory?: number;
  /** Children are replaced after this many requests. */
  readonly mostRequests?: number;
  /** Milliseconds without a request after which they end. */
  readonly idle?: number;
}

export interface Pool {
  /** How many requests can run at a time. */
  readonly size: number;
  /**
   * Asks a child. A request whose child died is asked once more; one that is cancelled ends its child at once.
   * @throws Failure as the child refused, `ParseFailed` when two children died of it, `Cancelled`
   */
  ask<Name extends RequestName>(method: Name, args: Arguments<Name>, signal: AbortSignal): Promise<Answer<Name>>;
  /** Ends every child. */
  dispose(): Promise<void>;
}

/** Children of one age: they start together, and all end when one of them has had enough. */
interface Generation {
  readonly workers: Workers;
  running: number;
  requests: number;
  retired: boolean;
}

const megabyte = 1024 * 1024;

export function createPool(options: PoolOptions): Pool {
  const { mostMemory = 200 * megabyte, mostRequests = 5000, idle = 60_000 } = options;
  const size = options.size ?? Math.min(4, availableParallelism());
  let current: Generation | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let disposed = false;
  const generations = new Set<Generation>();

  const start = (): Generation => {
    const workers = createWorkers(options.program, {
      workerType: 'process',
      maxWorkers: size,
      // Twice this is how long a cancelled child lives at most.
      workerTerminateTimeout: 20,
      forkArgs: [...options.args, `${size}`],
      forkOpts: { env: { ...process.env, ...options.env, ELECTRON_RUN_AS_NODE: '1' }, execArgv: ['--expose-gc'] },
    });
    const generation = { workers, running: 0, requests: 0, retired: false };
    generations.add(generation);
    return generation;
  };

  const end = async (generation: Generation): Promise<void> => {
    try {
      // A child that has died already never says that it ended, hence the limit.
      await generation.workers.terminate(true, 1000);
    } catch {
      // Then there is nothing left to end.
    }
    generations.delete(generation);
  };

  const retire = (generation: Generation): void => {
    generation.retired = true;
    if (current === generation) current = undefined;
    if (generation.running === 0) void end(generation);
  };

  const rest = (): void => {
    clearTimeout(idleTimer);
    if (current === undefined || current.running > 0) return;
    const resting = current;
    idleTimer = setTimeout(() => retire(resting), idle);
    idleTimer.unref();
  };

  const attempt = async <Name extends RequestName>(name: Name, args: Arguments<Name>, signal: AbortSignal): Promise<Reply<Answer<Name>>> => {
    clearTimeout(idleTimer);
    const generation = (current ??= start());
    generation.running += 1;
    generation.requests += 1;
    const answer = generation.workers.exec<(...args: Arguments<Name>) => Reply<Answer<Name>>>(name, args);
    const onAbort = (): void => void answer.cancel();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const reply = await answer;
      if (!generation.retired && (reply.rss > mostMemory || generation.requests >= mostRequests)) retire(generation);
      return reply;
    } finally {
      signal.removeEventListener('abort', onAbort);
      generation.running -= 1;
      if (generation.retired && generation.running === 0) void end(generation);
      rest();
    }
  };

  return {
    size,
    ask: async (name, args, signal) => {
      for (let tries = 0; ; tries += 1) {
        if (signal.aborted || disposed) throw cancelled();
        try {
          const reply = await attempt(name, args, signal);
          if (reply.ok) return reply.value;
          throw new Failure(reply.refusal.failure, reply.refusal.parts);
        } catch (error) {
          if (error instanceof Failure) throw error;
          if (signal.aborted || disposed) throw cancelled();
          if (!died(error)) throw error;
          if (tries > 0) throw crashed(name, error);
        }
      }
    },
    dispose: async () => {
      disposed = true;
      clearTimeout(idleTimer);
      current = undefined;
      await Promise.all([...generations].map(end));
    },
  };
}

/** Whether the child ended before it answered; the library exports no type for it. */
function died(error: unknown): boolean {
  return error instanceof Error && /^(?:Workerpool Worker|Worker is terminated|Worker terminated|Pool terminated)/.test(error.message);
}

function crashed(method: string, error: unknown): Failure {
  const reason = error instanceof Error ? (error.message.match(/(?:exitCode|signalCode): `[^`]+`/g) ?? []).join(', ') : '';
  return new Failure('ParseFailed', {
    what: `The parser ended twice while it worked on this (${method}${reason === '' ? '' : `; ${reason}`})`,
    context: 'A grammar can crash on some files',
    next: 'narrow paths to leave out the file that causes it, or use file_search.',
  });
}
