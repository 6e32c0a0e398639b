/**
 * What a match holds beside its pattern: the library passes over keywords such as `async` that a pattern lacks, and a
 * signature matches with any body. Whoever writes something else in the place of a match would lose that.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Remainder, Stretch } from '../types';
import type { LanguageRow } from '../table/row';
import { compilePattern, type Program } from './compile';
import type { Grammars } from './grammars';
import { capturedBy, isMetavariable } from './metavariables';

/** @param text the node's; @param passedOver comments that its tree does not have, by the tree's offsets */
export type FindRemainder = (node: SgNode, text: string, passedOver: readonly Stretch[]) => Pick<Remainder, 'lost' | 'tail'>;

/** @throws Failure `InvalidPattern` */
export function remainderFinder(grammars: Grammars, row: LanguageRow, pattern: string): FindRemainder {
  const named = compilePattern(grammars, row, allCapturing(pattern));
  // A dollar inside a string is no metavariable, and then only the pattern as it was written matches.
  const written = compilePattern(grammars, row, pattern);
  return (node, text, passedOver) => {
    const { start, end } = stretchOf(node);
    const comments = passedOver.filter((comment) => start <= comment.start && comment.end <= end).map((comment): Leaf => ({ ...comment, text: text.slice(comment.start - start, comment.end - start), kind: 'comment', isNamed: true }));
    const found = [...remaindersIn(node, named, comments), ...remaindersIn(node, written, comments)];
    const least = found.sort((a, b) => a.lost.length - b.lost.length)[0];
    return least ?? { lost: [text], tail: undefined };
  };
}

/** Every metavariable under a name of its own, so that it is known of each what it stands for. */
function allCapturing(pattern: string): string {
  let count = 0;
  return pattern.replace(/(?<![\w$])(\${1,3})(?:(?<=\${3})(?!\w)|[A-Z_][A-Z0-9_]*(?!\w))/g, (_, dollars: string) => `${dollars}PART${(count += 1)}`);
}

/** @param comments those of the node that its tree does not have */
function remaindersIn(node: SgNode, program: Program, comments: readonly Leaf[]): ReturnType<FindRemainder>[] {
  return program.alternatives.flatMap(({ rule, node: pattern, end, isGrouped }) => {
    const match = node.find({ rule });
    if (match === null || match.id() !== node.id()) return [];
    // Its keyword belongs to the others in the brackets, too.
    if (isGrouped !== undefined) return [{ lost: [`${isGrouped}(`], tail: undefined }];
    const parts = program.metavariables.map((metavariable) => stretch(capturedBy(match, metavariable))).filter((part) => part !== undefined);
    const wanted = leavesOf(pattern, []).filter((leaf) => leaf.start < end && !isMetavariable(leaf.text, program.grammar.expando));
    const more = comments.filter((comment) => !parts.some((part) => holds(part, comment)));
    return [beside([...leavesOf(match, parts), ...more].sort((a, b) => a.start - b.start), wanted)];
  });
}

interface Leaf extends Stretch {
  readonly text: string;
  readonly kind: string;
  readonly isNamed: boolean;
}

function stretch(nodes: readonly SgNode[]): Stretch | undefined {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: first.range().start.index, end: last.range().end.index };
}

function stretchOf(node: SgNode): Stretch {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

function holds(outer: Stretch, inner: Stretch): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The words and signs of a node in order, without those in the parts. */
function leavesOf(root: SgNode, parts: readonly Stretch[]): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (node: SgNode): void => {
    const { start, end } = stretchOf(node);
    if (parts.some((part) => holds(part, { start, end }))) return;
    const children = node.children();
    for (const child of children) visit(child);
    const text = node.text();
    if (children.length === 0 && text.trim() !== '') leaves.push({ start, end, text, kind: String(node.kind()), isNamed: node.isNamed() });
  };
  visit(root);
  return leaves;
}

/** The leaves of a match that its pattern lacks. A comma or semicolon that a pattern leaves open is not missed. */
function beside(leaves: readonly Leaf[], wanted: readonly Leaf[]): ReturnType<FindRemainder> {
  let at = 0;
  const extra = leaves.filter((leaf) => {
    const next = wanted[at];
    if (next === undefined || !isSame(next, leaf)) return true;
    at += 1;
    return false;
  });
  const tail = extra.at(-1) === leaves.at(-1) && open.test(extra.at(-1)?.text ?? '') ? extra.at(-1)?.start : undefined;
  return { lost: joined(extra.filter(({ text }) => !open.test(text))), tail };
}

const open = /^[,;]$/;

/** Keywords are compared by their kind: some languages write them in any case. */
function isSame(a: Leaf, b: Leaf): boolean {
  return a.text === b.text || (!a.isNamed && !b.isNamed && a.kind === b.kind);
}

/** What stands side by side is said in one piece. */
function joined(leaves: readonly Leaf[]): readonly string[] {
  const texts: string[] = [];
  let end = -1;
  for (const leaf of leaves) {
    if (leaf.start === end) texts.push((texts.pop() ?? '') + leaf.text);
    else texts.push(leaf.text);
    end = leaf.end;
  }
  return texts;
}
