/** Outlines of a Python-like text by indentation, broken where a parenthesis is left open, for tests of what builds on outlines. */
import type { Ast, OutlineNode, Span } from '../../src/engines/ast';

export const indentedOutline: Pick<Ast, 'languageOf' | 'outline'> = {
  languageOf: (path) => (path.endsWith('.py') ? { id: 'python', title: 'Python', kind: 'code', available: true, queryable: true } : undefined),
  outline: async ({ text }) => {
    const lines = text.split('\n');
    const imports = lines.flatMap((line, index) => (/^(from|import) /.test(line) ? [span(lines, index, index)] : []));
    return { nodes: nodesOf(lines, 0, lines.length, 0), imports, broken: lines.some((line) => /^ *def \w+\($/.test(line)) };
  },
};

function nodesOf(lines: readonly string[], from: number, to: number, indent: number): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  for (let index = from; index < to; index += 1) {
    const match = /^( *)(def|class) (\w+)/.exec(lines[index] ?? '');
    if (match === null || match[1]?.length !== indent) continue;
    const [, , keyword, name = ''] = match;
    let end = index + 1;
    while (end < to && !/^\S/.test((lines[end] ?? '').slice(indent))) end += 1;
    while ((lines[end - 1] ?? '').trim() === '') end -= 1;
    const callable = keyword === 'def';
    const column = (lines[index] ?? '').indexOf(name) + 1;
    const nameAt: Span = { start: { offset: 0, line: index + 1, column }, end: { offset: 0, line: index + 1, column: column + name.length } };
    nodes.push({
      name,
      owner: undefined,
      kind: callable ? (indent > 0 ? 'method' : 'function') : 'class',
      role: callable ? 'callable' : 'class',
      nodeKind: callable ? 'function_definition' : 'class_definition',
      inner: span(lines, index, end - 1),
      node: span(lines, index, end - 1),
      full: span(lines, index, end - 1),
      body: span(lines, index, end - 1),
      nameAt,
      children: callable ? [] : nodesOf(lines, index + 1, end, indent + 2),
    });
  }
  return nodes;
}

function span(lines: readonly string[], first: number, last: number): Span {
  return {
    start: { offset: 0, line: first + 1, column: 1 },
    end: { offset: 0, line: last + 1, column: (lines[last] ?? '').length + 1 },
  };
}
