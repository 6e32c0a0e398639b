/**
 * Labels: what names a chunk within its file. A label is the chunk's name where that is enough, so that it lasts while
 * the text around and inside changes. What has no name of its own, or shares one, gets a short hash of its content.
 */
import { createHash } from 'node:crypto';
import type { Piece } from './parts';
import type { Chunk } from './types';

/** Stands between path and label in an id. */
export const separator = '::';

/** UTF-16 units of a longer name are replaced by a hash, so that an id stays on one line. */
const longestName = 100;

/** The pieces with labels that are all different; true duplicates get an ordinal. */
export function labelled(text: string, pieces: readonly Piece[]): readonly Chunk[] {
  const names = pieces.map((piece) => plain(piece.name));
  const often = new Map<string, number>();
  for (const name of names) often.set(name, (often.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  // The ordinal to try next, so that a file of thousands of equal chunks is not counted through for each.
  const ordinals = new Map<string, number>();
  return pieces.map(({ unnamed, ...piece }, index) => {
    const name = names[index] ?? '';
    const hashed = unnamed || often.get(name) !== 1;
    const base = hashed ? `${name}~${hashOf(text.slice(piece.start, piece.end))}` : name;
    let label = base;
    let ordinal = ordinals.get(base) ?? 2;
    for (; taken.has(label); ordinal += 1) label = `${base}-${ordinal}`;
    ordinals.set(base, ordinal);
    taken.add(label);
    return { ...piece, label };
  });
}

/** A label without its hash and its part number: what it was called before it shared its name or grew. */
export function baseOf(label: string): string {
  return label.replace(/~[0-9a-f]{6}(?:-\d+)?$/, '').replace(/_part\d+$/, '');
}

export interface IdParts {
  readonly path: string;
  readonly label: string;
}

/** Where an id can be taken apart, the likeliest way first: names hold the separator more often than paths do. */
export function partsOfId(id: string): readonly IdParts[] {
  const parts: IdParts[] = [];
  for (let at = id.indexOf(separator, 1); at > 0; at = id.indexOf(separator, at + 1)) {
    const label = id.slice(at + separator.length);
    if (label !== '') parts.push({ path: id.slice(0, at), label });
  }
  return parts;
}

/** A name without what JSON would have to escape, and of a length that leaves an id readable. */
function plain(name: string): string {
  const text = name.replace(/\p{Cs}/gu, '\ufffd').replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('"', "'").replaceAll('\\', '/');
  if (text.length <= longestName) return text;
  const suffix = /_part\d+$/.exec(text)?.[0] ?? '';
  return `${text.slice(0, longestName - 20).replace(/[\ud800-\udbff]$/, '')}…${hashOf(name)}${suffix}`;
}

/** Of the content, whatever its line ends and the blank lines around it. */
function hashOf(content: string): string {
  return createHash('sha256').update(content.replace(/\r\n?/g, '\n').trim(), 'utf8').digest('hex').slice(0, 6);
}
