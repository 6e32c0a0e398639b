/** Declarations of a file or of the workspace, by name path. */
import { contains, declaredContaining, declaredInWorkspace, fitting } from './declared';
import { gapOf } from './gaps';
import type { Parts } from './parts';
import type { Declaration, FindQuery, FoundSymbols } from './types';

/** @throws Failure what `Places` and reading throw, `Cancelled` */
export async function findSymbols(parts: Parts, { query, kind, file }: FindQuery, signal: AbortSignal): Promise<FoundSymbols> {
  const ofKind = (all: readonly Declaration[]): readonly Declaration[] => (kind === undefined ? all : all.filter((each) => sameKind(each.kind, kind)));
  if (file !== undefined) {
    const view = await parts.views.at(await parts.places.existing(file));
    // What outlines leave out is listed to who asks for it by name or kind.
    const all = query === undefined && kind === undefined ? await view.declarations(signal) : await view.members(signal);
    const listing = await view.listing(signal);
    const chosen = (match: FoundSymbols['match'], symbols: readonly Declaration[]): FoundSymbols => ({ symbols, match, ...gapOf(listing, symbols.length === 0) });
    if (query === undefined) return chosen('exact', ofKind(all));
    const exact = ofKind(fitting(all, query));
    if (exact.length > 0) return chosen('exact', exact);
    const provided = ofKind(fitting(await view.provided(signal), query));
    return provided.length > 0 ? chosen('exact', provided) : chosen('contains', ofKind(all.filter((each) => contains(each, query))));
  }
  const name = query ?? '';
  const found = await declaredInWorkspace(parts, name, 'all', signal);
  const exact = ofKind(found.declarations);
  if (exact.length > 0) return { ...found, symbols: exact, match: 'exact' };
  const near = await declaredContaining(parts, name, signal);
  return { ...near, symbols: ofKind(near.declarations), match: 'contains' };
}

/** `field` and `property`, `constant` and `variable` are one to most callers; servers and grammars tell them apart. */
function sameKind(own: string, wanted: string): boolean {
  return own === wanted || groups.some((group) => group.includes(own) && group.includes(wanted));
}

const groups: readonly (readonly string[])[] = [
  ['field', 'property', 'attribute'],
  ['constant', 'variable', 'const', 'var', 'let', 'static'],
  ['module', 'namespace', 'package'],
  ['type', 'type parameter', 'type alias', 'typedef', 'alias'],
  ['class', 'struct', 'object', 'record'],
  ['interface', 'trait', 'protocol'],
  ['enum member', 'enum constant', 'variant'],
  ['function', 'func', 'fn'],
];
