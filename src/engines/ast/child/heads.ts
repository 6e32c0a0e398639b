/**
 * Statements with a head and an open body as patterns, where the grammar takes nothing that is no statement for one. C#
 * reads the braces of `if ($C) { $$$BODY }` as an initializer and finds no statement at all, so head and body are read
 * apart and put together as a rule.
 */
import type { Rule, SgNode } from '@ast-grep/napi';
import type { Grammar } from '../table/row';
import type { Grammars } from './grammars';
import { expanded, isMetavariable } from './metavariables';

/** A head in brackets, and a body of nothing but one metavariable. */
const statement = /^((?:if|while|for|foreach|using|lock|fixed)\s*\([\s\S]*\))\s*(?:\{\s*(\${3}(?:[A-Z_][A-Z0-9_]*)?)\s*\}|(\$[A-Z_][A-Z0-9_]*))$/;

const [before, after] = ['class _X { _X() { ', ' } }'];
const fields = ['condition', 'initializer', 'update', 'type', 'left', 'right'];

/** The rule, with the node of the head, or undefined when the fragment is no such statement. */
export function headRule(grammars: Grammars, grammar: Grammar, fragment: string): { readonly rule: Rule; readonly node: SgNode; readonly end: number } | undefined {
  const parts = statement.exec(fragment.trim());
  if (parts === null) return undefined;
  const [, head = '', statements, single] = parts;
  const context = `${before}${head} {}${after}`;
  const root = grammars.parse(grammar, expanded(context, grammar.expando));
  const end = before.length + head.length + 3;
  const node = root.find({ rule: { kind: 'block' } })?.children().find((child) => child.isNamed() && child.range().start.index === before.length && child.range().end.index === end);
  const children = node?.children().filter((child) => child.isNamed()) ?? [];
  const body = children.at(-1);
  if (node === undefined || body === undefined || node.is('ERROR') || node.find({ rule: { kind: 'ERROR' } }) !== null) return undefined;

  const rules: Rule[] = [];
  for (const child of children.slice(0, -1)) {
    const { start, end: stop } = child.range();
    const kind = String(child.kind());
    // The library takes the first node of the kind in the context, which must be this one.
    if (!isMetavariable(child.text(), grammar.expando) && root.find({ rule: { kind } })?.id() !== child.id()) return undefined;
    const pattern = isMetavariable(child.text(), grammar.expando) ? context.slice(start.index, stop.index) : { context, selector: kind };
    const field = fields.find((name) => node.field(name)?.id() === child.id());
    rules.push({ has: field === undefined ? { pattern } : { pattern, field } });
  }
  const held = statements === undefined ? (single ?? '') : { context: `try { ${statements} } finally {}`, selector: 'block' };
  const field = ['body', 'consequence'].find((name) => node.field(name)?.id() === body.id());
  rules.push({ has: field === undefined ? { pattern: held, nthChild: { position: 1, reverse: true } } : { pattern: held, field } });
  return { rule: { kind: String(node.kind()), all: rules, not: { has: { nthChild: children.length + 1 } } }, node, end };
}
