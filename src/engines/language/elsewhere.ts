/**
 * What an answer may miss in other projects of the workspace. Some servers load a project only once one of its files is
 * open, and leave out what they have not loaded without a word. The text shows where to look.
 */
import nodePath from 'node:path';
import { pathRules } from '../../core/path-rules';
import type { Parts } from './parts';
import { mapSome } from './parts';
import type { Project } from './projects';
import { race } from './race';
import { comparePositions, holds } from './ranges';
import { textEvidence } from './texts';
import type { Declaration, Target, TextEvidence } from './types';

export interface Elsewhere {
  /** How many files the server has now beside those that it had. */
  readonly opened: number;
  /** Files of other projects that the answer does not name; undefined when there are none. */
  readonly text: TextEvidence | undefined;
}

/** Files that are opened for one question, and the projects that the server may have to load for them. */
const most = { files: 40, projects: 8 };

/** What the text has of a name in files of other projects that an answer does not name; opens them where that helps. */
export async function elsewhere(
  parts: Parts,
  target: Target,
  named: readonly string[],
  signal: AbortSignal,
  text?: () => Promise<TextEvidence | undefined>,
): Promise<Elsewhere> {
  const project = await parts.projectOf(target);
  const nothing: Elsewhere = { opened: 0, text: undefined };
  if (project.family.ownFileOnly || project.family.projectFiles.length === 0) return nothing;
  const evidence = await (text === undefined ? textEvidence(parts.search, { name: target.name, family: project.family }, signal) : text());
  const others = await ofOtherProjects(parts, target, project, { files: unnamed(evidence, named), named });
  if (evidence === undefined || others.length === 0) return nothing;
  if (new Set(named).size <= 1 && (await isLocal(parts, target, signal))) return nothing;
  const files = others.map(({ file }) => file);
  const opened = project.family.loadsOpened ? await openAll(parts, { files: chosen(others) }, signal) : 0;
  return { opened, text: { ...evidence, files, lines: files.reduce((sum, file) => sum + file.lines, 0) } };
}

/** What is left of it for an answer that names these files; undefined for nothing. */
export function leftOf({ text }: Elsewhere, named: readonly string[]): TextEvidence | undefined {
  const files = unnamed(text, named);
  return text === undefined || files.length === 0 ? undefined : { ...text, files, lines: files.reduce((sum, file) => sum + file.lines, 0) };
}

/**
 * Files that the editor holds already cost nothing; a file that cannot be opened is left to the evidence.
 * @returns how many were opened
 */
export async function openAll(parts: Parts, evidence: Pick<TextEvidence, 'files'> | undefined, signal: AbortSignal): Promise<number> {
  const opened = await mapSome((evidence?.files ?? []).slice(0, most.files), 4, async ({ path }) => {
    if (parts.ports.documents.find(path) !== undefined) return false;
    return (await race(() => parts.providers.open(path), { limit: 5_000, wait: parts.wait, signal })).kind === 'value';
  });
  return opened.filter(Boolean).length;
}

/** Whether the symbol is declared inside a function, so that other files cannot see it. */
export async function isLocal(parts: Parts, target: Target, signal: AbortSignal): Promise<boolean> {
  const { document, at: asked } = target;
  // Asked once: a server that still starts knows locals first.
  const outcome = await race(() => parts.providers.definition('definition', document.path, asked), { limit: 2_000, wait: parts.wait, signal });
  const [definition] = outcome.kind === 'value' ? outcome.value : [];
  if (definition === undefined || definition.path !== target.document.path) return false;
  const at = definition.range.start;
  const view = await parts.views.at(target.place);
  const declarations = await view.declarations(signal);
  const isThere = (each: Declaration): boolean => comparePositions(each.at, at) === 0;
  if (declarations.some(isThere) || !declarations.some((each) => each.callable && holds(each.whole, at))) return false;
  // A parameter of a constructor may declare a property, which the tree does not tell.
  return !(await view.provided(signal)).some((each) => isThere(each) && each.kind === 'property');
}

/** Whether the workspace is one project of the family, so that there is nothing elsewhere. Remembered for a while. */
export class OneProject {
  readonly #known = new Map<string, { readonly at: number; readonly one: Promise<boolean> }>();

  async is(parts: Parts, { key, family, file }: Project, signal: AbortSignal): Promise<boolean> {
    const now = parts.clock.now();
    const known = this.#known.get(key);
    if (known !== undefined && now - known.at < rememberedFor) return known.one;
    const one = isOnly(parts, family.projectFiles[0] ?? [], file, signal).catch(() => false);
    this.#known.set(key, { at: now, one });
    return one;
  }
}

/** Milliseconds. */
const rememberedFor = 30_000;

async function isOnly(parts: Parts, names: readonly string[], file: string | undefined, signal: AbortSignal): Promise<boolean> {
  const [folder, ...more] = parts.places.folders();
  if (folder === undefined || more.length > 0 || file === undefined || nodePath.dirname(file) !== folder.path) return false;
  const { files } = await parts.search.files({ targets: [], include: names }, signal);
  return files.every(({ path }) => path === file || !names.includes(nodePath.basename(path)));
}

function unnamed(evidence: TextEvidence | undefined, named: readonly string[]): TextEvidence['files'] {
  const isNamed = among(named);
  return (evidence?.files ?? []).filter(({ path }) => !isNamed(path));
}

function among(paths: readonly string[]): (path: string) => boolean {
  const { key } = pathRules(process.platform);
  const known = new Set(paths.map((path) => key(path)));
  return (path) => known.has(key(path));
}

interface Other {
  readonly file: TextEvidence['files'][number];
  readonly project: string;
}

interface Answer {
  /** Those that it does not name. */
  readonly files: TextEvidence['files'];
  readonly named: readonly string[];
}

async function ofOtherProjects(parts: Parts, { document }: Target, project: Project, answer: Answer): Promise<readonly Other[]> {
  const isNamed = among(answer.named);
  const found = await mapSome(answer.files, 8, async (file): Promise<readonly Other[]> => {
    const place = parts.places.of(file.path);
    if (place === undefined) return [];
    const { key } = await parts.projectOf({ place, document });
    if (key === project.key) return [];
    // Servers name a file that was reached through a link by its real path.
    const real = await parts.ports.files.realPath(file.path).catch(() => file.path);
    return isNamed(real) ? [] : [{ file, project: key }];
  });
  return found.flat();
}

/** The files of the first few projects: each of them costs the server its loading. */
function chosen(others: readonly Other[]): TextEvidence['files'] {
  const projects = new Set([...new Set(others.map(({ project }) => project))].slice(0, most.projects));
  return others.filter(({ project }) => projects.has(project)).map(({ file }) => file);
}
