/** What the structure engine answers. Everything behind `Ast` runs in child processes; these are plain values. */
import type { Target } from '../search';

/** A point in a text. */
export interface Spot {
  /** 0-based, in UTF-16 units. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** A stretch of a text; `end` is exclusive. */
export interface Span {
  readonly start: Spot;
  readonly end: Spot;
}

/** Offsets, 0-based, in UTF-16 units; `end` is exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A text and the language to read it in: the id of a row of the language table. */
export interface Source {
  readonly text: string;
  readonly language: string;
}

/**
 * What a declaration is for a reader: something that runs, something that has members, a value or type, a section of a
 * document, a block of markup, a key of a data file.
 */
export type Role = 'callable' | 'class' | 'value' | 'section' | 'block' | 'key';

/** A declaration with what it holds, without locals. */
export interface OutlineNode {
  readonly name: string;
  /** What it belongs to where that stands elsewhere: the receiver's type in Go, the class of `void Foo::bar()` in C++. */
  readonly owner: string | undefined;
  /** As printed: `function`, `class`, `method`, … */
  readonly kind: string;
  readonly role: Role;
  /** The kind of its node in the grammar, such as `function_declaration`. */
  readonly nodeKind: string;
  /** The grammar's node of `nodeKind`, behind its annotations. */
  readonly inner: Span;
  /** The declaration without its comment, but with wrappers such as `export`, `const` and `template<…>`. */
  readonly node: Span;
  /** With its doc comment, decorators and attributes. */
  readonly full: Span;
  /** Where its body begins, which a header ends at; undefined when it has none. */
  readonly body: Span | undefined;
  /** Where its name stands; undefined when it has none of its own (`export default …`). */
  readonly nameAt: Span | undefined;
  /** All names that its node declares, where that are several: `a, b int`. Each then has a node like this. */
  readonly together?: readonly string[] | undefined;
  readonly children: readonly OutlineNode[];
}

export interface Outline {
  readonly nodes: readonly OutlineNode[];
  /** Import and include statements at the top level. */
  readonly imports: readonly Span[];
  /** Whether the text has syntax errors: the outline is then of the good parts. */
  readonly broken: boolean;
}

/** What chooses nodes of one text. All that are given must hold. */
export interface NodeSelector {
  /** A node kind of the grammar, or a printed kind such as `function`. */
  readonly kind?: string | undefined;
  /** The declared name, or a name path such as `Parser/parse`. */
  readonly name?: string | undefined;
  /** 1-based: the node holds this line. */
  readonly line?: number | undefined;
}

/** A query over many files. */
export interface QueryRequest {
  readonly pattern: string;
  readonly language: string;
  /** Files and folders to look in; empty means every folder. */
  readonly targets: readonly Target[];
  /** Globs `!x` that take files away from them. */
  readonly without?: readonly string[] | undefined;
  readonly nameMatches?: string | undefined;
  readonly nameExact?: string | undefined;
  readonly kinds: readonly string[];
  /** How many matches to skip, and how many to answer. The work stops once one more than these is known. */
  readonly offset: number;
  readonly limit: number;
  /** Counts only, and all of them. */
  readonly countOnly: boolean;
  /** Captures in full, and what a rewrite would lose. */
  readonly rewriting?: boolean | undefined;
}

export interface QueryFile {
  /** Absolute and native. */
  readonly path: string;
  /** As printed. */
  readonly display: string;
  /** Its unsaved text was looked at. */
  readonly unsaved: boolean;
}

/** What a metavariable stands for. */
export interface Capture {
  /** As in the pattern: `$NAME`, `$$$ARGS`. */
  readonly name: string;
  /** Verbatim, separators included; empty when `$$$` matched nothing. */
  readonly text: string;
  /** Of a query for a rewrite. */
  readonly layout?: Layout | undefined;
}

/** How a captured text lies in its file. */
export interface Layout {
  /** The white space at the start of the line on which it begins. */
  readonly indent: string;
  /** Those of its lines, counted from 0, that begin inside a string, where white space counts. */
  readonly inString: readonly number[];
  /** It ends in a comment that only the end of the line closes. */
  readonly endsInComment: boolean;
}

/** What a match holds beside its pattern and what the pattern's metavariables stand for. */
export interface Remainder {
  /** Words, signs and comments in order. */
  readonly lost: readonly string[];
  /** Where a semicolon or comma at the end begins that the pattern leaves open; 0-based, in UTF-16 units. */
  readonly tail: number | undefined;
  /** It is all that `if`, `else` or a loop holds, without braces. */
  readonly isSole: boolean;
}

export interface QueryMatch {
  readonly file: QueryFile;
  readonly span: Span;
  /** The kind of its node in the grammar. */
  readonly kind: string;
  /** The declared name, where it declares one. */
  readonly name: string | undefined;
  /** Its first lines, verbatim, each from the line's first column. */
  readonly lines: readonly string[];
  /** How many lines it has in all. */
  readonly lineCount: number;
  /** In the pattern's order, each metavariable once, `$_` and `$$$` left out. */
  readonly captures: readonly Capture[];
  /** Of a query for a rewrite. */
  readonly remainder?: Remainder | undefined;
}

export interface QueryResult {
  /** Matches of the page, in path order, then position. */
  readonly matches: readonly QueryMatch[];
  /** Matches found in all; a lower bound unless `complete`. */
  readonly total: number;
  readonly complete: boolean;
  /** Files with a match, as far as looked, in path order. */
  readonly files: readonly { readonly file: QueryFile; readonly count: number }[];
  /** False when no file of the language is within reach. */
  readonly selected: boolean;
  /** Files whose syntax is broken in places; their good parts still match. Paths are as printed, here and below. */
  readonly broken: readonly string[];
  readonly tooBig: readonly string[];
  readonly binary: readonly string[];
  readonly unreadable: readonly string[];
  /** The time limit was reached, or the search for files ended early. */
  readonly incomplete?: string | undefined;
  /** When nothing matched: what nearly the same pattern would have. */
  readonly near: readonly NearForm[];
  /** When nothing matched: metavariables of the pattern that were read as text, since they stand inside a token. */
  readonly asText: readonly string[];
  /** When nothing matched: the kinds of node that the pattern was read as, which may not be what was meant. */
  readonly readAs: readonly string[];
}

/** A pattern near one that matched nothing. */
export interface NearForm {
  /** What is different about it: `a function with a return type`. */
  readonly says: string;
  readonly pattern: string;
  readonly count: number;
}

/** A language as callers see it. */
export interface LanguageInfo {
  readonly id: string;
  readonly title: string;
  /** `data` are languages where a line is a unit: JSON, YAML, Markdown, HTML, CSS. */
  readonly kind: 'code' | 'data';
  /** Whether its grammar is there on this platform. */
  readonly available: boolean;
  /** Whether `ast_query` takes it. */
  readonly queryable: boolean;
}

/** The structure engine. Starts its child processes on first use. */
export interface Ast {
  /** Every language of the table. */
  languages(): readonly LanguageInfo[];
  /** The language of a file, by its name; undefined when none of the table claims it. */
  languageOf(path: string, editorLanguage?: string): LanguageInfo | undefined;
  /** Whether a query in a language looks into files of this name. False for a language that the table does not have. */
  looksInto(language: string, path: string): boolean;
  /**
   * Whether a pattern can be read in a language, without searching anything.
   * @throws Failure `InvalidPattern` with the reason, `InvalidLanguage`, `ParserNotFound`, `Cancelled`
   */
  checkPattern(pattern: string, language: string, signal: AbortSignal): Promise<void>;
  /** @throws Failure `InvalidPattern`, `InvalidLanguage`, `ParserNotFound`, `InvalidArguments`, `Cancelled` */
  query(request: QueryRequest, signal: AbortSignal): Promise<QueryResult>;
  /**
   * @param minor also what outlines leave out: fields, members of enums
   * @throws Failure `ParserNotFound`, `InvalidLanguage`, `Cancelled`
   */
  outline(source: Source, signal: AbortSignal, minor?: boolean): Promise<Outline>;
  /**
   * Places that do not parse, in order, each the smallest span that holds the fault.
   * @throws Failure `ParserNotFound`, `InvalidLanguage`, `Cancelled`
   */
  syntaxErrors(source: Source, signal: AbortSignal): Promise<readonly Span[]>;
  /**
   * Nodes that fit the selector, in order. By name: declarations only, never call sites. By kind alone: every node of
   * that kind. By line alone: the innermost declaration that holds the line.
   * @throws Failure `ParserNotFound`, `InvalidLanguage`, `InvalidArguments` (unknown kind), `Cancelled`
   */
  nodesOf(source: Source, selector: NodeSelector, signal: AbortSignal): Promise<readonly OutlineNode[]>;
  /**
   * The kind of the outermost node without syntax errors that is exactly each of these stretches; empty where none is,
   * such as a part of a node or parts of several.
   * @throws Failure `ParserNotFound`, `InvalidLanguage`, `Cancelled`
   */
  kindsAt(source: Source, stretches: readonly Stretch[], signal: AbortSignal): Promise<readonly string[]>;
  /** Ends the child processes. */
  dispose(): Promise<void>;
}
