/** Where a selector's text stands: exact to the character, neutral only to how lines end. Nothing else is tolerated. */
import { anyLineEnd, type Source, type Span } from './source';

/** More places than this are not collected; an index cannot reach beyond. */
export const mostPlaces = 100_000;

/** Every place, overlapping ones too (`aa` stands twice in `aaa`), in order. Empty for an empty text. */
export function findText(source: Source, wanted: string): readonly Span[] {
  const flat = wanted.replace(anyLineEnd, '\n');
  if (flat === '') return [];
  const spans: Span[] = [];
  for (let at = source.flat.indexOf(flat); at >= 0; at = source.flat.indexOf(flat, at + 1)) {
    spans.push({ start: source.real(at), end: source.real(at + flat.length) });
    if (spans.length >= mostPlaces) break;
  }
  return spans;
}
