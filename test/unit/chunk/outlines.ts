/** Outlines made by hand: declarations are named by fragments of the text. */
import { linesOf } from '../../../src/core/position';
import type { Outline, OutlineNode, Role, Span, Spot } from '../../../src/engines/ast';

export interface Declared {
  readonly name: string;
  readonly role?: Role;
  readonly owner?: string;
  /** Its text, as it stands in the file, without its comment. */
  readonly code: string;
  /** Its text with comment and decorators, when it has some. */
  readonly full?: string;
  /** Where its body begins. */
  readonly body?: string;
  readonly nodeKind?: string;
  readonly children?: readonly Declared[];
}

export interface Described {
  readonly imports?: readonly string[];
  readonly declared?: readonly Declared[];
}

export function outline(text: string, { imports = [], declared = [] }: Described): Outline {
  return { nodes: declared.map((each) => nodeOf(text, each)), imports: imports.map((code) => spanOf(text, code)), broken: false };
}

function nodeOf(text: string, { name, role = 'callable', owner, code, full = code, body, nodeKind = 'x', children = [] }: Declared): OutlineNode {
  const node = spanOf(text, code);
  return {
    name,
    owner,
    kind: role,
    role,
    nodeKind,
    inner: node,
    node,
    full: spanOf(text, full),
    body: body === undefined ? undefined : span(text, text.indexOf(body, node.start.offset), node.end.offset),
    nameAt: undefined,
    children: children.map((child) => nodeOf(text, child)),
  };
}

export function span(text: string, start: number, end: number): Span {
  return { start: spot(text, start), end: spot(text, end) };
}

function spanOf(text: string, code: string): Span {
  const start = text.indexOf(code);
  if (start < 0) throw new Error(`The text has no ${code}`);
  return span(text, start, start + code.length);
}

function spot(text: string, offset: number): Spot {
  const lines = linesOf(text.slice(0, offset));
  const last = lines.at(-1);
  const column = last === undefined || last.end !== '' ? 1 : last.text.length + 1;
  return { offset, line: Math.max(1, lines.length + (last === undefined || last.end === '' ? 0 : 1)), column };
}
