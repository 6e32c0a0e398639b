/**
 * Paths. The one place that knows how callers name files, which files are within reach, and how paths are printed.
 * What is printed here is accepted here.
 */
import { Failure } from './errors';
import { pathRules, type PathRules } from './path-rules';
import type { Folder, Ports, Stat } from './ports';

/** A file or folder within reach. */
export interface Place {
  readonly folder: Folder;
  /** Absolute and native, in the spelling of the folder's own path. */
  readonly path: string;
  /** Below the folder, with `/`; `''` for the folder itself. */
  readonly relative: string;
  /** As printed: `relative`, behind the folder's name in a window of several folders. */
  readonly display: string;
  /** Without links; of the nearest existing ancestor, plus the rest, when there is nothing yet. */
  readonly real: string;
  /**
   * Undefined when there is nothing. A file that is gone from disk, but of which the editor holds unsaved text, is
   * there: the user sees it, and its text exists nowhere else.
   */
  readonly stat: Stat | undefined;
}

export interface Places {
  /**
   * The place that a caller's text names. In a window of several folders a relative path names the first folder's file
   * only if no other folder has one too.
   * @throws Failure `PathNotAllowed`, `PathNotFound`, `AmbiguousSelection`, `WorkspaceNotSet`
   */
  existing(text: string): Promise<Place>;
  /** Every place that the text names: one, or one for each folder that has such a file. Empty when there is none. */
  all(text: string): Promise<readonly Place[]>;
  /** As `existing`, but there may be nothing there yet. */
  target(text: string): Promise<Place>;
  /** The place of an absolute native path below a folder; undefined for one outside all folders. */
  of(path: string): Place | undefined;
  /** @throws Failure `WorkspaceNotSet` with the reason: no folder, or only virtual ones. */
  folders(): readonly Folder[];
  /** How an absolute path is printed, inside or outside the folders. */
  display(path: string): string;
  /** Opens one file outside the folders for reading: a definition or reference pointed to it. */
  allowOutside(path: string): void;
}

export function createPlaces(ports: Pick<Ports, 'workspace' | 'files' | 'settings' | 'documents'>, rules = pathRules(process.platform)): Places {
  const outside = new Set<string>();
  const folders = (): readonly Folder[] => {
    const onDisk = ports.workspace.folders();
    if (onDisk.length === 0) throw noFolder(ports.workspace.virtualFolders());
    return onDisk;
  };
  const shown = (folder: Folder, relative: string): string => {
    if (ports.workspace.folders().length < 2) return relative === '' ? '.' : relative;
    return relative === '' ? folder.name : `${folder.name}/${relative}`;
  };

  /** Answers name the same few files again and again, and comparing paths by a platform's rules takes its time. */
  let known = { folders: '', places: new Map<string, Place | undefined>() };
  const of = (path: string): Place | undefined => {
    const now = ports.workspace.folders().map((folder) => `${folder.name}\n${folder.path}`).join('\n');
    if (known.folders !== now || known.places.size > mostKnown) known = { folders: now, places: new Map() };
    if (!known.places.has(path)) known.places.set(path, found(path));
    return known.places.get(path);
  };

  const found = (path: string): Place | undefined => {
    const owner = deepest(ports.workspace.folders(), (folder) => rules.relative(folder.path, path) !== undefined);
    if (owner === undefined) return undefined;
    const relative = rules.relative(owner.path, path) ?? '';
    const native = relative === '' ? owner.path : rules.path.join(owner.path, relative);
    return { folder: owner, path: native, relative, display: shown(owner, relative), real: native, stat: undefined };
  };

  /** Looks at the disk, and refuses what really lies outside all folders. */
  const look = async (path: string, text: string): Promise<Place> => {
    const real = await realPathOf(ports, rules, path);
    const within = await Promise.all(
      folders().map(async (folder) => ({ folder, real: await ports.files.realPath(folder.path).catch(() => folder.path) })),
    );
    const owners = within.filter((each) => rules.relative(each.real, real) !== undefined);
    const named = of(path);
    if (owners.length === 0) {
      if (outside.has(rules.key(real)) && ports.settings.readOutside() === 'navigated') return outsidePlace(folders(), path, real, await statOf(ports, path, real));
      throw notAllowed(text, folders());
    }
    const stat = await statOf(ports, path, real);
    if (named !== undefined) return { ...named, real, stat };
    // Named by way of a link, or in another spelling: print it below the folder that really holds it.
    const owner = deepest(owners.map((each) => each.folder), () => true);
    const home = owners.find((each) => each.folder === owner);
    const relative = home === undefined ? '' : (rules.relative(home.real, real) ?? '');
    const place = owner === undefined ? undefined : of(rules.path.join(owner.path, relative));
    if (place === undefined) throw notAllowed(text, folders());
    return { ...place, real, stat };
  };

  /** The absolute paths that a text may mean, in workspace order. */
  const candidates = (text: string): readonly string[] => {
    if (text.includes('\0')) throw holdsNul(text);
    const native = rules.fromText(text);
    if (native !== undefined) return [native];
    const relative = text.replace(/^\.\/+/, '');
    const all = folders();
    if (all.length > 1) {
      const [first = '', ...rest] = relative.split(rules.separators);
      const named = all.find((folder) => folder.name === first);
      if (named !== undefined) return [rules.path.join(named.path, ...rest)];
    }
    return all.map((folder) => rules.path.join(folder.path, relative));
  };

  const all = async (text: string): Promise<readonly Place[]> => {
    const places: Place[] = [];
    let refusal: unknown;
    for (const path of candidates(text)) {
      try {
        const place = await look(path, text);
        if (place.stat !== undefined) places.push(place);
      } catch (error) {
        refusal ??= error;
      }
    }
    if (places.length === 0 && refusal !== undefined) throw refusal;
    return places;
  };

  const existing = async (text: string): Promise<Place> => {
    const places = await all(text);
    const [place] = places;
    if (place === undefined) throw notFound(text, folders());
    if (places.length > 1) throw ambiguous(text, places);
    return place;
  };

  const target = async (text: string): Promise<Place> => {
    const places = await all(text);
    if (places.length > 1) throw ambiguous(text, places);
    if (places[0] !== undefined) return places[0];
    const paths = candidates(text);
    if (paths.length > 1) {
      throw new Failure('AmbiguousSelection', {
        what: `"${text}" names no existing file, and this window has ${paths.length} folders`,
        context: `Folders: ${folders().map((folder) => folder.name).join(', ')}`,
        next: 'put the name of a folder in front of the path.',
      });
    }
    return look(paths[0] ?? text, text);
  };

  return {
    existing,
    all,
    target,
    of,
    folders,
    display: (path) => of(path)?.display ?? path,
    allowOutside: (path) => void outside.add(rules.key(path)),
  };
}

/** Paths whose places are remembered. */
const mostKnown = 5_000;

/** Without links; of the nearest existing ancestor, plus the rest, when there is nothing yet. */
async function realPathOf(ports: Pick<Ports, 'files'>, rules: PathRules, path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = rules.path.dirname(at)) {
    try {
      return rules.path.join(await ports.files.realPath(at), ...missing);
    } catch {
      if (rules.path.dirname(at) === at) return path;
      missing.unshift(rules.path.basename(at));
    }
  }
}

async function statOf({ files, documents }: Pick<Ports, 'files' | 'documents'>, path: string, real: string): Promise<Stat | undefined> {
  const stat = await files.stat(path);
  if (stat !== undefined) return stat;
  const held = [documents.find(path), documents.find(real)].find((document) => document?.unsaved === true);
  return held === undefined ? undefined : { type: 'file', size: Buffer.byteLength(held.text), mtimeMs: Date.now() };
}

function outsidePlace(folders: readonly Folder[], path: string, real: string, stat: Stat | undefined): Place {
  const folder = folders[0] ?? { name: '', path: '' };
  return { folder, path, relative: path, display: path, real, stat };
}

/** Of nested folders the innermost one owns a file, so that no file is listed twice. */
function deepest(folders: readonly Folder[], holds: (folder: Folder) => boolean): Folder | undefined {
  return folders.filter(holds).sort((a, b) => b.path.length - a.path.length)[0];
}

function noFolder(virtual: readonly string[]): Failure {
  if (virtual.length > 0) {
    return new Failure('WorkspaceNotSet', {
      what: `This window's folders are not on disk (${virtual.join(', ')})`,
      context: 'Sightline works on files on disk only',
      next: 'ask the user to open a clone of it as a folder.',
    });
  }
  return new Failure('WorkspaceNotSet', {
    what: 'No folder is open in this window',
    next: 'ask the user to open one (File > Open Folder), then call again.',
  });
}

function holdsNul(text: string): Failure {
  return new Failure('InvalidArguments', { what: `The path ${JSON.stringify(text)} holds a NUL character, which no path has`, next: 'call again without it.' });
}

function notAllowed(text: string, folders: readonly Folder[]): Failure {
  return new Failure('PathNotAllowed', {
    what: `"${text}" lies outside the workspace`,
    context: `Workspace folders: ${folders.map((folder) => `${folder.name} (${folder.path})`).join(', ')}`,
    next: 'name a path inside one of these folders.',
  });
}

function notFound(text: string, folders: readonly Folder[]): Failure {
  return new Failure('PathNotFound', {
    what: `There is no "${text}" in the workspace`,
    context: `Looked in ${folders.map((folder) => `${folder.name} (${folder.path})`).join(', ')}`,
    next: 'list_all_files_in_project shows what there is.',
  });
}

function ambiguous(text: string, places: readonly Place[]): Failure {
  return new Failure('AmbiguousSelection', {
    what: `"${text}" names ${places.length} files: ${places.map((place) => place.display).join(', ')}`,
    next: 'call again with one of these paths.',
  });
}
