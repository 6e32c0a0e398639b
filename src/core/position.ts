/**
 * Lines and columns. Lines are 1-based and end as in the editor: at `\r\n`, `\n` or a lone `\r`. Columns are 1-based
 * and count UTF-16 units, as the editor's status bar does.
 */

export interface Line {
  /** Without its line end. */
  readonly text: string;
  /** 0-based UTF-16 offset of its first unit in the text. */
  readonly start: number;
  /** `''` for a last line that is not terminated. */
  readonly end: '' | '\n' | '\r\n' | '\r';
}

/** The lines of a text. An empty text has none; a final line end does not open another line. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, match.index), start, end: lineEnd(match[0]) });
    start = match.index + match[0].length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), start, end: '' });
  return lines;
}

/** The index of the line that holds an offset; its line end belongs to it. 0 where there are no lines. */
export function lineIndexAt(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = Math.max(0, lines.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where an offset stands, both 1-based. Behind a line end at the end of the text there is one more line to stand on. */
export function spotAt(lines: readonly Line[], offset: number): { readonly line: number; readonly column: number } {
  const index = lineIndexAt(lines, offset);
  const line = lines[index];
  if (line === undefined) return { line: 1, column: offset + 1 };
  const after = line.start + line.text.length + line.end.length;
  if (line.end !== '' && offset >= after) return { line: index + 2, column: offset - after + 1 };
  return { line: index + 1, column: offset - line.start + 1 };
}

/** How a text's lines end: one kind, several, or none at all (`''`). */
export function lineEndsOf(lines: readonly Line[]): Line['end'] | 'mixed' {
  const kinds = new Set(lines.map((line) => line.end).filter((end) => end !== ''));
  if (kinds.size > 1) return 'mixed';
  return [...kinds][0] ?? '';
}

/** Spoken names of line ends. */
export const lineEndNames = { '': 'none', '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', mixed: 'mixed' } as const;

/**
 * The 0-based UTF-16 offset in a decoded line of a byte offset in its UTF-8 bytes. Bytes that are not valid UTF-8 count
 * as the replacement characters that they were decoded to.
 */
export function utf16Offset(lineBytes: Uint8Array, byteOffset: number): number {
  return decoder.decode(lineBytes.subarray(0, byteOffset)).length;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function lineEnd(text: string): Line['end'] {
  return text === '\r\n' || text === '\n' || text === '\r' ? text : '';
}
