/**
 * A scope cut into runs: what one pass over one workspace folder searches under one set of rules. What a caller names
 * although it is hidden is a run of its own, without rules.
 */
import nodePath from 'node:path';
import { pathRules } from '../../core/path-rules';
import type { Places } from '../../core/place';
import type { Folder, Ports } from '../../core/ports';
import { baseOf, includeTest, isPlainExclude } from './globs';
import { IgnoreRules, topOfOpened, type Hidden } from './ignore-rules';
import type { Rules, Scope, Target } from './index';
import { comparePaths } from './order';
import { compileSelection, isWithin, type Selection } from './selection';
import { wholeFolders } from './targets';

export interface Run {
  readonly folder: Folder;
  /** Where to look, below the folder, in contract order, none inside another; `['']` is the whole folder. */
  readonly roots: readonly string[];
  /** Ignore files and excludes hold. False for what was named although it is hidden: all of it is searched. */
  readonly ruled: boolean;
  /** The roots lie in a `.git` folder. */
  readonly inGit: boolean;
  readonly rules: Rules;
  readonly selection: Selection;
  /** The include globs that select a file of this run. */
  readonly groupsOf: (relative: string) => readonly number[];
  /** The first of them, to which its matches count; undefined when it is not to be searched. */
  readonly groupOf: (relative: string) => number | undefined;
  /** All ignore files, decided here. */
  readonly ignored: IgnoreRules;
  /** Only what ripgrep cannot decide by itself. */
  readonly ignoredBeyondRipgrep: IgnoreRules;
  /** Which ignore files of parent folders ripgrep would have to read. */
  readonly parents: 'none' | 'native' | 'checked';
  /** The folder lies in a repository. */
  readonly isRepository: boolean;
  /** Workspace folders inside this one, which are searched by runs of their own. */
  readonly inner: readonly string[];
}

/** Under the rules; named although hidden; the same in a `.git` folder. */
type Kind = 'ruled' | 'all' | 'git';

export interface Plan {
  readonly runs: readonly Run[];
  /** The same places without any rule, to find out what the rules hide. */
  readonly bare: readonly Run[];
  readonly selection: Selection;
  /** What ripgrep leaves out by itself is all there is to leave out, but for `.siiignore`. */
  readonly decidedByRipgrep: boolean;
  /** No include glob and no glob among the paths narrows down where the search looks. */
  readonly isUnlimited: boolean;
  /** Workspace folders that are gone. */
  readonly missing: readonly Folder[];
}

export const allRules: Rules = { git: true, sii: true, defaultExcludes: 'ignore' };

type PlanPorts = Pick<Ports, 'files' | 'settings' | 'languages'> & { readonly places: Places };

/** @throws Failure `InvalidArguments` for an unknown file type, `WorkspaceNotSet`. */
export async function planRuns(ports: PlanPorts, scope: Scope, targets: readonly Target[]): Promise<Plan> {
  const rules = { ...allRules, ...scope.rules };
  const selection = await compileSelection(ports, scope, rules);
  const all = [...targets, ...innerTargets(ports.places, targets)];
  const folders = ports.places.folders().map((folder) => ({ folder, own: all.filter(({ place }) => place.folder.path === folder.path) }));
  const found = folders.map(async ({ folder, own }) => {
    if (own.length === 0) return { folder, isThere: true, runs: [], bare: [] };
    const stat = ports.files.stat(folder.path).catch(() => undefined);
    const planned = await runsOf(ports, folder, own, rules, selection);
    return (await stat)?.type === 'directory' ? { folder, isThere: true, ...planned } : { folder, isThere: false, runs: [], bare: [] };
  });
  const byFolder = await Promise.all(found);
  const plain = targets.every(({ globs }) => globs === undefined);
  const runs = byFolder.flatMap((each) => each.runs);
  const bare = byFolder.flatMap((each) => each.bare);
  const missing = byFolder.filter(({ isThere }) => !isThere).map(({ folder }) => folder);
  return { runs, bare, missing, selection, decidedByRipgrep: plain && isDecidedByRipgrep(selection, targets), isUnlimited: plain && !selection.hasGlobs };
}

/** Workspace folders inside a target: their files belong to them. A glob comes for every folder it fits already. */
function innerTargets(places: Places, targets: readonly Target[]): readonly Target[] {
  const whole = targets.filter(({ globs }) => globs === undefined).map(({ place }) => place);
  return wholeFolders(places).filter(({ place }) => whole.some((outer) => outer.folder.path !== place.folder.path && isInside(place.path, outer.path)));
}

function innerFolders(places: Places, folder: Folder): readonly string[] {
  const inner = places.folders().filter((other) => isInside(other.path, folder.path));
  return inner.map((other) => nodePath.relative(folder.path, other.path).replaceAll(nodePath.sep, '/'));
}

function isInside(path: string, directory: string): boolean {
  return path !== directory && pathRules(process.platform).relative(directory, path) !== undefined;
}

function isDecidedByRipgrep(selection: Selection, targets: readonly Target[]): boolean {
  const folders = new Set(targets.map(({ place }) => place.folder));
  const inFolders = targets.every(({ place }) => place.relative === '' || place.stat?.type === 'directory');
  return selection.decidedByName && inFolders && [...folders].every((folder) => selection.excludes(folder).globs.every(isPlainExclude));
}

/** Why a path is hidden: a setting, or an ignore file. */
export async function hiddenBy(run: Pick<Run, 'folder' | 'selection' | 'ignored'>, relative: string, isDirectory: boolean): Promise<Hidden | undefined> {
  const excluded = run.selection.excludedBy(run.folder, relative, isDirectory);
  if (excluded !== undefined) return { by: excluded.by, path: nodePath.join(run.folder.path, excluded.relative) };
  return run.ignored.hides(nodePath.join(run.folder.path, relative), isDirectory);
}

async function runsOf(ports: PlanPorts, folder: Folder, targets: readonly Target[], rules: Rules, selection: Selection): Promise<Pick<Plan, 'runs' | 'bare'>> {
  const top = await topOfOpened(ports.files, folder.path);
  const ignored = new IgnoreRules(ports.files, top, rules);
  const kindOf = async ({ named, place: { relative, stat } }: Target): Promise<Kind> => {
    if (!named || relative === '' || (await hiddenBy({ folder, selection, ignored }, relative, stat?.type === 'directory')) === undefined) return 'ruled';
    return relative.split('/').includes('.git') ? 'git' : 'all';
  };
  const kindsOfTargets = await Promise.all(targets.map(kindOf));

  const runs: Run[] = [];
  const bare: Run[] = [];
  const inner = innerFolders(ports.places, folder);
  for (const kind of ['ruled', 'all', 'git'] as const) {
    const own = targets.filter((_, index) => kindsOfTargets[index] === kind);
    const all = outermost(rootsOf(folder, own, selection, kind === 'ruled'));
    const roots = kind === 'ruled' ? await reachable(ports, folder, all, own, selection, ignored) : all;
    const whole = roots[0] === '' && top.path === folder.path;
    const parents = whole ? 'none' : (await top.strayAbove()) ? 'checked' : 'native';
    const ignoredBeyondRipgrep = parents === 'checked' ? ignored : new IgnoreRules(ports.files, top, { git: false, sii: rules.sii });
    const run = { folder, ruled: kind === 'ruled', inGit: kind === 'git', rules, selection, ignored, ignoredBeyondRipgrep, parents, isRepository: top.isRepository, inner } as const;
    const groups = grouping(folder, inner, own, selection, kind);
    for (const part of inParts(roots)) runs.push({ ...run, roots: part, ...groups });
    if (all.length > 0) bare.push({ ...run, roots: all, ruled: false, inGit: true, selection: { ...selection, names: undefined }, ...grouping(folder, inner, own, selection, 'git') });
  }
  return { runs, bare };
}

function grouping(folder: Folder, inner: readonly string[], targets: readonly Target[], selection: Selection, kind: Kind): Pick<Run, 'groupsOf' | 'groupOf'> {
  const tests = targets.map(({ place, globs }) => ({ at: place.relative, globs: globs?.map(includeTest) }));
  const groupsOf = (relative: string): readonly number[] => {
    if (inner.some((directory) => isWithin(relative, directory))) return [];
    if (kind === 'ruled' && selection.excludedBy(folder, relative, false) !== undefined) return [];
    for (const { at, globs } of tests) {
      if (!isWithin(relative, at) || globs?.some((test) => test(relative)) === false) continue;
      const below = at === '' ? relative : relative.slice(at.length + 1);
      if (kind === 'all' && below.split('/').includes('.git')) continue;
      const groups = selection.groupsOf(folder, relative, below);
      if (groups.length > 0) return groups;
    }
    return [];
  };
  return { groupsOf, groupOf: (relative) => groupsOf(relative)[0] };
}

/** Where to look: the targets, or what their globs cannot leave. */
function rootsOf(folder: Folder, targets: readonly Target[], selection: Selection, ruled: boolean): readonly string[] {
  return targets.flatMap(({ place, globs }) => {
    if (place.relative !== '' || !ruled) return [place.relative];
    return globs === undefined ? selection.bases(folder) : globs.map(baseOf);
  });
}

async function reachable(ports: PlanPorts, folder: Folder, roots: readonly string[], targets: readonly Target[], selection: Selection, ignored: IgnoreRules): Promise<readonly string[]> {
  const kept = await Promise.all(
    roots.map(async (root) => targets.some(({ place }) => place.relative === root) || (await isPlain(ports, folder, root, selection, ignored))),
  );
  return roots.filter((_, index) => kept[index]);
}

/** Whether a walk from the folder would come to this path: it exists, no link leads there, nothing hides it. */
async function isPlain(ports: PlanPorts, folder: Folder, base: string, selection: Selection, ignored: IgnoreRules): Promise<boolean> {
  const path = nodePath.join(folder.path, base);
  const stat = await ports.files.stat(path).catch(() => undefined);
  if (stat === undefined) return false;
  const real = await Promise.all([ports.files.realPath(folder.path), ports.files.realPath(path)]).catch(() => undefined);
  if (real === undefined || nodePath.join(real[0], base) !== real[1]) return false;
  return (await hiddenBy({ folder, selection, ignored }, base, stat.type === 'directory')) === undefined;
}

/** So many characters of paths fit on a command line everywhere. */
const longestRoots = 16_000;

function inParts(roots: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let room = 0;
  for (const root of roots) {
    room -= root.length + 3;
    const last = parts.at(-1);
    if (last !== undefined && room >= 0) {
      last.push(root);
    } else {
      parts.push([root]);
      room = longestRoots;
    }
  }
  return parts;
}

function outermost(roots: readonly string[]): readonly string[] {
  const sorted = [...new Set(roots)].sort(comparePaths);
  return sorted.filter((root) => !sorted.some((other) => other !== root && isWithin(root, other)));
}
