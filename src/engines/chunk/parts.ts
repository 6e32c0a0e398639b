/** From regions to pieces that are small enough to be sent whole. */
import { splitsPair } from '../../core/budget';
import type { Region } from './regions';
import type { TextLines } from './text-lines';
import type { Chunk } from './types';

/** UTF-16 units of the largest chunk. */
export const largestChunk = 10_000;

export type Piece = Omit<Chunk, 'label'> & Pick<Region, 'unnamed'>;

/** The region in one piece, or in parts `…_part1`, `…_part2`: cut at line ends, inside a line only if it alone is too long. */
export function piecesOf(lines: TextLines, region: Region): readonly Piece[] {
  const stretches = stretchesOf(lines, region);
  return stretches.map((stretch, index) => ({
    ...stretch,
    name: stretches.length === 1 ? region.name : `${region.name}_part${index + 1}`,
    category: region.category,
    unnamed: region.unnamed,
    filledEnd: filledEnd(lines, stretch),
  }));
}

type Stretch = Pick<Chunk, 'start' | 'end' | 'firstLine' | 'lastLine' | 'columns'>;

function stretchesOf(lines: TextLines, { first, last }: Region): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let line = first; line <= last; ) {
    const start = lines.start(line);
    let end = line;
    while (end < last && lines.start(end + 2) - start <= largestChunk) end += 1;
    if (lines.start(line + 1) - start > largestChunk) stretches.push(...cut(lines, line));
    else stretches.push({ start, end: lines.start(end + 1), firstLine: line, lastLine: end, columns: undefined });
    line = end + 1;
  }
  return stretches;
}

/** A line that is too long, in pieces; neither a surrogate pair nor a line end of two characters is taken apart. */
function cut({ text, start: startOf }: TextLines, line: number): readonly Stretch[] {
  const pieces: Stretch[] = [];
  const lineStart = startOf(line);
  const lineEnd = startOf(line + 1);
  for (let start = lineStart; start < lineEnd; ) {
    let end = Math.min(start + largestChunk, lineEnd);
    if (end < lineEnd && (splitsPair(text, end) || text.startsWith('\r\n', end - 1))) end -= 1;
    pieces.push({ start, end, firstLine: line, lastLine: line, columns: { first: start - lineStart + 1, last: end - lineStart } });
    start = end;
  }
  return pieces;
}

function filledEnd(lines: TextLines, { start, end, firstLine, lastLine }: Stretch): number {
  let line = lastLine;
  while (line > firstLine && lines.areBlank(line, line)) line -= 1;
  return line === lastLine ? end : Math.max(start, lines.start(line + 1));
}
