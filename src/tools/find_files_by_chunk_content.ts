import { counted, type Answer, type Item } from '../core/answer';
import { Failure, throwIfCancelled } from '../core/errors';
import { integer, z } from '../core/fields';
import { inOrder } from '../core/parallel';
import type { Place } from '../core/place';
import type { Call } from '../core/tool';
import { necessaryLiterals } from '../engines/chunk';
import type { FileList, FoundFile, Scope } from '../engines/search';
import { matchingChunks, spoken } from './chunk_filter';
import { defineTool } from './define';
import { anyOfFilter, projectName, projectOf } from './project';
import { leftOutNotes } from './search-answer';
import type { Services } from './services';

const filesPerPage = 100;

/** Files that are read and divided at a time: enough to keep every child process of the parser busy. */
const atOnce = 8;

const input = z.object({
  project_name: projectName,
  chunk_contents_filter: anyOfFilter('files with a chunk whose name or content holds'),
  offset: integer('Files to skip. Default: 0.', { min: 0 }).optional(),
});

export const findFilesByChunkContent = defineTool({
  name: 'find_files_by_chunk_content',
  title: 'Find Files by Chunk Content',
  description:
    'Step 1 of browsing by chunks: which files of a project have a chunk (function, method, class, section, key) whose ' +
    'name or content holds any of the strings, each with its number of matching chunks. Qualified names such as ' +
    'Server.start count too. Sees unsaved text. Next: find_matching_chunks_in_file. For lines or regexes use file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ chunk_contents_filter: ['my_func'] }, { project_name: 'server', chunk_contents_filter: ['Server.start', 'class Server'], offset: 100 }],
  details: [
    'Nothing is indexed beforehand. A text search chooses the files that can match; these are divided in parallel, in path order, and the work stops with the page. So a rare string costs about as much as a text search, whatever the size of the tree; a common one as much as parsing the files of the page and of those before it. Files whose text did not change are not parsed again.',
    'A filter of only short or very general strings (such as "a", "file" or "body", which are also parts of names that chunks get) cannot be searched for first, so every file up to the end of the page is divided.',
    'A file that cannot be divided (binary, over 10 MB, not readable) is listed with the reason.',
  ],
  doing: ({ chunk_contents_filter }) => `Finding files with chunks that hold ${spoken(chunk_contents_filter) || 'anything'}`,
  run: find,
});

async function find(services: Services, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const project = projectOf(services, args.project_name);
  const scope: Scope = { targets: [{ place: await services.places.existing(project.path), named: false }] };
  const filter = args.chunk_contents_filter;
  const { files, leftOut } = await candidates(services, scope, filter, call.signal);
  const offset = args.offset ?? 0;
  const { items, ended } = await matching(services, files, filter, offset + filesPerPage + 1, call.signal);
  const notes = [...leftOutNotes(leftOut), ...(ended === 'time' ? [`incomplete: stopped after ${services.settings.searchTimeoutMs() / 1000} s, later files were not looked at${items.length > offset ? `; go on with offset=${items.length}` : ''}`] : [])];
  if (items.length === 0) return nothing(services, scope, project.name, filter, { notes, ended }, call.signal);
  return {
    kind: 'listing',
    noun: ['file', 'files'],
    total: items.length,
    exact: ended === 'all' && leftOut.incomplete === undefined,
    offset,
    limit: filesPerPage,
    take: (size) => items.slice(offset, offset + size),
    more: (size) => offset + size < items.length,
    notes,
  };
}

function candidates(services: Services, scope: Scope, filter: readonly string[] | undefined, signal: AbortSignal): Promise<FileList> {
  const literals = necessaryLiterals(filter);
  return literals === undefined ? services.search.files(scope, signal) : services.search.filesWith(scope, [literals], signal);
}

interface Found {
  readonly items: readonly Item[];
  /** Whether every file was looked at, or the page was full, or the time was over. */
  readonly ended: 'all' | 'page' | 'time';
}

async function matching(services: Services, files: readonly FoundFile[], filter: readonly string[] | undefined, wanted: number, signal: AbortSignal): Promise<Found> {
  const limit = services.settings.searchTimeoutMs();
  const deadline = services.clock.now() + limit;
  // One large file may take longer than all the time there is, so the end of it stops the work on a file too.
  const over = AbortSignal.timeout(limit);
  const either = AbortSignal.any([signal, over]);
  const items: Item[] = [];
  let left = files.length;
  try {
    for await (const item of inOrder(files, atOnce, (file) => itemOf(services, file, filter, either))) {
      throwIfCancelled(signal);
      if (item !== undefined) items.push(item);
      left -= 1;
      if (left > 0 && items.length >= wanted) return { items, ended: 'page' };
      if (left > 0 && services.clock.now() > deadline) return { items, ended: 'time' };
    }
  } catch (error) {
    throwIfCancelled(signal);
    if (!over.aborted) throw error;
    return { items, ended: 'time' };
  }
  return { items, ended: 'all' };
}

/** Undefined for a file without a matching chunk, or one that was deleted since it was listed. */
async function itemOf(services: Services, found: FoundFile, filter: readonly string[] | undefined, signal: AbortSignal): Promise<Item | undefined> {
  const ref = { path: found.display, unsaved: found.unsaved };
  try {
    const place: Place = await services.places.existing(found.path);
    const file = await services.chunks.of(place, signal);
    const chunks = matchingChunks(filter, file);
    if (chunks.length === 0) return undefined;
    const remarks = file.remarks.map((remark) => `; ${remark}`).join('');
    return { kind: 'item', file: { ...ref, unsaved: file.unsaved }, label: `(${chunks.length} of ${counted(file.chunks.length, ['chunk', 'chunks'])}${remarks})` };
  } catch (error) {
    if (!(error instanceof Failure) || error.failure === 'Cancelled') throw error;
    if (error.failure === 'PathNotFound') return undefined;
    return { kind: 'item', file: ref, label: `(not divided: ${error.parts.what})` };
  }
}

async function nothing(
  services: Services,
  scope: Scope,
  project: string,
  filter: readonly string[] | undefined,
  { notes, ended }: { readonly notes: readonly string[]; readonly ended: Found['ended'] },
  signal: AbortSignal,
): Promise<Answer> {
  if (ended === 'time') return { kind: 'nothing', why: 'cannotTell', text: `No file of ${project} was found to match before the time was over`, notes };
  const { files } = await services.search.files(scope, signal);
  if (files.length === 0) return { kind: 'nothing', why: 'noFiles', text: `${project} holds no file`, notes: [...notes, 'ignored files are not looked at'] };
  const text = filter === undefined || filter.length === 0 || filter.includes('') ? `The files of ${project} are empty` : `No chunk in ${project} holds ${spoken(filter)} in its name or content`;
  return { kind: 'nothing', why: 'notFound', text, notes: [...notes, 'ignored files were not looked at'] };
}
