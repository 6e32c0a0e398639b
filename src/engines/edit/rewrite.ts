/** From structural matches and a template to changes of text. */
import { counted } from '../../core/answer';
import type { TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import type { QueryMatch } from '../ast';
import { anyLineEnd, Source } from './source';

export interface Rewrite {
  /** Ascending and apart. */
  readonly changes: readonly TextChange[];
  /** Matches inside another match, which stay: their text moves with the outer one. */
  readonly inner: number;
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
  const ordered = [...matches].sort((a, b) => a.span.start.offset - b.span.start.offset || b.span.end.offset - a.span.end.offset);
  for (const match of ordered) {
    checkSame(display, source, match);
    const { start, end: stop } = match.span;
    if (start.offset < end) {
      inner += 1;
      continue;
    }
    end = stop.offset;
    changes.push({ start: start.offset, end: stop.offset, text: filled(source, match, template) });
  }
  return { changes, inner };
}

function filled(source: Source, { span, captures }: QueryMatch, template: string): string {
  const indent = /^[\t ]*/.exec(source.line(source.lineAt(span.start.offset)).text)?.[0] ?? '';
  const indented = template.replace(anyLineEnd, '\n').split('\n').map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n');
  const texts = new Map(captures.map((capture) => [capture.name, capture.text]));
  return indented.replace(placeholder, (name) => texts.get(name) ?? '');
}

function checkSame(display: string, source: Source, { span, lines, captures }: QueryMatch): void {
  const { start, end } = span;
  const text = source.text.slice(start.offset, end.offset);
  const sameLines = lines.every((line, index) => source.lines[start.line - 1 + index]?.text === line);
  if (sameLines && end.offset <= source.text.length && captures.every((capture) => text.includes(capture.text))) return;
  throw new Failure('Stale', { what: `${display} changed while it was searched, or the editor opens it in another encoding`, next: 'call again.' });
}

/** For the closing line. */
export function innerNote(inner: number): readonly string[] {
  if (inner === 0) return [];
  return [`${counted(inner, ['match', 'matches'])} inside another match ${inner === 1 ? 'was' : 'were'} left: preview again once this is applied`];
}
