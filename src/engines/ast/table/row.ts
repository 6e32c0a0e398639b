/** What the engine has to know of a language: one row of the table. Adding a language is adding a row. */
import type { Rule } from '@ast-grep/napi';
import type { Role } from '../types';

/** A node kind, or a rule of the syntax tree library where the kind alone does not say enough. */
export type Shape = string | Rule;

/** Where the name of a declaration stands. Without a rule: field `name`, then `declarator`, then an identifier child. */
export type NameRule =
  /** Follows these fields, one after the other. */
  | { readonly fields: readonly string[] }
  /** The first child of one of these kinds. */
  | { readonly child: readonly string[] }
  /** It has none of its own and is called this. */
  | { readonly fixed: string }
  /** Ways that no field describes; see `names.ts`. */
  | { readonly by: 'assignment' | 'definitionCall' | 'element' | 'heading' | 'key' | 'prelude' | 'receiver' };

export interface DeclarationRule {
  readonly kind: string;
  /** The printed kind. */
  readonly as: string;
  readonly role: Role;
  readonly name?: NameRule;
  /** The field that it must have, of one of these kinds where they are given. Much cheaper to check than `only`. */
  readonly where?: { readonly field: string; readonly kinds?: readonly string[] };
  /** What must hold beside the kind. Of several rules for one kind the first that holds counts. */
  readonly only?: Rule;
  /** Where one node declares several names, as `a, b int` does: the fields or kinds that lead to each of them. */
  readonly each?: readonly string[];
  /** Found by its name but not listed in outlines: fields, enum members. */
  readonly minor?: true;
}

export interface Grammar {
  /** The name under which the library knows it. */
  readonly name: string;
  /** The npm package that ships it; undefined for those built into the library. */
  readonly package?: string;
  /** The shared object's name, where it is not the grammar's. */
  readonly file?: string;
  /** The function of the shared object that gives the grammar. */
  readonly symbol?: string;
  /** Stands for `$` while a pattern is parsed, in languages where `$` cannot be part of a name. */
  readonly expando: string;
}

/** Text before and after a fragment that make a whole file of it; `when` says which fragments it is for. */
export type Context = readonly [before: string, after: string, when?: RegExp];

/** Turns a pattern into another one, by a regex on the trimmed pattern and a replacement text. */
export interface Variant {
  readonly when: RegExp;
  readonly to: string;
  /** For near forms: what is different about them. */
  readonly says?: string;
}

export interface LanguageRow {
  readonly id: string;
  readonly title: string;
  /** Other names that callers use. */
  readonly aliases: readonly string[];
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  /** Whole file names. */
  readonly fileNames?: readonly string[];
  /** Ids of rows whose files this language's queries cover too, each in its own grammar. */
  readonly covers?: readonly string[];
  readonly grammar: Grammar;
  /** The grammar once more, with another stand-in for `$`, for patterns that do not parse with the first. */
  readonly otherGrammar?: Grammar;
  /** Patterns that parse with the first stand-in too, but as something else, and so are read with the other one first. */
  readonly otherFirst?: RegExp;
  /** Another grammar for queries, with the text that a whole file is put between. */
  readonly queryGrammar?: { readonly grammar: Grammar; readonly around: Context };
  readonly kind: 'code' | 'data';
  /** Whether `ast_query` takes it. */
  readonly queryable: boolean;
  readonly declarations: readonly DeclarationRule[];
  /** Inside these, declarations are locals. */
  readonly scopes: readonly Shape[];
  readonly imports: readonly Shape[];
  readonly comments: readonly string[];
  readonly strings: readonly string[];
  /** Preceding siblings that belong to a declaration: comments, decorators, attributes. */
  readonly before: readonly Shape[];
  /** Annotations and attributes that the grammar counts to the declaration, alone or as the first of its modifiers. */
  readonly annotations?: readonly string[];
  /** Parents that belong to a declaration when it is the only one in them. */
  readonly wrappers: readonly string[];
  /** Children that are a declaration's body, where no field `body` says so. */
  readonly bodies: readonly string[];
  /**
   * How a fragment is read. The groups are tried in order; the first in which it parses counts, in all of the group's
   * contexts in which it does: `int x = 1;` is a field in a class and a local in a method.
   */
  readonly contexts: readonly (readonly Context[])[];
  /** A signature without a body also matches declarations with any body. */
  readonly completions: readonly Variant[];
  /**
   * Declarations that may also stand in brackets behind one keyword, as `import ( … )` of Go: which patterns mean them,
   * with what stands in the brackets as the first group, and what it is read in.
   */
  readonly grouped?: readonly { readonly when: RegExp; readonly context: Context }[];
  /** Patterns that are counted when nothing matched, to say what would have. */
  readonly nearForms: readonly Variant[];
  /** A function with a body has to be read in two parts; see `definitions.ts`. */
  readonly splitDefinitions?: true;
  /** Values such as `null` are unnamed nodes, which `$A` alone would not stand for. */
  readonly unnamedValues?: true;
  /** So has a statement with a head in brackets and an open body; see `heads.ts`. */
  readonly splitHeads?: true;
  /** Whether keywords may be written in any case, so that they tell nothing about a file's text. */
  readonly foldedKeywords?: true;
  /** Files hold blocks of other languages: a Vue component. The row's own queries look into its template alone. */
  readonly component?: true;
}

/** The fragment as it is. */
export const wholeFile: Context = ['', ''];

/** Contexts of which the first that fits counts. */
export function inTurn(...contexts: readonly Context[]): readonly (readonly Context[])[] {
  return contexts.map((context) => [context]);
}

/** Contexts for fragments of one shape: such a fragment may be meant in any of them. */
export function shaped(when: RegExp, ...contexts: readonly (readonly [before: string, after: string])[]): readonly Context[] {
  return contexts.map(([before, after]) => [before, after, when]);
}

/** A part of a `try` statement. */
export const handler = /^(?:catch|finally)\b/;

/** A loop's declaration holds the semicolon behind it, which keeps it apart from an expression there. */
export const forThatDeclares: Variant = { when: /^for\s*\(\s*\$[A-Z_]\w*\s*;/, to: 'for ($$_ $$_ = $$_;', says: 'a loop that declares its variable' };

/** Statements without a semicolon are none; a case without any means any. */
export const openCase: Variant = { when: /^((?:case\b(?:[^:]|:=)*|default\s*):)\s*\${3}(?:[A-Z_][A-Z0-9_]*)?$/, to: '$1' };

/** `return` alone is one without a value. */
export const bareReturn: Variant = { when: /^return$/, to: 'return $$_', says: 'a return with a value' };

/** Strings are compared as they are written, quotes included. */
export const otherQuotes: readonly Variant[] = [
  { when: /"([^"'\\$\n]*)"/g, to: "'$1'", says: 'the same in single quotes' },
  { when: /'([^"'\\$\n]*)'/g, to: '"$1"', says: 'the same in double quotes' },
];
