/** Where a symbol is defined, with the lines that show it. */
import type { DefinitionKind, Location, Position, Range } from '../../core/ports';
import { refuseComment } from './nothing';
import type { Parts } from './parts';
import { mapSome } from './parts';
import { previewOf } from './preview';
import { comparePositions, distinct, fingerprintOf, holds } from './ranges';
import type { Settled } from './question';
import { settle } from './settle';
import type { Answered, Definition, Target } from './types';

/** @throws Failure `ProviderFailed`, `ProviderTimeout`, `NotASymbol`, `Cancelled` */
export async function findDefinition(parts: Parts, target: Target, kind: DefinitionKind, signal: AbortSignal): Promise<Answered<readonly Definition[]>> {
  const settled = await locate(parts, target, kind, signal);
  if (settled.empty) refuseComment(target);
  return { value: await show(parts, settled.value ?? [], signal), status: settled.status };
}

/** The places alone. */
export async function locate(parts: Parts, target: Target, kind: DefinitionKind, signal: AbortSignal): Promise<Settled<readonly Location[]>> {
  const { document, at } = target;
  const project = await parts.projectOf(target);
  const isImport = await importsOf(parts, target, signal);
  return settle(
    parts,
    {
      feature: kind,
      document,
      project,
      wants: 'one',
      ask: async () => distinct(await parts.providers.definition(kind, document.path, at)),
      look: (found) => ({
        empty: found.length === 0,
        // A server that has not read the other files yet stops at the import.
        provisional: kind === 'definition' && found.length > 0 && found.every((each) => each.path === document.path && isImport(each.range.start)),
        files: new Set(found.map((each) => each.path)).size,
        across: found.some((each) => each.path !== document.path),
        fingerprint: fingerprintOf(found),
      }),
    },
    signal,
  );
}

/** Definitions with their lines; what lies outside the workspace may be read from now on. */
export async function show(parts: Parts, locations: readonly Location[], signal: AbortSignal): Promise<readonly Definition[]> {
  return mapSome(locations, 4, async (location) => {
    const bare: Definition = { location, file: { path: location.path, unsaved: false }, lines: [], more: 0 };
    if (!location.onDisk) return bare;
    if (parts.places.of(location.path) === undefined) parts.places.allowOutside(location.path);
    try {
      const view = await parts.views.of(location.path);
      const declarations = await view.declarations(signal);
      const start = location.range.start;
      const declaration =
        declarations.find((each) => comparePositions(each.at, start) === 0) ??
        (await view.members(signal)).find((each) => comparePositions(each.at, start) === 0) ??
        // Some servers point to the keyword in front; what lies behind the name is something else inside.
        declarations.findLast((each) => each.at.line === start.line && comparePositions(start, each.at) < 0 && holds(each.whole, start));
      const whole = declaration?.whole ?? location.whole ?? location.range;
      return { ...bare, file: view.file, kind: declaration?.kind, namePath: declaration?.namePath, ...previewOf(view.lines, whole, start.line) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { ...bare, file: { path: parts.places.display(location.path), unsaved: false } };
    }
  });
}

/** Tells positions in the import statements of the asked file. */
async function importsOf(parts: Parts, { place, document }: Target, signal: AbortSignal): Promise<(at: Position) => boolean> {
  const view = await parts.views.at(place);
  const imports: readonly Range[] = await view.imports(signal).catch(() => []);
  if (imports.length > 0) return (at) => imports.some((range) => holds(range, at));
  const like = /^\s*(import\b|from\b.*\bimport\b|#\s*include|use\s|using\s|require)|\brequire\(/;
  return (at) => document.language !== 'markdown' && like.test(view.lines[at.line - 1] ?? '');
}
