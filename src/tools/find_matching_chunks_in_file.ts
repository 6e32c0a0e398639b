import { pageOf, type Answer, type Item } from '../core/answer';
import { integer, text, z } from '../core/fields';
import type { Call } from '../core/tool';
import { idOf, type Chunk, type ChunkedFile } from '../engines/chunk';
import { matchingChunks, spoken } from './chunk_filter';
import { defineTool } from './define';
import { anyOfFilter, fileOfProject, projectName } from './project';
import type { Services } from './services';

/** The token budget usually cuts a page earlier. */
const mostChunks = 500;

const input = z.object({
  project_name: projectName,
  rel_path: text('File, relative to the project.'),
  filter_: anyOfFilter('chunks whose name or content holds'),
  offset: integer('Chunks to skip. Default: 0.', { min: 0 }).optional(),
});

export const findMatchingChunksInFile = defineTool({
  name: 'find_matching_chunks_in_file',
  title: 'Find Matching Chunks in File',
  description:
    'Step 2 of browsing by chunks: lists the chunks (functions, classes and members, imports, Markdown sections, ' +
    'top-level keys) of one file whose name or content holds a string, with id, category, size and lines. ' +
    '["def my_func"] finds a definition, ["my_func"] every mention; without filter_ it is a table of contents. ' +
    'Large chunks come in parts (x_part1, x_part2). Next: chunk_details. For the matching lines use file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { project_name: 'server', rel_path: 'src/app.py', filter_: ['def my_func', 'class App'] },
    { rel_path: 'README.md' },
  ],
  details: [
    'The chunks of a file follow each other and are together the file: every line lies in exactly one.',
    'A declaration is one chunk with its doc comment and decorators. A class is its header, its members, and what lies between them, named `X (body)`. Nested functions and overload signatures stay in the chunk around them, and so do constants, fields and types that take only one line. A language without a grammar is one `whole_file`.',
    'Categories: callable, class, imports, module_level, markdown section, whole_file, other.',
    'An id is the path and the qualified name, with a short hash of the content only for chunks without a name of their own or with a namesake. It lasts over restarts and over changes elsewhere in the file.',
    'The filter is tested on name and content separately. A line end in it matches whatever line end the file has.',
  ],
  doing: ({ rel_path }) => `Listing the chunks of ${rel_path}`,
  run: list,
});

async function list(services: Services, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const place = await fileOfProject(services, args.project_name, args.rel_path);
  const file = await services.chunks.of(place, call.signal);
  const found = matchingChunks(args.filter_, file);
  const head = `(${found.length} of ${file.chunks.length} chunks)`;
  const notes = file.remarks.map((remark) => `${place.display}: ${remark}`);
  if (found.length === 0) {
    const why = file.chunks.length === 0 ? `${name(file)} is empty` : `No chunk of ${name(file)} holds ${spoken(args.filter_)} in its name or content`;
    return { kind: 'nothing', why: 'notFound', text: `${head}\n${why}`, notes };
  }
  return {
    kind: 'listing',
    noun: ['chunk', 'chunks'],
    total: found.length,
    exact: true,
    head,
    ...pageOf(found.map((chunk) => item(file, chunk)), { offset: args.offset ?? 0, limit: mostChunks }),
    notes: file.unsaved ? [`chunks of the editor's text: ${name(file)}`, ...notes] : notes,
  };
}

function item({ place }: ChunkedFile, chunk: Chunk): Item {
  const facts = `category=${chunk.category} chars=${chunk.end - chunk.start} lines=${chunk.firstLine}-${chunk.lastLine}`;
  return { kind: 'item', label: `id=${idOf(place, chunk)} (${facts})`, uncut: true };
}

function name({ place, unsaved }: ChunkedFile): string {
  return unsaved ? `${place.display} (unsaved)` : place.display;
}
