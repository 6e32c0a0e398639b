/** What is wrong with a fragment that is no pattern, in the words of its reader. */
import type { SgNode } from '@ast-grep/napi';
import { isMetavariable } from './metavariables';
import { isMissing } from './syntax';

export interface Fault {
  readonly index: number;
  readonly text: string;
  readonly kind: string;
}

/** The first place where the text does not parse, and whether it only parses as metavariables may stand anywhere. */
export function faultIn(root: SgNode, expando: string): { readonly fault: Fault | undefined; readonly strained: boolean } {
  const faulty = root.findAll({ rule: { any: [{ kind: 'ERROR' }, { regex: '^$' }] } }).filter((node) => !leftOpen(node));
  const fault = faulty.find((node) => ![node, ...node.ancestors()].some((each) => isMetavariable(each.text(), expando)));
  return { fault: fault === undefined ? undefined : { index: fault.range().start.index, text: fault.text(), kind: String(fault.kind()) }, strained: faulty.length > 0 };
}

/** A semicolon that is missing is one that the pattern leaves open. */
function leftOpen(node: SgNode): boolean {
  return node.text() === '' && (node.is(';') || !isMissing(node));
}

export function describe(fault: Fault, fragment: string, start: number): string {
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

/** Which nodes stand side by side where one was wanted. */
export function severalNodes(root: SgNode, start: number, end: number): string {
  const kinds = nodesBetween(root, start, end).map((node) => String(node.kind()));
  if (kinds.length < 2) return 'It is no node of its own in this grammar, but a keyword or a part of one';
  return `It holds ${kinds.length} nodes (${kinds.slice(0, 4).join(', ')}${kinds.length > 4 ? ', …' : ''}) side by side, and a pattern is one node`;
}

/** The nodes side by side that a stretch holds. */
export function nodesBetween(root: SgNode, start: number, end: number): readonly SgNode[] {
  let inside: readonly SgNode[] = [];
  for (let at: SgNode | undefined = root; at !== undefined; ) {
    const children: SgNode[] = at.children();
    inside = children.filter((child) => child.isNamed() && child.range().start.index >= start && child.range().end.index <= end);
    at = children.find((child) => child.range().start.index <= start && child.range().end.index >= end);
    if (inside.length > 1) break;
  }
  return inside;
}
