/**
 * From a place and an operation to the characters that change. Text and patterns are exact to the character; nodes,
 * lines and chunks are edited by whole lines, so that nobody has to count line ends.
 */
import type { TextChange } from '../../core/edits';
import type { ChangeOrder } from './request';
import type { NodeTarget, Target } from './select';
import { anyLineEnd, type Source, type Span } from './source';

export interface UnitChange extends TextChange {
  /** Whole lines; a last line that is not terminated stays so, see `plan.ts`. */
  readonly wholeLines: boolean;
  /** What the caller may not expect. */
  readonly note?: string | undefined;
}

/**
 * What an order changes at its target. The text written gets the file's line ends.
 * @param eol how this file ends its lines
 */
export function changeOf(source: Source, { operation, content }: Pick<ChangeOrder, 'operation' | 'content'>, target: Target, eol: string): UnitChange {
  const text = content.replace(anyLineEnd, eol);
  const line = terminated(text, eol);
  const { start, end } = target.span;
  switch (target.unit) {
    case 'exact':
      return { ...at(operation, target.span), text, wholeLines: false };
    case 'lines': {
      // The blank lines at the end of a chunk stay, unless it goes as a whole or the new text brings its own.
      const bringsBlank = operation === 'delete' || (operation === 'replace' && /(?:^|\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(line));
      return { ...at(operation, { start, end: bringsBlank ? end : (target.filledEnd ?? end) }), text: operation === 'delete' ? '' : line, wholeLines: true };
    }
    case 'node':
      switch (operation) {
        case 'replace':
          return replaceNode(source, target, text, eol);
        case 'delete':
          return deleteNode(source, target);
        case 'insert_before':
          return insertBefore(source, target, line, eol);
        case 'insert_after':
          return insertAfter(source, target, line, eol);
      }
  }
}

function at(operation: ChangeOrder['operation'], { start, end }: Span): Span {
  switch (operation) {
    case 'insert_before':
      return { start, end: start };
    case 'insert_after':
      return { start: end, end };
    case 'replace':
    case 'delete':
      return { start, end };
  }
}

/**
 * The node only: its doc comment, its decorators and the indentation before it stay. New content that brings them along
 * takes their place, so that nothing is doubled.
 */
function replaceNode(source: Source, target: NodeTarget, content: string, eol: string): UnitChange {
  // What follows the node already ends the line.
  const text = withoutSeparator(source, target, content.endsWith(eol) ? content.slice(0, -eol.length) : content);
  const span = replacedSpan(source, target, text);
  const kept = source.text.slice(target.full.start, target.span.start).trim() !== '' && span.start > target.full.start;
  const note = kept && ownCode(text) !== text.trimStart() ? `the comment or decorators above line ${source.lineAt(target.span.start)} were kept beside those of new_content` : undefined;
  return { ...span, text, wholeLines: false, note };
}

/** Without the semicolon or comma at its end that the file has behind the node already: it is no part of the node. */
function withoutSeparator({ text: whole }: Source, { span }: NodeTarget, content: string): string {
  const separator = /[;,]$/.exec(content)?.[0];
  return separator !== undefined && rest(whole, span.end).trimStart().startsWith(separator) && whole.charAt(span.end - 1) !== separator ? content.slice(0, -1) : content;
}

function replacedSpan({ text: whole }: Source, { span, full, inner }: NodeTarget, content: string): Span {
  const own = content.trimStart();
  const broughtIndent = own.length < content.length;
  const from = (start: number): Span => ({ start: broughtIndent && isBlank(lead(whole, start)) ? lineStart(whole, start) : start, end: span.end });

  if (beginsWith(own, whole.slice(full.start, span.start))) return from(full.start);
  // A caller that asked for a kind and leaves out the wrapper (`export`, `const`) means the node within.
  if (inner !== undefined && firstWord(ownCode(content)) !== firstWord(whole.slice(span.start, span.start + 200))) return inner;
  return from(span.start);
}

/** Without comments and decorators in front. */
function ownCode(content: string): string {
  return content.replace(/^(?:\s+|\/\*[^]*?\*\/|\/\/.*|#.*|@[\w.]+(?:\(.*\))?|\[\w[\w.]*(?:\(.*\))?\])+/, '');
}

function firstWord(text: string): string {
  return /^[\w$]+/.exec(text)?.[0] ?? '';
}

/** Whether a content brings a doc comment and decorators along, whatever their indentation. */
function beginsWith(content: string, above: string): boolean {
  const lines = trimmedLines(above);
  const given = trimmedLines(content);
  return lines.length > 0 && lines.every((line, index) => given[index] === line);
}

function trimmedLines(text: string): readonly string[] {
  return text.split(anyLineEnd).map((line) => line.trim()).filter((line) => line !== '');
}

/** Above the doc comment and the decorators. */
function insertBefore({ text }: Source, { full }: NodeTarget, line: string, eol: string): UnitChange {
  if (isBlank(lead(text, full.start))) {
    const start = lineStart(text, full.start);
    return { start, end: start, text: line, wholeLines: true };
  }
  return { start: full.start, end: full.start, text: eol + line, wholeLines: false };
}

function insertAfter({ text }: Source, { span }: NodeTarget, line: string, eol: string): UnitChange {
  if (closesOnly.test(rest(text, span.end))) {
    const start = lineEnd(text, span.end);
    return { start, end: start, text: line, wholeLines: true };
  }
  return { start: span.end, end: span.end, text: eol + line, wholeLines: false };
}

/** With the doc comment and the decorators. Whole lines, unless something else stands on them. */
function deleteNode({ text }: Source, { span, full }: NodeTarget): UnitChange {
  if (isBlank(lead(text, full.start)) && endsOnly.test(rest(text, span.end))) {
    return { start: lineStart(text, full.start), end: lineEnd(text, span.end), text: '', wholeLines: true };
  }
  // In a list the comma or semicolon goes too; of the last one that in front of it.
  const own = /^[ \t]*[,;][ \t]*/.exec(rest(text, span.end))?.[0] ?? '';
  const before = own === '' && /^\s*[)\]}]/.test(text.slice(span.end, span.end + 200)) ? (/,\s*$/.exec(text.slice(Math.max(0, full.start - 200), full.start))?.[0] ?? '') : '';
  return { start: full.start - before.length, end: span.end + own.length, text: '', wholeLines: false };
}

/** Behind a node that ends its line: closing marks and a comment do not make the line somebody else's. */
const closesOnly = /^[\s)\],;]*(?:\/\/.*|\/\*.*\*\/\s*|#.*)?$/;
/** Behind a node that may be deleted with its line. */
const endsOnly = /^\s*[;,]?\s*(?:\/\/.*|\/\*.*\*\/\s*|#.*)?$/;

function terminated(text: string, eol: string): string {
  return text.endsWith(eol) ? text : text + eol;
}

function lineStart(text: string, offset: number): number {
  if (offset === 0) return 0;
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

/** Behind the line end of the line that holds the offset. */
function lineEnd(text: string, offset: number): number {
  const end = offset + rest(text, offset).length;
  return end + (text.startsWith('\r\n', end) ? 2 : end < text.length ? 1 : 0);
}

/** From the start of the line to the offset. */
function lead(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset);
}

/** From the offset to the end of its line. */
function rest(text: string, offset: number): string {
  const line = /[^\r\n]*/y;
  line.lastIndex = offset;
  return line.exec(text)?.[0] ?? '';
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
