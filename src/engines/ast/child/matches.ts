/** What an answer has of a match: where it stands, its first lines, what it captures, and what a rewrite would lose. */
import type { SgNode } from '@ast-grep/napi';
import type { FileMatch } from '../protocol';
import type { LanguageRow } from '../table/row';
import type { Capture } from '../types';
import type { Block } from './blocks';
import type { LineTable } from './lines';
import type { Metavariable } from './metavariables';
import { declaredName } from './names';
import type { FindRemainder } from './remainder';
import { isSole } from './sole';

/** Lines of a match that are shown. */
const shownLines = 3;

/** UTF-16 units of a captured text that are kept: enough for any declaration a reader would look at. */
const longestCapture = 4000;

export function matchOf(node: SgNode, row: LanguageRow, block: Block, metavariables: readonly Metavariable[], table: LineTable, remainderOf?: FindRemainder): FileMatch {
  const range = node.range();
  const start = range.start.index - block.shift;
  let end = range.end.index - block.shift;
  while (end > start && /\s/.test(table.text.charAt(end - 1))) end -= 1;
  const span = table.span(start, end);
  const lineCount = Math.max(1, span.end.line - span.start.line + (span.end.column === 1 && span.end.line > span.start.line ? 0 : 1));
  const lines = table.lines.slice(span.start.line - 1, span.start.line - 1 + Math.min(lineCount, shownLines)).map((line) => line.text);
  const captures = capturesOf(node, block, metavariables, table.text, remainderOf === undefined ? longestCapture : Number.POSITIVE_INFINITY);
  const match = { span, kind: String(node.kind()), name: declaredName(row, node)?.text, lines, lineCount, captures };
  if (remainderOf === undefined) return match;
  const { lost, tail } = remainderOf(node, table.text.slice(start, end));
  return { ...match, remainder: { lost, tail: tail === undefined ? undefined : tail - block.shift, isSole: isSole(node) } };
}

function capturesOf(node: SgNode, block: Block, metavariables: readonly Metavariable[], text: string, longest: number): readonly Capture[] {
  return metavariables.flatMap(({ text: name, name: key, multiple }) => {
    const nodes = multiple ? node.getMultipleMatches(key) : [node.getMatch(key)].filter((each) => each !== null);
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first === undefined || last === undefined) return multiple ? [{ name, text: '' }] : [];
    const captured = text.slice(first.range().start.index - block.shift, last.range().end.index - block.shift).trim();
    return [{ name, text: captured.length > longest ? `${captured.slice(0, longest)}…` : captured }];
  });
}
