/** Who calls what, and which type stands above which, as a tree. */
import type { HierarchyItem, HierarchyLink, Location, Relation } from '../../core/ports';
import { callersElsewhere } from './callers';
import type { OneProject } from './elsewhere';
import type { Parts } from './parts';
import type { Project } from './projects';
import { comparePositions, fingerprintOf, pathOrder } from './ranges';
import { refuseComment } from './nothing';
import type { Settled } from './question';
import { settle } from './settle';
import { isCovered, textEvidence } from './texts';
import { typeTree } from './type-trees';
import type { Answered, HierarchyRequest, HierarchyTree, Target } from './types';

/** Nodes of one answer; what lies below is marked as cut. */
const mostNodes = 400;

/**
 * No tree at all means that the server has none for this symbol: that says nothing about callers or types.
 * @throws Failure `ProviderFailed`, `ProviderTimeout`, `NotASymbol`, `Cancelled`
 */
export async function findHierarchy(parts: Parts, oneProject: OneProject, target: Target, { relation, depth }: HierarchyRequest, signal: AbortSignal): Promise<Answered<readonly HierarchyTree[]>> {
  const project = await parts.projectOf(target);
  const prepared = await prepare(parts, target, { relation, project }, signal);
  const roots = prepared.value ?? [];
  if (roots.length === 0) {
    refuseComment(target);
    const ofTypes = relation === 'subtypes' || relation === 'supertypes';
    const instead = ofTypes && prepared.status.state !== 'none' ? await typeTree(parts, target, { relation, depth, most: mostNodes }, signal) : undefined;
    return instead === undefined ? { value: [], status: prepared.status } : { value: [instead.value], status: instead.status };
  }
  const hasOthers = relation === 'callers' && project.family.loadsOpened && !(await oneProject.is(parts, project, signal));
  const growing: Growing = { parts, target, project, relation, hasOthers, nodes: 0, signal };
  const trees: HierarchyTree[] = [];
  let { status } = prepared;
  for (const root of roots) {
    const grown = await below(growing, root, depth, [keyOf(root)]);
    if (grown.status.state !== 'ready') ({ status } = grown);
    trees.push({ ...nodeOf(parts, root, []), children: grown.children });
  }
  return { value: trees, status };
}

interface Growing {
  readonly parts: Parts;
  readonly target: Target;
  readonly project: Project;
  readonly relation: Relation;
  /** There are other projects, in which the server does not look for callers. */
  readonly hasOthers: boolean;
  nodes: number;
  readonly signal: AbortSignal;
}

async function below(growing: Growing, item: HierarchyItem, depth: number, above: readonly string[]) {
  const settled = await linksOf(growing, item, above.length === 1);
  const byPath = pathOrder(growing.parts.places);
  const given = settled.value ?? [];
  const others = growing.hasOthers && settled.status.state === 'ready' ? await callersElsewhere(growing.parts, item, given, growing.signal) : [];
  const links = [...given, ...others].sort(
    (a, b) => byPath(a.item.location.path, b.item.location.path) || comparePositions(a.item.location.range.start, b.item.location.range.start),
  );
  const children: HierarchyTree[] = [];
  for (const { item: child, calls } of links) {
    const node = nodeOf(growing.parts, child, calls.map((range) => range.start.line));
    growing.nodes += 1;
    const key = keyOf(child);
    if (above.includes(key)) children.push({ ...node, cut: 'again' });
    else if (growing.nodes >= mostNodes) children.push({ ...node, cut: 'limit' });
    else children.push(depth <= 1 || child.handle === undefined ? node : { ...node, children: (await below(growing, child, depth - 1, [...above, key])).children });
  }
  return { children, status: settled.status };
}

function prepare(parts: Parts, { document, at }: Target, { relation, project }: { readonly relation: Relation; readonly project: Project }, signal: AbortSignal): Promise<Settled<readonly HierarchyItem[]>> {
  return settle(
    parts,
    {
      feature: relation,
      document,
      project,
      wants: 'one',
      ask: () => parts.providers.prepareHierarchy(relation, document.path, at),
      look: (items) => lookAt(items.map((item) => item.location), document.path),
    },
    signal,
  );
}

/** The first step of a tree settles; further steps trust the server that the first one has shown to be ready. */
function linksOf({ parts, target, project, relation, signal }: Growing, item: HierarchyItem, first: boolean): Promise<Settled<readonly HierarchyLink[]>> {
  const everything = relation === 'callers' || relation === 'subtypes';
  return settle(
    parts,
    {
      feature: relation,
      document: target.document,
      project,
      wants: first && everything ? 'all' : 'one',
      mayBeEmpty: true,
      ask: () => parts.providers.hierarchy(relation, item),
      look: (links) => lookAt(links.map((link) => link.item.location), item.location.path),
      check: async (links) => {
        const evidence = await textEvidence(parts.search, { name: target.name, family: project.family }, signal);
        return { covered: evidence !== undefined && isCovered(evidence, [item.location, ...placesOf(links)]), local: false };
      },
    },
    signal,
  );
}

/** Calls stand in the caller's file. */
function placesOf(links: readonly HierarchyLink[]): readonly Location[] {
  return links.flatMap(({ item, calls }) => [item.location, ...calls.map((range) => ({ ...item.location, range }))]);
}

function lookAt(locations: readonly Location[], own: string) {
  return {
    empty: locations.length === 0,
    provisional: false,
    files: new Set(locations.map((each) => each.path)).size,
    across: locations.some((each) => each.path !== own),
    fingerprint: fingerprintOf(locations),
  };
}

function nodeOf(parts: Parts, { name, kind, detail, location }: HierarchyItem, calls: readonly number[]): HierarchyTree {
  if (location.onDisk && parts.places.of(location.path) === undefined) parts.places.allowOutside(location.path);
  // Some servers put the container into `detail`, others a file name or a signature, which the place says better.
  const container = /^[\w$.]+$/.test(detail) && !detail.includes('.') ? `${detail}/` : '';
  // TypeScript names a private method `Base.#bump` in a container `Base`.
  const own = detail !== '' && name.startsWith(`${detail}.`) ? name.slice(detail.length + 1) : name;
  return {
    name: `${container}${own}`,
    kind,
    file: { path: parts.places.display(location.path), unsaved: parts.ports.documents.find(location.path)?.unsaved === true },
    at: location.range.start,
    calls: [...new Set(calls)].sort((a, b) => a - b),
    children: [],
  };
}

function keyOf({ location }: HierarchyItem): string {
  return `${location.path}\n${location.range.start.line}:${location.range.start.column}`;
}

