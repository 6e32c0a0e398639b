/**
 * A closer look at a text than text search takes, before it is parsed: names as whole words, and names beside the
 * punctuation that the pattern has beside them. As with the literals, a text that is parsed in vain costs time, and one
 * that is left out costs a match; so nothing is demanded that the library passes over in the code. It passes over
 * unnamed tokens between two nodes of the pattern (`?.` where the pattern has nothing) and over everything behind the
 * last child of a node, but never over a comment.
 */
import type { SgNode } from '@ast-grep/napi';
import { isMetavariable } from './metavariables';

/** Whether a text may hold a match of the pattern. */
export type Demands = (text: string) => boolean;

/** @param alternatives token runs of each of the pattern's alternatives; a text has to have all those of one. */
export function demandsOf(alternatives: readonly (readonly Run[])[]): Demands {
  const wanted = alternatives.map((runs) => [...new Set(runs.map(sourceOf))].map((source) => new RegExp(source)));
  if (wanted.length === 0) return () => true;
  return (text) => wanted.some((each) => each.every((regex) => regex.test(text)));
}

/** Tokens that stand in the code in this order with nothing but white space and unnamed tokens between them. */
export type Run = readonly Token[];

interface Token {
  readonly text: string;
  readonly isName: boolean;
}

/** The runs of a pattern, in expanded form. */
export function runsOf(root: SgNode, expando: string): readonly Run[] {
  const runs: Token[][] = [];
  let open: Token[] = [];
  const close = (): void => {
    if (open.some((token) => token.isName)) runs.push(open);
    open = [];
  };
  const visit = (node: SgNode): void => {
    const text = node.text();
    const children = node.children();
    if (text === '' || isMetavariable(text, expando)) return close();
    if (children.length > 0) {
      for (const child of children) visit(child);
      // What stands behind the last child is passed over, whatever it is.
      return close();
    }
    const token = tokenOf(node, text);
    if (token === undefined) return close();
    const before = open.at(-1);
    if (before !== undefined && !areTight(before, token)) close();
    open.push(token);
  };
  visit(root);
  close();
  return runs;
}

function tokenOf(node: SgNode, text: string): Token | undefined {
  const kind = String(node.kind());
  if (node.isNamed()) return /identifier$/.test(kind) && /^[A-Za-z_]\w*$/.test(text) ? { text, isName: true } : undefined;
  return kind === text && punctuation.has(text) ? { text, isName: false } : undefined;
}

/** Only these: no grammar has a keyword that may stand or be left out between them and a name. */
const punctuation: ReadonlySet<string> = new Set(['.', '::', '->', '(', ')', ':=']);

function areTight(one: Token, other: Token): boolean {
  if (one.isName && other.isName) return false;
  if (one.isName) return other.text !== ')' && other.text !== ':=';
  return other.isName ? one.text !== '(' && one.text !== ')' : one.text === '(' && other.text === ')';
}

function sourceOf(run: Run): string {
  return run.map(({ text, isName }) => (isName ? String.raw`(?<!\w)${text}(?!\w)` : text.replace(/[.()]/g, String.raw`\$&`))).join(String.raw`\W*?`);
}
