/**
 * From a pattern as an agent writes it to a rule of the syntax tree library. A fragment that is no whole file is read
 * in the contexts of its language; a signature without a body is completed; a pattern that cannot work is refused with
 * the reason, since the library would quietly match nothing.
 */
import type { NapiConfig, Rule, SgNode } from '@ast-grep/napi';
import { Failure } from '../../../core/errors';
import { findLanguage } from '../languages';
import { withEmptyLists } from '../open-lists';
import type { Literals } from '../protocol';
import { wholeFile, type Context, type Grammar, type LanguageRow } from '../table/row';
import { commentsFirst } from './comments';
import { definitionRule } from './definitions';
import { demandsOf, runsOf, type Demands } from './demands';
import { describe, faultIn, nodesBetween, severalNodes } from './faults';
import type { Grammars } from './grammars';
import { headRule } from './heads';
import { literalsOf } from './literals';
import { capturing, expanded, insideTokens, isMetavariable, mistaken, type Metavariable } from './metavariables';
import { behindAttributes, statementsInTurn, type Placed } from './sequences';

/** A pattern in one grammar, which the files must be read in too. */
export interface Program {
  readonly grammar: Grammar;
  /** Finds what did not parse too, nodes of kind `ERROR`: one walk of the tree is much cheaper than two. */
  readonly matcher: NapiConfig;
  readonly alternatives: readonly Placed[];
  readonly literals: Literals;
  /** Whether a text that holds the literals is worth parsing. */
  readonly demands: Demands;
  readonly metavariables: readonly Metavariable[];
  /** Texts in which comments may keep the pattern from matching; see `comments.ts`. */
  readonly commentsFirst: RegExp | undefined;
  /** Those that stand inside a token and nowhere else, as written. */
  readonly asText: readonly string[];
}

/** @throws Failure `InvalidPattern` with the reason. */
export function compilePattern(grammars: Grammars, row: LanguageRow, pattern: string): Program {
  const trimmed = pattern.trim();
  if (trimmed === '') throw refusal(row, pattern, 'It is empty');
  if (/^\${3}[A-Z_]*$/.test(trimmed)) throw refusal(row, pattern, `${trimmed} stands for any number of nodes and needs something around it`);
  let reason: string | undefined;
  const ways = [row.queryGrammar?.grammar ?? row.grammar, row.otherGrammar];
  for (const grammar of row.otherFirst?.test(trimmed) === true ? ways.toReversed() : ways) {
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
  const fragments = fragmentsOf(row, pattern);
  const attempts = fragments.map((fragment) => placed(grammars, grammar, row, fragment, expanded(pattern, grammar.expando).length));
  const found = [...attempts.flatMap((attempt) => (typeof attempt === 'string' ? [] : attempt)), ...groupedForms(grammars, grammar, row, pattern)];
  const read = fragments.filter((_, index) => typeof attempts[index] !== 'string');
  if (found.length === 0) return attempts.find((attempt) => typeof attempt === 'string') ?? 'It does not parse';
  const metavariables = capturing(pattern);
  return {
    grammar,
    asText: insideTokens(found.map(({ node }) => node), metavariables, grammar.expando),
    matcher: { rule: { any: [{ kind: 'ERROR' }, ...found.map(({ rule }) => rule)] } },
    alternatives: found,
    commentsFirst: commentsFirst(found.map(({ node }) => node), grammar.expando),
    literals: literalsOf(found.map(({ node }) => node), row, grammar.expando),
    demands: demandsOf(found.map(({ node, inParts }) => (inParts === true ? [] : runsOf(node, grammar.expando)))),
    // What only a fragment has that could not be read, as the statements of a `case`, is not captured.
    metavariables: metavariables.filter(({ text }) => read.some((fragment) => fragment.includes(text))),
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

/** The pattern and its completions: a signature without a body also means declarations with any body. */
function fragmentsOf(row: LanguageRow, pattern: string): readonly string[] {
  const all = [...new Set([pattern, ...row.completions.map(({ when, to }) => pattern.replace(when, to))].flatMap(withEmptyLists))];
  // `$$A` is any node as `$A` is a named one.
  return row.unnamedValues === true ? all.flatMap((each) => [each, each.replace(/(?<!\$)\$(?=[A-Z_])/g, '$$$$')]) : all;
}

/**
 * The fragment in the contexts of the first group in which it is one sound node, or the reason why there is none. A
 * group in which it only parses because a metavariable may stand anywhere counts when there is no better one: inside a
 * function, Go's `func $N() {}` is a function literal with something in front of its parameters.
 */
function placed(grammars: Grammars, grammar: Grammar, row: LanguageRow, fragment: string, written: number): readonly Placed[] | string {
  const head = row.splitHeads === true ? headRule(grammars, grammar, fragment) : undefined;
  const definition = head ?? (row.splitDefinitions === true ? definitionRule(grammars, grammar, fragment) : undefined);
  let reason: string | undefined;
  let chosen: readonly Placed[] = definition === undefined ? [] : [{ end: written, ...definition, strained: false, inParts: true }];
  for (const group of definition === undefined ? row.contexts : []) {
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
    if (found.length > 0 && (chosen.length === 0 || (chosen.every(({ strained }) => strained) && found.some(({ strained }) => !strained)))) chosen = found;
    // A context that is meant for such fragments is right even where a metavariable has to stand for something else.
    const meant = found.length > 0 && group.every(([, , when]) => when !== undefined);
    if (meant || chosen.some(({ strained }) => !strained)) break;
  }
  if (row.contexts.some((group) => group.includes(wholeFile))) {
    chosen = chosen.length === 0 ? withStandIn(grammars, grammar, fragment) : withWholeFile(grammars, grammar, fragment, written, chosen);
  }
  return chosen.length > 0 ? chosen : (reason ?? 'It does not parse');
}

/** The pattern as one of several declarations in brackets behind one keyword. */
function groupedForms(grammars: Grammars, grammar: Grammar, row: LanguageRow, pattern: string): readonly Placed[] {
  return (row.grouped ?? []).flatMap(({ when, context }) => {
    const part = when.exec(pattern)?.[1];
    const attempt = part === undefined ? '' : inContext(grammars, grammar, part, context, part.length, 'outermost');
    return part === undefined || typeof attempt === 'string' ? [] : [{ ...attempt, rule: { all: [attempt.rule, { inside: { has: { regex: '^\\($' } } }] }, isGrouped: pattern.slice(0, -part.length) }];
  });
}

/** And what it is as a whole file, where that is something else: what the library by itself would match is never lost. */
function withWholeFile(grammars: Grammars, grammar: Grammar, fragment: string, written: number, chosen: readonly Placed[]): readonly Placed[] {
  const whole = inContext(grammars, grammar, fragment, wholeFile, written);
  if (typeof whole === 'string') return chosen;
  const shape = shapeOf(whole.node);
  return chosen.some(({ node }) => shapeOf(node) === shape) ? chosen : [...chosen, whole];
}

/**
 * A pattern with a metavariable where the grammar takes a string or a statement alone, as in `import $NAME from $PATH`.
 * The library reads it as a broken node, which fits nodes of every kind; the kind is the one that it has with a string
 * or a block there. Where the broken node is too unlike the sound one to fit anything, the metavariable stands for what
 * is between the quotes.
 */
function withStandIn(grammars: Grammars, grammar: Grammar, fragment: string): readonly Placed[] {
  const [broken, ...others] = grammars.parse(grammar, expanded(fragment, grammar.expando)).children();
  for (const { 0: metavariable, index } of fragment.matchAll(/(?<!\$)\$[A-Z_][A-Z0-9_]*/g)) {
    const sound = (standIn: string): readonly Placed[] => {
      const text = fragment.slice(0, index) + standIn + fragment.slice(index + metavariable.length);
      const attempt = inContext(grammars, grammar, text, wholeFile, text.length);
      return typeof attempt === 'string' ? [] : [attempt];
    };
    const quoted = [`"${metavariable}"`, `'${metavariable}'`].flatMap(sound);
    for (const { node } of broken === undefined || others.length > 0 ? [] : [...quoted, ...sound('{}')]) {
      const rule: Rule = { kind: String(node.kind()), pattern: fragment };
      if (broken !== undefined && capturesAll(node, rule, fragment)) return [{ rule, node: broken, strained: true, end: fragment.length, inParts: true }];
    }
    if (quoted.length > 0) return quoted;
  }
  return [];
}

/** Whether a rule fits a node with something for each metavariable of the fragment: a rewrite would lose the others. */
function capturesAll(node: SgNode, rule: Rule, fragment: string): boolean {
  const match = node.find({ rule });
  if (match?.id() !== node.id()) return false;
  return capturing(fragment).every(({ name, multiple }) => (multiple ? match.getMultipleMatches(name).length > 0 : match.getMatch(name) !== null));
}

/** The kinds of a tree, which with the same text make it the same pattern. */
function shapeOf(node: SgNode): string {
  return `${String(node.kind())}(${node.children().map(shapeOf).join(' ')})`;
}

/** @param which of the nodes that are exactly the fragment is meant */
function inContext(grammars: Grammars, grammar: Grammar, fragment: string, context: Context, written: number, which: 'innermost' | 'outermost' = 'innermost'): Placed | string {
  const [before, after] = context;
  const text = before + expanded(fragment, grammar.expando) + after;
  const root = grammars.parse(grammar, text);
  const start = before.length;
  const end = start + fragment.length;
  const { fault, strained } = faultIn(root, grammar.expando);
  if (fault !== undefined) return describe(fault, fragment, start);
  const nodes = exactly(root, text, start, end);
  const node = which === 'innermost' ? nodes.at(-1) : nodes[0];
  const read = (part: SgNode): Placed | string => inContext(grammars, grammar, fragment.slice(part.range().start.index - start, part.range().end.index - start), context, written);
  if (node === undefined) return behindAttributes(nodesBetween(root, start, end), read) ?? severalNodes(root, start, end);
  const inTurn = statementsInTurn(node, read);
  if (inTurn !== undefined) return inTurn;
  // The library goes down through nodes with one child, and a metavariable alone would match everything.
  if (context === wholeFile && !isMetavariable(innermost(node).text(), grammar.expando)) return { rule: exact({ pattern: fragment }, node, grammar), node, strained, end: start + written };
  const kind = String(node.kind());
  // The library takes the first node of the kind in the context, which must be ours.
  const chosen = root.find({ rule: { kind } });
  if (chosen?.id() === node.id()) return { rule: exact({ pattern: { context: before + fragment + after, selector: kind } }, node, grammar), node, strained, end: start + written };
  // A word alone needs no pattern.
  if (node.isLeaf() && !isMetavariable(node.text(), grammar.expando)) return { rule: { kind, regex: `^${escaped(node.text())}$` }, node, strained, end: start + written };
  return 'It cannot be told apart from what surrounds it';
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Lists without brackets around them, of whose end the library would not take notice. */
const openLists: ReadonlySet<string> = new Set(['expression_list', 'pattern_list']);

/** The rule for nodes that have no more than the pattern: `a, b, c := f()` is not `$A, $B := $C`, `return a` not `return`. */
function exact(rule: Rule, node: SgNode, { expando }: Grammar): Rule {
  const children = node.children().filter((child) => child.isNamed());
  // The library would go down to the keyword, which statements with more have too.
  if (children.length === 0 && !node.isLeaf() && /^\w+$/.test(node.text())) return { kind: String(node.kind()), regex: `^${node.text()}\\s*;?$` };
  const longer = children.flatMap((child, index): Rule[] => {
    const parts = child.children().filter((part) => part.isNamed());
    if (!openLists.has(String(child.kind())) || parts.some((part) => part.text().startsWith(expando.repeat(3)))) return [];
    return [{ not: { has: { kind: String(child.kind()), nthChild: index + 1, has: { nthChild: parts.length + 1 } } } }];
  });
  return longer.length === 0 ? rule : { all: [rule, ...longer] };
}

function innermost(node: SgNode): SgNode {
  const [only, ...others] = node.children();
  return only === undefined || others.length > 0 ? node : innermost(only);
}

/** The nodes of exactly this stretch, but for white space behind it, the outermost first; the file itself is none. */
function exactly(root: SgNode, text: string, start: number, end: number): readonly SgNode[] {
  const found: SgNode[] = [];
  for (let at: SgNode | undefined = root; at !== undefined; ) {
    const range = at.range();
    if (at !== root && at.isNamed() && range.start.index === start && text.slice(end, range.end.index).trim() === '') found.push(at);
    at = at.children().find((child) => {
      const { start: from, end: to } = child.range();
      return from.index <= start && to.index >= end && to.index > from.index;
    });
  }
  return found;
}

function refusal(row: LanguageRow, pattern: string, reason: string): Failure {
  return new Failure('InvalidPattern', {
    what: `The pattern \`${pattern}\` is no pattern of ${row.title}`,
    context: reason,
    next: `write one complete ${findLanguage(row.id)?.kind === 'data' ? 'node' : 'declaration, statement or expression'} with $NAME for one node and $$$NAME for any number of them, or search the text with file_search.`,
  });
}
