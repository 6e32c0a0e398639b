/** The filter of the chunk tools: any of the strings, in a chunk's name or in its content, never across the two. */
import type { Chunk, ChunkedFile } from '../engines/chunk';
import { matchesAnyOf } from './project';

/** A line end in a filter stands for the file's: callers send `\n` whatever the file has. */
export function matchingChunks(filter: readonly string[] | undefined, { text, chunks }: Pick<ChunkedFile, 'text' | 'chunks'>): readonly Chunk[] {
  const spansLines = filter?.some((wanted) => /[\r\n]/.test(wanted)) === true;
  const wanted = spansLines ? filter?.map(withPlainLineEnds) : filter;
  return chunks.filter((chunk) => {
    const content = text.slice(chunk.start, chunk.end);
    return matchesAnyOf(wanted, chunk.name, spansLines ? withPlainLineEnds(content) : content);
  });
}

/** `"a" or "b"`, for the text of an answer without a match. */
export function spoken(filter: readonly string[] | undefined): string {
  return (filter ?? []).map((wanted) => JSON.stringify(wanted.length > 100 ? `${wanted.slice(0, 100)}…` : wanted)).join(' or ');
}

function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
