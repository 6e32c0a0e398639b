/**
 * Comments in front of the first node of a block, which the library does not pass over as it does elsewhere: a pattern
 * `if ($C) { f() }` would miss the `if` whose block begins with a comment. The text is then read once more without them.
 */
import type { SgNode } from '@ast-grep/napi';
import type { LanguageRow } from '../table/row';
import type { Stretch } from '../types';
import { isMetavariable } from './metavariables';

/** What opens a block of statements. */
const openers: ReadonlySet<string> = new Set(['{', ':', 'then', 'do', 'else', 'begin', 'try', 'finally', 'ensure']);
/** Kinds of Ruby that begin behind a line end. */
const openedByLineEnd: ReadonlySet<string> = new Set(['then', 'body_statement']);
/** What opens a list, which is looked for only behind a name: few of the many lists begin with a comment. */
const brackets: ReadonlySet<string> = new Set(['(', '[']);

/**
 * Finds texts in which a comment may stand where a pattern has the first node of a block. Undefined for patterns that
 * name no such node: `$$$BODY` takes comments along.
 * @param patterns in expanded form
 */
export function commentsFirst(patterns: readonly SgNode[], expando: string): RegExp | undefined {
  const found = new Set<string>();
  const visit = (node: SgNode): void => {
    const children = node.children();
    for (const [index, child] of children.entries()) {
      visit(child);
      const before = children[index - 1]?.text() ?? '';
      if (!child.isNamed() || (isMetavariable(child.text(), expando) && child.text().startsWith(expando.repeat(3)))) continue;
      const name = /[^\s.:>(]+$/.exec(node.prev()?.text() ?? '')?.[0] ?? '';
      if (openers.has(before)) found.add(before);
      else if (index === 0 && openedByLineEnd.has(String(node.kind()))) found.add(String.raw`\n`);
      else if (index === 1 && brackets.has(before) && /^\w+$/.test(name) && !isMetavariable(name, expando)) found.add(String.raw`${name}\s*\${before}`);
    }
  };
  patterns.forEach(visit);
  return found.size === 0 ? undefined : new RegExp(String.raw`(?:${[...found].join('|')})\s*(?://|/\*|#)`);
}

/** A text without the comments that are first in a block, and where they stood. Every other position stays. */
export interface Bare {
  readonly text: string;
  readonly comments: readonly Stretch[];
}

/** Undefined when there are none. */
export function withoutFirstComments(root: SgNode, text: string, row: LanguageRow): Bare | undefined {
  const comments = root
    .findAll({ rule: { any: row.comments.map((kind) => ({ kind })) } })
    .filter((comment) => isFirst(comment, row))
    .map((comment): Stretch => ({ start: comment.range().start.index, end: comment.range().end.index }));
  if (comments.length === 0) return undefined;
  let bare = '';
  let at = 0;
  for (const { start, end } of comments) {
    bare += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return { text: bare + text.slice(at), comments };
}

function isFirst(comment: SgNode, row: LanguageRow): boolean {
  let next = comment.next();
  while (next !== null && row.comments.includes(String(next.kind()))) next = next.next();
  if (next !== null && openedByLineEnd.has(String(next.kind()))) return true;
  for (let before = comment.prev(); before !== null; before = before.prev()) {
    if (!row.comments.includes(String(before.kind()))) return openers.has(before.text()) || brackets.has(before.text());
  }
  return comment.parent()?.parent() !== null;
}
