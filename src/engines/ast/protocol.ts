/** What goes between the extension host and a child: plain values, the same on both sides. */
import type { FailureName, FailureParts } from '../../core/errors';
import type { Capture, NodeSelector, Outline, OutlineNode, Remainder, Source, Span, Stretch } from './types';

/** A query in one language, as a child compiles it. */
export interface Query {
  readonly pattern: string;
  readonly language: string;
  readonly nameMatches?: string | undefined;
  readonly nameExact?: string | undefined;
  readonly kinds: readonly string[];
  /** Captures in full, and what a rewrite would lose. */
  readonly rewriting?: boolean | undefined;
}

export interface Refusal {
  readonly failure: FailureName;
  readonly parts: FailureParts;
}

/** What a pattern demands of a text: of every group, one of the strings stands in it. */
export type Literals = readonly (readonly string[])[];

export interface Compiled {
  readonly literals: Literals;
  /** Metavariables that stand inside a token, such as a string, where they are read as text. */
  readonly asText: readonly string[];
  /** The kinds of node that the pattern is. */
  readonly readAs: readonly string[];
}

export interface QueryFile {
  readonly path: string;
  /** The editor's unsaved text, in place of the disk's. */
  readonly text?: string | undefined;
}

export interface RunRequest {
  readonly query: Query;
  readonly files: readonly QueryFile[];
  readonly countOnly: boolean;
  /** The child may stop once it has this many matches. */
  readonly enough: number;
  /** Parse every file, even one that lacks what the pattern demands: how tests check the demands. */
  readonly unfiltered?: boolean | undefined;
}

/** What tells whether a file is still the same, taken before it was read. */
export interface Identity {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
  /** When it was taken, milliseconds since the epoch. */
  readonly at: number;
}

export interface FileMatch {
  readonly span: Span;
  readonly kind: string;
  readonly name?: string | undefined;
  readonly lines: readonly string[];
  readonly lineCount: number;
  readonly captures: readonly Capture[];
  readonly remainder?: Remainder | undefined;
}

export type Skipped = 'binary' | 'tooBig' | 'unreadable';

export interface FileOutcome {
  /** How many match; all of them unless `cut`. */
  readonly count: number;
  readonly matches: readonly FileMatch[];
  /** The file has syntax errors. */
  readonly broken: boolean;
  readonly skipped?: Skipped | undefined;
  /** Stopped inside or before this file, since there was enough. */
  readonly cut?: boolean | undefined;
  /** Undefined for unsaved text. */
  readonly identity?: Identity | undefined;
}

/** A variant of the pattern that might match where it does not. */
export interface NearPattern {
  readonly says: string;
  readonly pattern: string;
  readonly literals: Literals;
}

export interface RunAnswer {
  /** In the order of the request. */
  readonly outcomes: readonly FileOutcome[];
}

/** An answer, or why there is none, with the child's resident memory in bytes. */
export type Reply<T> = { readonly rss: number } & ({ readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal });

/** What a child can be asked. */
export interface Requests {
  /** The ids of the languages whose grammars are there. */
  readonly available: { readonly args: []; readonly answer: readonly string[] };
  readonly compile: { readonly args: [query: Query]; readonly answer: Compiled };
  readonly near: { readonly args: [query: Query]; readonly answer: readonly NearPattern[] };
  readonly run: { readonly args: [request: RunRequest]; readonly answer: RunAnswer };
  readonly outline: { readonly args: [source: Source, minor?: boolean]; readonly answer: Outline };
  readonly syntaxErrors: { readonly args: [source: Source]; readonly answer: readonly Span[] };
  readonly kindsAt: { readonly args: [source: Source, stretches: readonly Stretch[]]; readonly answer: readonly string[] };
  readonly nodesOf: { readonly args: [source: Source, selector: NodeSelector]; readonly answer: readonly OutlineNode[] };
}

export type RequestName = keyof Requests;
export type Arguments<Name extends RequestName> = Requests[Name]['args'];
export type Answer<Name extends RequestName> = Requests[Name]['answer'];
export type Methods = { readonly [Name in RequestName]: (...args: Arguments<Name>) => Promise<Reply<Answer<Name>>> };

/** The largest file that is parsed, in bytes. */
export const largestParsed = 10 * 1024 * 1024;
