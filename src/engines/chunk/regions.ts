/** From an outline to regions: named ranges of whole lines that follow each other and cover the file. */
import type { Outline, OutlineNode } from '../ast/index';
import type { Category } from './types';
import type { TextLines } from './text-lines';

export interface Region {
  readonly name: string;
  readonly category: Category;
  /** 1-based, inclusive. */
  readonly first: number;
  readonly last: number;
  /** What lies between declarations: its name does not tell it from the next such region. */
  readonly unnamed: boolean;
}

/** How a language's files are laid out: code, a document of sections, or data and markup of blocks. */
export type Layout = 'code' | 'sections' | 'blocks';

/** The regions of a text, in order, without a line left over. An empty text has none. */
export function regionsOf(lines: TextLines, outline: Outline, layout: Layout): readonly Region[] {
  if (lines.count === 0) return [];
  const imports: readonly Item[] = outline.imports.map((span) => ({
    ...lines.range(span.start.offset, span.end.offset),
    start: span.start.offset,
    node: undefined,
  }));
  const regions = layOut(lines, topScopes[layout], [...itemsOf(lines, outline.nodes), ...imports], { first: 1, last: lines.count });
  return withoutBlankRegions(lines, regions);
}

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** A declaration and its lines; without a node it is an import. */
interface Item extends LineRange {
  readonly start: number;
  readonly node: OutlineNode | undefined;
}

/** What declarations lie in. */
interface Scope {
  /** In front of the names: `A.`. */
  readonly prefix: string;
  /** What lies between the declarations. */
  readonly between: Pick<Region, 'name' | 'category'>;
  /** The category of what is neither callable nor a class. */
  readonly values: Category;
}

const topScopes: Readonly<Record<Layout, Scope>> = {
  code: { prefix: '', between: { name: 'module_level', category: 'module_level' }, values: 'module_level' },
  sections: { prefix: '', between: { name: '(no heading)', category: 'markdown section' }, values: 'other' },
  blocks: { prefix: '', between: { name: 'other', category: 'other' }, values: 'other' },
};

/** Items in order; a line belongs to the first item on it, and an item without a line of its own makes no region. */
function layOut(lines: TextLines, scope: Scope, items: readonly Item[], { first, last }: LineRange): readonly Region[] {
  const regions: Region[] = [];
  const fill = (from: number, to: number): void => {
    if (from <= to) regions.push({ ...scope.between, first: from, last: to, unnamed: true });
  };
  let next = first;
  for (const item of items.toSorted((a, b) => a.start - b.start)) {
    const range = { first: Math.max(item.first, next), last: Math.min(item.last, last) };
    if (range.first > range.last) continue;
    const open = regions.at(-1);
    if (item.node === undefined && open?.category === 'imports' && lines.areBlankOrComments(next, range.first - 1)) {
      regions[regions.length - 1] = { ...open, last: range.last };
    } else {
      fill(next, range.first - 1);
      // One by one: a generated file may have more members than a call takes arguments.
      for (const region of item.node === undefined ? [importsAt(range)] : declared(lines, scope, item.node, range)) regions.push(region);
    }
    next = range.last + 1;
  }
  fill(next, last);
  return regions;
}

function importsAt(range: LineRange): Region {
  return { ...range, name: 'imports', category: 'imports', unnamed: false };
}

/** One region; or, for what has members, its header, its members, and what lies between them. */
function declared(lines: TextLines, scope: Scope, node: OutlineNode, range: LineRange): readonly Region[] {
  const name = scope.prefix + [node.owner, node.name].filter((part) => part !== undefined).join('.');
  const unnamed = node.name === '';
  const whole: Region = { ...range, name: unnamed ? scope.between.name : name, category: categoryOf(scope, node), unnamed };
  const inner = innerScope(scope, node, unnamed ? '' : name);
  if (inner === undefined) return [whole];
  const items = itemsOf(lines, node.children);
  const header = { ...whole, last: headerEnd(lines, node, items[0], range) };
  const members = items.filter((item) => item.last > header.last);
  if (members.length === 0) return [whole];
  return [header].concat(layOut(lines, inner, members, { first: header.last + 1, last: range.last }));
}

function categoryOf(scope: Scope, node: OutlineNode): Category {
  switch (node.role) {
    case 'callable':
    case 'class':
      return node.role;
    case 'section':
      return 'markdown section';
    case 'value':
      return scope.values;
    case 'block':
    case 'key':
      return 'other';
  }
}

/** The scope of what a declaration holds; undefined for what is one chunk, whatever it holds. */
function innerScope(scope: Scope, node: OutlineNode, name: string): Scope | undefined {
  if (node.role === 'section' && name === '') return scope;
  if (node.role === 'class') return { prefix: `${name}.`, between: { name: `${name} (body)`, category: 'class' }, values: 'class' };
  if (node.role === 'section') return { ...scope, prefix: `${name}/` };
  // A page has one block at the top; what a reader calls its blocks are those of the body.
  if (node.role === 'block' && node.nodeKind === 'element' && /^(?:html|body)\b/i.test(node.name)) return scope;
  return undefined;
}

/** The last line of a header: up to the body, a docstring at its top included, and never into the first member. */
function headerEnd(lines: TextLines, node: OutlineNode, member: Item | undefined, { first, last }: LineRange): number {
  // What a section or a page says before its first part is its own.
  const wanted = node.role === 'class' ? lastHeaderLine(lines, node) : last;
  return Math.max(first, Math.min(wanted, (member?.first ?? last + 1) - 1, last));
}

function lastHeaderLine(lines: TextLines, { body, inner }: OutlineNode): number {
  if (body === undefined) return lines.at(inner.start.offset);
  const line = lines.at(body.start.offset);
  const docstring = lines.docstringEnd(body.start.offset);
  if (docstring !== undefined) return lines.at(docstring);
  return lines.beginsWithCode(body.start.offset) ? line - 1 : line;
}

/** The items of a list of declarations, the signatures of an overloaded function together with what they belong to. */
function itemsOf(lines: TextLines, nodes: readonly OutlineNode[]): readonly Item[] {
  const items: Item[] = [];
  for (const node of nodes.toSorted((a, b) => a.full.start.offset - b.full.start.offset)) {
    if (isSmall(lines, node)) continue;
    const range = lines.range(node.full.start.offset, node.full.end.offset);
    const before = items.at(-1);
    if (before?.node !== undefined && isOverload(lines, before.node, node) && lines.areBlank(before.last + 1, range.first - 1)) {
      items[items.length - 1] = { ...before, node, last: Math.max(before.last, range.last) };
    } else {
      items.push({ ...range, start: node.full.start.offset, node });
    }
  }
  return items;
}

/**
 * A constant, field or type on one line is read with what stands around it, and so are the lines of a group of them. It
 * stays part of what lies between the declarations.
 */
function isSmall(lines: TextLines, { role, node }: OutlineNode): boolean {
  return role === 'value' && lines.at(node.start.offset) === lines.at(Math.max(node.start.offset, node.end.offset - 1));
}

/** Whether a declaration only says what the next one also takes. */
function isOverload(lines: TextLines, node: OutlineNode, next: OutlineNode): boolean {
  if (node.role !== 'callable' || next.role !== 'callable' || node.name !== next.name || node.owner !== next.owner) return false;
  return node.body === undefined || /@(?:\w+\.)*overload\b/.test(lines.text.slice(node.full.start.offset, node.inner.start.offset));
}

/** Blank lines go with what stands above them; at the top of a file with what follows. */
function withoutBlankRegions(lines: TextLines, regions: readonly Region[]): readonly Region[] {
  const kept: Region[] = [];
  for (const region of regions) {
    const before = kept.at(-1);
    if (before === undefined || !region.unnamed) {
      kept.push(region);
      continue;
    }
    let first = region.first;
    while (first <= region.last && lines.areBlank(first, first)) first += 1;
    kept[kept.length - 1] = { ...before, last: first - 1 };
    if (first <= region.last) kept.push({ ...region, first });
  }
  const [top, second, ...rest] = kept;
  if (top === undefined || second === undefined || !top.unnamed || !lines.areBlank(top.first, top.last)) return kept;
  return [{ ...second, first: top.first }, ...rest];
}
