/** Metavariables of a pattern: `$A` one node, `$$$A` any number, `$$A` also an unnamed one, `$_` and `$$$` uncaptured. */

import type { SgNode } from '@ast-grep/napi';

export interface Metavariable {
  /** As written. */
  readonly text: string;
  /** Without its dollars. */
  readonly name: string;
  readonly multiple: boolean;
}

/** Those that capture, in the order in which they first stand in the pattern, each once. */
export function capturing(pattern: string): readonly Metavariable[] {
  const found = new Map<string, Metavariable>();
  for (const [text, dollars = '', name = ''] of pattern.matchAll(/(\${1,3})([A-Z][A-Z0-9_]*)/g)) {
    if (!found.has(name)) found.set(name, { text, name, multiple: dollars.length === 3 });
  }
  return [...found.values()];
}

/** What a metavariable stands for in a match. */
export function capturedBy(match: SgNode, { name, multiple }: Pick<Metavariable, 'name' | 'multiple'>): readonly SgNode[] {
  if (!multiple) return [match.getMatch(name)].filter((node) => node !== null);
  const nodes = match.getMultipleMatches(name);
  const clause = nodes.findIndex((node, index) => index > 0 && nextClause.test(String(node.kind())));
  return clause === -1 ? nodes : nodes.slice(0, clause);
}

/** What the library takes along where a block is not in brackets: `else` behind the statements of `if`. */
const nextClause = /^(?:elif_clause|elsif|else|else_clause|else_block|except_clause|finally_clause)$/;

/** The pattern as the library reads it: its metavariables begin with `expando`, which may stand in a name. */
export function expanded(pattern: string, expando: string): string {
  return pattern.replace(/\$+(?=([A-Z_])?)/g, (dollars, meta) => (meta !== undefined || dollars.length === 3 ? expando.repeat(dollars.length) : dollars));
}

/** A word of the pattern that is no metavariable but would be taken for one, where the stand-in for `$` is a letter. */
export function mistaken(pattern: string, expando: string): string | undefined {
  if (expando === '$') return undefined;
  return pattern.match(/(?<![\w$])[\w\u00b5]+/g)?.find((word) => isMetavariable(word, expando));
}

/** Whether the whole of an expanded text is a metavariable. */
export function isMetavariable(text: string, expando: string): boolean {
  let dollars = 0;
  while (dollars < 3 && text.startsWith(expando, dollars * expando.length)) dollars += 1;
  const name = text.slice(dollars * expando.length);
  if (dollars === 0) return false;
  return name === '' ? dollars === 3 : /^[A-Z_][A-Z0-9_]*$/.test(name);
}

/** Those that are never a node of these patterns, but a piece of one that has no parts: a string, a character, a path. */
export function insideTokens(patterns: readonly SgNode[], metavariables: readonly Metavariable[], expando: string): readonly string[] {
  const leaves = (node: SgNode): readonly string[] => (isMetavariable(node.text(), expando) || node.isLeaf() ? [node.text()] : node.children().flatMap(leaves));
  const tokens = patterns.flatMap(leaves);
  return metavariables.map(({ text }) => text).filter((name) => {
    const written = expanded(name, expando);
    const holding = tokens.filter((token) => token.includes(written));
    return holding.length > 0 && !holding.some((token) => isMetavariable(token, expando));
  });
}
