import { grouped, type Answer } from '../core/answer';
import { text, z } from '../core/fields';
import type { FoundChunk } from '../engines/chunk';
import { defineTool } from './define';

const input = z.object({
  chunk_id: text('An id from find_matching_chunks_in_file.'),
});

export const chunkDetails = defineTool({
  name: 'chunk_details',
  title: 'Read Chunk',
  description:
    'Step 3 of browsing by chunks: the text of one chunk (function, method, section) exactly as in the file now, unsaved ' +
    'text included, no line numbers, never cut; the first line tells file, lines and etag. Reads one function instead ' +
    'of a whole file; edit_apply takes the same id. A stale id says what is there now. For a range of lines use file_read.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ chunk_id: 'src/app.py::App.run' }, { chunk_id: 'README.md::Guide/Install' }],
  details: [
    'A chunk has at most 10,000 characters, so neither line cutting nor the token budget applies.',
    'Ids last over restarts: nothing has to be listed again before an id is used.',
  ],
  doing: ({ chunk_id }) => `Reading the chunk ${chunk_id}`,
  run: async (services, args, call) => details(await services.chunks.byId(args.chunk_id.replace(/^id=/, ''), call.signal)),
});

function details({ file, chunk }: FoundChunk): Answer {
  const { firstLine, lastLine, columns } = chunk;
  const range = columns === undefined ? `lines ${firstLine}-${lastLine}` : `line ${firstLine} columns ${columns.first}-${columns.last}`;
  const facts = [chunk.category, chunk.name, `${chunk.end - chunk.start} chars`, `etag=${file.etag}`, ...file.remarks];
  const name = file.unsaved ? `${file.place.display} (unsaved)` : file.place.display;
  return {
    kind: 'passage',
    head: `${name} ${range} of ${grouped(file.lineCount)} (${facts.join(', ')})`,
    text: file.text.slice(chunk.start, chunk.end),
    verbatim: true,
  };
}
