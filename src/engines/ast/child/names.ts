/** The declared name of a node, in every language. */
import type { SgNode } from '@ast-grep/napi';
import type { DeclarationRule, LanguageRow, NameRule } from '../table/row';

export interface Name {
  readonly text: string;
  /** The node that is the name; undefined for declarations that have none of their own. */
  readonly node: SgNode | undefined;
  readonly owner?: string | undefined;
}

/**
 * The rule of a row that a node fits: of several for one kind the first that holds. A node of another grammar, as
 * queries of some rows have them, is judged by its kind alone.
 */
export function declarationRule(row: LanguageRow, node: SgNode, foreign = false): DeclarationRule | undefined {
  const kind = node.kind();
  if (foreign) return row.declarations.find((rule) => rule.kind === kind);
  return row.declarations.find((rule) => rule.kind === kind && holdsField(rule, node) && (rule.only === undefined || node.matches({ rule: rule.only })));
}

function holdsField({ where }: DeclarationRule, node: SgNode): boolean {
  if (where === undefined) return true;
  const field = node.field(where.field);
  return field !== null && (where.kinds === undefined || where.kinds.includes(String(field.kind())));
}

/** The name that a node declares; undefined for nodes that declare nothing, such as calls. */
export function declaredName(row: LanguageRow, node: SgNode): Name | undefined {
  const rule = declarationRule(row, node, row.queryGrammar !== undefined);
  if (rule !== undefined) return nameBy(rule.name, node);
  if (row.wrappers.includes(String(node.kind()))) {
    for (const child of node.children()) {
      const name = child.isNamed() ? declaredName(row, child) : undefined;
      if (name !== undefined) return name;
    }
    return undefined;
  }
  return declaring.test(String(node.kind())) ? nameBy(undefined, node) : undefined;
}

/** Kinds that declare something without being worth a line in an outline: parameters, local variables. */
const declaring = /(?:declaration|definition|declarator|_item|_spec|_signature|parameter|enumerator)$/;

/** The name of a declaration by its rule. */
export function nameBy(rule: NameRule | undefined, node: SgNode): Name | undefined {
  if (rule === undefined) return usualName(node);
  if ('fixed' in rule) return { text: rule.fixed, node: undefined };
  if ('fields' in rule) {
    const found = rule.fields.reduce<SgNode | null>((at, field) => at?.field(field) ?? null, node);
    return found === null ? undefined : innermost(found);
  }
  if ('child' in rule) {
    const found = node.children().find((child) => rule.child.includes(String(child.kind())));
    return found === undefined ? undefined : innermost(found);
  }
  return special[rule.by](node);
}

/** The names of a node that declares several, such as `a, b int`; none when it declares one. */
export function namesTogether({ each }: DeclarationRule, node: SgNode): readonly Name[] {
  if (each === undefined) return [];
  const step = (nodes: readonly SgNode[], key: string): readonly SgNode[] =>
    nodes.flatMap((at) => {
      const byField = at.fieldChildren(key);
      return (byField.length > 0 ? byField : at.children().filter((child) => child.is(key))).filter((child) => child.isNamed());
    });
  const found = each.reduce<readonly SgNode[]>(step, [node]);
  return found.length > 1 ? found.map((each) => usualName(each) ?? innermost(each)) : [];
}

function usualName(node: SgNode): Name | undefined {
  const named = node.field('name') ?? node.field('declarator') ?? node.field('pattern') ?? node.field('left') ?? node.field('property');
  if (named !== null) return innermost(named);
  const identifier = node.children().find((child) => identifying.test(String(child.kind())));
  return identifier === undefined ? undefined : innermost(identifier);
}

const identifying = /(?:identifier|^name|^word|^constant|^variable_declaration)$/;

/** Through pointers, arrays, functions and brackets down to the identifier; the scope of a qualified one is the owner. */
function innermost(node: SgNode, owner?: string): Name {
  const kind = String(node.kind());
  if (kind === 'qualified_identifier') {
    const name = node.field('name');
    const scope = node.field('scope')?.text();
    const within = [owner, scope].filter((part) => part !== undefined).join('::');
    if (name !== null) return innermost(name, within === '' ? undefined : within);
  }
  if (/declarator$|^variable_declaration$|^operator_cast$/.test(kind)) {
    const inner = node.field('declarator') ?? node.field('name') ?? node.children().find((child) => /declarator$|identifier$/.test(String(child.kind()))) ?? null;
    if (inner !== null) return innermost(inner, owner);
  }
  if (kind === 'template_function' || kind === 'template_method') {
    const name = node.field('name');
    if (name !== null) return innermost(name, owner);
  }
  return { text: oneLine(unquoted(node.text())), node, owner };
}

type Special = Extract<NameRule, { by: string }>['by'];

const special: Readonly<Record<Special, (node: SgNode) => Name | undefined>> = {
  assignment: (node) => {
    const left = node.field('left');
    const property = left?.field('property') ?? null;
    if (left === null) return undefined;
    if (property === null) return { text: oneLine(left.text()), node: left };
    const object = left.field('object')?.text();
    const owner = object === undefined || /^(?:module\.)?exports$/.test(object) ? undefined : oneLine(object).replace(/\.prototype$/, '');
    return { text: property.text(), node: property, owner };
  },
  definitionCall: (node) => {
    const first = node.children().find((child) => child.is('arguments'))?.children().find((child) => child.isNamed());
    if (first === undefined) return undefined;
    const head = first.is('binary_operator') ? (first.field('left') ?? first) : first;
    const name = head.is('call') ? (head.field('target') ?? head) : head;
    return { text: oneLine(unquoted(name.text())), node: name };
  },
  element: (node) => {
    const tag = node.children().find((child) => child.is('start_tag') || child.is('self_closing_tag'));
    const name = tag?.children().find((child) => child.is('tag_name'));
    if (tag === undefined || name === undefined) return undefined;
    const attributes = tag.children().filter((child) => child.is('attribute')).map((child) => oneLine(child.text()));
    const id = attributes.find((text) => /^id\s*=/i.test(text));
    const named = /^(?:script|style|template)$/i.test(name.text()) ? attributes.find((text) => /^(?:lang|setup|scoped)\b/i.test(text)) : undefined;
    return { text: name.text() + (id === undefined ? '' : `#${unquoted(id.replace(/^id\s*=\s*/i, ''))}`) + (named === undefined ? '' : ` ${named}`), node: name };
  },
  heading: (node) => {
    const heading = node.children().find((child) => child.is('atx_heading') || child.is('setext_heading'));
    const text = heading?.children().find((child) => child.is('inline') || child.is('paragraph'));
    return text === undefined ? { text: '', node: undefined } : { text: oneLine(text.text()), node: text };
  },
  key: (node) => {
    const key = node.field('key');
    return key === null ? undefined : { text: oneLine(unquoted(key.text())), node: key };
  },
  prelude: (node) => {
    const block = node.children().find((child) => child.is('block'));
    const text = node.text();
    const length = block === undefined ? text.length : block.range().start.index - node.range().start.index;
    return { text: oneLine(text.slice(0, length)).replace(/;$/, ''), node: node.children()[0] };
  },
  receiver: (node) => {
    const name = node.field('name');
    if (name === null) return undefined;
    const type = node.field('receiver')?.find({ rule: { kind: 'type_identifier' } });
    return { text: name.text(), node: name, owner: type?.text() };
  },
};

function unquoted(text: string): string {
  return /^(["'`]).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/** Names are printed on one line, and no longer than a reader wants. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
