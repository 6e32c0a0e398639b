/** What stands at places of a text: whether a stretch is a node of its own. */
import type { SgNode } from '@ast-grep/napi';
import type { LanguageRow } from '../table/row';
import type { Stretch } from '../types';
import type { Grammars } from './grammars';
import { isBroken, rootsOf } from './syntax';

/** The kind of the outermost node without syntax errors that is exactly each stretch; empty where none is. */
export function kindsAt(grammars: Grammars, row: LanguageRow, text: string, stretches: readonly Stretch[]): readonly string[] {
  const kinds = new Map<number, string>();
  for (const root of rootsOf(grammars, row, text)) {
    // In order, so that each node is visited once however many stretches lie in it.
    const order = stretches.map((stretch, index) => ({ ...stretch, index })).sort((a, b) => a.start - b.start);
    visit(root, order, kinds);
  }
  return stretches.map((_, index) => kinds.get(index) ?? '');
}

type Asked = Stretch & { readonly index: number };

/** @param asked those that lie in the node, by their start */
function visit(node: SgNode, asked: readonly Asked[], kinds: Map<number, string>): void {
  const { start, end } = stretchOf(node);
  const inside: Asked[] = [];
  for (const each of asked) {
    if (each.start !== start || each.end !== end) inside.push(each);
    else if (!kinds.has(each.index) && !isBroken(node)) kinds.set(each.index, String(node.kind()));
  }
  if (inside.length === 0) return;
  let next = 0;
  for (const child of node.children()) {
    const range = stretchOf(child);
    while ((inside[next]?.start ?? Infinity) < range.start) next += 1;
    if (next === inside.length) return;
    const within: Asked[] = [];
    for (let at = next; (inside[at]?.start ?? Infinity) < range.end; at += 1) {
      const each = inside[at];
      if (each !== undefined && each.end <= range.end) within.push(each);
    }
    if (within.length > 0) visit(child, within, kinds);
  }
}

function stretchOf(node: SgNode): Stretch {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}
