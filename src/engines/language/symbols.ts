/** Declarations of a file or of the workspace, by name path. */
import { declaredContaining, declaredInWorkspace, fitting } from './declared';
import type { Parts } from './parts';
import type { Declaration, FindQuery, FoundSymbols } from './types';

/** @throws Failure what `Places` and reading throw, `Cancelled` */
export async function findSymbols(parts: Parts, { query, kind, file }: FindQuery, signal: AbortSignal): Promise<FoundSymbols> {
  const ofKind = (all: readonly Declaration[]): readonly Declaration[] => (kind === undefined ? all : all.filter((each) => sameKind(each.kind, kind)));
  if (file !== undefined) {
    const view = await parts.views.at(await parts.places.existing(file));
    const all = await view.declarations(signal);
    const notes = all.length === 0 ? ['no grammar and no provider lists declarations of this file'] : [];
    if (query === undefined) return { symbols: ofKind(all), match: 'exact', exact: true, notes };
    const exact = ofKind(fitting(all, query));
    if (exact.length > 0) return { symbols: exact, match: 'exact', exact: true, notes };
    return { symbols: ofKind(all.filter((each) => contains(each, query))), match: 'contains', exact: true, notes };
  }
  const name = query ?? '';
  const found = await declaredInWorkspace(parts, name, signal);
  const exact = ofKind(found.declarations);
  if (exact.length > 0) return { symbols: exact, match: 'exact', exact: found.notes.length === 0, notes: found.notes };
  const near = await declaredContaining(parts, name, signal);
  return { symbols: ofKind(near.declarations), match: 'contains', exact: near.notes.length === 0, notes: near.notes };
}

function contains({ name, namePath }: Declaration, query: string): boolean {
  return name.toLowerCase().includes(query.toLowerCase()) || namePath.toLowerCase().includes(query.toLowerCase().replaceAll('.', '/'));
}

/** `field` and `property`, `constant` and `variable` are one to most callers; servers and grammars tell them apart. */
function sameKind(own: string, wanted: string): boolean {
  return own === wanted || groups.some((group) => group.includes(own) && group.includes(wanted));
}

const groups: readonly (readonly string[])[] = [
  ['field', 'property', 'member', 'attribute'],
  ['constant', 'variable', 'const', 'var', 'let', 'static'],
  ['module', 'namespace', 'package'],
  ['type', 'type parameter', 'type alias', 'typedef', 'alias'],
  ['class', 'struct', 'object', 'record'],
  ['interface', 'trait', 'protocol'],
  ['enum member', 'enum constant', 'variant'],
  ['function', 'func', 'fn'],
];
