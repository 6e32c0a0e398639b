/** Small questions about positions and ranges, and the order of places in answers. */
import type { Places } from '../../core/place';
import type { Location, Position, Range } from '../../core/ports';
import type { Declaration } from './types';

export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}

export function holds({ start, end }: Range, at: Position): boolean {
  return comparePositions(start, at) <= 0 && comparePositions(at, end) < 0;
}

/** The order of files in answers: test files last; folders in workspace order; then path component by component. */
export function pathOrder(places: Places): (a: string, b: string) => number {
  const folders = places.folders();
  const keys = new Map<string, PathKey>();
  const keyOf = (path: string): PathKey => {
    const known = keys.get(path);
    if (known !== undefined) return known;
    const place = places.of(path);
    const relative = place?.relative ?? path;
    const folder = place === undefined ? folders.length : folders.findIndex(({ path }) => path === place.folder.path);
    const key = { test: isTestFile(relative), folder, components: relative.split('/') };
    keys.set(path, key);
    return key;
  };
  return (a, b) => {
    if (a === b) return 0;
    const [one, other] = [keyOf(a), keyOf(b)];
    return Number(one.test) - Number(other.test) || one.folder - other.folder || compareComponents(one.components, other.components);
  };
}

/** Whether a file holds tests, by the habits of the common languages. With `/`. */
export function isTestFile(path: string): boolean {
  const lower = path.toLowerCase();
  if (/(^|\/)(tests?|__tests__|specs?|testdata|e2e|__mocks__)\//.test(lower)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /[._-](test|tests|spec|specs)\.[^.]+$|^test_[^/]*\.py$|^conftest\.py$/.test(name.toLowerCase()) || /Tests?\.(java|kt|cs|swift|php)$/.test(name);
}

/** The innermost declaration around a position; not the one whose name stands there. */
export function enclosing(declarations: readonly Declaration[], at: Position): Declaration | undefined {
  let found: Declaration | undefined;
  for (const each of declarations) {
    // Outer ones come before inner ones.
    if (holds(each.whole, at) && comparePositions(each.at, at) !== 0) found = each;
  }
  return found;
}

export function isType({ kind }: Declaration): boolean {
  return kind !== 'enum member' && /class|interface|struct|enum|trait|type|record|protocol/.test(kind);
}

export function samePlace(a: Location, b: Location): boolean {
  return a.path === b.path && comparePositions(a.range.start, b.range.start) === 0;
}

/** Each place once: servers that are asked twice for one file answer twice. */
export function distinct(locations: readonly Location[]): readonly Location[] {
  const seen = new Set<string>();
  return locations.filter(({ path, range }) => {
    const key = `${path}\n${range.start.line}:${range.start.column}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Equal for equal lists of places, whatever their order. */
export function fingerprintOf(locations: readonly Location[]): string {
  return locations
    .map(({ path, range }) => `${path}:${range.start.line}:${range.start.column}`)
    .sort()
    .join('\n');
}

interface PathKey {
  readonly test: boolean;
  readonly folder: number;
  readonly components: readonly string[];
}

/** As `rg --sort path` has them. */
function compareComponents(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [one = '', other = ''] = [left[index], right[index]];
    if (one !== other) return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
