/** The nodes of one text that a selector chooses. */
import { Failure } from '../../../core/errors';
import { findByNamePath, flatten } from '../namePath';
import type { LanguageRow } from '../table/row';
import type { NodeSelector, OutlineNode } from '../types';
import type { Grammars } from './grammars';
import { lineTable, type LineTable } from './lines';
import { described, outlineOf } from './outline';

/** @throws Failure `InvalidArguments` for a kind that neither the grammar nor the outline knows. */
export function nodesOf(grammars: Grammars, row: LanguageRow, text: string, selector: NodeSelector): readonly OutlineNode[] {
  const { kind, name, line } = selector;
  const holdsLine = (node: OutlineNode): boolean => line === undefined || (node.full.start.line <= line && node.full.end.line >= line);
  const fitsKind = (node: OutlineNode): boolean => kind === undefined || node.nodeKind === kind || node.kind === kind;
  if (kind !== undefined) checkKind(grammars, row, kind);

  if (name !== undefined) {
    const listed = findByNamePath(outlineOf(grammars, row, text, true).nodes, name).map(({ node }) => node);
    return listed.filter((node) => fitsKind(node) && holdsLine(node)).map(alone);
  }
  if (kind === undefined) return line === undefined ? [] : holders(outlineOf(grammars, row, text, true).nodes, lineTable(text), line).map(alone);
  if (!grammars.knowsKind(row.grammar, kind)) {
    return flatten(outlineOf(grammars, row, text, true).nodes).map(({ node }) => node).filter((node) => fitsKind(node) && holdsLine(node)).map(alone);
  }
  const table = lineTable(text);
  const found = grammars.parse(row.grammar, text).findAll({ rule: { kind } });
  return found.map((node) => described(row, node, table)).filter(holdsLine);
}

/**
 * The innermost declaration that holds a line from its first character on; several when a line has more than one that
 * it could mean. A member that only begins within the line of what it lies in is not meant: `interface P { name: string }`.
 */
function holders(nodes: readonly OutlineNode[], table: LineTable, line: number): readonly OutlineNode[] {
  const { text = '', start = 0 } = table.lines[line - 1] ?? {};
  const first = start + text.length - text.trimStart().length;
  const within = (siblings: readonly OutlineNode[], isTop: boolean): readonly OutlineNode[] => {
    const on = apart(siblings.filter(({ full }) => full.start.line <= line && full.end.line >= line));
    const [one] = on;
    if (one === undefined || (!isTop && on.every(({ full }) => full.start.offset > first))) return [];
    if (on.length > 1) return on;
    const inner = within(one.children, false);
    return inner.length > 0 ? inner : [one];
  };
  return within(nodes, true);
}

/** Of names that are declared together the first stands for all. */
function apart(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  return nodes.filter((node, index) => node.together === undefined || nodes[index - 1]?.inner.start.offset !== node.inner.start.offset);
}

function checkKind(grammars: Grammars, row: LanguageRow, kind: string): void {
  if (grammars.knowsKind(row.grammar, kind) || row.declarations.some((rule) => rule.as === kind)) return;
  const near = grammars.nearKinds(row.grammar, kind);
  const printed = [...new Set(row.declarations.map((rule) => rule.as))];
  throw new Failure('InvalidArguments', {
    what: `There is no node kind "${kind}" in ${row.title}`,
    context: `Near ones: ${near.join(', ')}. Printed kinds: ${printed.join(', ')}`,
    next: 'call again with one of these.',
  });
}

/** What a selector answers is one node, without what it holds. */
function alone(node: OutlineNode): OutlineNode {
  return { ...node, children: [] };
}
