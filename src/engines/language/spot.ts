/** A line of an open document, and the names on it. */
import { Failure } from '../../core/errors';
import type { Place } from '../../core/place';
import type { OpenedDocument, Position } from '../../core/ports';
import type { Target } from './types';
import { columnOf, hasName, lastPart, nearestWords, partsOf, pastSigns, unsigned, wordAt, wordsOf, type Word } from './words';

/** One line of an open document. */
export class Spot {
  readonly #place: Place;
  readonly #document: OpenedDocument;
  readonly #line: number;
  readonly #text: string;
  readonly #words: readonly Word[];
  readonly #lines: readonly string[];

  constructor({ place, document, lines }: { readonly place: Place; readonly document: OpenedDocument; readonly lines: readonly string[] }, line: number) {
    this.#place = place;
    this.#document = document;
    this.#line = line;
    this.#lines = lines;
    const text = this.#lines[line - 1];
    if (text === undefined) throw this.#noLine();
    this.#text = text;
    this.#words = wordsOf(text, document.language);
  }

  at(column: number, symbol: string | undefined): Target {
    if (column < 1 || column > this.#text.length + 1) {
      throw new Failure('OutOfRange', {
        what: `${this.#place.display}:${this.#line} has columns 1 to ${this.#text.length + 1}, not ${column}`,
        context: this.#quote(column),
        next: 'call again with one of these columns, or with symbol in place of column.',
      });
    }
    const target = this.targetAt(column);
    if (target === undefined) throw this.#noSymbol(`There is no symbol at ${this.#place.display}:${this.#line}:${column}`, column);
    if (symbol !== undefined && ![symbol, lastPart(symbol)].includes(target.name)) {
      throw this.#noSymbol(`At ${this.#place.display}:${this.#line}:${column} stands "${target.name}", not "${symbol}"`, column);
    }
    return target;
  }

  /** The name at a column, or behind the signs there that belong to it. */
  targetAt(column: number): Target | undefined {
    const word = wordAt(this.#words, column) ?? wordAt(this.#words, pastSigns(this.#text, column));
    return word === undefined ? undefined : this.#target(word);
  }

  /** The first place of the name on the line. */
  named(symbol: string | undefined): Target {
    if (symbol === undefined) {
      throw new Failure('InvalidArguments', {
        what: `${this.#place.display}:${this.#line} names no symbol without column or symbol`,
        context: this.#quote(1),
        next: 'call again with column, or with symbol.',
      });
    }
    const [first, ...others] = this.#placesOf(symbol);
    if (first !== undefined) {
      const note = `"${first.text}" stands ${others.length + 1} times on line ${this.#line}; taken at column ${first.column}, not ${others.map(({ column }) => column).join(' or ')}`;
      return others.length === 0 ? this.#target(first) : { ...this.#target(first), note };
    }
    const name = lastPart(symbol);
    const elsewhere = this.#lines.flatMap((text, index) => (hasName(text, name) ? [index + 1] : []));
    const near = elsewhere.sort((a, b) => Math.abs(a - this.#line) - Math.abs(b - this.#line)).slice(0, 5);
    const other = near.length > 0 ? ` "${name}" stands on line ${near.join(', ')}.` : '';
    throw this.#noSymbol(`"${symbol}" does not stand at ${this.#place.display}:${this.#line}`, 1, other);
  }

  /** As whole words; with the sign of a private name only those that have it; else as it stands in quotes. */
  #placesOf(symbol: string): readonly Word[] {
    const last = partsOf(symbol).at(-1) ?? symbol;
    const isPrivate = last.startsWith('#');
    for (const name of new Set([symbol, last, unsigned(last)])) {
      const found = this.#words.filter((word) => word.text === name && (!isPrivate || this.#text.charAt(word.column - 2) === '#'));
      if (found.length > 0) return found;
    }
    const column = isPrivate ? undefined : columnOf(this.#text, unsigned(last));
    return column === undefined ? [] : [{ text: unsigned(last), column }];
  }

  #target(word: Word): Target {
    return { place: this.#place, document: this.#document, at: { line: this.#line, column: word.column }, name: word.text };
  }

  #noSymbol(what: string, column: number, more = ''): Failure {
    return new Failure('NotASymbol', {
      what,
      context: `${this.#quote(column)}${more}`,
      next: 'call again with one of these columns, or with symbol in place of column.',
    });
  }

  #quote(column: number): string {
    return quoted({ line: this.#line, column }, this.#text, this.#document.language);
  }

  #noLine(): Failure {
    const last = this.#lines.length;
    return new Failure('OutOfRange', {
      what: `${this.#place.display} has ${last === 0 ? 'no lines' : `lines 1 to ${last}`}, not ${this.#line}`,
      context: last === 0 ? undefined : `Line ${last}: ${JSON.stringify(this.#lines[last - 1])}`,
      next: 'file_read shows the file with its line numbers.',
    });
  }
}

/** A line with the nearest names and their columns. */
export function quoted({ line, column }: Position, text: string, language: string): string {
  const names = nearestWords(wordsOf(text, language).filter((word) => !keywords.has(word.text)), column);
  const list = names.length === 0 ? 'it holds no symbol' : `symbols: ${names.map((word) => `${word.text} (column ${word.column})`).join(', ')}`;
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return `Line ${line}: ${JSON.stringify(shown)}; ${list}.`;
}

/** Words that name nothing in most languages; left out where near symbols are listed. */
const keywords = new Set(
  ('abstract as async await break case catch class const continue def default defer delete do elif else end enum except export extends false final ' +
    'finally fn for from func function go if implements import in instanceof interface is let mut namespace new nil None not null or and package pass ' +
    'private protected pub public raise readonly return self static struct super switch this throw throws true True False try type typeof undefined ' +
    'use using var void when where while with yield int string boolean number bool').split(' '),
);
