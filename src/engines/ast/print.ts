/** An outline as lines of text: `12-40 class Parser`, nested by indentation. The same answer every time. */
import type { Named } from './namePath';
import type { Ast } from './types';

/** What is printed of a declaration. Lines are 1-based, `end` is that of its last line. */
export interface Printed<Node> extends Named<Node> {
  readonly kind: string;
  readonly node: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
}

/** From the first line of what belongs to a declaration to its last line. */
export function outlineLines<Node extends Printed<Node>>(nodes: readonly Node[], depth = 0): readonly string[] {
  return nodes.flatMap((node) => [`${' '.repeat(depth)}${outlineLine(node)}`, ...outlineLines(node.children, depth + 1)]);
}

/** `12-40 method Parser.parse`; one line alone is one number. */
export function outlineLine({ node, kind, owner, name }: Omit<Printed<unknown>, 'children'>): string {
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
