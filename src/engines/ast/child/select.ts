/** The nodes of one text that a selector chooses. */
import { Failure } from '../../../core/errors';
import { findByNamePath, flatten } from '../namePath';
import type { LanguageRow } from '../table/row';
import type { NodeSelector, OutlineNode } from '../types';
import type { Grammars } from './grammars';
import { lineTable } from './lines';
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
  if (kind === undefined) {
    const holding = flatten(outlineOf(grammars, row, text).nodes).map(({ node }) => node).filter(holdsLine);
    const innermost = holding.at(-1);
    return innermost === undefined ? [] : [alone(innermost)];
  }
  if (!grammars.knowsKind(row.grammar, kind)) {
    return flatten(outlineOf(grammars, row, text, true).nodes).map(({ node }) => node).filter((node) => fitsKind(node) && holdsLine(node)).map(alone);
  }
  const table = lineTable(text);
  const found = grammars.parse(row.grammar, text).findAll({ rule: { kind } });
  return found.map((node) => described(row, node, table)).filter(holdsLine);
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
