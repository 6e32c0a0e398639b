/** Patterns of several nodes side by side where one of them is what is meant: statements of Go, attributes of Rust. */
import type { Rule, SgNode } from '@ast-grep/napi';

/** A pattern, or a part of one, with its rule. */
export interface Placed {
  readonly rule: Rule;
  /** The pattern's own node, in expanded form. */
  readonly node: SgNode;
  /** Whether a metavariable stands where the grammar expects something else. */
  readonly strained: boolean;
  /** The node is not compared as a whole: its rule is put together from parts, or it is a broken node of any kind. */
  readonly inParts?: true;
  /** Only one of several nodes is what matches. */
  readonly isSequence?: true;
  /** It stands in brackets behind a keyword that the pattern has itself: what the pattern has in front of it. */
  readonly isGrouped?: string;
  /** Where in the text of that node the pattern as it was written ends, and its completion begins. */
  readonly end: number;
}

/** Reads one of the nodes by itself, or says why it cannot. */
export type Read = (node: SgNode) => Placed | string;

/**
 * Statements in a list of them, which Go has as a node of its own: the first one, with the others behind it. As one
 * pattern the list would only match a block that begins with them. Undefined for anything else.
 */
export function statementsInTurn(list: SgNode, read: Read): Placed | string | undefined {
  const statements = list.is('statement_list') ? list.children().filter((child) => child.isNamed() && !child.is('comment')) : [];
  if (statements.length < 2) return undefined;
  const [first, ...others] = statements.map((statement) => asStatement(statement, read(statement)));
  if (first === undefined || typeof first === 'string') return first;
  let rule: Rule = {};
  for (const [index, each] of others.toReversed().entries()) {
    if (typeof each === 'string') return each;
    const next: Rule = index === 0 ? each.rule : { all: [each.rule, rule] };
    rule = { any: [{ precedes: next }, { precedes: { regex: '^;$', precedes: next } }] };
  }
  return { ...first, node: list, rule: { all: [first.rule, rule] }, inParts: true, isSequence: true };
}

/** An expression is read without the statement around it, which is what has the next one beside it. */
function asStatement(statement: SgNode, read: Placed | string): Placed | string {
  return typeof read === 'string' || read.node.kind() === statement.kind() ? read : { ...read, rule: { kind: String(statement.kind()), has: read.rule } };
}

/** An item behind attributes, which Rust has beside it: the item, with these among its attributes. Undefined for anything else. */
export function behindAttributes(nodes: readonly SgNode[], read: Read): Placed | undefined {
  const item = nodes.at(-1);
  const attributes = nodes.slice(0, -1);
  if (item === undefined || attributes.length === 0 || !attributes.every((node) => node.is('attribute_item'))) return undefined;
  const placed = read(item);
  if (typeof placed === 'string') return undefined;
  const rules: Rule[] = [];
  for (const each of attributes.map(read)) {
    if (typeof each === 'string') return undefined;
    rules.push({ follows: { ...each.rule, stopBy: { not: { any: [{ kind: 'attribute_item' }, { kind: 'line_comment' }, { kind: 'block_comment' }] } } } });
  }
  return { ...placed, rule: { all: [placed.rule, ...rules] }, inParts: true, isSequence: true };
}
