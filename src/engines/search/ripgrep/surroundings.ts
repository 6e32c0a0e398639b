/**
 * The lines around matches, from the file's bytes. Asked for them, ripgrep searches every file more slowly, also those
 * without a match; the few files of a page are read faster here.
 */
import nodePath from 'node:path';
import type { Files } from '../../../core/ports';
import type { LineRequest } from '../back-end';
import type { LineRange } from '../index';
import { sniffedBytes, type FoundLine } from '../matches';
import type { Run } from '../runs';
import { pageArgs, rootArgs, type EnginePattern } from './argv';
import { EventReader, lineFrom, lineNumberOf, parseLine, parseSeen, textOfLine, type SeenMatch } from './events';
import type { RipgrepProgram } from './program';

/** Bytes of a file that is read as a whole. */
const mostRead = 10 * 1024 * 1024;

interface SurroundingsRequest extends Pick<LineRequest, 'context'> {
  readonly pattern: EnginePattern;
}

export class Surroundings {
  readonly #program: RipgrepProgram;
  readonly #files: Files;
  readonly #run: Run;
  readonly #request: SurroundingsRequest;
  readonly #signal: AbortSignal;

  constructor(program: RipgrepProgram, files: Files, run: Run, request: SurroundingsRequest, signal: AbortSignal) {
    this.#program = program;
    this.#files = files;
    this.#run = run;
    this.#request = request;
    this.#signal = signal;
  }

  /**
   * A file's matching lines, given as match events, with their surroundings; alone if the file has changed since.
   * @param upTo the index behind that of the last of them, among all that match in the file
   */
  async of(relative: string, events: readonly Buffer[], upTo = events.length): Promise<readonly FoundLine[]> {
    const { context } = this.#request;
    if (context === 0) return events.map(parseLine);
    const bytes = await this.#read(nodePath.join(this.#run.folder.path, relative));
    return (bytes && linesAround(bytes, events.map(parseSeen), context)) ?? this.#ask(relative, events.map(parseLine), upTo);
  }

  /** The same for matching lines of which only the indexes in the file are known. */
  async again(relative: string, { from, to }: LineRange): Promise<readonly FoundLine[]> {
    const events: Buffer[] = [];
    let index = 0;
    const reader = new EventReader({
      begin: () => undefined,
      end: () => undefined,
      summary: () => undefined,
      line: (_, raw) => {
        if (index >= from) events.push(raw);
        index += 1;
      },
    }, this.#request.pattern);
    await this.#program.run({
      args: [...pageArgs(this.#request.pattern, 0, to), ...rootArgs([relative])],
      cwd: this.#run.folder.path,
      signal: this.#signal,
      onOutput: (chunk) => reader.push(chunk),
    });
    return this.of(relative, events, to);
  }

  async #read(path: string): Promise<Uint8Array | undefined> {
    try {
      const stat = await this.#files.stat(path);
      return stat !== undefined && stat.size <= mostRead ? await this.#files.read(path) : undefined;
    } catch {
      return undefined;
    }
  }

  /** From ripgrep itself, for what is large or in an encoding of its own. */
  async #ask(relative: string, matches: readonly FoundLine[], upTo: number): Promise<readonly FoundLine[]> {
    const { pattern, context } = this.#request;
    const found = new Map(matches.map((match): [number, FoundLine] => [match.number, match]));
    const seen = new Set<number>();
    const first = (matches[0]?.number ?? 0) - context;
    const reader = new EventReader({
      begin: () => undefined,
      end: () => undefined,
      summary: () => undefined,
      line: (_, raw) => {
        if (lineNumberOf(raw) < first) return;
        const { number, text } = parseLine(raw);
        if (found.get(number)?.text === text) seen.add(number);
        if (!found.has(number)) found.set(number, { number, text, hit: undefined });
      },
    }, pattern);
    await this.#program.run({
      args: [...pageArgs(pattern, context, upTo), ...rootArgs([relative])],
      cwd: this.#run.folder.path,
      signal: this.#signal,
      onOutput: (chunk) => reader.push(chunk),
    });
    return seen.size === matches.length ? [...found.values()].sort((a, b) => a.number - b.number) : matches;
  }
}

/**
 * The matching lines of one file with up to `context` lines on either side, each once, from the top. Undefined when the
 * bytes do not hold the matching lines where ripgrep saw them: the file has another encoding, or has changed.
 */
export function linesAround(bytes: Uint8Array, matches: readonly SeenMatch[], context: number): readonly FoundLine[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // By chance the match may stand in the same place in the bytes of UTF-16.
  if (/^(fffe|feff)/.test(file.toString('hex', 0, 2))) return undefined;
  const from = file.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  // UTF-16: a binary file does not come here.
  if (file.subarray(0, sniffedBytes).includes(0)) return undefined;
  const text = file.subarray(from);

  const lines = new Map<number, FoundLine>();
  for (const match of matches) {
    if (!holds(text, match)) return undefined;
    let start = match.offset;
    for (let number = match.number - 1; number >= match.number - context && start > 0; number -= 1) {
      start = start === 1 ? 0 : text.lastIndexOf(newline, start - 2) + 1;
      if (!lines.has(number)) lines.set(number, { number, text: lineAt(text, start), hit: undefined });
    }
    let next = behind(text, match.offset);
    lines.set(match.number, lineFrom(text.subarray(match.offset, next), match));
    for (let number = match.number + 1; number <= match.number + context && next < text.length; number += 1) {
      lines.set(number, { number, text: lineAt(text, next), hit: undefined });
      next = behind(text, next);
    }
  }
  return [...lines.values()].sort((a, b) => a.number - b.number);
}

/** Whether a line begins where this match's was seen, and the match is still in it. */
function holds(text: Buffer, { offset, match, text: line }: SeenMatch): boolean {
  if (match === undefined || (offset > 0 && text[offset - 1] !== newline)) return false;
  // Of a match of nothing the whole line is the witness.
  if (match.start === match.end) return lineAt(text, offset) === line();
  return text.subarray(offset + match.start, offset + match.end).equals(match.bytes());
}

function lineAt(text: Buffer, start: number): string {
  return textOfLine(text.subarray(start, behind(text, start)));
}

/** Where the next line begins; the end of the text behind the last one. */
function behind(text: Buffer, start: number): number {
  const end = text.indexOf(newline, start);
  return end === -1 ? text.length : end + 1;
}

const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
