/**
 * Which files a search takes, apart from ignore files: include globs, file types, the editor's exclude settings, the
 * default excludes. One decision for every back end; what a back end leaves out by itself is only for speed.
 */
import { Failure } from '../../core/errors';
import type { Folder, Ports } from '../../core/ports';
import type { Places } from '../../core/place';
import { typeGlobs } from './file-types';
import { baseOf, excludeTest, includeTest, isGlob, nameTest, tidyGlob, type PathTest } from './globs';
import type { Rules, Scope } from './index';
import { globByFolder } from './targets';

/** Folders of these names are hidden by default from `search_file_content`. */
export const defaultExcludes: readonly string[] = [
  '.git',
  'node_modules',
  'bower_components',
  '.svn',
  '.hg',
  'dist',
  'build',
  'coverage',
];

export interface Selection {
  /** How many include globs there are, at least one. */
  readonly groups: number;
  /** The include globs as the caller wrote them, without those that take away; all files when there is none. */
  readonly globs: readonly string[];
  readonly hasGlobs: boolean;
  /** Globs on file names that every selected file fits, for a back end that can use them; undefined when unknown. */
  readonly names: readonly string[] | undefined;
  /** Files are taken by `names` alone, or all of them. */
  readonly decidedByName: boolean;
  /** For every include glob a folder that it cannot leave; `''` for the workspace folder. Only of relative globs. */
  readonly bases: (folder: Folder) => readonly string[];
  /** The include globs that select a file, by its path below the folder, and below the target it was found in. */
  readonly groupsOf: (folder: Folder, relative: string, belowTarget: string) => readonly number[];
  /** The setting that hides a path, and which file or folder it names. */
  readonly excludedBy: (folder: Folder, relative: string, isDirectory: boolean) => Excluded | undefined;
  /** The exclude globs of a folder as they were given, with what the default excludes add. */
  readonly excludes: (folder: Folder) => { readonly globs: readonly string[]; readonly folders: readonly string[] };
}

export interface Excluded {
  readonly by: string;
  readonly relative: string;
}

type SelectionPorts = Pick<Ports, 'settings' | 'languages'> & { readonly places: Places };

interface Include {
  readonly text: string;
  readonly test: (folder: Folder, relative: string, belowTarget: string) => boolean;
  /** The glob without a slash, fit for a file's name alone. */
  readonly name: string | undefined;
  readonly base: (folder: Folder) => string | undefined;
}

/** @throws Failure `InvalidArguments` for an unknown file type, or a NUL character. */
export async function compileSelection(ports: SelectionPorts, scope: Scope, rules: Rules): Promise<Selection> {
  const texts = (scope.include ?? []).map((text) => text.trim()).filter((text) => text !== '' && text !== '!');
  for (const text of [...texts, ...(scope.types ?? [])]) if (text.includes('\0')) throw holdsNul(text);
  const takes = await Promise.all(texts.filter((text) => !text.startsWith('!')).map((text) => compileInclude(ports.places, text)));
  const drops = await Promise.all(texts.filter((text) => text.startsWith('!')).map((text) => compileInclude(ports.places, text.slice(1))));
  const types = scope.types === undefined || scope.types.length === 0 ? undefined : typeGlobs(scope.types, ports.languages);
  const ofType = types === undefined ? () => true : nameTest(types);
  const excludes = excludesByFolder(ports, rules);
  const names = types ?? namesOf(takes);

  return {
    groups: Math.max(1, takes.length),
    globs: takes.length === 0 ? ['**/*'] : takes.map((include) => include.text),
    hasGlobs: takes.length > 0,
    names,
    decidedByName: drops.length === 0 && (takes.length === 0 ? types === undefined || names !== undefined : types === undefined && names !== undefined),
    bases: (folder) => (takes.length === 0 ? [''] : takes.flatMap((include) => include.base(folder) ?? [])),
    groupsOf: (folder, relative, belowTarget) => {
      if (!ofType(relative) || drops.some((drop) => drop.test(folder, relative, belowTarget))) return [];
      if (takes.length === 0) return [0];
      return takes.flatMap((take, group) => (take.test(folder, relative, belowTarget) ? [group] : []));
    },
    excludedBy: (folder, relative, isDirectory) => excludes(folder).test(relative, isDirectory),
    excludes: (folder) => ({ globs: excludes(folder).globs, folders: rules.defaultExcludes === 'hide' ? defaultExcludes : [] }),
  };
}

function holdsNul(text: string): Failure {
  return new Failure('InvalidArguments', { what: `${JSON.stringify(text)} holds a NUL character, which no file name has`, next: 'call again without it.' });
}

/** Only where all globs are plain enough for every back end to read them alike. */
function namesOf(takes: readonly Include[]): readonly string[] | undefined {
  const names = takes.flatMap((include) => include.name ?? []);
  const plain = names.every((glob) => /^[\w.*?{},-]+$/.test(glob) && !glob.includes('**'));
  return takes.length > 0 && names.length === takes.length && plain ? names : undefined;
}

async function compileInclude(places: Places, text: string): Promise<Include> {
  const tidy = tidyGlob(text);
  const folders = places.folders();
  // What exists is literal. A bare name still means any depth, unless it is that of a workspace folder.
  const isFolderName = folders.length > 1 && folders.some((folder) => folder.name === tidy);
  const existing = tidy.includes('/') || isFolderName || isGlob(text) || text.startsWith('.') ? await places.all(text).catch(() => []) : [];
  if (existing.length > 0 && (tidy.includes('/') || isFolderName || tidy === '.' || tidy === '')) {
    const test = (folder: Folder, relative: string): boolean =>
      existing.some((place) => place.folder.path === folder.path && isWithin(relative, place.relative));
    const base = (folder: Folder): string | undefined => existing.find((place) => place.folder.path === folder.path)?.relative;
    return { text, test, name: undefined, base };
  }
  if (existing.length > 0 && !tidy.includes('/')) {
    return { text, test: (_, relative) => relative.split('/').includes(tidy), name: undefined, base: anywhere };
  }

  const byFolder = new Map<string, { tests: PathTest[]; bases: string[] }>();
  for (const { folder, glob } of globByFolder(places, text)) {
    const known = byFolder.get(folder.path) ?? { tests: [], bases: [] };
    byFolder.set(folder.path, known);
    known.tests.push(includeTest(glob));
    known.bases.push(baseOf(glob));
  }
  const below = /^(\/|[a-z]+:)/i.test(tidy) ? undefined : includeTest(tidy);
  return {
    text,
    test: (folder, relative, belowTarget) =>
      (byFolder.get(folder.path)?.tests ?? []).some((test) => test(relative)) ||
      (below !== undefined && belowTarget !== relative && below(belowTarget)),
    // A bare name without wildcards also stands for what is below a folder of that name.
    name: !tidy.includes('/') && isGlob(tidy) && folders.length < 2 ? tidy : undefined,
    base: (folder) => byFolder.get(folder.path)?.bases.reduce((all, base) => (all === base ? base : '')),
  };
}

function anywhere(): string {
  return '';
}

/** Whether a relative path is a directory's, or lies below it. */
export function isWithin(relative: string, directory: string): boolean {
  return directory === '' || relative === directory || relative.startsWith(`${directory}/`);
}

interface Excludes {
  readonly globs: readonly string[];
  readonly test: (relative: string, isDirectory: boolean) => Excluded | undefined;
}

function excludesByFolder({ settings }: SelectionPorts, rules: Rules): (folder: Folder) => Excludes {
  const known = new Map<string, Excludes>();
  return (folder) => {
    const found = known.get(folder.path);
    if (found !== undefined) return found;
    const { files, search } = settings.excludes(folder);
    const searchKept = rules.defaultExcludes === 'show' ? search.filter((glob) => !namesDefaultExclude(glob)) : search;
    const tests = [
      ...files.map((glob) => ({ by: `files.exclude (${glob})`, test: excludeTest(glob) })),
      ...searchKept.map((glob) => ({ by: `search.exclude (${glob})`, test: excludeTest(glob) })),
    ];
    const excludes: Excludes = {
      globs: [...files, ...searchKept],
      test: (relative, isDirectory) => {
        const components = relative.split('/');
        const directories = isDirectory ? components : components.slice(0, -1);
        const byDefault = rules.defaultExcludes === 'hide' ? directories.findIndex((name) => defaultExcludes.includes(name)) : -1;
        if (byDefault !== -1) return { by: 'the default excludes', relative: directories.slice(0, byDefault + 1).join('/') };
        const git = components.indexOf('.git');
        if (git !== -1) return { by: 'the rule that .git is searched only when it is named', relative: components.slice(0, git + 1).join('/') };
        const found = tests.find(({ test }) => test(relative));
        return found === undefined ? undefined : { by: found.by, relative };
      },
    };
    known.set(folder.path, excludes);
    return excludes;
  };
}

/** A glob that is about a default exclude and nothing else, at any depth. */
function namesDefaultExclude(glob: string): boolean {
  const components = tidyGlob(glob).split('/').filter((component) => component !== '**' && component !== '*');
  return components.length === 1 && components[0] !== '.git' && defaultExcludes.includes(components[0] ?? '');
}
