/** ripgrep's JSON lines, read as they stream in. Lines of text are kept as bytes and parsed only if they are shown. */
import { utf16Offset } from '../../../core/position';
import type { Pattern } from '../index';
import { matchesNothing } from '../javascript/translate';
import type { FoundLine } from '../matches';

export interface EventHandler {
  begin(path: string): void;
  line(kind: 'match' | 'context', raw: Buffer): void;
  /** `binaryOffset`: where the file's first NUL byte is. */
  end(binaryOffset: number | undefined): void;
  /** The search ran to its end over this many files. */
  summary(searches: number): void;
}

/** A line of text as ripgrep reports it. */
export interface RawLine extends FoundLine {
  /** Byte offset of the line in the file. */
  readonly offset: number;
}

/** Where ripgrep saw a match. */
export interface SeenMatch {
  /** Of its line, 1-based. */
  readonly number: number;
  /** Byte offset of the line in the file. */
  readonly offset: number;
  /** The first match on the line, in bytes from the line's start. */
  readonly match: { readonly start: number; readonly end: number; readonly bytes: () => Uint8Array } | undefined;
  /** The line without its line end. */
  readonly text: () => string;
}

export class EventReader {
  readonly #handler: EventHandler;
  readonly #pattern: Pattern;
  /** Pieces of a line that has not come to its end; a long line comes in many. */
  #rest: Buffer[] = [];

  constructor(handler: EventHandler, pattern: Pattern) {
    this.#handler = handler;
    this.#pattern = pattern;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, end);
      from = end + 1;
      if (this.#rest.length === 0) {
        this.#event(piece);
      } else {
        const whole = Buffer.concat([...this.#rest, piece]);
        this.#rest = [];
        this.#event(whole);
      }
    }
    if (from < chunk.length) this.#rest.push(chunk.subarray(from));
  }

  #event(raw: Buffer): void {
    // `{"type":"match",…`: the tenth byte tells the kind, so that lines need not be parsed here.
    switch (raw[9]) {
      case letters.m:
        return this.#handler.line(isInLineEnd(raw, this.#pattern) ? 'context' : 'match', raw);
      case letters.c:
        return this.#handler.line('context', raw);
      case letters.b:
        return this.#handler.begin(textOf(field(data(raw), 'path')).text);
      case letters.e: {
        const offset = field(data(raw), 'binary_offset');
        return this.#handler.end(typeof offset === 'number' ? offset : undefined);
      }
      default: {
        const searches = field(field(data(raw), 'stats'), 'searches');
        return this.#handler.summary(typeof searches === 'number' ? searches : 0);
      }
    }
  }
}

export function parseLine(raw: Buffer): RawLine {
  const event = data(raw);
  const { number, offset, match } = seenIn(event, raw);
  return { number, offset, ...textAndHit(textOf(field(event, 'lines')), match) };
}

/** The same without the line's text, which may be megabytes long. */
export function parseSeen(raw: Buffer): SeenMatch {
  // No string holds these bytes: its quotes are escaped.
  const tail = raw.lastIndexOf(behindText);
  const seen = seenIn(tail === -1 ? data(raw) : JSON.parse(`{${raw.toString('utf8', tail + 3, raw.length - 1)}`), raw);
  return { ...seen, text: () => parseLine(raw).text };
}

/** The line's number alone, for what is passed over by the thousand. */
export function lineNumberOf(raw: Buffer): number {
  const tail = raw.lastIndexOf(behindText);
  return tail === -1 ? parseSeen(raw).number : Number.parseInt(raw.toString('latin1', tail + behindText.length, tail + behindText.length + 16), 10);
}

/** A line from a file's bytes, with the match that was seen in it. */
export function lineFrom(bytes: Uint8Array, { number, match }: Omit<SeenMatch, 'text'>): FoundLine {
  const text = lossy(bytes);
  return { number, ...textAndHit({ text, isAscii: text.length === bytes.length, bytes: () => bytes }, match) };
}

/** The text of a line's bytes, without its line end. */
export function textOfLine(bytes: Uint8Array): string {
  return withoutLineEnd(lossy(bytes));
}

/**
 * PCRE2 may match a line's end, as `a(?!b)\W` does. ripgrep then reports the line but no match in it; the other engines
 * do not match there. Of an empty line it reports a match of nothing in the same way.
 */
function isInLineEnd(raw: Buffer, pattern: Pattern): boolean {
  if (!raw.subarray(-noMatch.length).equals(noMatch)) return false;
  const { text } = textOf(field(data(raw), 'lines'));
  return text.endsWith('\n') && (withoutLineEnd(text) !== '' || !matchesNothing(pattern));
}

function seenIn(event: unknown, raw: Buffer): Omit<SeenMatch, 'text'> {
  const number = field(event, 'line_number');
  const offset = field(event, 'absolute_offset');
  const submatches = field(event, 'submatches');
  const first: unknown = Array.isArray(submatches) ? submatches[0] : undefined;
  const start = field(first, 'start');
  const end = field(first, 'end');
  const bytes = (): Uint8Array => textOf(field(first, 'match')).bytes();
  return {
    number: typeof number === 'number' ? number : 0,
    offset: typeof offset === 'number' ? offset : 0,
    match: typeof start === 'number' && typeof end === 'number' ? { start, end, bytes } : raw[9] === letters.m ? atTheEnd : undefined,
  };
}

function textAndHit(line: Text, match: SeenMatch['match']): Pick<FoundLine, 'text' | 'hit'> {
  const text = withoutLineEnd(line.text);
  const at = (byte: number): number => Math.min(text.length, line.isAscii ? byte : utf16Offset(line.bytes(), byte));
  return { text, hit: match === undefined ? undefined : { start: at(match.start), end: at(match.end) } };
}

/** Of a match of nothing at the very end of a file ripgrep does not say where it is. */
const atTheEnd = { start: Infinity, end: Infinity, bytes: (): Uint8Array => new Uint8Array() };

const noMatch = Buffer.from('"submatches":[]}}');
const behindText = Buffer.from('"},"line_number":');

const newline = 0x0a;
const letters = { b: 0x62, c: 0x63, e: 0x65, m: 0x6d } as const;

function data(raw: Buffer): unknown {
  const event: unknown = JSON.parse(raw.toString('utf8'));
  return field(event, 'data');
}

interface Text {
  readonly text: string;
  /** Bytes and UTF-16 units are the same. */
  readonly isAscii: boolean;
  readonly bytes: () => Uint8Array;
}

/** `{"text": …}`, or `{"bytes": base64}` for what is not UTF-8. */
function textOf(value: unknown): Text {
  const text = field(value, 'text');
  if (typeof text === 'string') return { text, isAscii: Buffer.byteLength(text, 'utf8') === text.length, bytes: () => Buffer.from(text, 'utf8') };
  const encoded = field(value, 'bytes');
  const bytes = Buffer.from(typeof encoded === 'string' ? encoded : '', 'base64');
  return { text: lossy(bytes), isAscii: false, bytes: () => bytes };
}

function withoutLineEnd(text: string): string {
  const end = text.endsWith('\r\n') ? 2 : text.endsWith('\n') || text.endsWith('\r') ? 1 : 0;
  return end === 0 ? text : text.slice(0, -end);
}

function lossy(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
