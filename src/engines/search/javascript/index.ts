/** The JavaScript back end: where no ripgrep runs. The same matches in the same order, more slowly. */
import nodePath from 'node:path';
import { Failure } from '../../../core/errors';
import type { Files } from '../../../core/ports';
import { Unusable, type BackEnd, type LineRequest, type ListResult } from '../back-end';
import type { Pattern } from '../index';
import { Tally, type FoundLine, type FoundMatches, type RunResult } from '../matches';
import type { Run } from '../runs';
import { searchable, type Scanned, type ScanOptions } from './scan';
import { ScanThread, TooSlow } from './thread';
import { translate } from './translate';
import { walk } from './walk';

export interface JavaScriptOptions {
  readonly files: Files;
  /** Absolute path of the worker's bundle. */
  readonly workerScript: string | undefined;
  /** How long a pattern may take on one file. */
  readonly patienceMs: () => number;
}

/** A batch ends at so many files or bytes. */
const batchFiles = 64;
const batchBytes = 4 * 1024 * 1024;

export class JavaScriptBackEnd implements BackEnd {
  readonly #options: JavaScriptOptions;

  constructor(options: JavaScriptOptions) {
    this.#options = options;
  }

  async describe(): Promise<string> {
    return 'JavaScript (no ripgrep in use)';
  }

  async find(runs: readonly Run[], request: LineRequest, signal: AbortSignal): Promise<readonly RunResult[]> {
    const { enough, output, context } = request;
    const thread = this.#thread({ ...translate(request.pattern), context, output });
    const tally = new Tally(runs[0]?.selection.groups ?? 1);
    const results: RunResult[] = [];
    try {
      let previous: Run | undefined;
      for (const run of runs) {
        // Runs of one folder lie between each other in the order, so none of them may be left out.
        const isEnough = enough !== undefined && run.folder !== previous?.folder && tally.holds(enough);
        results.push(isEnough || signal.aborted ? notReached : await this.#search(thread, run, request, signal));
        for (const { group, count } of results.at(-1)?.files ?? []) tally.add(group, count);
        previous = run;
      }
    } finally {
      await thread.end();
    }
    return results;
  }

  async #search(thread: ScanThread, run: Run, { enough, skip }: LineRequest, signal: AbortSignal): Promise<RunResult> {
    const files: FoundMatches[] = [];
    const binary: string[] = [];
    const unreadable: string[] = [];
    const tally = new Tally(run.selection.groups);
    const walked = walk(this.#options.files, run, signal);
    let searched = 0;
    const end = (more: Partial<RunResult>): RunResult => ({
      files, binary, remarks: [], unreadable: [...walked.unreadable, ...unreadable], stoppedEarly: false, searched, incomplete: undefined, ...more,
    });

    for await (const batch of this.#batches(run, walked.files(), (relative) => skip(run, relative), unreadable)) {
      let scanned: readonly Scanned[] | undefined;
      try {
        scanned = await thread.scan({ contents: batch.map(({ bytes }) => bytes) }, signal);
      } catch (error) {
        if (!(error instanceof TooSlow)) throw error;
        const name = batch[error.index]?.relative ?? run.folder.name;
        if (files.length === 0) throw tooSlow(name);
        return end({ searched: undefined, incomplete: `the pattern takes too many steps on ${name}` });
      }
      if (scanned === undefined) return end({ searched: undefined, stoppedEarly: true });
      searched += scanned.length;
      scanned.forEach(({ count, lines, isBinary }, index) => {
        const relative = batch[index]?.relative ?? '';
        const group = run.groupOf(relative) ?? 0;
        if (isBinary) binary.push(relative);
        if (count === 0) return;
        files.push({ relative, group, count, lines: async () => lines });
        tally.add(group, count);
      });
      if (enough !== undefined && tally.holds(enough)) return end({ stoppedEarly: true });
    }
    return signal.aborted ? end({ searched: undefined, stoppedEarly: true }) : end({});
  }

  async *#batches(run: Run, names: AsyncGenerator<string>, skip: (relative: string) => boolean, unreadable: string[]): AsyncGenerator<readonly Loaded[]> {
    const { files } = this.#options;
    let batch: Loaded[] = [];
    let size = 0;
    for await (const relative of names) {
      if (run.groupOf(relative) === undefined || skip(relative)) continue;
      const path = nodePath.join(run.folder.path, relative);
      try {
        const bytes = await files.read(path);
        batch.push({ relative, bytes });
        size += bytes.length;
      } catch {
        // What is gone by now is not there to be read.
        if ((await files.stat(path).catch(() => null)) !== undefined) unreadable.push(relative);
      }
      if (batch.length < batchFiles && size < batchBytes) continue;
      yield batch;
      batch = [];
      size = 0;
    }
    if (batch.length > 0) yield batch;
  }

  async findInTexts(texts: readonly (readonly string[])[], pattern: Pattern, signal: AbortSignal): Promise<readonly (readonly FoundLine[])[]> {
    const thread = this.#thread({ ...translate(pattern), context: 0, output: 'lines' });
    try {
      const scanned = await thread.scan({ contents: texts }, signal);
      return texts.map((_, index) => scanned?.[index]?.lines ?? []);
    } catch (error) {
      throw error instanceof TooSlow ? tooSlow('unsaved text') : error;
    } finally {
      await thread.end();
    }
  }

  async list(run: Run, signal: AbortSignal): Promise<ListResult> {
    const walked = walk(this.#options.files, run, signal);
    const files: string[] = [];
    for await (const file of walked.files()) files.push(file);
    return { files, unreadable: walked.unreadable };
  }

  async holding(run: Run, literals: readonly string[], among: readonly string[] | undefined, signal: AbortSignal): Promise<ListResult> {
    const { files: candidates, unreadable } = among === undefined ? await this.list(run, signal) : { files: among, unreadable: [] };
    const files: string[] = [];
    for (const relative of candidates) {
      if (signal.aborted) break;
      if (run.groupOf(relative) === undefined) continue;
      const bytes = await this.#options.files.read(nodePath.join(run.folder.path, relative)).catch(() => undefined);
      if (bytes === undefined) continue;
      const { text } = searchable(bytes);
      if (literals.some((literal) => text.includes(literal))) files.push(relative);
    }
    return { files, unreadable };
  }

  #thread(options: ScanOptions): ScanThread {
    const { workerScript, patienceMs } = this.#options;
    if (workerScript === undefined) throw new Unusable('the search worker is missing from this build');
    return new ScanThread(workerScript, options, patienceMs());
  }
}

interface Loaded {
  readonly relative: string;
  readonly bytes: Uint8Array;
}

const notReached: RunResult = { files: [], stoppedEarly: true, searched: undefined, binary: [], unreadable: [], remarks: [], incomplete: undefined };

function tooSlow(name: string): Failure {
  return new Failure('SearchTimeout', {
    what: `The pattern takes too many steps on ${name}`,
    context: 'Nested repetitions such as (a+)+ can take exponential time in the JavaScript engine',
    next: 'write the pattern without nested repetitions, or search literally (file_search with regex=false).',
  });
}
