/**
 * Types above and below, for servers that have no type hierarchy (TypeScript's is one): from the types that declarations
 * name, each led to its place by the server; where their language's headers are not read, subtypes are implementations.
 */
import type { Location, Relation } from '../../core/ports';
import { locate } from './definition';
import { readHeaders, type HeaderReader, type NamedType } from './headers';
import { targetOf } from './naming';
import type { Parts } from './parts';
import { comparePositions, holds, isType, pathOrder } from './ranges';
import { findReferences, referenceMemory } from './references';
import type { Answered, Declaration, HierarchyTree, Status, Target } from './types';

interface Bounds {
  readonly relation: Extract<Relation, 'supertypes' | 'subtypes'>;
  readonly depth: number;
  /** Nodes; what lies below is marked as cut. */
  readonly most: number;
}

/**
 * The tree of types above or below the target; undefined when the target is no type, or when nothing tells.
 * @throws Failure `ProviderFailed`, `ProviderTimeout`, `Cancelled`
 */
export async function typeTree(parts: Parts, target: Target, { relation, depth, most }: Bounds, signal: AbortSignal): Promise<Answered<HierarchyTree> | undefined> {
  const read = readHeaders.get((await parts.projectOf(target)).family.name);
  const growing = new Growing({ parts, read, most, signal });
  const [root] = await growing.typesOf(target);
  if (root === undefined) return undefined;
  const isRead = (await growing.named(root)) !== undefined;
  if (!isRead && (relation === 'supertypes' || (await growing.implementations(root)).types.length === 0)) return undefined;
  const step: Step = relation === 'supertypes' ? 'above' : isRead ? 'below' : 'implementations';
  const value = await growing.grow(root, step, depth, []);
  return growing.status === undefined ? undefined : { value: { ...value, source: isRead ? 'declarations' : 'implementations' }, status: growing.status };
}

type Step = 'above' | 'below' | 'implementations';

interface Found {
  readonly types: readonly Declaration[];
  /** Names whose declaration is no type, or was not found. */
  readonly others?: readonly HierarchyTree[];
}

interface Setup {
  readonly parts: Parts;
  readonly read: HeaderReader | undefined;
  readonly most: number;
  readonly signal: AbortSignal;
}

class Growing {
  readonly #parts: Parts;
  readonly #read: HeaderReader | undefined;
  readonly #most: number;
  readonly #signal: AbortSignal;
  #nodes = 0;
  /** Of the least reliable answer so far. */
  status: Status | undefined;

  constructor({ parts, read, most, signal }: Setup) {
    this.#parts = parts;
    this.#read = read;
    this.#most = most;
    this.#signal = signal;
  }

  async grow(type: Declaration, step: Step, depth: number, above: readonly Declaration[]): Promise<HierarchyTree> {
    this.#nodes += 1;
    const { namePath, kind, file, at } = type;
    const node: HierarchyTree = { name: namePath, kind, file, at, calls: [], children: [] };
    if (above.some((each) => isSame(each, type))) return { ...node, cut: 'again' };
    if (this.#nodes > this.#most) return { ...node, cut: 'limit' };
    if (depth < 1) return node;
    const { types, others = [] } = await this[step](type);
    const byPath = pathOrder(this.#parts.places);
    const sorted = types.filter((each) => !isSame(each, type)).sort((a, b) => byPath(a.path, b.path) || comparePositions(a.at, b.at));
    const children: HierarchyTree[] = [];
    for (const each of sorted) children.push(await this.grow(each, step, depth - 1, [...above, type]));
    return { ...node, children: [...children, ...others] };
  }

  /** A type that is declared in several places names types in each of them. */
  async above(type: Declaration): Promise<Found> {
    const merged = await this.typesOf(await targetOf(this.#parts, type, this.#signal));
    const types: Declaration[] = [];
    const others: HierarchyTree[] = [];
    for (const each of merged.length === 0 ? [type] : merged) {
      const target = await targetOf(this.#parts, each, this.#signal);
      for (const { name, at } of (await this.named(each)) ?? []) {
        const [found] = await this.typesOf({ ...target, name, at });
        if (found === undefined) others.push({ name, kind: 'name', file: each.file, at, calls: [], children: [], cut: 'unknown' });
        else if (!types.some((known) => isSame(known, found))) types.push(found);
      }
    }
    return { types, others };
  }

  /** The declarations that name the type, among everything that refers to it. */
  async below(type: Declaration): Promise<Found> {
    const target = await targetOf(this.#parts, type, this.#signal);
    const { value, status } = await findReferences(this.#parts, referenceMemory(), target, { declaration: true }, this.#signal);
    this.#weigh(status);
    const types: Declaration[] = [];
    for (const path of new Set(value.all.filter((each) => each.onDisk).map((each) => each.path))) {
      const own = value.all.filter((each) => each.path === path).map((each) => each.range.start);
      for (const declaration of await this.#declared(path)) {
        const named = isType(declaration) ? await this.named(declaration) : undefined;
        if (named?.some(({ at }) => own.some((start) => comparePositions(start, at) === 0)) === true) types.push(declaration);
      }
    }
    return { types };
  }

  async implementations(type: Declaration): Promise<Found> {
    const { value = [], status } = await locate(this.#parts, await targetOf(this.#parts, type, this.#signal), 'implementation', this.#signal);
    this.#weigh(status);
    return { types: await this.#typesAt(value) };
  }

  /** Where the name at a place is declared as a type. */
  async typesOf(target: Target): Promise<readonly Declaration[]> {
    const { value = [], status } = await locate(this.#parts, target, 'definition', this.#signal);
    this.#weigh(status);
    return this.#typesAt(value);
  }

  /** Undefined where no header tells. */
  async named(declaration: Declaration): Promise<readonly NamedType[] | undefined> {
    return this.#read?.(declaration, (await this.#parts.views.of(declaration.path)).lines);
  }

  /** The declarations of types that some places point to, by their names or as a whole, each once. */
  async #typesAt(locations: readonly Location[]): Promise<readonly Declaration[]> {
    const types: Declaration[] = [];
    for (const { path, onDisk, range } of locations) {
      if (!onDisk) continue;
      const declarations = await this.#declared(path);
      const { start } = range;
      const found =
        declarations.find((each) => comparePositions(each.at, start) === 0) ??
        declarations.find((each) => each.at.line === start.line && holds(each.whole, start));
      if (found !== undefined && isType(found) && !types.some((each) => isSame(each, found))) types.push(found);
    }
    return types;
  }

  async #declared(path: string): Promise<readonly Declaration[]> {
    const { places, views } = this.#parts;
    if (places.of(path) === undefined) places.allowOutside(path);
    try {
      return await (await views.of(path)).declarations(this.#signal);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      return []; // gone or unreadable since: it declares nothing
    }
  }

  #weigh(status: Status): void {
    if (this.status === undefined || this.status.state === 'ready') this.status = status;
  }
}

function isSame(a: Declaration, b: Declaration): boolean {
  return a.path === b.path && comparePositions(a.at, b.at) === 0;
}
