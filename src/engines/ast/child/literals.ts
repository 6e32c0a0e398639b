/**
 * What a pattern demands of a text, so that files without it need not be parsed. Everything here errs on the side of
 * demanding less: a file that is looked at in vain costs time, a file that is left out costs a match.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Literals } from '../protocol';
import type { LanguageRow } from '../table/row';
import { isMetavariable } from './metavariables';

/** @param alternatives the nodes of the pattern's alternatives; a text has to fit one of them. */
export function literalsOf(alternatives: readonly SgNode[], row: LanguageRow, expando: string): Literals {
  const demands = alternatives.map((node) => demandsOf(node, row, expando));
  const [first, ...others] = demands;
  if (first === undefined || demands.some((each) => each.length === 0)) return [];
  const shared = first.filter((literal) => others.every((each) => each.includes(literal))).slice(0, mostLiterals);
  if (shared.length > 0) return shared.map((literal) => [literal]);
  return [[...new Set(demands.flatMap(([longest]) => (longest === undefined ? [] : [longest])))]];
}

/** More of them hardly leave out further files. */
const mostLiterals = 4;

/** Names, longest first; keywords, which most files have, only where there are none. */
function demandsOf(root: SgNode, row: LanguageRow, expando: string): readonly string[] {
  const names = new Set<string>();
  const keywords = new Set<string>();
  const visit = (node: SgNode): void => {
    const text = node.text();
    if (text === '' || isMetavariable(text, expando)) return;
    const children = node.children();
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    // Named leaves are compared by their text, unnamed ones by their kind alone, which is their text in most grammars.
    if (node.isNamed()) {
      const longest = asciiRuns(text).sort((a, b) => b.length - a.length)[0];
      if (longest !== undefined) names.add(longest);
    } else if (row.foldedKeywords !== true && String(node.kind()) === text && /^[a-z]{3,}$/.test(text)) {
      keywords.add(text);
    }
  };
  visit(root);
  return [...(names.size > 0 ? names : keywords)].sort((a, b) => b.length - a.length);
}

/** Stretches that look the same in every encoding and at every line end. */
function asciiRuns(text: string): string[] {
  return text.match(/[\x21-\x7e]{2,}/g) ?? [];
}
