/**
 * Function definitions of C++ as patterns. `int $NAME($$$ARGS) { $$$BODY }` parses as a variable that is initialised
 * with a list, so signature and body are read apart and put together as a rule.
 */
import type { Rule, SgNode } from '@ast-grep/napi';
import type { Grammar } from '../table/row';
import type { Grammars } from './grammars';
import { expanded } from './metavariables';

/** A signature that is no lambda and no statement, and a body of nothing but one metavariable for any number of statements, or of nothing. */
const definition = /^((?!\[(?!\[)|(?:catch|if|for|while|switch)\b)[^{}]*\))([^{};()]*)\{\s*(\${3}(?:[A-Z_][A-Z0-9_]*)?)?\s*\}$/;

/** Parameters of a template, at most two brackets deep. */
const template = /^template\s*<(?:[^<>]|<[^<>]*>)*>\s*/;

/** The rule, with a node of all that the pattern says, or undefined when the fragment is no such definition. */
export function definitionRule(grammars: Grammars, grammar: Grammar, fragment: string): { readonly rule: Rule; readonly node: SgNode } | undefined {
  const text = fragment.trim();
  const parameters = template.exec(text)?.[0] ?? '';
  const rules = [['', ''] as const, ['class _x { ', ' };'] as const].map((around) => functionRule(grammars, grammar, text.slice(parameters.length), around)).filter((rule) => rule !== undefined);
  const inner = rules.length > 1 ? { any: rules } : rules[0];
  // With nothing in its body it parses as what it is.
  const node = grammars.parse(grammar, expanded(text.replace(/\{[^{}]*\}$/, '{}'), grammar.expando)).children()[0];
  if (inner === undefined || node === undefined) return undefined;
  if (parameters === '') return { node, rule: inner };
  const pattern = { context: `${parameters}int f();`, selector: 'template_parameter_list' };
  return { node, rule: { kind: 'template_declaration', all: [{ has: { field: 'parameters', pattern } }, { has: inner }] } };
}

/** @param around what it stands in: a member's name is a node of another kind */
function functionRule(grammars: Grammars, grammar: Grammar, fragment: string, [before, after]: readonly [string, string]): Rule | undefined {
  const parts = definition.exec(fragment);
  if (parts === null) return undefined;
  const [, signature = '', suffix = '', body = ''] = parts;
  const context = `${before}${signature}${suffix.trimEnd()};${after}`;
  const root = grammars.parse(grammar, expanded(context, grammar.expando));
  const declaration = root.findAll({ rule: { any: [{ kind: 'declaration' }, { kind: 'field_declaration' }] } }).find((node) => node.range().start.index === before.length);
  const declarator = declaration?.field('declarator') ?? null;
  if (declaration === undefined || declarator === null || declaration.range().end.index !== context.length - after.length) return undefined;
  if (!declarator.is('function_declarator') && declarator.find({ rule: { kind: 'function_declarator' } }) === null) return undefined;

  const type = declaration.field('type');
  const named = declaration.children().filter((child) => child.isNamed());
  const rules: Rule[] = [];
  for (const child of named) {
    const field = child.id() === declarator.id() ? 'declarator' : child.id() === type?.id() ? 'type' : undefined;
    const { start, end } = child.range();
    const text = context.slice(start.index, end.index);
    const kind = String(child.kind());
    const pattern = /^\$+[A-Z_][A-Z0-9_]*$/.test(text) ? text : { context, selector: kind };
    if (typeof pattern !== 'string' && root.find({ rule: { kind } })?.id() !== child.id()) return undefined;
    rules.push({ has: field === undefined ? { pattern } : { pattern, field } });
  }
  return {
    kind: 'function_definition',
    all: [...rules, { has: { field: 'body', pattern: { context: `int f() try { ${body} } catch (...) {}`, selector: 'compound_statement' } } }],
    // No more parts than the pattern has: `static` in front makes it another one.
    not: { has: { nthChild: named.length + 2 } },
  };
}
