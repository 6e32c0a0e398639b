/** Subtypes by way of implementations, for servers that have no type hierarchy (TypeScript's is one). */
import type { Location } from '../../core/ports';
import { locate } from './definition';
import { targetOf } from './naming';
import type { Parts } from './parts';
import { comparePositions, holds, isType, pathOrder } from './ranges';
import type { Answered, Declaration, HierarchyTree, Target } from './types';

interface Bounds {
  readonly depth: number;
  /** Nodes; what lies below is marked as cut. */
  readonly most: number;
}

/**
 * The tree of types that implement or extend the target; undefined when the target is no type, or when the server has
 * said nothing, so that nobody knows whether it would.
 * @throws Failure `ProviderFailed`, `ProviderTimeout`, `Cancelled`
 */
export async function implementersOf(parts: Parts, target: Target, { depth, most }: Bounds, signal: AbortSignal): Promise<Answered<HierarchyTree> | undefined> {
  const definition = await locate(parts, target, 'definition', signal);
  const root = (await typesAt(parts, definition.value ?? [], signal))[0];
  if (root === undefined) return undefined;
  const own = await targetOf(parts, root, signal);
  const { value, status } = await locate(parts, own, 'implementation', signal);
  if (value === undefined || value.length === 0) return undefined;
  const grown = await grow({ parts, nodes: { count: 0, most }, signal }, root, depth, []);
  return { value: grown, status };
}

interface Growing {
  readonly parts: Parts;
  readonly nodes: { count: number; readonly most: number };
  readonly signal: AbortSignal;
}

async function grow(growing: Growing, type: Declaration, depth: number, above: readonly Declaration[]): Promise<HierarchyTree> {
  const { parts, nodes, signal } = growing;
  nodes.count += 1;
  const { namePath, kind, file, at } = type;
  const node: HierarchyTree = { name: namePath, kind, file, at, calls: [], children: [] };
  if (above.some((each) => isSame(each, type))) return { ...node, cut: 'again' };
  if (nodes.count > nodes.most) return { ...node, cut: 'limit' };
  if (depth < 1) return node;
  const { value = [] } = await locate(parts, await targetOf(parts, type, signal), 'implementation', signal);
  const byPath = pathOrder(parts.places);
  const types = [...(await typesAt(parts, value, signal))].filter((each) => !isSame(each, type));
  types.sort((a, b) => byPath(a.path, b.path) || comparePositions(a.at, b.at));
  const children: HierarchyTree[] = [];
  for (const each of types) children.push(await grow(growing, each, depth - 1, [...above, type]));
  return { ...node, children };
}

/** The declarations of types that some places point to, by their names or as a whole, each once. */
async function typesAt(parts: Parts, locations: readonly Location[], signal: AbortSignal): Promise<readonly Declaration[]> {
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

function isSame(a: Declaration, b: Declaration): boolean {
  return a.path === b.path && comparePositions(a.at, b.at) === 0;
}
