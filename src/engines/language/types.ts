/** What the language engine answers: plain values, each with how far it can be trusted. */
import type { FileRef } from '../../core/answer';
import type { Place } from '../../core/place';
import type {
  DefinitionKind,
  Location,
  OpenedDocument,
  Position,
  Problem,
  Range,
  Relation,
  Severity,
} from '../../core/ports';
import type { Elsewhere } from './elsewhere';

/** The editor's language intelligence, asked by name. Every answer carries its status; none is falsely empty. */
export interface Language {
  /**
   * The symbol that a caller names.
   * @throws Failure `InvalidArguments`, `OutOfRange`, `NotASymbol`, and what `Places` throws
   */
  resolve(query: SymbolQuery, signal: AbortSignal): Promise<Resolution>;
  /** @throws Failure `NoProvider`, `ProviderFailed`, `ProviderTimeout`, `NotASymbol` */
  definition(target: Target, kind: DefinitionKind, signal: AbortSignal): Promise<Answered<readonly Definition[]>>;
  /** In contract order, test files last. @throws as `definition` */
  references(target: Target, request: { readonly declaration: boolean }, signal: AbortSignal): Promise<Answered<References>>;
  /**
   * What the text has of the name in other projects, beyond the files that an answer names. Where the server does not
   * load such projects by itself their files are opened, and asking again may name more.
   */
  elsewhere(target: Target, named: readonly string[], signal: AbortSignal): Promise<Elsewhere>;
  /** Without any tree when the server gives none for this symbol, which says nothing. @throws as `definition` */
  hierarchy(target: Target, request: HierarchyRequest, signal: AbortSignal): Promise<Answered<readonly HierarchyTree[]>>;
  /** From the syntax tree, marked so, when no provider answers. @throws Failure `NotASymbol`, `ProviderTimeout` */
  symbolAt(target: Target, signal: AbortSignal): Promise<Answered<SymbolFacts>>;
  /**
   * What the provider of a file lists in it, whose lines are those of `text`. Nothing may also be a provider that does
   * not list symbols.
   * @throws Failure `ProviderFailed`, `ProviderTimeout`, `FileNotReadable`
   */
  fileSymbols(place: Place, text: string, signal: AbortSignal): Promise<Answered<readonly ListedSymbol[]>>;
  /** Declarations of one file, or of the workspace, whose name path fits. */
  symbols(query: FindQuery, signal: AbortSignal): Promise<FoundSymbols>;
  problems(request: ProblemRequest, signal: AbortSignal): Promise<ProblemReport>;
  /** The state of every language and project asked about so far. */
  states(): readonly LanguageState[];
}

/** What a caller names a symbol with; see `resolve` for the combinations. */
export interface SymbolQuery {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly symbol?: string | undefined;
}

/** A symbol in an open document. */
export interface Target {
  readonly place: Place;
  readonly document: OpenedDocument;
  /** Where its name starts. */
  readonly at: Position;
  readonly name: string;
  /** How it was found, where that is not what was asked for. */
  readonly note?: string | undefined;
}

export type Resolution =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'candidates'; readonly name: string; readonly candidates: readonly Declaration[]; readonly notes: readonly string[] };

/** A declaration in a file, from the syntax tree or a provider. */
export interface Declaration {
  /** Native and absolute. */
  readonly path: string;
  readonly file: FileRef;
  readonly name: string;
  /** From the outermost to itself, joined with `/`. */
  readonly namePath: string;
  readonly kind: string;
  /** Where its name stands. */
  readonly at: Position;
  /** With its doc comment where the syntax tree tells. */
  readonly whole: Range;
  /** Whether its body opens a scope, so that what is declared inside is local to it. */
  readonly callable: boolean;
  /** A key of a data file or a heading: found, but only where nothing else is. */
  readonly data: boolean;
  readonly body: boolean;
}

/** How far an answer can be trusted. */
export interface Status {
  readonly state: 'ready' | 'loading' | 'none';
  readonly language: string;
  /** The project as printed. */
  readonly project: string;
  /** Milliseconds spent waiting for the server. */
  readonly waited: number;
  /** What the state rests on, one clause. */
  readonly why: string;
  /**
   * Whether a question of this kind has ever been answered with something for this language. Until then nobody knows
   * whether there is a provider for it at all, and nothing does not mean none: the editor's commands answer alike.
   */
  readonly offered: boolean;
}

export interface Answered<Value> {
  readonly value: Value;
  readonly status: Status;
}

/** A definition with the lines that show it. */
export interface Definition {
  readonly location: Location;
  /** Undefined for what is not on disk. */
  readonly file: FileRef;
  readonly kind?: string | undefined;
  readonly namePath?: string | undefined;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Lines of the declaration that are not shown. */
  readonly more: number;
}

export interface References {
  readonly all: readonly Location[];
  readonly files: readonly FileCount[];
  /** Only when it says something: the answer is empty or may be partial. */
  readonly evidence?: TextEvidence | undefined;
  /** What the text has in files of other projects that the server did not name. */
  readonly elsewhere?: TextEvidence | undefined;
  /** The lines and enclosing symbols of one stretch of `all`. */
  detail(from: number, to: number, signal: AbortSignal): Promise<readonly Reference[]>;
}

export interface FileCount {
  readonly file: FileRef;
  readonly lines: readonly number[];
  readonly test: boolean;
}

export interface Reference {
  readonly file: FileRef;
  readonly at: Position;
  /** The line's text, without indentation; empty when it could not be read. */
  readonly text: string;
  /** Where the reference stands in `text`: 0-based UTF-16 offsets. */
  readonly hit: { readonly start: number; readonly end: number };
  /** The name path of the declaration around it. */
  readonly enclosing?: string | undefined;
  /** The same without declarations whose names stand on this line, which shows them itself. */
  readonly begunAbove?: string | undefined;
}

/** Where a name stands in the text: evidence, not proof. */
export interface TextEvidence {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly display: string; readonly lines: number }[];
  /** Lines in all; a lower bound unless `exact`. */
  readonly lines: number;
  readonly exact: boolean;
}

export interface HierarchyRequest {
  readonly relation: Relation;
  readonly depth: number;
}

export interface HierarchyTree {
  readonly name: string;
  readonly kind: string;
  readonly file: FileRef;
  readonly at: Position;
  /** Lines of the calls, in the caller's file. */
  readonly calls: readonly number[];
  readonly children: readonly HierarchyTree[];
  /**
   * Why nothing below is shown: it stands further up in this tree already; the limit was reached; the place is only where
   * the name is used, as its declaration is no type or was not found.
   */
  readonly cut?: 'again' | 'limit' | 'unknown' | undefined;
  /** Of a root: where its children come from, if not from the server's hierarchy. */
  readonly source?: 'declarations' | 'implementations' | undefined;
}

export interface SymbolFacts {
  readonly name: string;
  readonly kind?: string | undefined;
  readonly namePath?: string | undefined;
  /** From the hover: fenced code. */
  readonly signature: readonly string[];
  /** From the hover: prose. */
  readonly documentation: string;
  readonly definitions: readonly Definition[];
  readonly source: 'provider' | 'syntax tree';
}

export interface FindQuery {
  readonly query?: string | undefined;
  readonly kind?: string | undefined;
  readonly file?: string | undefined;
}

/** A declaration of one file as its provider lists it, without locals, inside the file. */
export interface ListedSymbol {
  readonly name: string;
  /** Providers nest what belongs together. */
  readonly owner: undefined;
  readonly kind: string;
  /** To the end of its last line. */
  readonly node: Range;
  /** With the comment right above it. */
  readonly full: Range;
  readonly nameAt: Range;
  readonly children: readonly ListedSymbol[];
}

export interface FoundSymbols {
  readonly symbols: readonly Declaration[];
  /** `contains`: nothing has that name; these names hold it. */
  readonly match: 'exact' | 'contains';
  readonly exact: boolean;
  readonly notes: readonly string[];
}

export interface ProblemRequest {
  /** Empty: what the editor knows now. */
  readonly paths: readonly string[];
  /** This severe or more. */
  readonly severity: Severity;
}

export interface ProblemReport {
  readonly problems: readonly (Problem & { readonly file: FileRef })[];
  readonly checked: readonly string[];
  readonly unchecked: readonly { readonly display: string; readonly why: string }[];
  readonly notes: readonly string[];
}

export type Phase = 'unknown' | 'starting' | 'ready' | 'none' | 'failed';

export interface LanguageState {
  readonly language: string;
  readonly project: string;
  readonly phase: Phase;
  readonly why: string;
  /** Milliseconds in this phase. */
  readonly since: number;
}
