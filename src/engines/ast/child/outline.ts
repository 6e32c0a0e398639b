/** Declarations of a text, nested, without locals; and the nodes that a selector chooses. */
import type { Rule, SgNode } from '@ast-grep/napi';
import type { Outline, OutlineNode, Span } from '../types';
import type { DeclarationRule, LanguageRow, Shape } from '../table/row';
import { componentBlocks, type Block } from './blocks';
import type { Grammars } from './grammars';
import { lineTable, type LineTable } from './lines';
import { declarationRule, nameBy, namesTogether } from './names';
import { isBroken } from './syntax';

/** @param minor also what outlines leave out: fields, members of enums. */
export function outlineOf(grammars: Grammars, row: LanguageRow, text: string, minor = false): Outline {
  const table = lineTable(text);
  const root = grammars.parse(row.grammar, text);
  const inner = row.component === true ? componentBlocks(row, grammars, text).filter((block) => block.row.component !== true && grammars.has(block.grammar)) : [];
  return {
    nodes: nest([
      ...declarationsOf(row, root, table, minor),
      ...inner.flatMap((block) => declarationsOf(block.row, grammars.parse(block.grammar, block.text), table, minor)),
    ]),
    imports: [...importsOf(row, root, table), ...inner.flatMap((block) => importsOf(block.row, grammars.parse(block.grammar, block.text), table))],
    broken: isBroken(root) || inner.some((block: Block) => isBroken(grammars.parse(block.grammar, block.text))),
  };
}

/** One node as an outline has them, whatever it is. */
export function described(row: LanguageRow, node: SgNode, table: LineTable): OutlineNode {
  const rule = declarationRule(row, node);
  return flatNode(row, node, rule, table, contentEnd(table, node));
}

type Flat = OutlineNode & { readonly children: OutlineNode[] };

function declarationsOf(row: LanguageRow, root: SgNode, table: LineTable, minor: boolean): Flat[] {
  const kinds = [...new Set(row.declarations.filter((rule) => minor || rule.minor !== true).map((rule) => rule.kind))];
  if (kinds.length === 0) return [];
  const local: Rule | undefined = row.scopes.length === 0 ? undefined : { inside: { any: row.scopes.map(shapeRule), stopBy: 'end' } };
  const any = kinds.map((kind): Rule => ({ kind }));
  const found = root.findAll({ rule: local === undefined ? { any } : { any, not: local } });
  return found.flatMap((node) => {
    const rule = declarationRule(row, node);
    if (rule === undefined || (rule.minor === true && !minor)) return [];
    const flat = flatNode(row, node, rule, table, contentEnd(table, node));
    if (flat.name === '' && rule.role !== 'section') return [];
    const names = namesTogether(rule, node);
    if (names.length === 0) return [flat];
    const together = names.map(({ text }) => text);
    return names.map((name) => ({ ...flat, name: name.text, nameAt: spanOf(name.node, table), together, children: [] }));
  });
}

function flatNode(row: LanguageRow, node: SgNode, rule: DeclarationRule | undefined, table: LineTable, end: number): Flat {
  const name = rule === undefined ? undefined : nameBy(rule.name, node);
  const outer = wrapped(row, node);
  const outerEnd = Math.max(end, outer === node ? end : contentEnd(table, outer));
  const body = node.field('body') ?? node.children().find((child) => row.bodies.includes(String(child.kind()))) ?? null;
  return {
    name: name?.text ?? '',
    owner: name?.owner,
    kind: rule?.as ?? String(node.kind()),
    role: rule?.role ?? 'value',
    nodeKind: String(node.kind()),
    inner: table.span(behindAnnotations(row, node, table.text), end),
    node: table.span(outer.range().start.index, outerEnd),
    full: table.span(beginning(row, outer, table), outerEnd),
    body: body === null ? undefined : table.span(body.range().start.index, contentEnd(table, body)),
    nameAt: spanOf(name?.node, table),
    children: [],
  };
}

function spanOf(node: SgNode | undefined, table: LineTable): Span | undefined {
  const range = node?.range();
  return range === undefined ? undefined : table.span(range.start.index, range.end.index);
}

/** Where a declaration begins without what annotates it. */
function behindAnnotations({ annotations = [] }: LanguageRow, node: SgNode, text: string): number {
  const start = node.range().start.index;
  // Its children are asked for only where one may be there: most declarations have none.
  if (annotations.length === 0 || !/[@#[]/.test(text.charAt(start))) return start;
  const children = node.children();
  const modifiers = children[0]?.is('modifiers') === true ? children[0].children() : [];
  const first = [...modifiers, ...children.slice(modifiers.length === 0 ? 0 : 1)].find((child) => !annotations.includes(String(child.kind())));
  return (first ?? node).range().start.index;
}

/** Through `export`, `const`, `template<…>` and decorators, as long as they hold only this declaration. */
function wrapped(row: LanguageRow, node: SgNode): SgNode {
  let outer = node;
  for (let parent = node.parent(); parent !== null && row.wrappers.includes(String(parent.kind())); parent = parent.parent()) {
    const siblings = parent.children().filter((child) => child.isNamed() && String(child.kind()) === String(outer.kind()));
    if (siblings.length > 1) break;
    outer = parent;
  }
  return outer;
}

/** Where the comments, decorators and attributes that belong to a declaration begin. */
function beginning(row: LanguageRow, node: SgNode, table: LineTable): number {
  let start = node.range().start.index;
  for (let sibling = node.prev(); sibling !== null; sibling = sibling.prev()) {
    const range = sibling.range();
    const text = sibling.text();
    const end = range.start.index + text.trimEnd().length;
    if (!row.before.some((shape) => fits(sibling, shape))) break;
    const gap = table.spot(start).line - table.spot(end).line;
    if (gap > 1 || !startsLine(table, range.start.index)) break;
    start = range.start.index;
  }
  return start;
}

function startsLine(table: LineTable, offset: number): boolean {
  const { line, column } = table.spot(offset);
  return /^\s*$/.test(table.lines[line - 1]?.text.slice(0, column - 1) ?? '');
}

function fits(node: SgNode | null, shape: Shape): boolean {
  if (node === null) return false;
  return typeof shape === 'string' ? node.is(shape) : node.matches({ rule: shape });
}

/** Some grammars count the line ends behind a node to it. */
function contentEnd(table: LineTable, node: SgNode): number {
  const { start, end } = node.range();
  let at = end.index;
  while (at > start.index && /\s/.test(table.text.charAt(at - 1))) at -= 1;
  return at === start.index ? end.index : at;
}

function importsOf(row: LanguageRow, root: SgNode, table: LineTable): readonly Span[] {
  if (row.imports.length === 0) return [];
  const scopes: Rule = row.scopes.length === 0 ? {} : { not: { inside: { any: row.scopes.map(shapeRule), stopBy: 'end' } } };
  return root.findAll({ rule: { any: row.imports.map(shapeRule), ...scopes } }).map((node) => table.span(node.range().start.index, contentEnd(table, node)));
}

function shapeRule(shape: Shape): Rule {
  return typeof shape === 'string' ? { kind: shape } : shape;
}

function isTogether(one: Flat | undefined, other: Flat): boolean {
  return one?.together !== undefined && other.together !== undefined && one.inner.start.offset === other.inner.start.offset;
}

/** Declarations in the order of the text, each below the innermost one that holds it. */
function nest(flat: readonly Flat[]): readonly OutlineNode[] {
  const sorted = [...flat].sort((a, b) => a.inner.start.offset - b.inner.start.offset || b.inner.end.offset - a.inner.end.offset);
  const top: OutlineNode[] = [];
  const open: Flat[] = [];
  for (const node of sorted) {
    while (open.length > 0 && ((open.at(-1)?.inner.end.offset ?? 0) < node.inner.end.offset || isTogether(open.at(-1), node))) open.pop();
    while (open.length > 0 && (open.at(-1)?.inner.end.offset ?? 0) <= node.inner.start.offset) open.pop();
    (open.at(-1)?.children ?? top).push(node);
    open.push(node);
  }
  return top;
}
