/** The types that a declaration names as its parents, by its text: `extends` and `implements`, or Python's parentheses. */
import type { Position } from '../../core/ports';
import type { Declaration } from './types';

export interface NamedParent {
  readonly name: string;
  readonly at: Position;
}

/** Lines of a declaration's head that are looked at. */
const longestHead = 30;

/**
 * In the order of the text; of a dotted name the last part. Undefined for a language or a kind of type of which the text does
 * not tell.
 * @param language VS Code's id
 */
export function parentsNamed(lines: readonly string[], { name, at, kind }: Pick<Declaration, 'name' | 'at' | 'kind'>, language: string): readonly NamedParent[] | undefined {
  if (!/^(?:abstract )?(?:class|interface)$/.test(kind)) return undefined;
  const python = language === 'python';
  if (!python && !/^(?:type|java)script(?:react)?$/.test(language)) return undefined;
  const parents: NamedParent[] = [];
  let depth = 0;
  let named = python;
  let previous = '';
  for (const { text, line, column } of tokens(lines, at, name.length)) {
    const isName = /^[A-Za-z_$]/.test(text);
    if ((text === '{' || (python && text === ':')) && depth === 0) break;
    if (/^[<([{]$/.test(text)) depth += 1;
    else if (/^[>)\]}]$/.test(text)) depth -= 1;
    else if (text === '=' && python && depth === 1 && parents.at(-1)?.name === previous) parents.pop();
    else if (!python && depth === 0 && /^(?:extends|implements)$/.test(text)) named = true;
    else if (isName && named && depth === (python ? 1 : 0) && previous !== '=') {
      if (previous === '.') parents.pop();
      parents.push({ name: text, at: { line, column } });
    }
    previous = text;
  }
  return parents;
}

interface Token {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** Names and marks behind a declaration's name; comments and texts in quotes are left out. */
function* tokens(lines: readonly string[], at: Position, length: number): Generator<Token> {
  const shape = /\/\/.*|\/\*.*?\*\/|"[^"]*"|'[^']*'|(?<name>[A-Za-z_$][\w$]*)|(?<mark>=>|[<>(){}[\].,:=])/g;
  for (let line = at.line; line < at.line + longestHead && line <= lines.length; line += 1) {
    const from = line === at.line ? at.column - 1 + length : 0;
    for (const match of (lines[line - 1] ?? '').slice(from).matchAll(shape)) {
      const text = match.groups?.['name'] ?? match.groups?.['mark'];
      if (text !== undefined) yield { text, line, column: from + match.index + 1 };
    }
  }
}
