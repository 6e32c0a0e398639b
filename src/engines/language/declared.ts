/**
 * Declarations by name. Found by text search and syntax trees rather than by the workspace symbols of a server: these
 * are empty until a file of the language was opened, and partial while it loads.
 */
import type { Position, Range } from '../../core/ports';
import type { FoundFile } from '../search';
import { Gaps } from './gaps';
import type { Parts } from './parts';
import { mapSome } from './parts';
import { familyOf } from './projects';
import { race } from './race';
import { comparePositions, pathOrder } from './ranges';
import type { Declaration } from './types';
import type { View } from './views';
import { columnOf, lastPart, partsOf } from './words';

export interface Declared {
  readonly declarations: readonly Declaration[];
  /** False when some may be missing; the notes say where. */
  readonly exact: boolean;
  readonly notes: readonly string[];
}

/** Files looked through for one name. */
const mostFiles = 2_000;

/** Milliseconds that a server may take for workspace symbols. */
const providerLimit = 5_000;

/**
 * Every declaration in the workspace that a name or name path names, test files last: with fields and members of enums
 * (`all`), or with them only where nothing else has the name (`outlined`).
 */
export async function declaredInWorkspace(parts: Parts, namePath: string, which: 'all' | 'outlined', signal: AbortSignal): Promise<Declared> {
  const { files } = await parts.search.filesWith({ targets: [] }, partsOf(namePath).map((part) => [part]), signal);
  const choose = (all: readonly Declaration[]): readonly Declaration[] => fitting(all, namePath);
  const outlined = which === 'all' ? undefined : await collect(parts, files, 'declarations', choose, signal);
  const found = outlined !== undefined && outlined.declarations.length > 0 ? outlined : await collect(parts, files, 'members', choose, signal);
  if (found.declarations.length > 0) return { ...found, declarations: preferred(found.declarations) };
  return { ...found, declarations: fitting(await fromProviders(parts, lastPart(namePath), (name) => lastPart(name) === lastPart(namePath), signal), namePath) };
}

/** Every declaration in the workspace whose name holds a text, or whose name path does, without regard to case. */
export async function declaredContaining(parts: Parts, text: string, signal: AbortSignal): Promise<Declared> {
  const last = lastPart(text);
  const pattern = { text: last, literal: true, ignoreCase: true };
  const { files } = await parts.search.find({ targets: [], pattern, context: 0, output: 'files' }, signal);
  const choose = (all: readonly Declaration[]): readonly Declaration[] => all.filter((each) => contains(each, text));
  const found = await collect(parts, files.map((each) => each.file), 'members', choose, signal);
  if (found.declarations.length > 0) return found;
  return { ...found, declarations: choose(await fromProviders(parts, last, (name) => name.toLowerCase().includes(last.toLowerCase()), signal)) };
}

export function contains({ name, namePath }: Declaration, text: string): boolean {
  const lower = text.toLowerCase();
  return name.toLowerCase().includes(lower) || namePath.toLowerCase().includes(partsOf(lower).join('/'));
}

/** The declarations of one outline that a name or name path names: the whole name first, else the end of the path. */
export function fitting(declarations: readonly Declaration[], namePath: string): readonly Declaration[] {
  const whole = declarations.filter((each) => each.name === namePath);
  if (whole.length > 0) return preferred(whole);
  const exact = declarations.filter((each) => endsWith(each, namePath, (own, wanted) => own === wanted));
  if (exact.length > 0) return preferred(exact);
  return preferred(declarations.filter((each) => endsWith(each, namePath, (own, wanted) => own.replace(/^#/, '') === wanted)));
}

function endsWith({ namePath: path }: Declaration, namePath: string, same: (own: string, wanted: string) => boolean): boolean {
  const wanted = partsOf(namePath);
  const own = path.split('/').flatMap(partsOf);
  return wanted.length <= own.length && wanted.every((part, index) => same(own[own.length - wanted.length + index] ?? '', part));
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
  from: 'declarations' | 'members',
  choose: (all: readonly Declaration[]) => readonly Declaration[],
  signal: AbortSignal,
): Promise<Declared> {
  const gaps = new Gaps();
  const found = await mapSome(files.slice(0, mostFiles), 8, async ({ path, display }) => {
    try {
      const view = await parts.views.of(path);
      const chosen = choose(await view[from](signal));
      gaps.add(display, await view.listing(signal));
      return chosen;
    } catch (error) {
      if (signal.aborted) throw error;
      return []; // binary or unreadable: it declares nothing
    }
  });
  const declarations = ordered(parts, found.flat());
  const unread = files.length > mostFiles ? [`only the first ${mostFiles} of ${files.length} files with this name were looked through`] : [];
  return { declarations, exact: unread.length === 0 && gaps.exact, notes: [...unread, ...gaps.notes(declarations.length === 0)] };
}

async function fromProviders(parts: Parts, query: string, wanted: (name: string) => boolean, signal: AbortSignal): Promise<readonly Declaration[]> {
  const outcome = await race(() => parts.providers.workspaceSymbols(query), { limit: providerLimit, wait: parts.wait, signal });
  if (outcome.kind !== 'value') return [];
  const inside = outcome.value.filter((symbol) => wanted(symbol.name) && symbol.location.onDisk && parts.places.of(symbol.location.path) !== undefined);
  const found = await mapSome(inside.slice(0, mostFiles), 8, async ({ name, kind, container, location }): Promise<readonly Declaration[]> => {
    const view = await liveView(parts, location.path, signal);
    const at = view === undefined ? undefined : nameIn(view.lines, name, location.range);
    if (view === undefined || at === undefined) return [];
    return [
      {
        path: location.path,
        file: view.file,
        name,
        namePath: container === '' ? name : `${container}/${name}`,
        kind,
        at,
        whole: location.range,
        callable: kind === 'function' || kind === 'method',
        data: false,
        body: true,
      },
    ];
  });
  return ordered(parts, found.flat());
}

/** Undefined for a file that is gone or cannot be read: servers keep what they once knew. */
async function liveView(parts: Parts, path: string, signal: AbortSignal): Promise<View | undefined> {
  try {
    return await parts.views.of(path);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Where a declaration's name stands; undefined where the text no longer has it. Servers add signatures to names. */
function nameIn(lines: readonly string[], name: string, { start, end }: Range): Position | undefined {
  const bare = /^[^\s(<]+/.exec(name)?.[0] ?? name;
  for (let line = start.line; line <= Math.min(end.line, lines.length); line += 1) {
    const column = columnOf(lines[line - 1] ?? '', bare, line === start.line ? start.column : 1);
    if (column !== undefined) return { line, column };
  }
  return undefined;
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
