/** Where a text does not parse. */
import type { SgNode } from '@ast-grep/napi';
import type { Span, Stretch } from '../types';
import type { LanguageRow } from '../table/row';
import { componentBlocks } from './blocks';
import { withoutLooseCharacters } from './character-data';
import type { Grammars } from './grammars';
import { lineTable } from './lines';

/** Whether the tree has nodes that did not parse. */
export function isBroken(root: SgNode): boolean {
  return root.find({ rule: { kind: 'ERROR' } }) !== null;
}

/** Each place once, the smallest spans, in order; a place where something is missing is an empty span. */
export function syntaxErrorsOf(grammars: Grammars, row: LanguageRow, text: string): readonly Span[] {
  const table = lineTable(text);
  const ranges = rootsOf(grammars, row, text).flatMap((root) => faults(root)).sort((a, b) => a.start - b.start || a.end - b.end);
  return ranges.filter((range) => !ranges.some((other) => other !== range && within(other, range))).map(({ start, end }) => table.span(start, end));
}

/** The tree of a file, and those of the blocks of a component; all offsets are the file's. */
export function rootsOf(grammars: Grammars, row: LanguageRow, text: string): readonly SgNode[] {
  const whole = grammars.parse(row.grammar, row.grammar.name === 'Html' ? withoutLooseCharacters(text) : text);
  if (row.component !== true) return [whole];
  const blocks = componentBlocks(row, grammars, text).filter((block) => block.row.component !== true && grammars.has(block.grammar));
  return [whole, ...blocks.map((block) => grammars.parse(block.grammar, block.text))];
}

function faults(root: SgNode): readonly Stretch[] {
  const broken = root.findAll({ rule: { kind: 'ERROR' } });
  const empty = root.findAll({ rule: { regex: '^$' } }).filter(isMissing);
  return [...broken, ...empty].map((node) => ({ start: node.range().start.index, end: node.range().end.index }));
}

/**
 * Whether a node without text stands for something that is missing, and not for layout or the whole of an empty file.
 * The library has no word for it.
 */
export function isMissing(node: SgNode): boolean {
  return node.parent() !== null && node.isLeaf() && node.text() === '' && !layout.test(String(node.kind()));
}

const layout = /continuation|newline|automatic|content|indent|dedent|heredoc|terminator|space|text|inline|_end$|^$|^\n$/;

/** Whether `inner` lies in `outer` and is smaller. */
function within(inner: Stretch, outer: Stretch): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}
