/** From structural matches and a template to changes of text: which of them are rewritten, and which stay. */
import { counted } from '../../core/answer';
import type { TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import type { QueryMatch } from '../ast';
import { Source } from './source';
import { fill, type FilledChange } from './template';

export interface Rewrite {
  /** Ascending and apart. */
  readonly changes: readonly FilledChange[];
  /** Matches inside another match, which stay: their text moves with the outer one. */
  readonly inner: number;
  /** Matches that stay, since the template would lose what they hold beside the pattern. */
  readonly kept: readonly QueryMatch[];
}

/**
 * The changes of one file, before brackets are added where they are needed (`bracketed`).
 * @param text the file's text now
 * @throws Failure `Stale` when it is not the text that was matched
 */
export function rewriteOf(display: string, text: string, matches: readonly QueryMatch[], template: string): Rewrite {
  const source = new Source(text);
  const changes: FilledChange[] = [];
  let end = 0;
  let inner = 0;
  const kept: QueryMatch[] = [];
  const ordered = [...matches].sort((a, b) => a.span.start.offset - b.span.start.offset || b.span.end.offset - a.span.end.offset);
  for (const match of ordered) {
    checkSame(display, source, match);
    const { start, end: stop } = match.span;
    if (start.offset < end) {
      inner += 1;
      continue;
    }
    if (match.remainder !== undefined && match.remainder.lost.length > 0) {
      kept.push(match);
      continue;
    }
    end = stop.offset;
    changes.push(changeOf(source, match, template));
  }
  return { changes, inner, kept };
}

function changeOf(source: Source, match: QueryMatch, template: string): FilledChange {
  const end = endOf(match, template);
  const { text, parts } = fill(source, match, template, end);
  const change = held(source, match, { start: match.span.start.offset, end, text });
  // In braces it is a statement.
  return { ...change, parts: change.text === text ? parts : [] };
}

/** A semicolon that the pattern leaves open stays, unless the template brings one or is empty. */
function endOf({ span, remainder }: QueryMatch, template: string): number {
  return remainder?.tail === undefined || /^$|[,;]$/.test(template.trim()) ? span.end.offset : remainder.tail;
}

/**
 * Where a statement is all that `if`, `else` or a loop holds, none or several in its place get braces: else the next
 * statement, or none but the first, would be what is held.
 */
function held(source: Source, { remainder }: QueryMatch, change: TextChange): TextChange {
  const { start, end, text } = change;
  const isOpen = source.text.startsWith(';', end);
  if (remainder?.isSole !== true || text.trimStart().startsWith('{')) return change;
  if (text.trim() === '') return isOpen ? change : { start, end, text: '{}' };
  if (!/[;\n]\s*\S/.test(text)) return change;
  return { start, end: isOpen ? end + 1 : end, text: `{ ${text}${/[;}]\s*$/.test(text) ? '' : ';'} }` };
}

function checkSame(display: string, source: Source, { span, lines, captures }: QueryMatch): void {
  const { start, end } = span;
  const text = source.text.slice(start.offset, end.offset);
  const sameLines = lines.every((line, index) => source.lines[start.line - 1 + index]?.text === line);
  if (sameLines && end.offset <= source.text.length && captures.every((capture) => text.includes(capture.text))) return;
  throw new Failure('Stale', { what: `${display} changed while it was searched, or the editor opens it in another encoding`, next: 'call again.' });
}

/** Which matches stay for what they hold, for the closing line. At most five are named. */
export function keptNote(kept: readonly QueryMatch[]): readonly string[] {
  if (kept.length === 0) return [];
  const places = kept.slice(0, 5).map(({ file, span: { start }, remainder }) => `${file.display}:${start.line}:${start.column} (${(remainder?.lost ?? []).slice(0, 4).map(quoted).join(', ')})`);
  const more = kept.length > places.length ? ` and ${kept.length - places.length} more` : '';
  return [`left as ${kept.length === 1 ? 'it is' : 'they are'}: ${counted(kept.length, ['match', 'matches'])} with code or comments that the pattern does not say and the rewrite would lose: ${places.join(', ')}${more}; to rewrite them too, write that in the pattern, or capture it`];
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `\`${line.length > 60 ? `${line.slice(0, 60)}…` : line}\``;
}

/** For the closing line. */
export function innerNote(inner: number): readonly string[] {
  if (inner === 0) return [];
  return [`${counted(inner, ['match', 'matches'])} inside another match ${inner === 1 ? 'was' : 'were'} left: preview again once this is applied`];
}
