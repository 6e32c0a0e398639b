/** The life of a child process: no shell, no waiting for input, killed when told, nothing left behind. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface ChildRequest {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Written to its standard input; without it there is none. */
  readonly input?: string | undefined;
  readonly onOutput: (chunk: Buffer) => void;
  /** Kills it when aborted. */
  readonly signal: AbortSignal;
}

export interface ChildEnd {
  readonly code: number | null;
  /** The signal that ended it, ours or another's. */
  readonly killedBy: NodeJS.Signals | null;
  /** At most the first 64 KB. */
  readonly errors: string;
}

/** It could not be started. */
export class NotStarted extends Error {
  /**
   * The program is missing, not executable, or for another machine. Any other reason lies in this one call: the system
   * had no room for it just now, its folder is gone, an argument cannot be handed over.
   */
  readonly isLasting: boolean;

  constructor(cause: NodeJS.ErrnoException, cwd: string) {
    super(cause.message);
    // A missing working folder is reported as if the program were missing.
    this.isLasting = programFaults.has(cause.code ?? '') && existsSync(cwd);
  }
}

/** `UNKNOWN` is what Windows says to a file that is no program. */
const programFaults: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOEXEC', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EFTYPE', 'UNKNOWN']);

const mostErrors = 64 * 1024;

/** @throws NotStarted */
export function runChild({ path, args, cwd, input, onOutput, signal }: ChildRequest): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const child = started(path, args, cwd, input !== undefined);
    const kill = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();

    let errors = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!signal.aborted) onOutput(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (errors.length < mostErrors) errors += chunk.toString('utf8');
    });
    // It may end before it has read all of its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', (error) => {
      signal.removeEventListener('abort', kill);
      if (child.pid === undefined) reject(new NotStarted(error, cwd));
    });
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', kill);
      resolve({ code, killedBy, errors });
    });
  });
}

function started(path: string, args: readonly string[], cwd: string, hasInput: boolean): ChildProcess {
  try {
    return spawn(path, args, { cwd, stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'], windowsHide: true });
  } catch (error) {
    // Some faults are thrown at once, others come as an event.
    throw error instanceof Error ? new NotStarted(error, cwd) : error;
  }
}
