/** From structural matches and a template to changes of text. */
import { counted } from '../../core/answer';
import type { TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import { withoutEmpty, type QueryMatch } from '../ast';
import { anyLineEnd, Source } from './source';

export interface Rewrite {
  /** Ascending and apart. */
  readonly changes: readonly TextChange[];
  /** Matches inside another match, which stay: their text moves with the outer one. */
  readonly inner: number;
  /** Matches that stay, since the template would lose what they hold beside the pattern. */
  readonly kept: readonly QueryMatch[];
}

/** Placeholders as ast-grep writes them. */
const placeholder = /\$\$\$[A-Z_][A-Z0-9_]*|\$[A-Z_][A-Z0-9_]*/g;

/** @throws Failure `InvalidArguments` for a placeholder that the pattern does not capture */
export function checkTemplate(template: string, pattern: string): void {
  const known = new Set(pattern.match(placeholder)?.filter((name) => !/^\$+_/.test(name)) ?? []);
  for (const name of template.match(placeholder) ?? []) {
    if (known.has(name)) continue;
    throw new Failure('InvalidArguments', {
      what: `rewrite uses ${name}, which pattern does not capture`,
      context: known.size === 0 ? 'pattern captures nothing' : `It captures ${[...known].join(', ')}`,
      next: 'use these placeholders, or capture it in pattern ($_ is not captured).',
    });
  }
}

/**
 * The changes of one file. Lines of the template after the first get the indentation of the line they stand on;
 * what was captured stays verbatim.
 * @param text the file's text now
 * @throws Failure `Stale` when it is not the text that was matched
 */
export function rewriteOf(display: string, text: string, matches: readonly QueryMatch[], template: string): Rewrite {
  const source = new Source(text);
  const changes: TextChange[] = [];
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
    changes.push(held(source, match, { start: start.offset, end: endOf(match, template), text: filled(source, match, template) }));
  }
  return { changes, inner, kept };
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

function filled(source: Source, { span, captures }: QueryMatch, template: string): string {
  const indent = /^[\t ]*/.exec(source.line(source.lineAt(span.start.offset)).text)?.[0] ?? '';
  const texts = new Map(captures.map((capture) => [capture.name, capture.text]));
  const whole = withoutEmpty(template, (name) => texts.get(name) === '');
  const indented = whole.replace(anyLineEnd, '\n').split('\n').map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n');
  return indented.replace(placeholder, (name) => texts.get(name) ?? '');
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
