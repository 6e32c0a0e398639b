/**
 * From a pattern as an agent writes it to a rule of the syntax tree library. A fragment that is no whole file is read
 * in the contexts of its language; a signature without a body is completed; a pattern that cannot work is refused with
 * the reason, since the library would quietly match nothing.
 */
import type { NapiConfig, Rule, SgNode } from '@ast-grep/napi';
import { Failure } from '../../../core/errors';
import { findLanguage } from '../languages';
import type { Literals } from '../protocol';
import { wholeFile, type Context, type Grammar, type LanguageRow } from '../table/row';
import { definitionRule } from './definitions';
import { demandsOf, runsOf, type Demands } from './demands';
import type { Grammars } from './grammars';
import { literalsOf } from './literals';
import { capturing, expanded, isMetavariable, mistaken, type Metavariable } from './metavariables';
import { isMissing } from './syntax';

/** A pattern in one grammar, which the files must be read in too. */
export interface Program {
  readonly grammar: Grammar;
  readonly matcher: NapiConfig;
  readonly alternatives: readonly Placed[];
  readonly literals: Literals;
  /** Whether a text that holds the literals is worth parsing. */
  readonly demands: Demands;
  readonly metavariables: readonly Metavariable[];
}

/** @throws Failure `InvalidPattern` with the reason. */
export function compilePattern(grammars: Grammars, row: LanguageRow, pattern: string): Program {
  const trimmed = pattern.trim();
  if (trimmed === '') throw refusal(row, pattern, 'It is empty');
  if (/^\${3}[A-Z_]*$/.test(trimmed)) throw refusal(row, pattern, `${trimmed} stands for any number of nodes and needs something around it`);
  let reason: string | undefined;
  for (const grammar of [row.queryGrammar?.grammar ?? row.grammar, row.otherGrammar]) {
    if (grammar === undefined) continue;
    const program = inGrammar(grammars, grammar, row, trimmed);
    if (typeof program !== 'string') return program;
    if (reason === undefined || program.includes('metavariable')) reason = program;
  }
  throw refusal(row, pattern, reason ?? 'It does not parse');
}

/** The program, or the reason why there is none. */
function inGrammar(grammars: Grammars, grammar: Grammar, row: LanguageRow, pattern: string): Program | string {
  const word = mistaken(pattern, grammar.expando);
  if (word !== undefined) return `\`${word}\` in it cannot be told from a metavariable`;
  const attempts = fragmentsOf(row, pattern).map((fragment) => placed(grammars, grammar, row, fragment, expanded(pattern, grammar.expando).length));
  const found = attempts.flatMap((attempt) => (typeof attempt === 'string' ? [] : attempt));
  if (found.length === 0) return attempts.find((attempt) => typeof attempt === 'string') ?? 'It does not parse';
  return {
    grammar,
    matcher: { rule: { any: found.map(({ rule }) => rule) } },
    alternatives: found,
    literals: literalsOf(found.map(({ node }) => node), row, grammar.expando),
    demands: demandsOf(found.map(({ node, inParts }) => (inParts === true ? [] : runsOf(node, grammar.expando)))),
    metavariables: capturing(pattern),
  };
}

/** Patterns near this one in kind, for an answer without a match. */
export function nearForms(grammars: Grammars, row: LanguageRow, pattern: string): readonly { readonly says: string; readonly pattern: string; readonly program: Program }[] {
  return row.nearForms.flatMap(({ when, to, says }) => {
    const near = pattern.trim().replace(when, to);
    if (near === pattern.trim() || says === undefined) return [];
    try {
      return [{ says, pattern: near, program: compilePattern(grammars, row, near) }];
    } catch {
      return [];
    }
  });
}

export interface Placed {
  readonly rule: Rule;
  /** The pattern's own node, in expanded form. */
  readonly node: SgNode;
  /** The rule is put together from parts of the node, with other things between them. */
  readonly inParts?: true;
  /** Where in the text of that node the pattern as it was written ends, and its completion begins. */
  readonly end: number;
}

/** The pattern and its completions: a signature without a body also means declarations with any body. */
function fragmentsOf(row: LanguageRow, pattern: string): readonly string[] {
  return [pattern, ...row.completions.filter(({ when }) => when.test(pattern)).map(({ when, to }) => pattern.replace(when, to))];
}

/** The fragment in the contexts of the first group in which it is one sound node, or the reason why there is none. */
function placed(grammars: Grammars, grammar: Grammar, row: LanguageRow, fragment: string, written: number): readonly Placed[] | string {
  const definition = row.splitDefinitions === true ? definitionRule(grammars, grammar, fragment) : undefined;
  if (definition !== undefined) return [{ ...definition, end: written, inParts: true }];
  let reason: string | undefined;
  for (const group of row.contexts) {
    const found: Placed[] = [];
    for (const context of group.filter(([, , when]) => when === undefined || when.test(fragment))) {
      const attempt = inContext(grammars, grammar, fragment, context, written);
      if (typeof attempt !== 'string') {
        found.push(attempt);
        continue;
      }
      // What is wrong with it as a whole file says most; that it is several nodes says more than that it is not one.
      if (reason === undefined || context === wholeFile || (attempt.includes('side by side') && !reason.includes('side by side'))) reason = attempt;
    }
    if (found.length > 0) return found;
  }
  return reason ?? 'It does not parse';
}

function inContext(grammars: Grammars, grammar: Grammar, fragment: string, context: Context, written: number): Placed | string {
  const [before, after] = context;
  const text = before + expanded(fragment, grammar.expando) + after;
  const root = grammars.parse(grammar, text);
  const start = before.length;
  const end = start + fragment.length;
  const fault = faultIn(root, grammar.expando);
  if (fault !== undefined) return describe(fault, fragment, start);
  const node = exactly(root, text, start, end);
  if (node === undefined) return severalNodes(root, start, end);
  if (context === wholeFile) return { rule: { pattern: fragment }, node, end: start + written };
  const kind = String(node.kind());
  // The library takes the first node of the kind in the context, which must be ours.
  const chosen = root.find({ rule: { kind } });
  if (chosen === null || chosen.id() !== node.id()) return 'It cannot be told apart from what surrounds it';
  return { rule: { pattern: { context: before + fragment + after, selector: kind } }, node, end: start + written };
}

/** Which nodes stand side by side where one was wanted. */
function severalNodes(root: SgNode, start: number, end: number): string {
  let inside: readonly SgNode[] = [];
  for (let at: SgNode | undefined = root; at !== undefined; ) {
    const children: SgNode[] = at.children();
    inside = children.filter((child) => child.isNamed() && child.range().start.index >= start && child.range().end.index <= end);
    at = children.find((child) => child.range().start.index <= start && child.range().end.index >= end);
    if (inside.length > 1) break;
  }
  const kinds = inside.map((node) => String(node.kind()));
  if (kinds.length < 2) return 'It is no node of its own in this grammar, but a keyword or a part of one';
  return `It holds ${kinds.length} nodes (${kinds.slice(0, 4).join(', ')}${kinds.length > 4 ? ', …' : ''}) side by side, and a pattern is one node`;
}

interface Fault {
  readonly index: number;
  readonly text: string;
  readonly kind: string;
}

/** The first place where the text does not parse. Metavariables may stand where the grammar expects something else. */
function faultIn(root: SgNode, expando: string): Fault | undefined {
  const faulty = root.findAll({ rule: { any: [{ kind: 'ERROR' }, { regex: '^$' }] } });
  const fault = faulty.find((node) => !excused(node, expando));
  return fault === undefined ? undefined : { index: fault.range().start.index, text: fault.text(), kind: String(fault.kind()) };
}

function excused(node: SgNode, expando: string): boolean {
  // A semicolon that is missing is one that the pattern leaves open.
  if (node.text() === '' && (node.is(';') || !isMissing(node))) return true;
  return [node, ...node.ancestors()].some((each) => isMetavariable(each.text(), expando));
}

/** The innermost node of exactly this stretch, but for white space behind it; the file itself is none. */
function exactly(root: SgNode, text: string, start: number, end: number): SgNode | undefined {
  let found: SgNode | undefined;
  for (let at: SgNode | undefined = root; at !== undefined; ) {
    const range = at.range();
    if (at !== root && at.isNamed() && range.start.index === start && text.slice(end, range.end.index).trim() === '') found = at;
    at = at.children().find((child) => {
      const { start: from, end: to } = child.range();
      return from.index <= start && to.index >= end && to.index > from.index;
    });
  }
  return found;
}

function describe(fault: Fault, fragment: string, start: number): string {
  const at = fault.index - start;
  const bracket = wrongBracket(fragment);
  if (bracket !== undefined) return bracket;
  if (at >= fragment.length) return 'It ends too early';
  if (at < 0) return 'It does not parse';
  if (fault.text === '') return `${/^\W+$/.test(fault.kind) ? `\`${fault.kind}\`` : 'Something'} is missing at its character ${at + 1}, before \`${fragment.slice(at, at + 30)}\``;
  return `It does not parse at its character ${at + 1}: \`${fragment.slice(at, at + 40)}\``;
}

/** Which bracket is not closed, or closes nothing; undefined when they are well. To be asked of what does not parse. */
function wrongBracket(fragment: string): string | undefined {
  const open: { readonly at: number; readonly closes: string }[] = [];
  for (const { 0: token, index } of fragment.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()[\]{}]/g)) {
    const closes = brackets.get(token);
    if (closes !== undefined) open.push({ at: index, closes });
    else if (token === open.at(-1)?.closes) open.pop();
    else if (token.length === 1) return `The \`${token}\` at its character ${index + 1} closes nothing`;
  }
  const innermost = open.at(-1)?.at;
  return innermost === undefined ? undefined : `It ends too early: the \`${fragment.charAt(innermost)}\` at its character ${innermost + 1} is not closed`;
}

const brackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

function refusal(row: LanguageRow, pattern: string, reason: string): Failure {
  return new Failure('InvalidPattern', {
    what: `The pattern \`${pattern}\` is no pattern of ${row.title}`,
    context: reason,
    next: `write one complete ${findLanguage(row.id)?.kind === 'data' ? 'node' : 'declaration, statement or expression'} with $NAME for one node and $$$NAME for any number of them, or search the text with file_search.`,
  });
}
