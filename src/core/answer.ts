/**
 * What a tool answers: values, not text. `doors/render.ts` alone turns them into text, so that headings, gutters,
 * cuts and the token budget are the same for every tool.
 */

/** A file as printed: its path every tool accepts, and whether the text shown is the editor's unsaved one. */
export interface FileRef {
  readonly path: string;
  readonly unsaved: boolean;
}

/** A line of a file. `number` is 1-based; `hit` are 0-based UTF-16 offsets that a cut must keep in sight. */
export interface CodeLine {
  readonly number: number;
  readonly text: string;
  readonly hit?: { readonly start: number; readonly end: number } | undefined;
}

/** A matching line with its surroundings. Overlapping surroundings of hits of one file are merged when printed. */
export interface Hit {
  readonly kind: 'hit';
  readonly file: FileRef;
  /** 1-based, in UTF-16 units, of the first match on the line. */
  readonly column: number;
  readonly line: CodeLine;
  readonly before: readonly CodeLine[];
  readonly after: readonly CodeLine[];
}

/** Anything else in a list: a file, a symbol, a reference, a problem. */
export interface Item {
  readonly kind: 'item';
  /** Items of one file in a row stand under its path, printed once, unless they have no place. */
  readonly file?: FileRef | undefined;
  /** 1-based line and UTF-16 column. */
  readonly place?: { readonly line: number; readonly column: number } | undefined;
  readonly label?: string | undefined;
  /** Lines of the file, printed with their numbers. */
  readonly code?: readonly CodeLine[] | undefined;
  /** Further lines below it. */
  readonly details?: readonly string[] | undefined;
  /** Nesting, 0 at the top. */
  readonly depth?: number | undefined;
  /** Its first line is never cut: it holds an id. */
  readonly uncut?: boolean | undefined;
}

export type Entry = Hit | Item;

/** What is counted, in singular and plural. */
export type Noun = readonly [one: string, many: string];

interface Common {
  /** What was left out and why; printed as one closing line. */
  readonly notes?: readonly string[] | undefined;
  /** For a caller that asks for structured data; `shown` is the page size that the budget allowed. */
  readonly structured?: ((shown: number, text: string) => unknown) | undefined;
}

/** A list that is counted, paged and cut to the budget. */
export interface Listing extends Common {
  readonly kind: 'listing';
  readonly noun: Noun;
  /** How many there are in all; a lower bound unless `exact`. */
  readonly total: number;
  readonly exact: boolean;
  /** In how many files, where that says something. */
  readonly files?: number | undefined;
  /** How many were skipped, and how many were asked for. */
  readonly offset: number;
  readonly limit: number;
  /** The page when it holds `limit` (at most the one asked for): the budget may lower it. */
  readonly take: (limit: number) => readonly Entry[];
  /** Whether anything lies beyond a page of `limit`. The next offset is `offset + limit`. */
  readonly more: (limit: number) => boolean;
  /**
   * Printed as the first line in place of the count, the entries right below it. Of a list that is cut, in front of the
   * count.
   */
  readonly head?: string | undefined;
  /** Printed between the first line and the entries. */
  readonly lead?: readonly string[] | undefined;
  /** `tree`: entries are files (`Item` with `file`), printed as directories with what they hold. */
  readonly layout?: 'plain' | 'tree' | undefined;
}

/** Lines of one file in a row, with the header that `file_read` promises. */
export interface FileText extends Common {
  readonly kind: 'file';
  readonly file: FileRef;
  readonly totalLines: number;
  /** Line ends, encoding, etag and the like, printed behind the line range. */
  readonly facts: readonly string[];
  readonly lines: readonly CodeLine[];
  /** The last line that was asked for; when fewer are shown, the answer names the next `line_start`. */
  readonly lastWanted: number;
  /** Printed between the header and the text: the outline. */
  readonly lead?: readonly string[] | undefined;
}

/** A text that stands for itself: a version, a status, a diff, a chunk. */
export interface Passage extends Common {
  readonly kind: 'passage';
  readonly head: string;
  readonly text?: string | undefined;
  /** Neither long lines nor the whole are cut: the bytes are the point. */
  readonly verbatim?: boolean | undefined;
}

/** Three kinds of nothing; the fourth, failure, is an error and never an answer. */
export interface Nothing extends Common {
  readonly kind: 'nothing';
  readonly why: 'notFound' | 'noFiles' | 'cannotTell';
  /** One sentence that says which nothing it is. */
  readonly text: string;
}

export type Answer = Listing | FileText | Passage | Nothing;

/** Offset and page size of a list in memory. */
export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

/** `take` and `more` for a list that is wholly in memory. */
export function pageOf(
  entries: readonly Entry[],
  { offset, limit }: PageRequest,
): Pick<Listing, 'offset' | 'limit' | 'take' | 'more'> {
  return {
    offset,
    limit,
    take: (size) => entries.slice(offset, offset + size),
    more: (size) => offset + size < entries.length,
  };
}

/** `1 match`, `1,240 matches`: numbers are grouped by commas everywhere. */
export function counted(count: number, [one, many]: Noun): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `1240` as `1,240`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
