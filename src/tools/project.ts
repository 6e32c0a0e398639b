/** A project is a workspace folder. What the browsing tools share: naming one, and their any-of filter. */
import { Failure } from '../core/errors';
import type { Place } from '../core/place';
import type { Folder } from '../core/ports';
import { text, texts } from '../core/fields';
import type { Services } from './services';

/** The arguments, described once. */
export const projectName = text('Name of the workspace folder; not needed when there is one.').optional();

export function anyOfFilter(what: string) {
  return texts(`Keeps ${what} any of these strings (literal, case-sensitive). Left out or empty: all.`).optional();
}

/** @throws Failure `WorkspaceNotSet`, or `InvalidArguments` naming the folders there are. */
export function projectOf(services: Services, name: string | undefined): Folder {
  const folders = services.places.folders();
  const [only] = folders;
  if (name === undefined && folders.length === 1 && only !== undefined) return only;
  const found = folders.find((folder) => folder.name === name);
  if (found !== undefined) return found;
  const names = folders.map((folder) => folder.name).join(', ');
  throw new Failure('InvalidArguments', {
    what: name === undefined ? `project_name is needed: this window has ${folders.length} folders` : `There is no project "${name}"`,
    context: `Projects (workspace folders): ${names}`,
    next: 'call again with one of these names.',
  });
}

/** Any of the strings in any of the texts, each text on its own. Without a string, or with an empty one, everything. */
export function matchesAnyOf(filter: readonly string[] | undefined, ...texts: readonly string[]): boolean {
  if (filter === undefined || filter.length === 0 || filter.includes('')) return true;
  return filter.some((wanted) => texts.some((text) => text.includes(wanted)));
}

/**
 * The file that a path below a project names. A printed path, an absolute one and a URI are taken too.
 * @throws Failure `WorkspaceNotSet`, `InvalidArguments`, `PathNotAllowed`, `PathNotFound`, `AmbiguousSelection`
 */
export async function fileOfProject(services: Services, name: string | undefined, path: string): Promise<Place> {
  const { places } = services;
  const several = places.folders().length > 1;
  // A printed path names its folder itself.
  if (!several || name === undefined) {
    projectOf(services, several ? places.folders()[0]?.name : name);
    return places.existing(path);
  }
  const project = projectOf(services, name);
  const below = await places.all(`${project.name}/${path}`);
  const asPrinted = await places.all(path);
  const found = new Map([...below, ...asPrinted.filter((place) => place.folder.name === project.name)].map((place) => [place.path, place]));
  const [place, other] = found.values();
  if (place !== undefined && other === undefined) return place;
  if (place !== undefined) {
    throw new Failure('AmbiguousSelection', {
      what: `"${path}" names two files of ${project.name}: ${[...found.values()].map((each) => each.display).join(', ')}`,
      next: 'call again with one of these paths.',
    });
  }
  const [elsewhere] = asPrinted;
  if (elsewhere === undefined) return places.existing(`${project.name}/${path}`);
  throw new Failure('PathNotFound', {
    what: `There is no "${path}" in the project ${project.name}`,
    context: `There is one in ${elsewhere.folder.name}`,
    next: `call again with project_name "${elsewhere.folder.name}".`,
  });
}
