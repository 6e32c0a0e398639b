/** JavaScript and its kin. Their grammars are built into the library. */
import type { Rule } from '@ast-grep/napi';
import { bareReturn, handler, inTurn, otherQuotes, shaped, wholeFile, type DeclarationRule, type LanguageRow } from './row';

const functions = ['arrow_function', 'function_expression', 'generator_function'];
const topLevelCall: Rule = {
  kind: 'parenthesized_expression',
  inside: { kind: 'call_expression', inside: { kind: 'expression_statement', inside: { kind: 'program' } } },
};

const script: readonly DeclarationRule[] = [
  { kind: 'function_declaration', as: 'function', role: 'callable' },
  { kind: 'generator_function_declaration', as: 'function', role: 'callable' },
  { kind: 'class_declaration', as: 'class', role: 'class' },
  { kind: 'method_definition', as: 'method', role: 'callable' },
  { kind: 'variable_declarator', as: 'function', role: 'callable', where: { field: 'value', kinds: functions } },
  { kind: 'variable_declarator', as: 'class', role: 'class', where: { field: 'value', kinds: ['class'] } },
  { kind: 'variable_declarator', as: 'variable', role: 'value' },
  { kind: 'assignment_expression', as: 'function', role: 'callable', name: { by: 'assignment' }, where: { field: 'right', kinds: functions } },
  { kind: 'assignment_expression', as: 'class', role: 'class', name: { by: 'assignment' }, where: { field: 'right', kinds: ['class'] } },
  { kind: 'pair', as: 'method', role: 'callable', name: { fields: ['key'] }, where: { field: 'value', kinds: functions } },
  { kind: 'export_statement', as: 'export', role: 'value', name: { fixed: 'default' }, where: { field: 'value' } },
];

const alone = ['', ''] as const;

/** What may also be an attribute of an element, or stand between elements. */
const elementContexts = [
  shaped(/^(?:[\w:.-]+=(?:"[^"]*"|'[^']*'|\{[\s\S]*\})|\{\s*\.\.\.[\s\S]*\})$/, ['<z ', '></z>'], alone),
  shaped(/^\{[\s\S]*\}$/, ['<z>', '</z>'], alone),
];

/** A method of any name, and nothing in front of it. */
const openMethod = /^\$[A-Z_]\w*\s*\([^{}]*\)\s*(?=\{)/;

const javascript = {
  kind: 'code',
  queryable: true,
  scopes: [
    'function_declaration',
    'generator_function_declaration',
    'generator_function',
    'method_definition',
    'class_static_block',
    'for_statement',
    'for_in_statement',
    'catch_clause',
    // What a function called at once at the top level declares is the file's, not a local.
    { kind: 'function_expression', not: { inside: topLevelCall } },
    { kind: 'arrow_function', not: { inside: topLevelCall } },
  ],
  imports: ['import_statement', { kind: 'export_statement', has: { field: 'source', regex: '.' } }],
  comments: ['comment', 'html_comment'],
  strings: ['string', 'template_string', 'regex', 'jsx_text'],
  before: ['comment', 'decorator'],
  annotations: ['decorator'],
  wrappers: ['export_statement', 'lexical_declaration', 'variable_declaration', 'ambient_declaration', 'expression_statement'],
  bodies: ['class_body', 'statement_block'],
  contexts: [
    shaped(handler, ['try {} ', '']),
    shaped(/^(?:case\b|default\s*:)/, ['switch (x) { ', ' }']),
    shaped(/^(?:static\s+)?[#\w$]+\s*=[^=>]/, ['class _ { ', ' }'], alone),
    shaped(/^[\w$'"]+\s*:\s/, ['x = { ', ' }']),
    shaped(/^@/, ['', ' class _ {}']),
    ...inTurn(wholeFile, ['class _ { ', ' }'], ['x = { ', ' }']),
  ],
  completions: [
    { when: /^(?:export\s+(?:default\s+)?)?(?:async\s+)?function\b[^{}]*\)\s*(?::[^{}]+)?$/, to: '$& { $$$$$$ }' },
    { when: /^(?:export\s+(?:default\s+)?)?(?:abstract\s+)?(?:class|interface|enum)\s[^{}]+$/, to: '$& { $$$$$$ }' },
    { when: /^<([\w$.:-]+)(?:\s[\s\S]*)?(?<![/=])>$/, to: '$&$$$$$$</$1>' },
  ],
  nearForms: [
    bareReturn,
    { when: /^([A-Za-z][\w:.-]*)=(\$[A-Z_]\w*)$/, to: '$1={$2}', says: 'an attribute with an expression' },
    { when: /^((?:export\s+)?(?:abstract\s+)?class\s+[\w$]+)\s*(?=\{|$)/, to: '$1 extends $$_ ', says: 'a class that extends another' },
    { when: /^(.*\bfunction\s+[\w$]+\s*\([^{}]*\))\s*(?=\{)/s, to: '$1: $$_ ', says: 'a function with a return type' },
    { when: /^(.*\bfunction\s+[\w$]+\s*\()[^{}()]*\)/s, to: '$1$$$$$$)', says: 'a function with other parameters' },
    { when: /^((?:(?:async|static|get|set)\s+)*(?!(?:if|for|while|switch|catch|with|function)\b)[#\w$]+\s*\([^{}]*\))\s*(?=\{)/, to: '$1: $$_ ', says: 'a method with a return type' },
    ...otherQuotes,
    { when: openMethod, to: 'async $&', says: 'an async method' },
    { when: openMethod, to: 'static $&', says: 'a static method' },
    { when: openMethod, to: 'get $&', says: 'a getter' },
    { when: /^(?:\([^(){}]*\)|\$[A-Z_]\w*)\s*=>/, to: 'async $&', says: 'an async arrow function' },
    { when: /^function\s+([\w$]+)\s*(\([^{}]*\))\s*(?=\{)/, to: 'const $1 = $2 => ', says: 'an arrow function' },
    { when: /^function\s+([\w$]+)\s*(\([^{}]*\))\s*(?=\{)/, to: 'class _ { $1$2 ', says: 'a method' },
  ],
} satisfies Partial<LanguageRow>;

/** What may be a type as well as an expression, and is then looked for as both: `Array<$T>`, `$A | null`, `$T[]`. */
const typeLike = /^(?:[\w$.]+(?:<[^;{}()=]*>(?:\[\])*|(?:\[\])+)|[^;{}()=,]*[^|&;{}()=,][|&][^|&;{}()=,][^;{}()=,]*)$/;

/** Types that are words of the language. */
const namedType = '(?:any|bigint|boolean|never|number|object|string|symbol|unknown|void)';

const typedContexts = [
  shaped(typeLike, ['let _: ', ';'], alone),
  shaped(new RegExp(`^${namedType}$`), ['let _: ', ';'], alone),
  // A parameter, a variable, a field, or a pair.
  shaped(new RegExp(String.raw`^[\w$]+\??\s*:\s*(?:${namedType}|[A-Z][\w.]*(?:<[^;{}()=]*>)?)(?:\[\])*$`), ['function _(', ') {}'], ['let ', ';'], ['class _ { ', ' }'], ['interface _ { ', ' }'], ['x = { ', ' }']),
  // A field of a class, or a parameter of its constructor that becomes one.
  shaped(/^(?:(?:public|private|protected|readonly|override)\s+)+[\w$]+\??\s*(?::|=|$)/, ['class _ { ', ' }'], ['class _ { constructor(', ') {} }']),
  // A pair with a computed name, or an index signature.
  shaped(/^\[[^\]]*\]\s*:/, ['x = { ', ' }'], ['class _ { ', ' }']),
  ...javascript.contexts,
];

const typed: readonly DeclarationRule[] = [
  ...script,
  { kind: 'function_signature', as: 'function', role: 'callable' },
  { kind: 'abstract_class_declaration', as: 'class', role: 'class' },
  { kind: 'interface_declaration', as: 'interface', role: 'class' },
  { kind: 'type_alias_declaration', as: 'type', role: 'value' },
  { kind: 'enum_declaration', as: 'enum', role: 'class' },
  { kind: 'internal_module', as: 'namespace', role: 'class' },
  { kind: 'module', as: 'module', role: 'class' },
  { kind: 'method_signature', as: 'method', role: 'callable', only: { inside: { any: [{ kind: 'interface_body' }, { kind: 'class_body' }] } } },
  { kind: 'abstract_method_signature', as: 'method', role: 'callable' },
  { kind: 'public_field_definition', as: 'method', role: 'callable', where: { field: 'value', kinds: functions } },
  { kind: 'public_field_definition', as: 'field', role: 'value', minor: true },
  { kind: 'property_signature', as: 'property', role: 'value', only: { inside: { kind: 'interface_body' } }, minor: true },
  { kind: 'enum_assignment', as: 'member', role: 'value', minor: true },
  // Without a value the name is all there is of a member.
  { kind: 'property_identifier', as: 'member', role: 'value', name: { fields: [] }, only: { inside: { kind: 'enum_body' } }, minor: true },
];

const plain: readonly DeclarationRule[] = [
  ...script,
  { kind: 'field_definition', as: 'method', role: 'callable', name: { fields: ['property'] }, where: { field: 'value', kinds: functions } },
  { kind: 'field_definition', as: 'field', role: 'value', name: { fields: ['property'] }, minor: true },
];

const scriptGrammar = { name: 'JavaScript', expando: '$' };

export const webRows: readonly LanguageRow[] = [
  {
    ...javascript,
    id: 'typescript',
    title: 'TypeScript',
    aliases: ['ts', 'mts', 'cts'],
    extensions: ['.ts', '.mts', '.cts'],
    covers: ['tsx'],
    grammar: { name: 'TypeScript', expando: '$' },
    declarations: typed,
    contexts: typedContexts,
  },
  {
    ...javascript,
    id: 'tsx',
    title: 'TSX',
    aliases: ['typescriptreact'],
    extensions: ['.tsx'],
    grammar: { name: 'Tsx', expando: '$' },
    declarations: typed,
    contexts: [...elementContexts, ...typedContexts],
  },
  {
    ...javascript,
    id: 'javascript',
    title: 'JavaScript',
    aliases: ['js', 'mjs', 'cjs', 'node'],
    extensions: ['.js', '.mjs', '.cjs'],
    covers: ['jsx'],
    grammar: scriptGrammar,
    declarations: plain,
    contexts: [...elementContexts, ...javascript.contexts],
  },
  {
    ...javascript,
    id: 'jsx',
    title: 'JSX',
    aliases: ['react', 'javascriptreact'],
    extensions: ['.jsx'],
    covers: ['tsx'],
    grammar: scriptGrammar,
    declarations: plain,
    contexts: [...elementContexts, ...javascript.contexts],
  },
];
