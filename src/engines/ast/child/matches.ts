/** What an answer has of a match: where it stands, its first lines, what it captures, and what a rewrite would lose. */
import type { SgNode } from '@ast-grep/napi';
import type { FileMatch } from '../protocol';
import type { LanguageRow } from '../table/row';
import type { Capture, Stretch } from '../types';
import type { Block } from './blocks';
import type { Program } from './compile';
import { layoutOf } from './layout';
import type { LineTable } from './lines';
import { capturedBy, type Metavariable } from './metavariables';
import { declaredName } from './names';
import type { FindRemainder } from './remainder';
import { isSole } from './sole';

/** Lines of a match that are shown. */
const shownLines = 3;

/** UTF-16 units of a captured text that are kept: enough for any declaration a reader would look at. */
const longestCapture = 4000;

/** A node that matches, with what it was found with. */
export interface FoundNode {
  readonly node: SgNode;
  readonly row: LanguageRow;
  readonly block: Block;
  readonly program: Program;
  /** Comments of the text that its tree does not have, by the tree's offsets. */
  readonly passedOver: readonly Stretch[];
}

export function matchOf({ node, row, block, program, passedOver }: FoundNode, table: LineTable, remainderOf?: FindRemainder): FileMatch {
  const range = node.range();
  const start = range.start.index - block.shift;
  let end = range.end.index - block.shift;
  while (end > start && /\s/.test(table.text.charAt(end - 1))) end -= 1;
  const span = table.span(start, end);
  const lineCount = Math.max(1, span.end.line - span.start.line + (span.end.column === 1 && span.end.line > span.start.line ? 0 : 1));
  const lines = table.lines.slice(span.start.line - 1, span.start.line - 1 + Math.min(lineCount, shownLines)).map((line) => line.text);
  const captures = capturesOf(node, block, program.metavariables, table, remainderOf === undefined ? undefined : row);
  const match = { span, kind: String(node.kind()), name: declaredName(row, node)?.text, lines, lineCount, captures };
  if (remainderOf === undefined) return match;
  const { lost, tail } = remainderOf(node, table.text.slice(start, end), passedOver);
  return { ...match, remainder: { lost, tail: tail === undefined ? undefined : tail - block.shift, isSole: isSole(node) } };
}

/** @param rewriting given when somebody writes the captures elsewhere, who needs them whole and how they lie */
function capturesOf(node: SgNode, { shift }: Block, metavariables: readonly Metavariable[], table: LineTable, rewriting: LanguageRow | undefined): readonly Capture[] {
  return metavariables.flatMap((metavariable) => {
    const { text: name, multiple } = metavariable;
    const nodes = capturedBy(node, metavariable);
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first === undefined || last === undefined) return multiple ? [{ name, text: '' }] : [];
    const from = first.range().start.index - shift;
    const whole = table.text.slice(from, last.range().end.index - shift);
    const text = whole.trim();
    const start = from + whole.indexOf(text);
    if (rewriting !== undefined) return [{ name, text, layout: layoutOf(nodes, { start, end: start + text.length }, shift, rewriting, table) }];
    return [{ name, text: text.length > longestCapture ? `${text.slice(0, longestCapture)}…` : text }];
  });
}
