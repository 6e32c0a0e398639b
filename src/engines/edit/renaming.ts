/**
 * Whether a rename is of the name that was asked for. Providers adjust the place that they are asked about: at the
 * keyword `export` they rename the declaration, and a rename at the definition of an alias is one of another name.
 */
import type { ProvidedEdit } from '../../core/edits';
import { pathRules } from '../../core/path-rules';
import type { Places } from '../../core/place';
import type { Position } from '../../core/ports';

/** A place where a name stands. */
export interface Spot {
  /** Absolute and native. */
  readonly path: string;
  readonly at: Position;
}

/** Whether an edit changes the name of this length that stands at `spot`. */
export async function changesName(places: Places, edit: ProvidedEdit, { path, at }: Spot, length: number): Promise<boolean> {
  const wanted = await realKey(places, path);
  for (const file of edit.files) {
    // A provider may touch only what differs between the two names, or write more than the name.
    const there = file.changes.some(({ range: { start, end } }) => isUpTo(start, { ...at, column: at.column + length }) && isUpTo(at, end));
    if (there && (await realKey(places, file.path)) === wanted) return true;
  }
  return false;
}

/** Servers answer with the real path of a file that was opened through a link. */
async function realKey(places: Places, path: string): Promise<string> {
  const place = await places.existing(path).catch(() => undefined);
  return pathRules(process.platform).key(place?.real ?? path);
}

function isUpTo(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column <= b.column);
}
