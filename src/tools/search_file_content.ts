import { counted, type Answer, type Entry, type Hit } from '../core/answer';
import { cutLine } from '../core/budget';
import { Failure } from '../core/errors';
import { flag, integer, text, texts, z } from '../core/fields';
import type { Call } from '../core/tool';
import type { SearchResult } from '../engines/search';
import { resolveTargets } from '../engines/search/targets';
import { defineTool } from './define';
import { cutNotes, hitsFrom, leftOutNotes, nothingFound, sum, unselectedNotes, type Wording } from './search-answer';
import type { Services } from './services';

const input = z.object({
  pattern: text('Regular expression, case-sensitive ((?i) in front ignores case).'),
  path: text('Folder or file, searched even if ignored. Default: the workspace.').optional(),
  include: texts('Globs such as *.ts or src/**; !x takes files away. Each has its own page.').optional(),
  limit: integer('Lines of each include glob. Default: 20.', { min: 1 }).optional(),
  totalLimit: integer('Lines of all globs together. Default: 100, at most 1000.', { min: 1, max: 1_000 }).optional(),
  offset: integer('Lines of each glob to skip. Default: 0.', { min: 0 }).optional(),
  file_filtering_options: z
    .object({
      respect_git_ignore: flag('Skip what .gitignore and the like hide. Default: true.').optional(),
      respect_sii_ignore: flag('Skip what .siiignore hides. Default: true.').optional(),
      use_default_excludes: flag('Skip node_modules, dist, build, coverage, .git and the like. Default: true.').optional(),
    })
    .describe('Which rules hide files.')
    .optional(),
});

type Args = z.output<typeof input>;

export const searchFileContent = defineTool({
  name: 'search_file_content',
  title: 'Search File Content',
  description:
    'Searches file contents by regular expression; answers matching lines with path and line number, page by page for ' +
    'each include glob, so that no glob crowds out another. Sees unsaved text; skips ignored files and large folders ' +
    'such as node_modules unless told otherwise. For context lines, literal text or exact counts use file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { pattern: 'function\\s+\\w+' },
    { pattern: 'import.*from', include: ['*.ts', '*.tsx'] },
    { pattern: 'error', path: 'src', file_filtering_options: { use_default_excludes: false } },
  ],
  details: [
    'A match is a line. A file belongs to the first glob that selects it, so no line counts twice. A page holds of every glob its lines from `offset` up to `offset + L`, L = min(`limit`, ⌊`totalLimit` / number of globs⌋).',
    'Include globs are read relative to the workspace folder, and also relative to `path`. They filter after the ignore rules and cannot bring an ignored file back; default excludes win over them.',
    'Without default excludes `search.exclude` does not hide those folders either; `.git` is then still searched only when `path` names it.',
    'Asked for structured data it answers the seed\'s shape: `llmContent`, `returnDisplay`, `summary`, `matches`, `metadata`.',
  ],
  doing: ({ pattern }) => `Searching for ${JSON.stringify(pattern)}`,
  run: search,
});

async function search(services: Services, args: Args, call: Call): Promise<Answer> {
  const { targets, without, notes } = await resolveTargets(services, args.path === undefined ? undefined : [args.path]);
  const globs = (args.include ?? []).map((glob) => glob.trim()).filter((glob) => glob !== '' && !glob.startsWith('!'));
  const offset = args.offset ?? 0;
  const limit = pageSize(args, Math.max(1, globs.length));
  const options = args.file_filtering_options ?? {};
  const rules = {
    git: options.respect_git_ignore ?? true,
    sii: options.respect_sii_ignore ?? true,
    defaultExcludes: options.use_default_excludes === false ? 'show' : 'hide',
  } as const;
  const result = await services.search.find(
    {
      targets,
      include: [...(args.include ?? []), ...without],
      rules,
      pattern: { text: args.pattern, literal: false, ignoreCase: false },
      context: 0,
      enough: offset + limit + 1,
    },
    call.signal,
  );
  const patterns = globs.length === 0 ? ['**/*'] : globs;
  const wording: Wording = {
    pattern: JSON.stringify(args.pattern),
    where: args.path ?? 'the workspace',
    chosenBy: (group) => (globs.length === 0 ? undefined : `include ${JSON.stringify(patterns[group])}`),
    lift,
    notSearched: notSearched(rules.git || rules.sii, rules.defaultExcludes === 'hide'),
  };
  const page = new Page(result, offset, await hitsByGroup(result, offset, limit));
  const describe = { args, page, patterns, searchedPath: args.path === undefined ? services.places.folders().map((folder) => folder.path).join(', ') : (targets[0]?.place.display ?? args.path) };
  if (result.files.length === 0) {
    const nothing = nothingFound(result, wording, notes);
    return { ...nothing, structured: (_, llmContent) => structured(describe, 0, llmContent) };
  }
  return {
    kind: 'listing',
    noun: ['match', 'matches'],
    total: page.total,
    exact: result.exact,
    files: result.exact ? result.files.length : undefined,
    offset,
    limit,
    take: (size) => page.take(size),
    more: (size) => page.more(size),
    notes: [...notes, ...leftOutNotes(result.leftOut), ...unselectedNotes(result, wording), ...cutNotes(page.take(limit))],
    structured: (shown, llmContent) => structured(describe, shown, llmContent),
  };
}

function pageSize({ limit = 20, totalLimit = 100 }: Args, globs: number): number {
  const size = Math.min(limit, Math.floor(totalLimit / globs));
  if (size > 0) return size;
  throw new Failure('InvalidArguments', {
    what: `totalLimit ${totalLimit} leaves no line for each of the ${globs} globs in include`,
    next: `give a totalLimit of at least ${globs}, or fewer include globs.`,
  });
}

function notSearched(ignored: boolean, defaultExcludes: boolean): string | undefined {
  const left = [...(ignored ? ['ignored files'] : []), ...(defaultExcludes ? ['the default excludes'] : [])];
  return left.length === 0 ? undefined : `${left.join(' and ')} were not searched`;
}

function lift(hiddenBy: string): string {
  if (hiddenBy === 'the default excludes') return '; file_filtering_options {"use_default_excludes": false} searches it';
  if (hiddenBy === '.siiignore') return '; file_filtering_options {"respect_sii_ignore": false} searches it';
  if (/^\.(git|rg)?ignore$|^\.git\/info\/exclude$/.test(hiddenBy)) return '; file_filtering_options {"respect_git_ignore": false} searches it';
  return '; name it in path to search it';
}

function hitsByGroup({ files, totals }: SearchResult, offset: number, limit: number): Promise<readonly (readonly Hit[])[]> {
  return Promise.all(totals.map((_, group) => hitsFrom(files.filter((file) => file.group === group), offset, limit)));
}

/** Of every include glob its lines from the offset on, merged in order. */
class Page {
  readonly exact: boolean;
  readonly total: number;
  readonly offset: number;
  readonly #hits: readonly { readonly hit: Hit; readonly order: number; readonly rank: number }[];
  readonly #longest: number;

  constructor(result: SearchResult, offset: number, hits: readonly (readonly Hit[])[]) {
    this.exact = result.exact;
    this.offset = offset;
    this.total = sum(result.totals);
    this.#longest = Math.max(...result.totals);
    const order = new Map(result.files.map(({ file }, index) => [file.display, index]));
    this.#hits = hits
      .flatMap((own) => own.map((hit, rank) => ({ hit, rank, order: order.get(hit.file.path) ?? 0 })))
      .sort((a, b) => a.order - b.order || a.hit.line.number - b.hit.line.number);
  }

  /** The page when it holds `size` lines of every glob. */
  take(size: number): readonly Hit[] {
    return this.#hits.filter(({ rank }) => rank < size).map(({ hit }) => hit);
  }

  more(size: number): boolean {
    return this.offset + size < this.#longest;
  }
}

interface Described {
  readonly args: Args;
  readonly page: Page;
  readonly patterns: readonly string[];
  readonly searchedPath: string;
}

/** The shape that the seed's callers expect. */
function structured({ args, page, patterns, searchedPath }: Described, shown: number, llmContent: string) {
  const hits = page.take(shown);
  const total = `${page.exact ? '' : 'at least '}${counted(page.total, ['match', 'matches'])}`;
  const summary = `Found ${total} for ${JSON.stringify(args.pattern)} in ${searchedPath}; ${hits.length} returned`;
  const matches = hits.map(({ file, line }) => ({ filePath: file.path, lineNumber: line.number, line: cutLine(line.text, line.hit) }));
  return {
    llmContent,
    returnDisplay: display(summary, hits),
    summary,
    matches,
    metadata: {
      totalMatches: page.total,
      returnedMatches: matches.length,
      hasMore: page.more(shown),
      currentOffset: page.offset,
      patternsSearched: patterns,
      searchSummary: summary,
      isEstimate: !page.exact,
      searchedPath,
    },
  };
}

/** Markdown for a person: the summary, and the lines under their files. */
function display(summary: string, hits: readonly Entry[]): string {
  const lines: string[] = [`**${summary}**`];
  let path: string | undefined;
  for (const hit of hits) {
    if (hit.kind !== 'hit') continue;
    if (hit.file.path !== path) lines.push('', `\`${hit.file.path}\`${hit.file.unsaved ? ' (unsaved)' : ''}`, '');
    path = hit.file.path;
    lines.push(`- ${hit.line.number}: \`\` ${cutLine(hit.line.text, hit.line.hit)} \`\``);
  }
  return lines.join('\n');
}
