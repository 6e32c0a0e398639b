/** Where a symbol is used. An empty or doubtful list is held against what the text says. */
import type { Location } from '../../core/ports';
import { locate } from './definition';
import { elsewhere, isLocal, leftOf, openAll, OneProject, type Elsewhere } from './elsewhere';
import { refuseComment } from './nothing';
import type { Parts } from './parts';
import { mapSome } from './parts';
import type { Project } from './projects';
import { comparePositions, distinct, enclosing, fingerprintOf, holds, isTestFile, isType, pathOrder, samePlace } from './ranges';
import type { Question, Settled } from './question';
import { settle } from './settle';
import { isCovered, missing, textEvidence } from './texts';
import type { Answered, Declaration, FileCount, Reference, References, Target, TextEvidence } from './types';

/**
 * Answers that were held against the text lately, and what came of it: a repeated question with the same answer needs no
 * second look for a while.
 */
export type Verified = Map<string, Verification>;

export interface ReferenceMemory {
  readonly verified: Verified;
  readonly oneProject: OneProject;
}

export function referenceMemory(): ReferenceMemory {
  return { verified: new Map(), oneProject: new OneProject() };
}

interface Verification {
  /** The answer's fingerprint. */
  readonly print: string;
  /** When, in the clock's milliseconds. */
  readonly at: number;
  readonly evidence: TextEvidence | undefined;
  readonly elsewhere: TextEvidence | undefined;
}

/** Milliseconds for which a look at the text counts. */
const verifiedFor = 30_000;

/** @throws Failure `ProviderFailed`, `ProviderTimeout`, `NotASymbol`, `Cancelled` */
export async function findReferences(
  parts: Parts,
  { verified, oneProject }: ReferenceMemory,
  target: Target,
  { declaration }: { readonly declaration: boolean },
  signal: AbortSignal,
): Promise<Answered<References>> {
  const { document, at, name } = target;
  const project = await parts.projectOf(target);
  const text = once(() => textEvidence(parts.search, { name, family: project.family }, signal));
  const key = `${project.key}\n${document.path}\n${at.line}:${at.column}\n${name}`;
  const known = verified.get(key);
  const recent = known !== undefined && parts.clock.now() - known.at < verifiedFor ? known : undefined;
  if (project.openFilesOnly && recent === undefined) await openAll(parts, await text(), signal);
  const question: Question<readonly Location[]> = {
    feature: 'references',
    document,
    project,
    wants: 'all',
    ask: async () => distinct(await parts.providers.references(document.path, at)),
    look: (found) => ({
      empty: found.length === 0,
      // The place that was asked about is a reference itself.
      provisional: found.length > 0 && !found.some((each) => each.path === document.path && each.range.start.line === at.line),
      files: new Set(found.map((each) => each.path)).size,
      across: found.some((each) => each.path !== document.path),
      fingerprint: fingerprintOf(found),
    }),
    check: async (found) => {
      const evidence = await text();
      const covered = evidence !== undefined && isCovered(evidence, found);
      return { covered, local: !covered && (await isLocal(parts, target, signal)) };
    },
  };
  const hasOthers = project.family.loadsOpened && !(await oneProject.is(parts, project, signal));
  // Beside the question, since it often takes longer than a server that has loaded everything.
  if (hasOthers && recent === undefined) void text().catch(() => undefined);
  let settled = await settle(parts, question, signal);
  let others: Elsewhere = { opened: 0, text: recent?.elsewhere };
  if (hasOthers && settled.proved && !settled.empty && recent?.print !== fingerprintOf(settled.value ?? [])) {
    others = await elsewhere(parts, target, pathsOf(settled.value), signal, text);
    if (others.opened > 0) settled = await settle(parts, question, signal);
  }
  if (settled.empty) refuseComment(target);
  const byPath = pathOrder(parts.places);
  const found = [...(settled.value ?? [])].sort((a, b) => byPath(a.path, b.path) || comparePositions(a.range.start, b.range.start));
  const print = fingerprintOf(found);
  const isReady = settled.status.state === 'ready';
  const evidence = isReady && recent?.print === print ? recent.evidence : await doubt(parts, { target, project, settled, found, text }, signal);
  if (isReady && found.length > 0 && recent?.print !== print) remember(verified, key, { print, at: parts.clock.now(), evidence, elsewhere: others.text });
  const all = declaration ? found : await withoutDeclarations(parts, target, found, signal);
  return {
    status: settled.status,
    value: { all, files: filesOf(parts, all), evidence, elsewhere: leftOf(others, pathsOf(found)), detail: (from, to, stop) => detail(parts, all.slice(from, to), stop) },
  };
}

function pathsOf(found: readonly Location[] = []): readonly string[] {
  return [...new Set(found.map(({ path }) => path))];
}

interface Doubt {
  readonly target: Target;
  readonly project: Project;
  readonly settled: Settled<readonly Location[]>;
  readonly found: readonly Location[];
  readonly text: () => Promise<TextEvidence | undefined>;
}

/** What the text has beyond the answer, unless the answer is known to be whole. */
async function doubt(parts: Parts, { target, project, settled, found, text }: Doubt, signal: AbortSignal): Promise<TextEvidence | undefined> {
  const ready = settled.status.state === 'ready';
  const files = new Set(found.map((each) => each.path)).size;
  // A server that has loaded the whole project, and answers across it, has no reason to leave anything out.
  if (ready && settled.proved && !project.openFilesOnly && files > 1) return undefined;
  const evidence = await text();
  if (evidence === undefined) return undefined;
  const rest = missing(evidence, found);
  if (rest.length === 0 || (ready && files === 1 && (await isLocal(parts, target, signal)))) return undefined;
  return { ...evidence, files: rest, lines: rest.reduce((sum, file) => sum + file.lines, 0) };
}

function remember(verified: Verified, key: string, verification: Verification): void {
  if (verified.size >= 500) verified.clear();
  verified.set(key, verification);
}

/**
 * Without what declares the name: what the server says of it, and what the syntax trees show, since servers list the
 * declarations in base and derived types among the references.
 */
async function withoutDeclarations(parts: Parts, target: Target, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const [definitions, declared] = await Promise.all([
    locate(parts, target, 'definition', signal),
    parts.providers.definition('declaration', target.document.path, target.at).catch(() => []),
  ]);
  const paths = [...new Set(found.map((each) => each.path))];
  const trees = new Map(await mapSome(paths, 8, async (path) => [path, await declarersOf(parts, path, found, signal)] as const));
  const told = [...(definitions.value ?? []), ...declared];
  return found.filter((each) => {
    const inTree = trees.get(each.path)?.some((declaration) => comparePositions(declaration.at, each.range.start) === 0) ?? false;
    return !inTree && !told.some((declaration) => samePlace(declaration, each) || namesWithin(declaration, each, found));
  });
}

/** Declarations of functions and types. A variable's may also be a use of what it takes its name from: `const { a } = b`. */
async function declarersOf(parts: Parts, path: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Declaration[]> {
  const view = await viewOf(parts, path, found);
  const all = (await view?.declarations(signal)) ?? [];
  return all.filter((each) => each.callable || isType(each));
}

/** A server that points to the whole declaration means the first place of the name in it. */
function namesWithin(declaration: Location, reference: Location, all: readonly Location[]): boolean {
  if (declaration.path !== reference.path || !holds(declaration.range, reference.range.start)) return false;
  const first = all.find((each) => each.path === declaration.path && holds(declaration.range, each.range.start));
  return first === reference;
}

function filesOf(parts: Parts, all: readonly Location[]): readonly FileCount[] {
  const lines = new Map<string, number[]>();
  for (const { path, range } of all) {
    const known = lines.get(path);
    if (known === undefined) lines.set(path, [range.start.line]);
    else known.push(range.start.line);
  }
  const unsaved = unsavedPaths(parts);
  return [...lines].map(([path, numbers]) => {
    const display = parts.places.display(path);
    return { file: { path: display, unsaved: unsaved.has(path.toLowerCase()) }, lines: numbers, test: isTestFile(display) };
  });
}

/** The lines and enclosing symbols of some references. */
async function detail(parts: Parts, locations: readonly Location[], signal: AbortSignal): Promise<readonly Reference[]> {
  const paths = [...new Set(locations.map((each) => each.path))];
  const unsaved = unsavedPaths(parts);
  const views = new Map(await mapSome(paths, 16, async (path) => [path, await viewOf(parts, path, locations, unsaved)] as const));
  return mapSome(locations, 8, async ({ path, range }) => {
    const { start } = range;
    const view = views.get(path);
    if (view === undefined) return { file: { path: parts.places.display(path), unsaved: false }, at: start, text: '', hit: { start: 0, end: 0 } };
    const line = view.lines[start.line - 1] ?? '';
    const text = line.trim();
    const hitStart = Math.max(0, start.column - 1 - (line.length - line.trimStart().length));
    const hit = { start: hitStart, end: range.end.line === start.line ? hitStart + range.end.column - start.column : text.length };
    const declarations = await view.declarations(signal);
    const above = declarations.filter((each) => each.at.line !== start.line);
    return { file: view.file, at: start, text, hit, enclosing: enclosing(declarations, start)?.namePath, begunAbove: enclosing(above, start)?.namePath };
  });
}

async function viewOf(parts: Parts, path: string, locations: readonly Location[], unsaved?: ReadonlySet<string>) {
  if (!locations.some((each) => each.path === path && each.onDisk)) return undefined;
  if (parts.places.of(path) === undefined) parts.places.allowOutside(path);
  return parts.views.of(path, unsaved).catch(() => undefined);
}

/** In lower case: the editor and callers spell drive letters differently, and one path too many costs a look only. */
function unsavedPaths({ ports }: Parts): ReadonlySet<string> {
  return new Set(ports.documents.unsaved().map((document) => document.path.toLowerCase()));
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
