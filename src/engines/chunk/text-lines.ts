/** A text by its lines, as the layout of chunks asks about them. Lines are 1-based, offsets 0-based UTF-16 units. */
import { linesOf } from '../../core/position';

export interface TextLines {
  readonly text: string;
  readonly count: number;
  /** Where a line starts; for the one behind the last, the end of the text. */
  start(line: number): number;
  /** The line that holds an offset; of one past the end, the last. */
  at(offset: number): number;
  /** The lines of a stretch, its end exclusive. */
  range(start: number, end: number): { readonly first: number; readonly last: number };
  /** Whether all lines from `first` to `last` hold only white space; true when there are none. */
  areBlank(first: number, last: number): boolean;
  /** The same, lines that look like a comment in some language allowed. */
  areBlankOrComments(first: number, last: number): boolean;
  /** Whether something other than an opening bracket is the first thing on its line. */
  beginsWithCode(offset: number): boolean;
  /** Behind the string literal that begins here, if one does that is a statement of its own. */
  docstringEnd(offset: number): number | undefined;
}

export function textLines(text: string): TextLines {
  const lines = linesOf(text);
  const start = (line: number): number => lines[line - 1]?.start ?? text.length;
  const at = (offset: number): number => {
    let low = 1;
    let high = Math.max(1, lines.length);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const every = (first: number, last: number, fits: (line: string) => boolean): boolean => {
    for (let line = first; line <= last; line += 1) {
      if (!fits(lines[line - 1]?.text ?? '')) return false;
    }
    return true;
  };
  return {
    text,
    count: lines.length,
    start,
    at,
    range: (from, to) => ({ first: at(from), last: at(Math.max(from, to - 1)) }),
    areBlank: (first, last) => every(first, last, (line) => line.trim() === ''),
    areBlankOrComments: (first, last) => every(first, last, (line) => blankOrComment.test(line)),
    beginsWithCode: (offset) => text.slice(start(at(offset)), offset).trim() === '' && !/[{([<]/.test(text.charAt(offset)),
    docstringEnd: (offset) => {
      docstring.lastIndex = offset;
      return docstring.test(text) ? docstring.lastIndex : undefined;
    },
  };
}

const blankOrComment = /^\s*(?:$|\/\/|#|\/\*|\*|--|<!--|;)/;

const docstring = /[rRuU]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*')(?=[ \t]*(?:[\r\n;#]|$))/y;
