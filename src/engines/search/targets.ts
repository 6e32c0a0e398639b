/** From the paths that a caller sent to the places that are searched. */
import { distance } from 'fastest-levenshtein';
import nodePath from 'node:path';
import { Failure } from '../../core/errors';
import { pathRules } from '../../core/path-rules';
import type { Place, Places } from '../../core/place';
import type { Folder, Ports } from '../../core/ports';
import { baseOf, isGlob, tidyGlob } from './globs';
import type { Target } from './index';

export interface Targets {
  readonly targets: readonly Target[];
  /** What entries with a `!` in front take away from them, as include globs. */
  readonly without: readonly string[];
  /** Paths that are missing or refused, as clauses for the closing line. */
  readonly notes: readonly string[];
}

type TargetPorts = Pick<Ports, 'files'> & { readonly places: Places };

/**
 * The targets of a list of paths: files and folders as they exist, anything else with wildcards as globs, `!x` takes
 * away. Nothing but such entries, an empty list or none means all workspace folders.
 * @throws Failure `PathNotFound` or `PathNotAllowed` when nothing is left to search: a search never becomes wider.
 */
export async function resolveTargets(ports: TargetPorts, paths: readonly string[] | undefined): Promise<Targets> {
  const all = paths ?? [];
  const isTaking = await Promise.all(all.map(async (text) => !text.startsWith('!') || text === '!' || (await ports.places.all(text)).length > 0));
  const wanted = all.filter((_, index) => isTaking[index]);
  const without = all.filter((_, index) => isTaking[index] !== true);
  if (wanted.length === 0) return { targets: wholeFolders(ports.places), without, notes: [] };
  const found = await Promise.all(wanted.map((text) => targetsOf(ports, text).catch(refusal)));
  const targets = found.flatMap((each) => (each instanceof Failure ? [] : each));
  const failures = found.filter((each) => each instanceof Failure);
  const [first] = failures;
  if (targets.length === 0 && first !== undefined) {
    if (failures.length === 1) throw first;
    throw new Failure(first.failure, {
      what: `None of the ${failures.length} paths can be searched`,
      context: someOf(failures).join('; '),
      next: first.parts.next,
    });
  }
  return { targets, without, notes: someOf(failures).map((what) => `not searched: ${lowerFirst(what)}`) };
}

/** What failed, path by path; of many paths the first ones and how many more. */
function someOf(failures: readonly Failure[]): readonly string[] {
  const named = failures.length <= mostNamed ? failures : failures.slice(0, mostNamed - 1);
  const rest = failures.length - named.length;
  return [...named.map((failure) => failure.parts.what), ...(rest === 0 ? [] : [`${rest} more paths that are missing or refused`])];
}

const mostNamed = 10;

/** A path that is missing or outside does not keep the others from being searched. */
function refusal(error: unknown): Failure {
  if (error instanceof Failure && (error.failure === 'PathNotFound' || error.failure === 'PathNotAllowed')) return error;
  throw error;
}

/** Every workspace folder, as a search without paths takes them. */
export function wholeFolders(places: Places): readonly Target[] {
  return places.folders().map((folder) => ({ place: placeOf(places, folder), named: false }));
}

/** How a path below a folder is printed. */
export function displayOf(places: Places, folder: Folder, relative: string): string {
  if (relative === '') return places.display(folder.path);
  return places.folders().length < 2 ? relative : `${folder.name}/${relative}`;
}

/**
 * A glob's folders: those that it may select files in, each with the glob as it reads below that folder. In a window
 * of several folders a folder's name may stand in front, or behind a leading `**`.
 */
export function globByFolder(places: Places, text: string): readonly { readonly folder: Folder; readonly glob: string }[] {
  const folders = places.folders();
  const rules = pathRules(process.platform);
  const native = rules.fromText(text);
  if (native !== undefined) {
    const base = nodePath.dirname(nodePath.join(native.replace(/[*?[{].*$/, ''), 'x'));
    const owner = folders.filter((folder) => rules.relative(folder.path, base) !== undefined).sort((a, b) => b.path.length - a.path.length)[0];
    if (owner === undefined) return [];
    return [{ folder: owner, glob: tidyGlob(native.slice(owner.path.length)) }];
  }
  const glob = tidyGlob(text);
  if (folders.length < 2) return folders.map((folder) => ({ folder, glob }));
  const [head = '', ...rest] = glob.split('/');
  const named = folders.find((folder) => folder.name === head);
  if (named !== undefined) return [{ folder: named, glob: rest.length === 0 ? '**' : anchored(rest.join('/')) }];
  return folders.flatMap((folder) => {
    const inFront = head === '**' && rest[0] === folder.name;
    return [
      { folder, glob },
      ...(inFront ? [{ folder, glob: rest.length === 1 ? '**' : anchored(rest.slice(1).join('/')) }] : []),
    ];
  });
}

async function targetsOf(ports: TargetPorts, text: string): Promise<readonly Target[]> {
  const { places } = ports;
  const existing = (await places.all(text)).map((place) => {
    // What a definition pointed to outside the folders may be read, not searched.
    if (places.of(place.path) === undefined) throw outside(text, places);
    // A pipe would be read for ever.
    if (place.stat?.type === 'other') throw special(text);
    return { place, named: true };
  });
  if (existing.length > 0) return existing;
  if (!isGlob(text)) throw await missing(ports, text);
  const globs = globByFolder(places, text);
  if (globs.length === 0 || globs.some(({ glob }) => baseOf(glob).split('/').includes('..'))) throw outside(text, places);
  return globs.map(({ folder, glob }) => ({ place: placeOf(places, folder), named: false, globs: [glob] }));
}

/** A slash in front keeps a glob without another one at the folder's top. */
function anchored(glob: string): string {
  return glob.includes('/') ? glob : `/${glob}`;
}

function placeOf(places: Places, folder: Folder): Place {
  const place = places.of(folder.path);
  return place ?? { folder, path: folder.path, relative: '', display: folder.name, real: folder.path, stat: undefined };
}

function outside(text: string, places: Places): Failure {
  return new Failure('PathNotAllowed', {
    what: `"${text}" lies outside the workspace`,
    context: `Workspace folders: ${places.folders().map((folder) => `${folder.name} (${folder.path})`).join(', ')}`,
    next: 'name a path inside one of these folders.',
  });
}

function special(text: string): Failure {
  return new Failure('PathNotAllowed', { what: `"${text}" is neither a file nor a folder`, next: 'name a regular file or a folder.' });
}

async function missing(ports: TargetPorts, text: string): Promise<Failure> {
  const near = await nearNames(ports, text);
  return new Failure('PathNotFound', {
    what: `There is no "${text}" in the workspace${near.length === 0 ? '' : `; near it: ${near.join(', ')}`}`,
    next: 'list_all_files_in_project shows what there is.',
  });
}

/** What lies beside the first component that does not exist, nearest spelling first. */
async function nearNames({ files, places }: TargetPorts, text: string): Promise<readonly string[]> {
  const target = await places.target(text).catch(() => undefined);
  if (target === undefined) return [];
  let wanted = target.path;
  while (wanted !== target.folder.path && (await files.stat(nodePath.dirname(wanted)).catch(() => undefined)) === undefined) {
    wanted = nodePath.dirname(wanted);
  }
  const directory = nodePath.dirname(wanted);
  const name = nodePath.basename(wanted);
  const entries = await files.list(directory).catch(() => []);
  return entries
    .map((entry) => ({ entry, far: distance(entry.name.toLowerCase(), name.toLowerCase()) }))
    .filter(({ entry, far }) => far <= Math.max(2, name.length / 2) || entry.name.startsWith(`${name}.`))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ entry }) => places.display(nodePath.join(directory, entry.name)));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
