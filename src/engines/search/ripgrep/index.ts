/** The ripgrep back end. */
import type { Files } from '../../../core/ports';
import { type BackEnd, type LineRequest, type ListResult } from '../back-end';
import type { Pattern } from '../index';
import { staysInLine } from '../javascript/translate';
import { Tally, type FoundLine, type RunResult } from '../matches';
import type { Run } from '../runs';
import { fileArgs, holdingArgs, lineArgs, listArgs, rootArgs, stdinArgs, type EnginePattern } from './argv';
import { Collector, relativeOf, type CollectOptions } from './collect';
import { complaintsOf, failed } from './complaints';
import { withEngine } from './engine';
import { EventReader, parseLine } from './events';
import type { RipgrepCandidate } from './locate';
import { RipgrepProgram } from './program';
import { Surroundings } from './surroundings';

/**
 * An ordered search stops at the first page but runs on one core; an unordered one uses all cores but must come to its
 * end. So the unordered one starts, and once it has found several pages' worth it gives way to the ordered one.
 */
const pagesBeforeOrdered = 4;
const fewMatches = 400;

/**
 * How long binary files are searched too, in milliseconds, only to name those that would match. ripgrep leaves a binary
 * file at its first NUL byte otherwise, and gigabytes of them must not keep the text waiting.
 */
const binaryPatience = 2_000;

/** How many paths are handed over in one command line. */
const mostPaths = 400;

export class RipgrepBackEnd implements BackEnd {
  readonly #program: RipgrepProgram;
  readonly #files: Files;

  constructor(candidate: RipgrepCandidate, files: Files) {
    this.#program = new RipgrepProgram(candidate);
    this.#files = files;
  }

  describe(): Promise<string> {
    return this.#program.describe();
  }

  /** Undefined when the program is not a ripgrep, or does not run here. Asked for once. */
  version(): Promise<string | undefined> {
    return this.#program.version();
  }

  async find(runs: readonly Run[], request: LineRequest, signal: AbortSignal): Promise<readonly RunResult[]> {
    return withEngine(request.pattern, (pattern) => this.#findPatiently(runs, { ...request, pattern }, signal));
  }

  async #findPatiently(runs: readonly Run[], request: EngineRequest, signal: AbortSignal): Promise<readonly RunResult[]> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), binaryPatience);
    const results = await this.#find(runs, { ...request, binary: true, caller: signal }, AbortSignal.any([signal, patience.signal])).finally(() => clearTimeout(timer));
    if (!patience.signal.aborted || signal.aborted) return results;
    const withoutBinary = await this.#find(runs, { ...request, binary: false, caller: signal }, signal);
    return withoutBinary.map((result) => ({ ...result, remarks: [...result.remarks, withoutBinaryRemark] }));
  }

  async #find(runs: readonly Run[], request: RipgrepRequest, signal: AbortSignal): Promise<readonly RunResult[]> {
    const { enough } = request;
    const groups = runs[0]?.selection.groups ?? 1;
    const giveWay = new AbortController();
    const unordered = new Tally(groups);
    const results = await inTurns(runs, (run) =>
      this.#search(run, request, {
        ordered: false,
        tally: unordered,
        signal: AbortSignal.any([signal, giveWay.signal]),
        onProgress: () => {
          if (enough !== undefined && unordered.holds(Math.max(fewMatches, pagesBeforeOrdered * enough))) giveWay.abort();
        },
      }),
    );
    if (enough === undefined || !giveWay.signal.aborted || signal.aborted) return results;
    return this.#findOrdered(runs, request, enough, groups, signal);
  }

  /** Folder by folder, each until it alone has enough, so that nothing earlier in the order is missing. */
  async #findOrdered(runs: readonly Run[], request: RipgrepRequest, enough: number, groups: number, signal: AbortSignal): Promise<readonly RunResult[]> {
    const results: RunResult[] = [];
    const total = new Tally(groups);
    for (const folder of new Set(runs.map((run) => run.folder))) {
      const own = runs.filter((run) => run.folder === folder);
      if (total.holds(enough) || signal.aborted) {
        results.push(...own.map(() => notReached));
        continue;
      }
      const found = await inTurns(own, (run) => {
        const stop = new AbortController();
        const tally = new Tally(groups);
        return this.#search(run, request, {
          ordered: true,
          tally,
          signal: AbortSignal.any([signal, stop.signal]),
          onProgress: (group, pending) => {
            if (tally.holds(enough, group, pending)) stop.abort();
          },
        });
      });
      for (const { files } of found) for (const file of files) total.add(file.group, file.count);
      results.push(...found);
    }
    return results;
  }

  async #search(run: Run, request: RipgrepRequest, options: SearchOptions): Promise<RunResult> {
    const { signal } = options;
    const around = new Surroundings(this.#program, this.#files, run, request, request.caller);
    const collector = new Collector(run, {
      linesOf: request.output === 'lines' ? (relative, matches, upTo) => around.of(relative, matches, upTo) : undefined,
      linesAgain: (relative, range) => around.again(relative, range),
      tally: options.tally,
      skip: (relative) => request.skip(run, relative),
      onProgress: options.onProgress,
    });
    const reader = new EventReader(collector, request.pattern);
    const end = await this.#program.run({
      args: [
        ...fileArgs(run),
        ...(options.ordered ? ['--sort', 'path'] : []),
        // The first match must not be one of a line end, which is none.
        ...(request.output === 'files' && staysInLine(request.pattern) ? ['--max-count', '1'] : []),
        ...(request.binary ? ['--binary'] : []),
        ...lineArgs(request.pattern),
        ...rootArgs(run.roots),
      ],
      cwd: run.folder.path,
      signal,
      onOutput: (chunk) => reader.push(chunk),
    });
    await collector.finish();
    if (collector.late.length > 0) await this.#searchAsText(run, collector, request);
    const stoppedEarly = signal.aborted;
    const { unreadable, incomplete } = stoppedEarly ? noComplaints : complaintsOf(end, collector.searched !== undefined, request.pattern);
    return {
      files: collector.files,
      stoppedEarly,
      searched: collector.searched,
      binary: collector.binary,
      unreadable,
      remarks: [],
      incomplete: stoppedEarly || collector.searched !== undefined ? incomplete : `ripgrep ended before its time (${end.killedBy ?? `exit code ${end.code}`})`,
    };
  }

  /** For files with a late NUL byte: ripgrep takes one for a line end, or stops there, unless it is told that this is text. */
  async #searchAsText(run: Run, collector: Collector, { output, pattern, caller }: RipgrepRequest): Promise<void> {
    const { late } = collector;
    const reader = new EventReader({
      begin: (path) => collector.begin(path),
      line: (kind, raw) => collector.line(kind, raw),
      end: () => collector.end(undefined),
      // Those were counted when they were looked at first.
      summary: () => undefined,
    }, pattern);
    for (let index = 0; index < late.length && !caller.aborted; index += mostPaths) {
      await this.#program.run({
        args: ['--no-config', '--text', ...(output === 'files' ? ['--max-count', '1'] : []), ...lineArgs(pattern), ...rootArgs(late.slice(index, index + mostPaths))],
        cwd: run.folder.path,
        signal: caller,
        onOutput: (chunk) => reader.push(chunk),
      });
    }
    await collector.finish();
  }

  async findInTexts(texts: readonly (readonly string[])[], pattern: Pattern, signal: AbortSignal): Promise<readonly (readonly FoundLine[])[]> {
    return withEngine(pattern, (engines) => this.#findInTexts(texts, engines, signal));
  }

  async #findInTexts(texts: readonly (readonly string[])[], pattern: EnginePattern, signal: AbortSignal): Promise<readonly (readonly FoundLine[])[]> {
    const found: FoundLine[][] = texts.map(() => []);
    const starts: number[] = [];
    let lines = 0;
    for (const text of texts) {
      starts.push(lines);
      lines += text.length;
    }
    let whole = false;
    const reader = new EventReader({
      begin: () => undefined,
      end: () => undefined,
      summary: () => (whole = true),
      line: (kind, bytes) => {
        if (kind === 'context') return;
        const { number, hit } = parseLine(bytes);
        const index = starts.findLastIndex((start) => start < number);
        const own = number - (starts[index] ?? 0);
        const text = texts[index]?.[own - 1];
        if (text !== undefined) found[index]?.push({ number: own, text, hit: hit ?? { start: 0, end: 0 } });
      },
    }, pattern);
    const input = texts.map((text) => text.map((line) => `${line}\n`).join('')).join('');
    const end = await this.#program.run({ args: stdinArgs(pattern), cwd: this.#program.folder, input, signal, onOutput: (chunk) => reader.push(chunk) });
    if (!signal.aborted) complaintsOf(end, whole, pattern);
    return found;
  }

  async list(run: Run, signal: AbortSignal): Promise<ListResult> {
    return this.#paths(run, [...fileArgs(run), ...listArgs, ...rootArgs(run.roots)], signal);
  }

  async holding(run: Run, literals: readonly string[], among: readonly string[] | undefined, signal: AbortSignal): Promise<ListResult> {
    const args = [...fileArgs(run), ...holdingArgs(literals)];
    if (among !== undefined && among.length <= mostPaths) {
      return among.length === 0 ? { files: [], unreadable: [] } : this.#paths(run, [...args, ...rootArgs(among)], signal);
    }
    const found = await this.#paths(run, [...args, ...rootArgs(run.roots)], signal);
    const wanted = among === undefined ? undefined : new Set(among);
    return wanted === undefined ? found : { ...found, files: found.files.filter((file) => wanted.has(file)) };
  }

  async #paths(run: Run, args: readonly string[], signal: AbortSignal): Promise<ListResult> {
    const { text, end } = await this.#program.text({ args, cwd: run.folder.path, signal });
    if (end.code === 2 && text === '' && !/\(os error \d+\)/.test(end.errors)) throw failed(end.errors);
    const { unreadable } = complaintsOf(end, true, undefined);
    return { files: text.split('\0').filter((path) => path !== '').map(relativeOf), unreadable };
  }
}

/** ripgrep leaves a file where it comes to a NUL byte, unless something before it matches. */
const withoutBinaryRemark = 'binary files, and text behind a NUL byte, were not looked into';

interface EngineRequest extends LineRequest {
  readonly pattern: EnginePattern;
}

interface RipgrepRequest extends EngineRequest {
  /** Binary files are searched to their end. */
  readonly binary: boolean;
  /** Aborted when no answer is wanted any more; a process is also ended when it has found enough. */
  readonly caller: AbortSignal;
}

interface SearchOptions extends Pick<CollectOptions, 'tally' | 'onProgress'> {
  readonly ordered: boolean;
  readonly signal: AbortSignal;
}

const noComplaints = { unreadable: [], incomplete: undefined };

const notReached: RunResult = { files: [], stoppedEarly: true, searched: undefined, binary: [], unreadable: [], remarks: [], incomplete: undefined };

/** Two at a time: ripgrep uses all cores by itself. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += 2) results.push(...(await Promise.all(items.slice(index, index + 2).map(work))));
  return results;
}
