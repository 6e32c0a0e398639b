/** Statements that are all that `if`, `else` or a loop holds: without braces, what comes next would take their place. */
import type { SgNode } from '@ast-grep/napi';

/** Whether a node is such a statement, or the expression in one. */
export function isSole(node: SgNode): boolean {
  const statement = node.parent()?.is('expression_statement') === true ? (node.parent() ?? node) : node;
  const parent = statement.parent();
  if (parent === null || block.test(String(statement.kind()))) return false;
  if (parent.is('else_clause') || parent.is('control_structure_body')) return true;
  return holder.test(String(parent.kind())) && ['body', 'consequence', 'alternative'].some((field) => parent.field(field)?.id() === statement.id());
}

const block = /block|compound_statement/;
const holder = /^(?:if|while|do|for|for_in|for_range|foreach|for_each|enhanced_for|labeled|with|using|lock|fixed)(?:_statement|_loop)?$/;
