/** From an id to the chunk that it names now. Nothing is remembered between calls, so ids outlive the window. */
import { closest } from 'fastest-levenshtein';
import { Failure } from '../../core/errors';
import type { Place, Places } from '../../core/place';
import { baseOf, partsOfId, separator, type IdParts } from './labels';
import type { Chunk, Chunks, FoundChunk } from './types';

/** The id of a chunk, as printed and taken. */
export function idOf({ display }: Pick<Place, 'display'>, chunk: Chunk): string {
  return `${display}${separator}${chunk.label}`;
}

export interface Ids {
  /** @throws Failure `UnknownId`, `StaleId`, and those of reading the file */
  find(id: string, read: Chunks['of'], signal: AbortSignal): Promise<FoundChunk>;
  /** @throws Failure `UnknownId`, `StaleId`, `InvalidSelection` for an id of another file */
  findIn(id: string, file: NamedChunks): Promise<Chunk>;
}

/** The chunks of a file, and how it is printed. */
interface NamedChunks {
  readonly display: string;
  readonly chunks: readonly Chunk[];
}

export function createIds(places: Pick<Places, 'all' | 'existing'>): Ids {
  return {
    find: async (id, read, signal) => {
      const ways = waysOf(id);
      let stale: Failure | undefined;
      for (const { path, label } of ways) {
        const place = await placeOf(places, path);
        if (place === undefined) continue;
        const file = await read(place, signal);
        const chunk = file.chunks.find((each) => each.label === label);
        if (chunk !== undefined) return { file, chunk };
        stale ??= noChunk({ display: place.display, chunks: file.chunks }, label);
      }
      throw stale ?? noFile(ways[0].path);
    },
    findIn: async (id, file) => {
      let stale: Failure | undefined;
      for (const { path, label } of waysOf(id)) {
        if ((await placeOf(places, path))?.display !== file.display) continue;
        const chunk = file.chunks.find((each) => each.label === label);
        if (chunk !== undefined) return chunk;
        stale ??= noChunk(file, label);
      }
      throw stale ?? otherFile(id, file.display);
    },
  };
}

function waysOf(id: string): readonly [IdParts, ...IdParts[]] {
  const [first, ...more] = partsOfId(id);
  if (first === undefined) throw unknown(id);
  return [first, ...more];
}

/** Undefined when there is nothing; of a path without its folder's name that several folders have, an error. */
async function placeOf(places: Pick<Places, 'all' | 'existing'>, path: string): Promise<Place | undefined> {
  const [place, other] = await places.all(path);
  return other === undefined ? place : places.existing(path);
}

/** Chunks that a stale id may have meant, at most this many. */
const mostNamed = 5;

function noChunk({ display, chunks }: NamedChunks, label: string): Failure {
  const likely = likelyMeant(chunks, label);
  const now = likely.map((chunk) => `id=${idOf({ display }, chunk)} lines=${chunk.firstLine}-${chunk.lastLine}`).join(', ');
  return new Failure('StaleId', {
    what: `${display} has no chunk "${label}" now`,
    context: chunks.length === 0 ? 'The file is empty' : `${likely[0] !== undefined && baseOf(likely[0].label) === baseOf(label) ? 'There is now' : 'Nearest'}: ${now}`,
    next: 'use one of these, or list its chunks with find_matching_chunks_in_file.',
  });
}

/** Those of the same name (it got a namesake, was cut in parts, changed its content), else those of a similar one. */
function likelyMeant(chunks: readonly Chunk[], label: string): readonly Chunk[] {
  const base = baseOf(label);
  const same = chunks.filter((chunk) => baseOf(chunk.label) === base);
  if (same.length > 0) return same.slice(0, mostNamed);
  const own = base.slice(base.lastIndexOf('.') + 1);
  const moved = chunks.filter((chunk) => baseOf(chunk.label).split('.').at(-1) === own);
  if (moved.length > 0) return moved.slice(0, mostNamed);
  const near = chunks.length === 0 ? undefined : closest(label, chunks.map((chunk) => chunk.label));
  return chunks.filter((chunk) => chunk.label === near);
}

function noFile(path: string): Failure {
  return new Failure('StaleId', {
    what: `There is no file ${path} now: it was deleted, renamed, or the id is not one that was given out`,
    next: 'find the chunk again with find_files_by_chunk_content.',
  });
}

function otherFile(id: string, display: string): Failure {
  return new Failure('InvalidSelection', { what: `The chunk "${id}" is not one of ${display}`, next: 'leave file out: the id names its file.' });
}

function unknown(id: string): Failure {
  return new Failure('UnknownId', {
    what: `"${id.slice(0, 200)}" is not the id of a chunk`,
    context: `An id is a path and a name, such as src/a.ts${separator}Server.start`,
    next: 'list the chunks of a file with find_matching_chunks_in_file and copy an id from there.',
  });
}
