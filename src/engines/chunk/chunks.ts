/** The pure part: a text and its outline give its chunks. */
import type { Outline } from '../ast/index';
import { labelled } from './labels';
import { piecesOf } from './parts';
import { regionsOf, type Layout } from './regions';
import { textLines } from './text-lines';
import type { Chunk } from './types';

/**
 * The chunks of a text: they follow each other and are together the text. An empty text has none.
 * @param outline undefined where there is no grammar: the file is then one chunk, or its parts
 */
export function chunksOf(text: string, outline: Outline | undefined, layout: Layout): readonly Chunk[] {
  const lines = textLines(text);
  const regions =
    outline !== undefined
      ? regionsOf(lines, outline, layout)
      : lines.count === 0
        ? []
        : [{ name: 'whole_file', category: 'whole_file' as const, first: 1, last: lines.count, unnamed: false }];
  return labelled(text, regions.flatMap((region) => piecesOf(lines, region)));
}
