/** Names on a line of text: where they stand, and which are near a position. */

export interface Word {
  readonly text: string;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** The names on a line, from the left. What a name may hold depends on the language: CSS has hyphens, Ruby `?`. */
export function wordsOf(line: string, language: string): readonly Word[] {
  return [...line.matchAll(shapeOf(language))].map((match) => ({ text: match[0], column: match.index + 1 }));
}

/** The name at a column, or ending just before it, as the editor's cursor has it. */
export function wordAt(words: readonly Word[], column: number): Word | undefined {
  const end = (word: Word): number => word.column + word.text.length;
  return (
    words.find((word) => word.column <= column && column < end(word)) ??
    words.find((word) => word.text !== '' && end(word) === column)
  );
}

/** The column of the name behind signs that belong to it: `@` of a decorator, `#` of a private name, the brackets and quotes of a computed one. */
export function pastSigns(line: string, column: number): number {
  return column + (/^(?:[@#'"`]|\[\s*['"`])(?=[$_\p{L}])/u.exec(line.slice(column - 1))?.[0].length ?? 0);
}

/** A name without those signs. */
export function unsigned(name: string): string {
  return name.slice(pastSigns(name, 1) - 1).replace(/['"`]\s*\]?$/, '');
}

/** The column of a declared name as servers know it: that of the string in `['name']`. */
export function pastBracket(line: string, column: number): number {
  return column + (/^\[\s*(?=(['"`])[^'"`]*\1\s*\])/.exec(line.slice(column - 1))?.[0].length ?? 0);
}

/** The nearest names of a line first, at most `most` of them, each once. */
export function nearestWords(words: readonly Word[], column: number, most = 8): readonly Word[] {
  const away = (word: Word): number =>
    column < word.column ? word.column - column : Math.max(0, column - (word.column + word.text.length));
  return [...words].sort((a, b) => away(a) - away(b) || a.column - b.column).slice(0, most);
}

/** The last part of a name path as it stands in a text: `parse` of `Parser/parse`, `Parser.parse`, `Parser::parse`, `Parser/#parse`. */
export function lastPart(namePath: string): string {
  return (partsOf(namePath).at(-1) ?? namePath).replace(/^#(?=.)/, '');
}

/** A sign in front of a name is its own (`#secret`); between two names it is a separator (`Parser#parse`). */
export function partsOf(namePath: string): readonly string[] {
  const parts = namePath.replace(/\(\)$/, '').split(/[/.]|::|(?<=[\w$])#(?=\w)/).filter((part) => part !== '');
  return parts.length === 0 ? [namePath] : parts;
}

/** A regular expression for a name as a whole, in the dialect of text search. */
export function wholeName(name: string): string {
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `(?:^|[^\\w$])${literal}(?:[^\\w$]|$)`;
}

/** Whether a line has the name as a whole. */
export function hasName(line: string, name: string): boolean {
  return columnOf(line, name) !== undefined;
}

/** The column, from 1, of the first place of a name as a whole word, from a column on. */
export function columnOf(line: string, name: string, from = 1): number | undefined {
  for (let at = line.indexOf(name, from - 1); at !== -1; at = line.indexOf(name, at + 1)) {
    if (!nameUnit.test(line.charAt(at - 1)) && !nameUnit.test(line.charAt(at + name.length))) return at + 1;
  }
  return undefined;
}

const nameUnit = /[\p{L}\p{N}\p{M}_$]/u;

const plain = /[$_\p{L}][$_\p{L}\p{M}\p{N}\u200c\u200d]*/gu;
const hyphenated = /(?:--|[$_@\p{L}])[-$_\p{L}\p{M}\p{N}]*/gu;
const questioning = /[$_@\p{L}][$_\p{L}\p{M}\p{N}]*[?!]?/gu;

function shapeOf(language: string): RegExp {
  if (['css', 'scss', 'less', 'html', 'json', 'jsonc', 'yaml', 'markdown', 'xml', 'clojure', 'vue'].includes(language)) return hyphenated;
  return ['ruby', 'elixir'].includes(language) ? questioning : plain;
}
