/**
 * Types above and below another for servers that have no type hierarchy (TypeScript's is one): below it are the
 * implementations that the server gives, above it are the definitions of what its declaration names.
 */
import type { Location } from '../../core/ports';
import { locate } from './definition';
import { parentsNamed } from './heritage';
import { targetOf } from './naming';
import { mapSome, type Parts } from './parts';
import { comparePositions, holds, isType, pathOrder } from './ranges';
import type { Answered, Declaration, HierarchyTree, Target } from './types';

export interface TypeRequest {
  readonly relation: 'supertypes' | 'subtypes';
  readonly depth: number;
  /** Nodes; what lies below is marked as cut. */
  readonly most: number;
}

/**
 * Undefined when the target is no type, or when neither the server nor the text tells.
 * @throws Failure `ProviderFailed`, `ProviderTimeout`, `Cancelled`
 */
export async function typeTree(parts: Parts, target: Target, { relation, depth, most }: TypeRequest, signal: AbortSignal): Promise<Answered<HierarchyTree> | undefined> {
  const definition = await locate(parts, target, 'definition', signal);
  const [type] = await typesAt(parts, definition.value ?? [], signal);
  if (type === undefined) return undefined;
  const growing: Growing = { parts, nodes: { count: 0, most }, signal, next: relation === 'subtypes' ? implementers : parents };
  if ((await growing.next(growing, type)) === undefined) return undefined;
  return { value: await grow(growing, type, depth, []), status: definition.status };
}

/** A type, or a name of which nobody knows the declaration. */
type Node = Pick<Declaration, 'path' | 'file' | 'namePath' | 'kind' | 'at'> & { readonly declaration: Declaration | undefined };

interface Growing {
  readonly parts: Parts;
  readonly nodes: { count: number; readonly most: number };
  readonly signal: AbortSignal;
  /** One step from a type; undefined when nobody can tell. */
  readonly next: (growing: Growing, type: Declaration) => Promise<readonly Node[] | undefined>;
}

async function grow(growing: Growing, type: Declaration, depth: number, above: readonly Declaration[]): Promise<HierarchyTree> {
  const children: HierarchyTree[] = [];
  for (const node of (await growing.next(growing, type)) ?? []) {
    const { declaration } = node;
    growing.nodes.count += 1;
    const shown = treeOf(node);
    if ([...above, type].some((each) => isSame(each, node))) children.push({ ...shown, cut: 'again' });
    else if (growing.nodes.count > growing.nodes.most) children.push({ ...shown, cut: 'limit' });
    else children.push(depth <= 1 || declaration === undefined ? shown : await grow(growing, declaration, depth - 1, [...above, type]));
  }
  return { ...treeOf(type), children };
}

/** A server that has implementations gives those of a class itself; nothing at all may mean that it has none. */
async function implementers(growing: Growing, type: Declaration): Promise<readonly Node[] | undefined> {
  const { parts, signal } = growing;
  const { value = [] } = await locate(parts, await targetOf(parts, type, signal), 'implementation', signal);
  if (value.length === 0) return undefined;
  const byPath = pathOrder(parts.places);
  const all = (await typesAt(parts, value, signal)).filter((each) => !isSame(each, type));
  all.sort((a, b) => byPath(a.path, b.path) || comparePositions(a.at, b.at));
  return (await withoutIndirect(growing, type, all)).map(nodeOf);
}

/** Implementations are those of subtypes, too. More types than this are listed as they are: each costs some questions. */
const mostCompared = 100;

async function withoutIndirect(growing: Growing, type: Declaration, all: readonly Declaration[]): Promise<readonly Declaration[]> {
  if (all.length < 2 || all.length > mostCompared) return all;
  const above = await mapSome(all, 8, (each) => parents(growing, each));
  return all.filter((_, index) => {
    const named = above[index] ?? [];
    return named.some((parent) => isSame(parent, type)) || !named.some((parent) => all.some((each) => isSame(each, parent)));
  });
}

async function parents({ parts, signal }: Growing, type: Declaration): Promise<readonly Node[] | undefined> {
  const own = await targetOf(parts, type, signal);
  const names = parentsNamed((await parts.views.at(own.place)).lines, type, own.document.language);
  if (names === undefined) return undefined;
  const nodes: Node[] = [];
  for (const { name, at } of names) {
    const { value = [] } = await locate(parts, { ...own, at, name }, 'definition', signal);
    const [found] = await typesAt(parts, value, signal);
    nodes.push(found === undefined ? { path: type.path, file: type.file, namePath: name, kind: 'type', at, declaration: undefined } : nodeOf(found));
  }
  return nodes;
}

/** The declarations of types that some places point to, by their names or as a whole, each once. */
async function typesAt(parts: Parts, locations: readonly Location[], signal: AbortSignal): Promise<Declaration[]> {
  const types: Declaration[] = [];
  for (const { path, onDisk, range } of locations) {
    if (!onDisk) continue;
    if (parts.places.of(path) === undefined) parts.places.allowOutside(path);
    const declarations = await (await parts.views.of(path)).declarations(signal);
    const { start } = range;
    const found =
      declarations.find((each) => comparePositions(each.at, start) === 0) ??
      declarations.find((each) => each.at.line === start.line && holds(each.whole, start));
    if (found !== undefined && isType(found) && !types.some((each) => isSame(each, found))) types.push(found);
  }
  return types;
}

function nodeOf(declaration: Declaration): Node {
  return { ...declaration, declaration };
}

function treeOf({ namePath, kind, file, at }: Pick<Declaration, 'namePath' | 'kind' | 'file' | 'at'>): HierarchyTree {
  return { name: namePath, kind, file, at, calls: [], children: [] };
}

function isSame(a: Pick<Declaration, 'path' | 'at'>, b: Pick<Declaration, 'path' | 'at'>): boolean {
  return a.path === b.path && comparePositions(a.at, b.at) === 0;
}
