/** Templates of rewrites: what a match captured, written in the place of its placeholders. */
import type { TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import { withoutEmpty, type Capture, type QueryMatch, type Stretch } from '../ast';
import { anyLineEnd, type Source } from './source';

/** A change that was made of a template. */
export interface FilledChange extends TextChange {
  /** Where single nodes stand in `text`: what `$A` captured, ascending and apart. */
  readonly parts: readonly Stretch[];
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
 * The template with what a match captured. Its lines after the first get the indentation of the line that the match
 * begins on, and the lines of a capture move along with the line that they are written on.
 * @param end where the text behind begins
 */
export function fill(source: Source, { span, captures }: QueryMatch, template: string, end: number): Pick<FilledChange, 'text' | 'parts'> {
  const indent = indentOf(source.line(source.lineAt(span.start.offset)).text);
  const byName = new Map(captures.map((capture) => [capture.name, capture]));
  const whole = indented(withoutEmpty(template, (name) => byName.get(name)?.text === ''), indent);
  const behind = /^.*/.exec(source.text.slice(end))?.[0] ?? '';
  const parts: Stretch[] = [];
  let text = '';
  let at = 0;
  for (const { 0: name, index } of whole.matchAll(placeholder)) {
    text += whole.slice(at, index);
    at = index + name.length;
    const capture = byName.get(name);
    if (capture === undefined || capture.text === '') continue;
    const lineIndent = text.includes('\n') ? indentOf(text.slice(text.lastIndexOf('\n') + 1)) : indent;
    const rest = whole.slice(at);
    const written = withoutComma(moved(capture, lineIndent), rest);
    if (!name.startsWith('$$$')) parts.push({ start: text.length, end: text.length + written.length });
    text += written;
    // What follows on the line would become a part of the comment.
    if (capture.layout?.endsInComment === true && (rest === '' ? behind : rest).trimStart() !== '' && !/^[ \t]*\n/.test(rest)) {
      text += `\n${lineIndent}`;
      at += /^[ \t]*/.exec(rest)?.[0].length ?? 0;
    }
  }
  return { text: text + whole.slice(at), parts };
}

function indented(template: string, indent: string): string {
  return template.replace(anyLineEnd, '\n').split('\n').map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n');
}

/** Lines that are indented less than the first, or stand in a string, stay as they are. */
function moved({ text, layout }: Capture, indent: string): string {
  const lines = text.split(anyLineEnd);
  if (layout === undefined || layout.indent === indent || lines.length === 1) return text;
  return lines
    .map((line, index) => (index === 0 || line.trim() === '' || !line.startsWith(layout.indent) || layout.inString.includes(index) ? line : indent + line.slice(layout.indent.length)))
    .join('\n');
}

/** A list may end with a comma; one is enough in front of another. */
function withoutComma(text: string, rest: string): string {
  return /^\s*,/.test(rest) ? text.replace(/,$/, '') : text;
}

function indentOf(line: string): string {
  return /^[\t ]*/.exec(line)?.[0] ?? '';
}
