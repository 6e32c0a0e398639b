/** How a captured text lies in its file, for whoever writes it elsewhere. */
import type { SgNode } from '@ast-grep/napi';
import { lineIndexAt } from '../../../core/position';
import type { LanguageRow } from '../table/row';
import type { Layout, Stretch } from '../types';
import type { LineTable } from './lines';

/** Strings whose lines the grammar itself reads relative to their indentation, or where it does not count. */
const shiftable = new Set(['block_scalar', 'jsx_text']);

/**
 * @param nodes what was captured
 * @param stretch where it stands in the file
 * @param shift what to take from an offset of the tree to get one of the file
 */
export function layoutOf(nodes: readonly SgNode[], { start, end }: Stretch, shift: number, row: LanguageRow, table: LineTable): Layout {
  const [first, last] = [lineIndexAt(table.lines, start), lineIndexAt(table.lines, Math.max(start, end - 1))];
  const inString = new Set<number>();
  if (last > first) {
    for (const string of nodes.flatMap((node) => stringsIn(node, row))) {
      const range = string.range();
      const [from, to] = [lineIndexAt(table.lines, range.start.index - shift), lineIndexAt(table.lines, range.end.index - 1 - shift)];
      for (let line = from + 1; line <= Math.min(to, last); line += 1) inString.add(line - first);
    }
  }
  return {
    indent: /^[\t ]*/.exec(table.lines[first]?.text ?? '')?.[0] ?? '',
    inString: [...inString],
    endsInComment: endsInComment(nodes.at(-1), row),
  };
}

function stringsIn(node: SgNode, row: LanguageRow): readonly SgNode[] {
  return row.strings.filter((kind) => !shiftable.has(kind)).flatMap((kind) => node.findAll({ rule: { kind } }));
}

function endsInComment(node: SgNode | undefined, row: LanguageRow): boolean {
  for (let last = node; last !== undefined; last = last.children().at(-1)) {
    if (row.comments.includes(String(last.kind()))) return !/(?:\*\/|-->|=end)\s*$/.test(last.text());
  }
  return false;
}
