import type { Answer, Hit, Item } from '../core/answer';
import { pageOf } from '../core/answer';
import { choice, flag, integer, text, texts, z } from '../core/fields';
import type { Call } from '../core/tool';
import type { FindQuery, SearchResult } from '../engines/search';
import { resolveTargets } from '../engines/search/targets';
import { defineTool } from './define';
import { countAnswer, cutNotes, hitsFrom, leftOutNotes, nothingFound, refOf, searchedIn, sum, unselectedNotes, type Wording } from './search-answer';
import type { Services } from './services';

const input = z.object({
  pattern: text('Regular expression (Rust syntax, look-around and backreferences too), or literal text with regex=false.'),
  paths: texts('Files or folders, searched even if ignored, or globs; !x takes away. Default: the workspace.').optional(),
  file_types: texts('ripgrep type names (ts, py), extensions or language ids.').optional(),
  ignore_case: flag('Ignore letter case. Default: false.').optional(),
  regex: flag('Whether pattern is a regular expression. Default: true.').optional(),
  context_lines: integer('Lines around a match. Default: 2, at most 20.', { min: 0, max: 20 }).optional(),
  max_results: integer('Matches (or files) in one answer. Default: 100, at most 1000.', { min: 1, max: 1_000 }).optional(),
  offset: integer('How many to skip. Default: 0.', { min: 0 }).optional(),
  output: choice('Matching lines (default), only files, or exact numbers.', ['content', 'files', 'count']).optional(),
});

type Args = z.output<typeof input>;

export const fileSearch = defineTool({
  name: 'file_search',
  title: 'Search Text',
  description:
    'Searches the text of workspace files: regular expression or literal, by file type, path or glob, with context ' +
    'lines. Better than grep: sees the editor\'s unsaved text, honours ignore rules and the editor\'s excludes, answers ' +
    'in stable order and pages, counts exactly (output=count), and tells "no match" from a failed search. Use it for ' +
    'text and names of unknown spelling. For all uses of a symbol use find_references; for code of a certain shape ' +
    'use ast_query.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { pattern: 'func.*Error', file_types: ['go'] },
    { pattern: 'TODO', ignore_case: true, context_lines: 3 },
    { pattern: 'useState(', regex: false, paths: ['src/**/*.tsx'], output: 'files' },
  ],
  details: [
    'A match is a line; the column is that of the first match on it. Patterns that hold a line end are refused.',
    'Hidden files are searched. Ignore files: `.gitignore` (also outside a repository), `.ignore`, `.rgignore`, `.git/info/exclude`, `.siiignore`; settings: `files.exclude`, `search.exclude`. `.git` is searched only when a path names it.',
    'The setting sightline.search.engine chooses the engine: javascript refuses some patterns, editor ends a file at its first NUL byte.',
    'Symbolic links are followed only when a path names them. Binary files (a NUL byte in the first 64 KB; UTF-32) are left out, and named if they would match; later NUL bytes are text.',
    'UTF-8, UTF-16 with a byte-order mark, and other single-byte text are searched; bytes that are not valid read as U+FFFD.',
    'Ignore files are read as ripgrep reads them: braces such as `*.{log,txt}` are alternatives, which git takes literally. In a file with lone CR line ends those do not begin a line here, so its line numbers differ from the editor\'s.',
    'In a window of several folders a glob whose first part is a folder\'s name means that folder: `src/**` is all of the folder src, `**/src/**` any folder of that name.',
    'A name that exists is literal, even with brackets; other names with wildcards are globs. Without a slash a glob means any depth.',
  ],
  doing: ({ pattern }) => `Searching for ${JSON.stringify(pattern)}`,
  run: search,
});

async function search(services: Services, args: Args, call: Call): Promise<Answer> {
  const { targets, without, notes } = await resolveTargets(services, args.paths);
  const offset = args.offset ?? 0;
  const limit = args.max_results ?? 100;
  const output = args.output ?? 'content';
  const query: FindQuery = {
    targets,
    include: without,
    types: args.file_types,
    pattern: { text: args.pattern, literal: args.regex === false, ignoreCase: args.ignore_case === true },
    context: args.context_lines ?? 2,
    enough: output === 'content' ? offset + limit + 1 : undefined,
    output: output === 'content' ? 'lines' : output,
  };
  const result = await services.search.find(query, call.signal);
  const wording = wordingOf(args);
  if (result.files.length === 0) return nothingFound(result, wording, notes);

  const closing = [...notes, ...leftOutNotes(result.leftOut), ...unselectedNotes(result, wording)];
  if (output === 'count') return countAnswer(result, closing);
  return output === 'files' ? filesAnswer(result, offset, limit, closing) : linesAnswer(result, await hitsFrom(result.files, offset, limit), offset, limit, closing);
}

function linesAnswer(result: SearchResult, page: readonly Hit[], offset: number, limit: number, notes: readonly string[]): Answer {
  const total = sum(result.totals);
  return {
    kind: 'listing',
    noun: ['match', 'matches'],
    total,
    exact: result.exact,
    files: result.exact ? result.files.length : undefined,
    offset,
    limit,
    take: (size) => page.slice(0, size),
    more: (size) => offset + size < total,
    notes: [...notes, ...cutNotes(page)],
  };
}

function filesAnswer(result: SearchResult, offset: number, limit: number, notes: readonly string[]): Answer {
  const entries = result.files.map(({ file }): Item => ({ kind: 'item', file: refOf(file) }));
  return {
    kind: 'listing',
    noun: ['file with matches', 'files with matches'],
    total: entries.length,
    exact: result.exact,
    ...pageOf(entries, { offset, limit }),
    notes,
  };
}

function wordingOf({ pattern, paths, file_types: types }: Args): Wording {
  return {
    pattern: JSON.stringify(pattern),
    where: searchedIn(paths),
    chosenBy: () => (types === undefined || types.length === 0 ? undefined : `file_types ${JSON.stringify(types)}`),
    lift: () => '; name it in paths to search it',
    notSearched: 'ignored files were not searched',
  };
}
