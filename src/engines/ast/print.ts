/** An outline as lines of text: `12-40 class Parser`, nested by indentation. The same answer every time. */
import type { Ast, OutlineNode } from './types';

/** From the first line of what belongs to a declaration to its last line. */
export function outlineLines(nodes: readonly OutlineNode[], depth = 0): readonly string[] {
  return nodes.flatMap((node) => [`${' '.repeat(depth)}${outlineLine(node)}`, ...outlineLines(node.children, depth + 1)]);
}

/** `12-40 method Parser.parse`; one line alone is one number. */
export function outlineLine({ node, kind, owner, name }: OutlineNode): string {
  const { start, end } = node;
  const lines = start.line === end.line ? `${start.line}` : `${start.line}-${end.line}`;
  return `${lines} ${kind} ${owner === undefined ? '' : `${owner}.`}${name}`.trimEnd();
}

/** Which languages can be read here, for `ping`. */
export function structureLine(ast: Ast): string {
  const all = ast.languages();
  const missing = all.filter((language) => !language.available);
  const without = missing.length === 0 ? '' : `, without ${missing.map((language) => language.id).join(', ')}`;
  return `syntax trees: ast-grep, ${all.length - missing.length} languages${without}`;
}
