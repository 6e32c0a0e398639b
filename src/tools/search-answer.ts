/** What the two search tools have in common: from matches to entries, and the texts for finding nothing. */
import { counted, type Answer, type FileRef, type Hit, type Nothing } from '../core/answer';
import { longestLine } from '../core/budget';
import type { FileMatches, FoundFile, LeftOut, MatchLine, SearchResult } from '../engines/search';

/** How a tool calls the things that it searched. */
export interface Wording {
  /** `"foo"` as the caller wrote it. */
  readonly pattern: string;
  /** Where: `the workspace`, `src and docs`. */
  readonly where: string;
  /** What chose the files, by include glob: `include "*.ts"`; undefined where the caller chose nothing. */
  readonly chosenBy: (group: number) => string | undefined;
  /** How a caller gets at what a rule hides. */
  readonly lift: (hiddenBy: string) => string;
  /** What the rules kept out, as a clause; said after a search without a match. */
  readonly notSearched: string | undefined;
}

export function hitOf(file: FileMatches, line: MatchLine): Hit {
  const { number, text, hit, before, after } = line;
  return { kind: 'hit', file: refOf(file.file), column: hit.start + 1, line: { number, text, hit }, before, after };
}

export function refOf({ display, unsaved }: FoundFile): FileRef {
  return { path: display, unsaved };
}

/** Matching lines from `offset`, at most `count`; files before are passed over by their number of matches. */
export async function hitsFrom(files: readonly FileMatches[], offset: number, count: number): Promise<readonly Hit[]> {
  const parts: { readonly file: FileMatches; readonly from: number; readonly to: number }[] = [];
  let passed = 0;
  for (const file of files) {
    const from = Math.max(0, offset - passed);
    const to = Math.min(file.count, offset + count - passed);
    if (from < to) parts.push({ file, from, to });
    passed += file.count;
  }
  const hits: Hit[] = [];
  for (let index = 0; index < parts.length; index += readAtOnce) {
    const reading = parts.slice(index, index + readAtOnce).map(async ({ file, from, to }) => (await file.lines({ from, to })).map((line) => hitOf(file, line)));
    hits.push(...(await Promise.all(reading)).flat());
  }
  return hits;
}

/** Files whose lines are read at the same time. */
const readAtOnce = 16;

/** The closing line's clauses about what was not searched. */
export function leftOutNotes({ binary, unreadable, incomplete, remarks }: LeftOut): readonly string[] {
  const folders = unreadable.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  const files = unreadable.filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  return [
    ...(incomplete === undefined ? [] : [`incomplete: ${incomplete}`]),
    ...some(folders, ['folder could not be read', 'folders could not be read']),
    ...some(files, ['file could not be read', 'files could not be read']),
    ...some(binary, ['binary file would match', 'binary files would match']),
    ...remarks,
  ];
}

/** A clause about lines that are longer than an answer shows. */
export function cutNotes(hits: readonly Hit[]): readonly string[] {
  const cut = new Set(hits.flatMap(({ file, line, before, after }) => [line, ...before, ...after].filter(({ text }) => text.length > longestLine).map(({ number }) => `${file.path}:${number}`)));
  return cut.size === 0 ? [] : [`${counted(cut.size, ['long line is', 'long lines are'])} cut; file_read with line_start and column_start reads the rest`];
}

/** Clauses about include globs that select nothing, and what hides the files that they name. */
export function unselectedNotes({ unselected }: SearchResult, { chosenBy, lift }: Wording): readonly string[] {
  return unselected.flatMap(({ group, hidden }) => {
    const chosen = chosenBy(group);
    if (hidden !== undefined) return [`${chosen === undefined ? '' : `${chosen} selects no file: `}${hidden.path} is hidden by ${hidden.by}${lift(hidden.by)}`];
    return chosen === undefined ? [] : [`${chosen} selects no file`];
  });
}

/** One of the kinds of nothing, for a search that found nothing. */
export function nothingFound(result: SearchResult, wording: Wording, notes: readonly string[]): Nothing {
  const { pattern, where, notSearched } = wording;
  const all = [...notes, ...leftOutNotes(result.leftOut), ...unselectedNotes(result, wording)];
  if (result.leftOut.incomplete !== undefined) {
    return { kind: 'nothing', why: 'cannotTell', text: `No match for ${pattern} so far in ${where}, but the search did not come to its end.`, notes: all };
  }
  if (result.leftOut.unreadable.length > 0) {
    return { kind: 'nothing', why: 'cannotTell', text: `No match for ${pattern} in what could be read of ${where}.`, notes: all };
  }
  if (result.unselected.length > 0 && result.unselected.length >= result.totals.length) {
    const text = result.isEmpty ? `No file was searched: ${where} holds no files.` : `No file was searched: nothing in ${where} is selected.`;
    return { kind: 'nothing', why: 'noFiles', text, notes: all };
  }
  return {
    kind: 'nothing',
    why: 'notFound',
    text: `No matches for ${pattern} in ${where}.`,
    notes: [...all, ...(notSearched === undefined ? [] : [notSearched])],
  };
}

/** `1,240 matches in 83 files`, and the files that hold most of them. */
export function countAnswer(result: SearchResult, notes: readonly string[]): Answer {
  return countPassage(sum(result.totals), result.exact, result.files, notes);
}

/** As `countAnswer`, from the numbers of each file. */
export function countPassage(
  total: number,
  exact: boolean,
  files: readonly { readonly file: Pick<FoundFile, 'display' | 'unsaved'>; readonly count: number }[],
  notes: readonly string[],
): Answer {
  const least = exact ? '' : 'at least ';
  const most = [...files].sort((a, b) => b.count - a.count).slice(0, mostListed);
  const head = `${least}${counted(total, ['match', 'matches'])} in ${counted(files.length, ['file', 'files'])}`;
  const lines = most.map(({ file, count }) => `  ${file.display}${file.unsaved ? ' (unsaved)' : ''}: ${count}`);
  const heading = files.length > mostListed ? `most of them in:` : 'by file:';
  return { kind: 'passage', head, text: files.length > 1 ? [heading, ...lines].join('\n') : lines.join('\n'), notes };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function named(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  if (names.length <= 3) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/** Where a search with these paths looked; entries that only take away take from the whole workspace. */
export function searchedIn(paths: readonly string[] = []): string {
  if (paths.length === 0) return 'the workspace';
  return paths.every((path) => path.startsWith('!')) ? `the workspace (paths ${named(paths)})` : named(paths);
}

/** Files that a count lists. */
const mostListed = 20;

export function some(paths: readonly string[], noun: readonly [string, string]): readonly string[] {
  return paths.length === 0 ? [] : [`${counted(paths.length, noun)}: ${named(paths)}`];
}
