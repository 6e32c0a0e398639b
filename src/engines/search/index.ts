/**
 * Text search, and the list of files that ignore rules leave. One meaning for every tool and every back end: the same
 * files, the same matches, the same order, the editor's unsaved text in place of the disk's.
 */
import type { Place } from '../../core/place';
import type { Folder } from '../../core/ports';

export interface Search {
  /**
   * The lines that match, by file, in contract order.
   * @throws Failure `InvalidPattern`, `SearchFailed`, `SearchTimeout`, `RipgrepNotFound`, `Cancelled`
   */
  find(query: FindQuery, signal: AbortSignal): Promise<SearchResult>;
  /** The files that a scope holds, in contract order, whatever is in them. */
  files(scope: Scope, signal: AbortSignal): Promise<FileList>;
  /**
   * The files whose text holds, of every group in `all`, one of the literal strings: a fast filter before costly work
   * on each file. Case-sensitive. May name a file too many (a binary one), never one too few.
   * Once no more than `few` files are left, they may lack what the other groups want: for a caller who looks himself.
   */
  filesWith(scope: Scope, all: readonly (readonly string[])[], signal: AbortSignal, few?: number): Promise<FileList>;
  /** Which back end a search would use now, for `ping`: `ripgrep 15.0.0 (shipped)`. */
  describe(): Promise<string>;
}

/** Which files are looked at. Everything that is left out is the usual case: all folders, all rules. */
export interface Scope {
  /** Empty means all workspace folders. */
  readonly targets: readonly Target[];
  /**
   * Include globs. A file belongs to the first one that selects it. `!x` takes files away from all of them. Without a
   * slash they mean any depth; a name that exists is literal. Applied after the ignore rules.
   */
  readonly include?: readonly string[] | undefined;
  /** ripgrep's type names, extensions with or without a dot, or language ids. Any of them. */
  readonly types?: readonly string[] | undefined;
  readonly rules?: Partial<Rules> | undefined;
}

/** A folder or file to look in; `resolveTargets` makes them from a tool's arguments. */
export interface Target {
  readonly place: Place;
  /** Named by the caller: looked in even if it is ignored, and then all of it. */
  readonly named: boolean;
  /** Only files below `place` that one of these selects; a caller's path that does not exist but is a glob. */
  readonly globs?: readonly string[] | undefined;
}

/** Which rules hide files. */
export interface Rules {
  /** `.gitignore`, `.ignore`, `.rgignore`, `.git/info/exclude`. Default true. */
  readonly git: boolean;
  /** `.siiignore`. Default true. */
  readonly sii: boolean;
  /**
   * `node_modules`, `dist` and the like as folders: hidden whatever the ignore files say (`hide`), shown even if
   * `search.exclude` names them (`show`), or no concern of this search. Default `ignore`.
   */
  readonly defaultExcludes: 'hide' | 'show' | 'ignore';
}

/** What to look for. A match is a line, so a pattern that needs a line end is refused. */
export interface Pattern {
  readonly text: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

export interface FindQuery extends Scope {
  readonly pattern: Pattern;
  /** Lines of surroundings on either side of a match. */
  readonly context: number;
  /**
   * The search may stop once it has this many matching lines of every include glob, the first ones in order. Left out:
   * all are found, and the totals are exact.
   */
  readonly enough?: number | undefined;
  /** `files`: only which files match, one match of each. `count`: how many, without their lines. Default `lines`. */
  readonly output?: 'lines' | 'files' | 'count' | undefined;
}

export interface FoundFile {
  readonly folder: Folder;
  /** Absolute and native. */
  readonly path: string;
  /** Below the folder, with `/`. */
  readonly relative: string;
  /** As printed. */
  readonly display: string;
  /** The editor holds unsaved text of it, and that is what was searched. */
  readonly unsaved: boolean;
}

export interface FileMatches {
  readonly file: FoundFile;
  /** Index of the include glob that the file belongs to; 0 without include globs. */
  readonly group: number;
  /** Matching lines. */
  readonly count: number;
  /**
   * Matching lines with their surroundings, from the top; those of a range, by their index among the matching lines.
   * Made when asked for. Empty unless output is `lines`.
   */
  readonly lines: (range?: LineRange) => Promise<readonly MatchLine[]>;
}

export interface LineRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface MatchLine {
  /** 1-based. */
  readonly number: number;
  /** Without its line end; bytes that are not valid in the file's encoding read as U+FFFD. */
  readonly text: string;
  /** The first match on the line, 0-based UTF-16 offsets. */
  readonly hit: { readonly start: number; readonly end: number };
  readonly before: readonly TextLine[];
  readonly after: readonly TextLine[];
}

export interface TextLine {
  readonly number: number;
  readonly text: string;
}

export interface SearchResult {
  readonly files: readonly FileMatches[];
  /** Matching lines of each include glob; lower bounds unless `exact`. */
  readonly totals: readonly number[];
  /** False when the search stopped early: it had enough, or it ran out of time. */
  readonly exact: boolean;
  /** Include globs that selected no file. Known only of a search that came to its end. */
  readonly unselected: readonly Unselected[];
  /** There is no file at all where the search looked, hidden ones included. */
  readonly isEmpty: boolean;
  readonly leftOut: LeftOut;
}

export interface FileList {
  readonly files: readonly FoundFile[];
  readonly leftOut: LeftOut;
}

export interface Unselected {
  /** Index of the include glob; 0 without include globs. */
  readonly group: number;
  /** What hides a file that would otherwise be selected, and the hidden file or folder, as printed. */
  readonly hidden?: { readonly by: string; readonly path: string } | undefined;
}

/** What a search could not look at. Paths are as printed. */
export interface LeftOut {
  /** Binary files (a NUL byte near the start) that would have matched. */
  readonly binary: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** The time limit was reached, or the engine ended early; what is here is not all. */
  readonly incomplete?: string | undefined;
  /** Further remarks, each a clause: unusual things about this search that a caller should know. */
  readonly remarks: readonly string[];
}
