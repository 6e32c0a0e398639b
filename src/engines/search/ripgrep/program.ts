/** One ripgrep program: whether it runs here, and running it. */
import nodePath from 'node:path';
import { Unusable } from '../back-end';
import { NotStarted, runChild, type ChildEnd, type ChildRequest } from './child';
import { failed } from './complaints';
import type { RipgrepCandidate } from './locate';

export class RipgrepProgram {
  /** A folder that surely exists, for a run that looks at no files. */
  readonly folder: string;
  readonly #candidate: RipgrepCandidate;
  #version: Promise<string | undefined> | undefined;

  constructor(candidate: RipgrepCandidate) {
    this.#candidate = candidate;
    this.folder = nodePath.dirname(candidate.path);
  }

  async describe(): Promise<string> {
    const { path, origin } = this.#candidate;
    const version = (await this.version()) ?? 'of unknown version';
    return `ripgrep ${version} (${origin === 'setting' ? path : origin === 'shipped' ? 'shipped' : `the editor's, ${path}`})`;
  }

  /** Undefined when the program is not a ripgrep, or does not run here. Asked for once. */
  version(): Promise<string | undefined> {
    return (this.#version ??= this.#askVersion());
  }

  /** @throws Unusable when it does not run here; Failure `SearchFailed` when it does not just now. */
  async run(request: Omit<ChildRequest, 'path'>): Promise<ChildEnd> {
    const { path } = this.#candidate;
    try {
      return await runChild({ ...request, path });
    } catch (error) {
      if (error instanceof NotStarted && error.isLasting) throw new Unusable(`${path} could not be started: ${error.message}`);
      if (error instanceof NotStarted) throw failed(error.message);
      throw error;
    }
  }

  /** All that it prints. The same throws as `run`. */
  async text(request: Omit<ChildRequest, 'path' | 'onOutput'>): Promise<{ readonly text: string; readonly end: ChildEnd }> {
    const chunks: Buffer[] = [];
    const end = await this.run({ ...request, onOutput: (chunk) => void chunks.push(chunk) });
    return { text: Buffer.concat(chunks).toString('utf8'), end };
  }

  async #askVersion(): Promise<string | undefined> {
    try {
      const { text } = await this.text({ args: ['--no-config', '--version'], cwd: this.folder, signal: AbortSignal.timeout(5_000) });
      return /^ripgrep (\S+)/.exec(text)?.[1];
    } catch {
      return undefined;
    }
  }
}
