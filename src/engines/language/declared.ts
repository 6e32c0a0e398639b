/**
 * Declarations by name. Found by text search and syntax trees rather than by the workspace symbols of a server: these
 * are empty until a file of the language was opened, and partial while it loads.
 */
import type { WorkspaceSymbol } from '../../core/ports';
import type { FoundFile } from '../search';
import type { Parts } from './parts';
import { mapSome } from './parts';
import { familyOf } from './projects';
import { race } from './race';
import { comparePositions, pathOrder } from './ranges';
import type { Declaration } from './types';
import { partsOf } from './words';

export interface Declared {
  readonly declarations: readonly Declaration[];
  readonly notes: readonly string[];
}

/** Files looked through for one name. */
const mostFiles = 2_000;

/** Milliseconds that a server may take for workspace symbols. */
const providerLimit = 5_000;

/** Every declaration in the workspace that a name or name path names, test files last. */
export async function declaredInWorkspace(parts: Parts, namePath: string, signal: AbortSignal): Promise<Declared> {
  const { files } = await parts.search.filesWith({ targets: [] }, partsOf(namePath).map((part) => [part]), signal);
  const { declarations, notes } = await collect(parts, files, (all) => fitting(all, namePath), signal);
  if (declarations.length > 0) return { declarations: preferred(declarations), notes };
  return { declarations: await fromProviders(parts, namePath, (symbol) => symbol.name === partsOf(namePath).at(-1), signal), notes };
}

/** Every declaration in the workspace whose name holds a text, without regard to case. */
export async function declaredContaining(parts: Parts, text: string, signal: AbortSignal): Promise<Declared> {
  const lower = text.toLowerCase();
  const pattern = { text, literal: true, ignoreCase: true };
  const { files } = await parts.search.find({ targets: [], pattern, context: 0, output: 'files' }, signal);
  const found = await collect(parts, files.map((each) => each.file), (all) => all.filter((each) => each.name.toLowerCase().includes(lower)), signal);
  if (found.declarations.length > 0) return found;
  return { ...found, declarations: await fromProviders(parts, text, (symbol) => symbol.name.toLowerCase().includes(lower), signal) };
}

/** The declarations of one outline that a name or name path names: the whole name first, else the end of the path. */
export function fitting(declarations: readonly Declaration[], namePath: string): readonly Declaration[] {
  const whole = declarations.filter((each) => each.name === namePath);
  if (whole.length > 0) return preferred(whole);
  const wanted = partsOf(namePath);
  return preferred(
    declarations.filter(({ namePath: path }) => {
      const own = path.split('/').flatMap(partsOf);
      return wanted.length <= own.length && wanted.every((part, index) => own[own.length - wanted.length + index] === part);
    }),
  );
}

/** The one symbol that several declarations are: overloads and merged declarations of one file; undefined otherwise. */
export function oneSymbol(found: readonly Declaration[]): Declaration | undefined {
  const [first] = found;
  if (first === undefined || found.length === 1) return first;
  const same = found.every((each) => each.path === first.path && each.namePath === first.namePath && each.callable && first.callable);
  if (!same || !familyOf(languageByName(first.path)).overloads) return undefined;
  return found.find((each) => each.body) ?? first;
}

async function collect(
  parts: Parts,
  files: readonly FoundFile[],
  choose: (all: readonly Declaration[]) => readonly Declaration[],
  signal: AbortSignal,
): Promise<Declared> {
  const found = await mapSome(files.slice(0, mostFiles), 8, async ({ path }) => {
    try {
      return choose(await (await parts.views.of(path)).declarations(signal));
    } catch (error) {
      if (signal.aborted) throw error;
      return []; // binary or unreadable: it declares nothing
    }
  });
  const notes = files.length > mostFiles ? [`only the first ${mostFiles} of ${files.length} files with this name were looked through`] : [];
  return { declarations: ordered(parts, found.flat()), notes };
}

async function fromProviders(parts: Parts, query: string, wanted: (symbol: WorkspaceSymbol) => boolean, signal: AbortSignal): Promise<readonly Declaration[]> {
  const outcome = await race(() => parts.providers.workspaceSymbols(query), { limit: providerLimit, wait: parts.wait, signal });
  if (outcome.kind !== 'value') return [];
  const inside = outcome.value.filter((symbol) => wanted(symbol) && symbol.location.onDisk && parts.places.of(symbol.location.path) !== undefined);
  return ordered(
    parts,
    inside.map(({ name, kind, container, location }) => ({
      path: location.path,
      file: { path: parts.places.display(location.path), unsaved: false },
      name,
      namePath: container === '' ? name : `${container}/${name}`,
      kind,
      at: location.range.start,
      whole: location.range,
      callable: kind === 'function' || kind === 'method',
      data: false,
      body: true,
    })),
  );
}

/** Keys of data files and headings only where nothing else has the name. */
function preferred(found: readonly Declaration[]): readonly Declaration[] {
  const code = found.filter((each) => !each.data);
  return code.length > 0 ? code : found;
}

function ordered(parts: Parts, found: readonly Declaration[]): readonly Declaration[] {
  const byPath = pathOrder(parts.places);
  return [...found].sort((a, b) => byPath(a.path, b.path) || comparePositions(a.at, b.at));
}

/** Which languages merge declarations is asked of files only, whose names tell. */
function languageByName(path: string): string {
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'typescript';
  return /\.pyi?$/.test(path) ? 'python' : '';
}
