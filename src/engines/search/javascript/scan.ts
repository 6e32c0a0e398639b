/** Finds the matching lines of one file's bytes or text. Runs on the worker thread. */
import { splitsPair } from '../../../core/budget';
import { decode, decodeAnyway, encodingOf } from '../../../core/encoding';
import type { FoundLine } from '../matches';
import type { Translated } from './translate';

export interface ScanOptions extends Translated {
  readonly context: number;
  readonly output: 'lines' | 'files' | 'count';
}

export interface Scanned {
  readonly count: number;
  /** Matching lines and their surroundings; empty unless output is `lines`. */
  readonly lines: readonly FoundLine[];
  /** It would match, but is no text. */
  readonly isBinary: boolean;
}

/** Stands for bytes that are not valid in the file's encoding: no pattern matches a lone surrogate. */
export const undecodable = '\udfff';

export type Scan = (content: Uint8Array | readonly string[]) => Scanned;

export function createScan(options: ScanOptions): Scan {
  const expression = new RegExp(options.source, `${options.flags}g`);
  return (content) => {
    if (!(content instanceof Uint8Array)) return scanText(content.join('\n'), expression, options);
    const { text, isBinary } = searchable(content);
    if (!isBinary) return scanText(text, expression, options);
    const { count } = scanText(text.replaceAll('\0', '\n'), expression, { ...options, output: 'files' });
    return { count: 0, lines: [], isBinary: count > 0 };
  };
}

/** The text of a file, with lone surrogates for bytes that are not valid. */
export function searchable(bytes: Uint8Array): { readonly text: string; readonly isBinary: boolean } {
  const decoded = decode(bytes);
  if (decoded === undefined) return { text: encodingOf(bytes).startsWith('utf8') ? marked(bytes) : decodeAnyway(bytes), isBinary: true };
  return { text: decoded.lossy && decoded.encoding.startsWith('utf8') ? marked(bytes) : decoded.text, isBinary: false };
}

/** Decoded with a lone surrogate for every run that reads as U+FFFD, unless the file really holds that character. */
function marked(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  let from = buffer.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0;
  for (;;) {
    const real = buffer.indexOf(replacement, from);
    pieces.push(decoder.decode(buffer.subarray(from, real === -1 ? undefined : real)).replaceAll('\ufffd', undecodable));
    if (real === -1) return pieces.join('\ufffd');
    from = real + replacement.length;
  }
}

function scanText(text: string, expression: RegExp, { staysInLine, context, output }: ScanOptions): Scanned {
  const matches: FoundLine[] = [];
  let count = 0;
  const found = staysInLine ? matchesIn(text, expression) : matchesByLine(text, expression);
  const lines = output === 'lines' ? new Lines(text) : undefined;
  for (const { start, end } of found) {
    count += 1;
    if (output === 'files') break;
    if (lines !== undefined) matches.push(lines.at(start, end));
  }
  return { count, lines: lines === undefined ? [] : lines.around(matches, context), isBinary: false };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The first match of every line, over the whole text at once. */
function* matchesIn(text: string, expression: RegExp): Generator<Span> {
  for (let from = 0; from < text.length; ) {
    const match = execFrom(expression, text, from);
    // Behind a final line end there is no further line.
    if (match === null || (match.index === text.length && text.endsWith('\n'))) return;
    const lineEnd = text.indexOf('\n', match.index);
    // Between the two halves of a line end there is nothing to match.
    const inLineEnd = lineEnd === match.index && text.charAt(match.index - 1) === '\r';
    if (!inLineEnd) yield { start: match.index, end: match.index + match[0].length };
    if (lineEnd === -1) return;
    from = lineEnd + 1;
  }
}

/** The same, line by line, for patterns that would look beyond a line. */
function* matchesByLine(text: string, expression: RegExp): Generator<Span> {
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const match = execFrom(expression, text.slice(from, end).replace(/\r$/, ''), 0);
    if (match !== null) yield { start: from + match.index, end: from + match.index + match[0].length };
    from = end + 1;
  }
}

/** V8 also tries a match of nothing between the halves of a surrogate pair. */
function execFrom(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  for (let at = from; ; at += 1) {
    expression.lastIndex = at;
    const match = expression.exec(text);
    if (match === null || !splitsPair(text, match.index)) return match;
    at = match.index;
  }
}

/** Line numbers and texts of a text that is gone through from the top. */
class Lines {
  readonly #text: string;
  #number = 1;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(start: number, end: number): FoundLine {
    for (let next = this.#text.indexOf('\n', this.#start); next !== -1 && next < start; next = this.#text.indexOf('\n', this.#start)) {
      this.#start = next + 1;
      this.#number += 1;
    }
    const text = this.#lineFrom(this.#start);
    const from = Math.min(start - this.#start, text.length);
    return { number: this.#number, text: shown(text), hit: { start: from, end: Math.min(end - this.#start, text.length) } };
  }

  /** The lines with their surroundings, each once. */
  around(matches: readonly FoundLine[], context: number): readonly FoundLine[] {
    if (context === 0 || matches.length === 0) return matches;
    const wanted = new Map(matches.map((line) => [line.number, line]));
    const all: FoundLine[] = [];
    const last = (matches.at(-1)?.number ?? 0) + context;
    let start = 0;
    for (let number = 1; number <= last && start < this.#text.length; number += 1) {
      const match = wanted.get(number);
      if (match !== undefined) all.push(match);
      else if (near(wanted, number, context)) all.push({ number, text: shown(this.#lineFrom(start)), hit: undefined });
      const newline = this.#text.indexOf('\n', start);
      if (newline === -1) break;
      start = newline + 1;
    }
    return all;
  }

  #lineFrom(start: number): string {
    const newline = this.#text.indexOf('\n', start);
    return this.#text.slice(start, newline === -1 ? undefined : newline).replace(/\r$/, '');
  }
}

function near(numbers: ReadonlyMap<number, unknown>, number: number, distance: number): boolean {
  for (let away = 1; away <= distance; away += 1) if (numbers.has(number - away) || numbers.has(number + away)) return true;
  return false;
}

function shown(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const replacement = Buffer.from([0xef, 0xbf, 0xbd]);
