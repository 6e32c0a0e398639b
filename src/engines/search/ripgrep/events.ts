/** ripgrep's JSON lines, read as they stream in. Lines of text are kept as bytes and parsed only if they are shown. */
import { utf16Offset } from '../../../core/position';

export interface EventHandler {
  begin(path: string): void;
  line(kind: 'match' | 'context', raw: Buffer): void;
  /** `binaryOffset`: where the file's first NUL byte is. */
  end(binaryOffset: number | undefined): void;
  /** The search ran to its end over this many files. */
  summary(searches: number): void;
}

/** A line of text as ripgrep reports it. */
export interface RawLine {
  /** 1-based. */
  readonly number: number;
  /** Byte offset of the line in the file. */
  readonly offset: number;
  /** Without its line end. */
  readonly text: string;
  /** UTF-16 offsets of the first match. */
  readonly hit: { readonly start: number; readonly end: number } | undefined;
}

export class EventReader {
  readonly #handler: EventHandler;
  #rest: Buffer | undefined;

  constructor(handler: EventHandler) {
    this.#handler = handler;
  }

  push(chunk: Buffer): void {
    let from = 0;
    let end = chunk.indexOf(newline);
    if (this.#rest !== undefined && end !== -1) {
      this.#event(Buffer.concat([this.#rest, chunk.subarray(0, end)]));
      this.#rest = undefined;
      from = end + 1;
      end = chunk.indexOf(newline, from);
    }
    for (; end !== -1; end = chunk.indexOf(newline, from)) {
      this.#event(chunk.subarray(from, end));
      from = end + 1;
    }
    if (from >= chunk.length) return;
    const rest = chunk.subarray(from);
    this.#rest = this.#rest === undefined ? rest : Buffer.concat([this.#rest, rest]);
  }

  #event(raw: Buffer): void {
    // `{"type":"match",…`: the tenth byte tells the kind, so that lines need not be parsed here.
    switch (raw[9]) {
      case letters.m:
        return this.#handler.line('match', raw);
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
  const { text, bytes } = textOf(field(event, 'lines'));
  const number = field(event, 'line_number');
  const offset = field(event, 'absolute_offset');
  const submatches = field(event, 'submatches');
  const first: unknown = Array.isArray(submatches) ? submatches[0] : undefined;
  const start = field(first, 'start');
  const end = field(first, 'end');
  const shown = text.replace(/\r?\n$|\r$/, '');
  const at = (byte: number): number => Math.min(shown.length, bytes.length === text.length ? byte : utf16Offset(bytes, byte));
  return {
    number: typeof number === 'number' ? number : 0,
    offset: typeof offset === 'number' ? offset : 0,
    text: shown,
    hit: typeof start === 'number' && typeof end === 'number' ? { start: at(start), end: at(end) } : undefined,
  };
}

const newline = 0x0a;
const letters = { b: 0x62, c: 0x63, e: 0x65, m: 0x6d } as const;

function data(raw: Buffer): unknown {
  const event: unknown = JSON.parse(raw.toString('utf8'));
  return field(event, 'data');
}

/** `{"text": …}`, or `{"bytes": base64}` for what is not UTF-8. */
function textOf(value: unknown): { readonly text: string; readonly bytes: Buffer } {
  const text = field(value, 'text');
  if (typeof text === 'string') return { text, bytes: Buffer.from(text, 'utf8') };
  const encoded = field(value, 'bytes');
  const bytes = Buffer.from(typeof encoded === 'string' ? encoded : '', 'base64');
  return { text: lossy(bytes), bytes };
}

function lossy(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
