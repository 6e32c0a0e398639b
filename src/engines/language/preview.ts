/** The lines that show a declaration: its doc comment, and its beginning. */
import type { Range } from '../../core/ports';

export interface Preview {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Lines of the declaration that are not shown. */
  readonly more: number;
}

/** Lines shown at most: of the comment, and of the declaration itself. */
const most = { comment: 12, code: 10, whole: 16 };

/** `name` is the line of its name; lines are 1-based, `lines[0]` is line 1. */
export function previewOf(lines: readonly string[], whole: Range, name: number): Preview {
  const last = lastLine(whole);
  const first = commentStart(lines, Math.min(whole.start.line, name));
  if (last - first < most.whole) return { lines: slice(lines, first, last), more: 0 };
  const commentEnd = name - 1;
  const shownFrom = Math.max(first, commentEnd - most.comment + 1);
  const shownTo = Math.min(last, name + most.code - 1);
  const shown = slice(lines, shownFrom, shownTo);
  return { lines: shown, more: Math.max(0, last - first + 1 - shown.length) };
}

/** A range that ends before the first column of a line does not hold that line. */
function lastLine({ start, end }: Range): number {
  return Math.max(start.line, end.column === 1 ? end.line - 1 : end.line);
}

/** The first line of the comment that stands directly above a line. */
function commentStart(lines: readonly string[], line: number): number {
  let first = line;
  while (first > 1 && /^\s*(\/\/|\/\*|\*|#(?!\s*(include|define|if|ifdef|ifndef|else|endif|undef|pragma|import)\b)|@\w|\[\w|--\s|;;)/.test(lines[first - 2] ?? '')) first -= 1;
  return first;
}

function slice(lines: readonly string[], from: number, to: number): Preview['lines'] {
  return lines.slice(from - 1, to).map((text, index) => ({ number: from + index, text }));
}
