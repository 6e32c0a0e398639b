/** Go, C, C++ and Rust. */
import type { Rule } from '@ast-grep/napi';
import { bareReturn, forThatDeclares, inTurn, openCase, shaped, wholeFile, type DeclarationRule, type LanguageRow, type Variant } from './row';

const go: LanguageRow = {
  id: 'go',
  title: 'Go',
  aliases: ['golang'],
  extensions: ['.go'],
  grammar: { name: 'go', package: '@ast-grep/lang-go', symbol: 'tree_sitter_go', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'function_declaration', as: 'function', role: 'callable' },
    { kind: 'method_declaration', as: 'method', role: 'callable', name: { by: 'receiver' } },
    { kind: 'type_spec', as: 'struct', role: 'class', where: { field: 'type', kinds: ['struct_type'] } },
    { kind: 'type_spec', as: 'interface', role: 'class', where: { field: 'type', kinds: ['interface_type'] } },
    { kind: 'type_spec', as: 'type', role: 'value' },
    { kind: 'type_alias', as: 'type', role: 'value' },
    { kind: 'const_spec', as: 'const', role: 'value', each: ['name'] },
    { kind: 'var_spec', as: 'var', role: 'value', each: ['name'] },
    { kind: 'method_elem', as: 'method', role: 'callable', minor: true },
    { kind: 'field_declaration', as: 'field', role: 'value', each: ['name'], minor: true },
  ],
  scopes: ['function_declaration', 'method_declaration', 'func_literal'],
  imports: ['import_declaration'],
  comments: ['comment'],
  strings: ['interpreted_string_literal', 'raw_string_literal', 'rune_literal'],
  before: ['comment'],
  wrappers: ['type_declaration', 'const_declaration', 'var_declaration', 'var_spec_list'],
  bodies: ['block'],
  // A call at the top level of a file would be read as a type conversion, so the body of a function comes first.
  contexts: [
    // A part of a value in braces, or a label.
    shaped(/^[\w$"]+\s*:\s*[^\s=]/, ['package p\nvar _ = T{', '}'], ['package p\nfunc _() {\n', '\n}']),
    // What a `select` waits for.
    shaped(/^case\b[^:]*<-/, ['package p\nfunc _() {\nselect {\n', ' }\n}']),
    // A value or a type.
    shaped(/^(?:(?:[\w$]+\.)?\w+|\*[\w$.]+|(?:\[\]|map\[)[^{}()]*)$/, ['package p\nfunc _() {\n', '\n}'], ['package p\nvar _ ', '']),
    ...inTurn(['package p\nfunc _() {\n', '\n}'], wholeFile),
    // Without a line end behind them: it would belong to the statements, which could then be no metavariable alone.
    [['package p\nfunc _() {\nswitch x {\n', ' }\n}'], ['package p\nfunc _() {\nswitch x.(type) {\n', ' }\n}']],
    ...inTurn(
      ['package p\nfunc _() {\nselect {\n', ' }\n}'],
      ['package p\ntype _ struct {\n', '\n}'],
      ['package p\nvar _ = T{', '}'],
      ['package p\nvar _ ', ''],
    ),
  ],
  // Files have a line end where a pattern in one line has a semicolon.
  completions: [openCase, { when: /^func\b[^{}]*\)[^{}]*$/, to: '$& { $$$$$$ }' }, { when: /^([^;{}"'`]+);\s*([^;{}"'`]+)$/, to: '$1\n$2' }],
  grouped: ['import', 'const', 'var', 'type'].map((keyword) => ({ when: new RegExp(String.raw`^${keyword}\s+([^(\s][\s\S]*)$`), context: [`package p\n${keyword} (\n`, '\n)'] })),
  nearForms: [
    bareReturn,
    { when: /^func\s+([\w$]+\s*\()/, to: 'func ($$_ $$_) $1', says: 'a method_declaration' },
    { when: /^func\s+([\w$]+)\s*\(/, to: 'func $1[$$$$$$](', says: 'a function with type parameters' },
    { when: /^func\s+\([^)]*\)\s*([\w$]+\s*\()/, to: 'func $1', says: 'a function_declaration' },
  ],
};

const functionDeclarator: Rule = { has: { field: 'declarator', any: [{ kind: 'function_declarator' }, { has: { stopBy: 'end', kind: 'function_declarator' } }] } };
const withBody = { field: 'body' };

const cDeclarations: readonly DeclarationRule[] = [
  { kind: 'function_definition', as: 'function', role: 'callable' },
  { kind: 'declaration', as: 'prototype', role: 'callable', only: functionDeclarator },
  { kind: 'declaration', as: 'variable', role: 'value', where: { field: 'declarator' }, each: ['declarator'] },
  { kind: 'type_definition', as: 'typedef', role: 'value' },
  { kind: 'struct_specifier', as: 'struct', role: 'class', where: withBody },
  { kind: 'union_specifier', as: 'union', role: 'class', where: withBody },
  { kind: 'enum_specifier', as: 'enum', role: 'class', where: withBody },
  { kind: 'preproc_def', as: 'macro', role: 'value', where: { field: 'value' } },
  { kind: 'preproc_function_def', as: 'macro', role: 'callable' },
  { kind: 'enumerator', as: 'member', role: 'value', minor: true },
];

/** Words that stand in front of a value, and not of a name that is declared. */
const noType = String.raw`return|throw|else|new|delete|case|goto|sizeof|co_\w+`;
/** What may be a member; `case $X: $$$B` would be a bit field. */
const member = /^(?!(?:case|default)\b|(?:struct|class|union|enum)\s+[\w$]+\s*[:{;])/;
/** A fragment that does not end in any number of statements: with a semicolon behind them they would be one expression. */
const withoutList = /^(?![\s\S]*\${3}[A-Z_]*$)/;
/** A declaration without its semicolon, of a type, a name and perhaps parameters. */
const declared = String.raw`(?!(?:${noType}|using|typedef|namespace|template|if|for|while|switch|do)\b|(?:struct|class|union|enum)\s+[\w$]+\s*;?$)(?:[\w$:<>,[\]*&~]+\s+)+[*&]*(?:operator\s*[^\s\w(]+|[\w$:~]+)\s*(?:\([^{};]*\)[^{};()]*)?`;
/** One that may be a member as well as a local. */
const declares = new RegExp(`^${declared};$`);
const inFunction = ['void _() {\n', '\n}'] as const;
/** A type, a name and parameters: a call has no type in front, nor has `return f(x)`. */
const cCompletion = (to: string): Variant => ({
  when: new RegExp(String.raw`^(?!(?:${noType})\b)(?:[\w$:<>,[\]*&~]+\s+)+[*&]*[\w$:~]+\s*\([^{};]*\)(?:\s*(?:const|noexcept|override))*$`),
  to,
});
const cCompletions = [
  cCompletion('$& { $$$$$$ }'),
  { when: new RegExp(`^${declared}$`), to: '$&;' },
  // The semicolon is no part of the type, and a file has it elsewhere: behind the names of a `typedef`.
  { when: /^((?:struct|class|union|enum)\b[^;{}]*\{[\s\S]*\}|(?:struct|class|union|enum)\s+[\w$]+)\s*;$/, to: '$1' },
  // Statements without a semicolon are none; a case without any means any.
  { when: /^((?:case\b[^:]*|default\s*):)\s*\${3}(?:[A-Z_][A-Z0-9_]*)?$/, to: '$1' },
  { when: /^#\s*(?:if|ifdef|ifndef)\b[^\n]*$/, to: '$&\n$$$$$$\n#endif' },
];

const c: LanguageRow = {
  id: 'c',
  title: 'C',
  aliases: [],
  extensions: ['.c', '.h'],
  grammar: { name: 'c', package: '@ast-grep/lang-c', symbol: 'tree_sitter_c', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [...cDeclarations, { kind: 'field_declaration', as: 'field', role: 'value', each: ['declarator'], minor: true }],
  scopes: ['compound_statement', 'parameter_list'],
  imports: ['preproc_include'],
  comments: ['comment'],
  strings: ['string_literal', 'char_literal', 'system_lib_string'],
  before: ['comment'],
  wrappers: ['linkage_specification'],
  bodies: ['compound_statement', 'field_declaration_list', 'enumerator_list'],
  // At the top level a call could be a macro or a declarator, so the body of a function comes first.
  contexts: [shaped(declares, inFunction, ['struct _ {\n', '\n};']), ...inTurn(['void _() {\n', ';\n}', withoutList], inFunction, wholeFile, ['', ';'], ['struct _ {\n', '\n};', member], ['void _() {\nswitch (x) {\n', '\n}\n}'])],
  completions: [...cCompletions, { when: /^(?:struct|union|enum)\s+[\w$]+$/, to: '$& { $$$$$$ }' }],
  nearForms: [forThatDeclares, { when: /^((?:[\w$]+\s+)+)([\w$]+\s*\()/, to: '$1*$2', says: 'a function that returns a pointer' }],
};

const cpp: LanguageRow = {
  ...c,
  id: 'cpp',
  title: 'C++',
  aliases: ['c++', 'cxx', 'cc'],
  extensions: ['.cpp', '.cc', '.cxx', '.hpp', '.hh', '.hxx', '.c++', '.h++', '.ipp', '.tpp', '.inl', '.h'],
  grammar: { name: 'cpp', package: '@ast-grep/lang-cpp', symbol: 'tree_sitter_cpp', expando: 'µ' },
  declarations: [
    ...cDeclarations,
    { kind: 'class_specifier', as: 'class', role: 'class', where: withBody },
    { kind: 'namespace_definition', as: 'namespace', role: 'class' },
    { kind: 'alias_declaration', as: 'type', role: 'value' },
    { kind: 'concept_definition', as: 'concept', role: 'value' },
    { kind: 'field_declaration', as: 'method', role: 'callable', only: functionDeclarator },
    { kind: 'field_declaration', as: 'field', role: 'value', where: { field: 'declarator' }, each: ['declarator'], minor: true },
  ],
  splitDefinitions: true,
  scopes: ['compound_statement', 'parameter_list', 'lambda_expression'],
  strings: [...c.strings, 'raw_string_literal'],
  wrappers: ['linkage_specification', 'template_declaration'],
  bodies: [...c.bodies, 'declaration_list'],
  contexts: [
    shaped(/^\[(?!\[)[^\]]*\]\s*[({<]/, ['auto _x = ', ';']),
    shaped(declares, inFunction, ['class _ {\n', '\n};']),
    shaped(/\boverride\b/, ['class _ {\n', ';\n};']),
    shaped(/^catch\b/, ['void _() { try { } ', ' }']),
    ...c.contexts,
    ...inTurn(['class _ {\n', '\n};', member], ['class _ {\n', ' {}\n};', member]),
  ],
  completions: [...cCompletions, { when: /^(?:struct|class|union|enum(?:\s+class)?|namespace)\s+[\w$]+(?:\s*:\s*[^{};]+)?$/, to: '$& { $$$$$$ }' }],
  nearForms: [
    ...c.nearForms,
    { when: /^((?:class|struct)\s+[\w$]+)\s*(?=\{|$)/, to: '$1 : public $$_ ', says: 'a class with a base class' },
  ],
};

const rust: LanguageRow = {
  id: 'rust',
  title: 'Rust',
  aliases: ['rs'],
  extensions: ['.rs'],
  grammar: { name: 'rust', package: '@ast-grep/lang-rust', symbol: 'tree_sitter_rust', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'function_item', as: 'function', role: 'callable' },
    { kind: 'function_signature_item', as: 'function', role: 'callable' },
    { kind: 'struct_item', as: 'struct', role: 'class' },
    { kind: 'enum_item', as: 'enum', role: 'class' },
    { kind: 'union_item', as: 'union', role: 'class' },
    { kind: 'trait_item', as: 'trait', role: 'class' },
    { kind: 'impl_item', as: 'impl', role: 'class', name: { fields: ['type'] } },
    { kind: 'mod_item', as: 'module', role: 'class' },
    { kind: 'type_item', as: 'type', role: 'value' },
    { kind: 'const_item', as: 'const', role: 'value' },
    { kind: 'static_item', as: 'static', role: 'value' },
    { kind: 'macro_definition', as: 'macro', role: 'callable' },
    { kind: 'associated_type', as: 'type', role: 'value', minor: true },
    { kind: 'enum_variant', as: 'member', role: 'value', minor: true },
    { kind: 'field_declaration', as: 'field', role: 'value', minor: true },
  ],
  scopes: ['function_item', 'closure_expression'],
  imports: ['use_declaration', 'extern_crate_declaration'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'raw_string_literal', 'char_literal'],
  before: ['line_comment', 'block_comment', 'attribute_item'],
  wrappers: [],
  bodies: ['block', 'declaration_list', 'field_declaration_list', 'enum_variant_list'],
  contexts: [
    // What may be a type; behind `&` also a value.
    shaped(/^(?:[\w$:]+<[^;{}()=]*>|&[^;{}()=]*|dyn\s[^;{}()=]+)$/, ['type _X = ', ';'], ['fn _x() { ', ' }']),
    ...inTurn(wholeFile, ['fn _x() { ', ' }'], ['fn _x() { match x { ', ' } }']),
    // A name with a type: a field, a parameter, or the field of a value.
    [['struct X { ', ' }'], ...shaped(/^[\w$]+\s*:/, ['fn _x(', ') {}'], ['fn _x() { X { ', ' } }'])],
    [['trait X { ', ' }']],
  ],
  completions: [
    { when: /^(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|const|unsafe)\s+)*fn\b[^{};]*\)[^{};]*$/, to: '$& { $$$$$$ }' },
    { when: /^macro_rules!\s+[\w$]+$/, to: '$& { $$$$$$ }' },
    { when: /^(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|mod|impl)\b[^{};]+$/, to: '$& { $$$$$$ }' },
  ],
  nearForms: [
    { when: /^(fn|struct|enum|trait|mod)\b/, to: 'pub $1', says: 'a public item' },
    { when: /^(.*\bfn\s+[\w$]+\s*\([^{}]*\))\s*(?=\{|$)/s, to: '$1 -> $$_ ', says: 'a function with a return type' },
  ],
};

export const systemsRows: readonly LanguageRow[] = [go, c, cpp, rust];
