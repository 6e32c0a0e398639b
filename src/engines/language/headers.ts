/** The types that a declaration names above its body: what `extends`, `implements` or a class's parentheses list. */
import type { Position } from '../../core/ports';
import type { Declaration } from './types';

/** A name in a header, and where it stands. */
export interface NamedType {
  readonly name: string;
  readonly at: Position;
}

/** The languages whose headers are read, by the name of their family. */
export const readHeaders: ReadonlyMap<string, HeaderReader> = new Map([
  ['typescript', typescriptHeader],
  ['python', pythonHeader],
]);

/** Undefined for a declaration whose header does not list types: an alias, or one without a name. */
export type HeaderReader = (declaration: Declaration, lines: readonly string[]) => readonly NamedType[] | undefined;

/** Headers are short; a text without a body is not read to its end. Lines. */
const longestHeader = 200;

interface Token extends NamedType {
  readonly isName: boolean;
}

/** Names outside of type arguments and calls. Of a dotted name the last part. */
function typescriptHeader(declaration: Declaration, lines: readonly string[]): readonly NamedType[] | undefined {
  if (!/class|interface/.test(declaration.kind)) return undefined;
  const found: NamedType[] = [];
  let depth = 0;
  for (const token of tokensOf(declaration, lines, typescriptTokens) ?? []) {
    if (token.isName) {
      if (depth === 0 && token.name !== 'extends' && token.name !== 'implements') found.push(token);
    } else if (token.name === '{' && depth === 0) return found;
    else if (token.name === '.' && depth === 0) found.pop();
    else if ('<([{'.includes(token.name)) depth += 1;
    else if ('>)]}'.includes(token.name)) depth -= 1;
  }
  return undefined;
}

/** Names between the parentheses, outside of type arguments and calls, without keyword arguments. */
function pythonHeader(declaration: Declaration, lines: readonly string[]): readonly NamedType[] | undefined {
  if (declaration.kind !== 'class') return undefined;
  const found: NamedType[] = [];
  let depth = 0;
  let isKeyword = false;
  // Type parameters before the parentheses are no types above.
  let isInside = false;
  for (const token of tokensOf(declaration, lines, pythonTokens) ?? []) {
    const isOwn = isInside && depth === 1;
    if (token.isName) {
      if (isOwn && !isKeyword) found.push(token);
    } else if (token.name === ':' && depth === 0) return found;
    else if (token.name === ',' && isOwn) isKeyword = false;
    else if (token.name === '.' && isOwn && !isKeyword) found.pop();
    else if (token.name === '=' && isOwn && !isKeyword) {
      isKeyword = true;
      found.pop();
    } else if ('(['.includes(token.name)) {
      if (token.name === '(' && depth === 0) isInside = true;
      depth += 1;
    } else if (')]'.includes(token.name)) depth -= 1;
  }
  return undefined;
}

/** Comments and texts are tokens of neither kind, and `=>` closes nothing. */
const typescriptTokens =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|=>|(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|(?<mark>[<>()[\]{}.])/gu;

const pythonTokens = /#.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<name>[\p{ID_Start}_]\p{ID_Continue}*)|(?<mark>[()[\]:,=.])/gu;

/** What stands behind the name; undefined where the name does not stand at its place. */
function tokensOf({ name, at }: Declaration, lines: readonly string[], shape: RegExp): readonly Token[] | undefined {
  const first = lines[at.line - 1] ?? '';
  if (!first.startsWith(name, at.column - 1)) return undefined;
  const before = at.column - 1 + name.length;
  const text = [first.slice(before), ...lines.slice(at.line, at.line + longestHeader)].join('\n');
  const tokens: Token[] = [];
  let line = at.line;
  let lineStart = -before;
  let read = 0;
  for (const match of text.matchAll(shape)) {
    for (let end = text.indexOf('\n', read); end !== -1 && end < match.index; end = text.indexOf('\n', read)) {
      line += 1;
      lineStart = read = end + 1;
    }
    const [word, mark] = [match.groups?.['name'], match.groups?.['mark']];
    const found = word ?? mark;
    if (found !== undefined) tokens.push({ name: found, at: { line, column: match.index - lineStart + 1 }, isName: word !== undefined });
  }
  return tokens;
}
