/** Loads the grammars that are there. Done once per process: the library ignores every later registration. */
import { existsSync, readFileSync } from 'node:fs';
import nodePath from 'node:path';
import { kind, parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';
import { closest, distance } from 'fastest-levenshtein';
import { Failure } from '../../../core/errors';
import { languages, packagedGrammars } from '../languages';
import type { Grammar, LanguageRow } from '../table/row';

export interface Grammars {
  has(grammar: Grammar): boolean;
  /** @throws Failure `ParserNotFound` that says which languages there are. */
  need(row: LanguageRow, grammar?: Grammar): void;
  parse(grammar: Grammar, text: string): SgNode;
  knowsKind(grammar: Grammar, name: string): boolean;
  /** Kinds of a grammar whose names are near. */
  nearKinds(grammar: Grammar, name: string): readonly string[];
}

/** @param folder holds `<name>.so` of every grammar, and `kinds.json`. */
export function loadGrammars(folder: string): Grammars {
  const file = (grammar: Grammar): string => nodePath.join(folder, `${grammar.file ?? grammar.name}.so`);
  // A path that is not there would abort the whole process, and nothing could catch it.
  const packaged = packagedGrammars().filter((grammar) => existsSync(file(grammar)));
  registerDynamicLanguage(
    Object.fromEntries(
      packaged.map((grammar) => [
        grammar.name,
        { libraryPath: file(grammar), extensions: [], expandoChar: grammar.expando, ...(grammar.symbol === undefined ? {} : { languageSymbol: grammar.symbol }) },
      ]),
    ),
  );
  const present = new Set(packaged.map((grammar) => grammar.name));
  const has = (grammar: Grammar): boolean => grammar.symbol === undefined || present.has(grammar.name);
  return {
    has,
    need: (row, grammar = row.grammar) => {
      if (has(grammar)) return;
      throw new Failure('ParserNotFound', {
        what: `This build of Sightline has no grammar for ${row.title} on ${process.platform}-${process.arch}`,
        context: `It has: ${languages.filter((each) => has(each.grammar)).map((each) => each.id).join(', ')}`,
        next: 'use file_search and file_read for this language.',
      });
    },
    parse: (grammar, text) => parse(grammar.name, text).root(),
    knowsKind: (grammar, name) => kind(grammar.name, name) !== unknownKind,
    nearKinds: (grammar, name) => nearest(name, kindsOf(folder, grammar)),
  };
}

/** What the library answers for a kind that a grammar does not have. */
const unknownKind = 0;

function kindsOf(folder: string, grammar: Grammar): readonly string[] {
  try {
    const kinds: unknown = JSON.parse(readFileSync(nodePath.join(folder, 'kinds.json'), 'utf8'));
    if (typeof kinds !== 'object' || kinds === null) return [];
    const list: unknown = Object.entries(kinds).find(([name]) => name === grammar.name)?.[1];
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** Those that share a word with the name, nearest first; else the nearest one. */
function nearest(name: string, kinds: readonly string[]): readonly string[] {
  const words = name.toLowerCase().split(/[^a-z]+/).filter((word) => word.length > 2);
  const sharing = kinds.filter((each) => words.some((word) => each.includes(word)));
  const far = (kind: string): number => distance(name, kind) - (kind.startsWith(name) ? kind.length : 0);
  const sorted = [...sharing].sort((a, b) => far(a) - far(b)).slice(0, 8);
  return sorted.length > 0 || kinds.length === 0 ? sorted : [closest(name, [...kinds])];
}
