/**
 * Statements and lambdas with a head and an open body as patterns, where the grammar takes nothing that is no statement
 * for one. C# reads the braces of `if ($C) { $$$BODY }` as an initializer and finds no statement at all, so head and
 * bodies are read apart and put together as a rule.
 */
import type { Rule, SgNode } from '@ast-grep/napi';
import type { Grammar } from '../table/row';
import type { Grammars } from './grammars';
import { expanded, isMetavariable } from './metavariables';

const statements = String.raw`\{\s*(?:\${3}(?:[A-Z_][A-Z0-9_]*)?)\s*\}`;
const body = String.raw`(?:${statements}|\$[A-Z_][A-Z0-9_]*)`;
/** A head in brackets, and one or two bodies of nothing but a metavariable. */
const statement = new RegExp(String.raw`^((?:if|while|for|(?:await\s+)?foreach|using|lock|fixed)\s*\([\s\S]*\))\s*(${body})(?:\s*else\s*(${body}))?$`);
const lambda = new RegExp(String.raw`^((?:async\s+)?(?:\([^(){}]*\)|[\w$]+)\s*=>)\s*(${statements})$`);

const fields = ['condition', 'initializer', 'update', 'type', 'left', 'right', 'parameters', 'body', 'consequence', 'alternative'];

/** The rule, with the node of the head, or undefined when the fragment is no such statement. */
export function headRule(grammars: Grammars, grammar: Grammar, fragment: string): { readonly rule: Rule; readonly node: SgNode; readonly end: number } | undefined {
  const asLambda = lambda.exec(fragment.trim());
  const parts = asLambda ?? statement.exec(fragment.trim());
  if (parts === null) return undefined;
  const [, head = '', ...held] = parts;
  const bodies = held.filter((each) => each !== undefined);
  const [before, after] = asLambda === null ? ['', ''] : ['_x = ', ';'];
  const context = `${before}${head} ${bodies.map(() => '{}').join(' else ')}${after}`;
  const root = grammars.parse(grammar, expanded(context, grammar.expando));
  const end = context.length - after.length;
  if (root.find({ rule: { kind: 'ERROR' } }) !== null) return undefined;
  const node = root.find({ rule: { kind: asLambda === null ? `${/^(?:await\s+)?(\w+)/.exec(head)?.[1] ?? ''}_statement` : 'lambda_expression' } });
  if (node === null || node.range().start.index !== before.length || node.range().end.index !== end) return undefined;

  const children = node.children().filter((child) => child.isNamed());
  const rules: Rule[] = head.startsWith('await') ? [{ has: { regex: '^await$' } }] : [];
  for (const [index, child] of children.entries()) {
    const field = fields.find((name) => node.field(name)?.id() === child.id());
    const written = bodies[index - (children.length - bodies.length)];
    const pattern = written === undefined ? patternOf(root, child, context, grammar) : bodyPattern(written);
    if (pattern === undefined) return undefined;
    rules.push({ has: field === undefined ? { pattern, nthChild: index + 1 } : { pattern, field } });
  }
  return { rule: { kind: String(node.kind()), all: rules, not: { has: { nthChild: children.length + 1 } } }, node, end };
}

/** A part of the head. The library takes the first node of a kind in a context, which must be this one. */
function patternOf(root: SgNode, child: SgNode, context: string, grammar: Grammar): Rule['pattern'] | undefined {
  const { start, end } = child.range();
  if (isMetavariable(child.text(), grammar.expando)) return context.slice(start.index, end.index);
  const kind = String(child.kind());
  return root.find({ rule: { kind } })?.id() === child.id() ? { context, selector: kind } : undefined;
}

function bodyPattern(written: string): Rule['pattern'] {
  return written.startsWith('{') ? { context: `try ${written} finally {}`, selector: 'block' } : written;
}
