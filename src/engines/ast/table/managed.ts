/** Java, C#, Kotlin and PHP. */
import { forThatDeclares, handler, inTurn, openCase, shaped, wholeFile, type LanguageRow } from './row';

const inClass = ['class _X { ', ' }'] as const;

/** An annotation alone, as it stands in front of a declaration. */
const annotation = /^@[\w$.:]+(?:\s*\([\s\S]*\))?$/;
const modifiers = String.raw`(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|open|data|override|async|virtual|inline|suspend)\s+)*`;

const genericType = /^[\w$.]+<[^;{}()=]*>(?:\[\]|\?)*$/;

const java: LanguageRow = {
  id: 'java',
  title: 'Java',
  aliases: [],
  extensions: ['.java'],
  grammar: { name: 'java', package: '@ast-grep/lang-java', symbol: 'tree_sitter_java', expando: '$' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'class_declaration', as: 'class', role: 'class' },
    { kind: 'interface_declaration', as: 'interface', role: 'class' },
    { kind: 'enum_declaration', as: 'enum', role: 'class' },
    { kind: 'record_declaration', as: 'record', role: 'class' },
    { kind: 'annotation_type_declaration', as: 'annotation', role: 'class' },
    { kind: 'method_declaration', as: 'method', role: 'callable' },
    { kind: 'constructor_declaration', as: 'constructor', role: 'callable' },
    { kind: 'compact_constructor_declaration', as: 'constructor', role: 'callable' },
    { kind: 'field_declaration', as: 'field', role: 'value', each: ['declarator'], minor: true },
    { kind: 'enum_constant', as: 'member', role: 'value', minor: true },
  ],
  scopes: ['block', 'constructor_body', 'lambda_expression'],
  imports: ['import_declaration'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'character_literal'],
  before: ['line_comment', 'block_comment'],
  annotations: ['marker_annotation', 'annotation'],
  wrappers: [],
  bodies: ['class_body', 'block'],
  contexts: [
    shaped(/^new\b/, ['class _X { Object _x = ', '; }']),
    shaped(/^(?:super|this)\s*\(/, ['class _X { _X() { ', ' } }']),
    shaped(annotation, ['', ' class _X {}']),
    shaped(handler, ['class _X { void _x() { try { } ', ' } }']),
    shaped(genericType, ['class _X { ', ' _x; }']),
    [wholeFile, inClass],
    ...inTurn(['class _X { void _x() { ', ' } }'], ['class _X { Object _x = ', '; }'], ['class _X { void _x() { switch (x) { ', ' } } }']),
  ],
  completions: [
    openCase,
    { when: /^(?:super|this)\s*\([^;]*\)$/, to: '$&;' },
    { when: /^(?!(?:return|throw|else|new|case|yield|assert)\b)(?:[\w$<>[\],.?@]+\s+)+[\w$]+\s*\([^{};=]*\)(?:\s*throws\s[^{};]+)?$/, to: '$& { $$$$$$ }' },
    { when: /^(?:[\w@]+\s+)*(?:class|interface|enum|record)\s[^{};]+$/, to: '$& { $$$$$$ }' },
  ],
  nearForms: [
    forThatDeclares,
    { when: /^class\s/, to: 'public $&', says: 'a public class' },
    { when: /^(class\s+[\w$]+)\s*(?=\{|$)/, to: '$1 extends $$_ ', says: 'a class that extends another' },
    { when: /^(?:void|int|boolean|String|\$\w+)\s+[\w$]+\s*\(/, to: 'public $&', says: 'a public method' },
    { when: /^(?:void|int|boolean|String|\$\w+)\s+[\w$]+\s*\(/, to: 'private $&', says: 'a private method' },
  ],
};

/** A call, which with one argument alone is read as the constructor of a class otherwise. */
const plainCall = /^(?!(?:if|for|foreach|while|do|switch|catch|using|lock|fixed|return|throw|checked|unchecked|base|this)\b)[\w$.]+\s*\([^{};]*\)$/;

/** What may be a member of a C# class, where any other word with brackets would be a constructor. */
const member = /^(?!(?:if|for|foreach|while|do|switch|case|default|try|using|lock|fixed|return|throw|yield|await|goto|new|typeof|nameof|sizeof|checked|unchecked|base|this)\b)/;

const csharp: LanguageRow = {
  id: 'csharp',
  title: 'C#',
  aliases: ['c#', 'cs'],
  extensions: ['.cs', '.csx'],
  grammar: { name: 'csharp', package: '@ast-grep/lang-csharp', symbol: 'tree_sitter_c_sharp', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'namespace_declaration', as: 'namespace', role: 'class' },
    { kind: 'class_declaration', as: 'class', role: 'class' },
    { kind: 'interface_declaration', as: 'interface', role: 'class' },
    { kind: 'struct_declaration', as: 'struct', role: 'class' },
    { kind: 'record_declaration', as: 'record', role: 'class' },
    { kind: 'enum_declaration', as: 'enum', role: 'class' },
    { kind: 'delegate_declaration', as: 'delegate', role: 'value' },
    { kind: 'method_declaration', as: 'method', role: 'callable' },
    { kind: 'constructor_declaration', as: 'constructor', role: 'callable' },
    { kind: 'destructor_declaration', as: 'destructor', role: 'callable' },
    { kind: 'operator_declaration', as: 'operator', role: 'callable', name: { fields: ['operator'] } },
    { kind: 'conversion_operator_declaration', as: 'operator', role: 'callable', name: { fields: ['type'] } },
    { kind: 'indexer_declaration', as: 'indexer', role: 'callable', name: { fixed: 'this' } },
    { kind: 'property_declaration', as: 'property', role: 'value' },
    { kind: 'event_declaration', as: 'event', role: 'value' },
    { kind: 'local_function_statement', as: 'function', role: 'callable' },
    { kind: 'field_declaration', as: 'field', role: 'value', each: ['variable_declaration', 'variable_declarator'], minor: true },
    { kind: 'event_field_declaration', as: 'event', role: 'value', minor: true },
    { kind: 'enum_member_declaration', as: 'member', role: 'value', minor: true },
  ],
  scopes: ['block', 'lambda_expression', 'anonymous_method_expression', 'arrow_expression_clause'],
  imports: ['using_directive', 'extern_alias_directive'],
  comments: ['comment'],
  strings: ['string_literal', 'verbatim_string_literal', 'raw_string_literal', 'interpolated_string_expression', 'character_literal'],
  before: ['comment'],
  annotations: ['attribute_list'],
  wrappers: ['global_statement'],
  bodies: ['declaration_list', 'block'],
  contexts: [
    shaped(/^(?!switch\b)[^{};=]*\sswitch\s*\{/, ['class _X { object _x = ', '; }']),
    shaped(plainCall, ['class _X { object _x = ', '; }']),
    shaped(/^\[[\s\S]*\]$/, ['', ' class _X {}']),
    shaped(handler, ['try { } ', '']),
    [wholeFile, [...inClass, member]],
    ...inTurn(['class _X { void _x() { ', ' } }'], ['class _X { object _x = ', '; }'], ['class _X { void _x() { switch (x) { ', ' } } }']),
  ],
  splitHeads: true,
  completions: [
    openCase,
    { when: /^(?!(?:return|throw|else|new|case|yield|await|using)\b)(?:[\w$<>[\],.?]+\s+)+[\w$]+\s*\([^{};=]*\)$/, to: '$& { $$$$$$ }' },
    { when: new RegExp(String.raw`^${modifiers}(?:class|interface|struct|record|enum)\s[^{};]+$`), to: '$& { $$$$$$ }' },
  ],
  nearForms: [
    { when: /^class\s/, to: 'public $&', says: 'a public class' },
    { when: /^(class\s+[\w$]+)\s*(?=\{|$)/, to: '$1 : $$_ ', says: 'a class with a base' },
    { when: /^(?:void|int|bool|string|\$\w+)\s+[\w$]+\s*\(/, to: 'public $&', says: 'a public method' },
    { when: /^(?:void|int|bool|string|\$\w+)\s+[\w$]+\s*\(/, to: 'private $&', says: 'a private method' },
  ],
};

const kotlin: LanguageRow = {
  id: 'kotlin',
  title: 'Kotlin',
  aliases: ['kt', 'kts'],
  extensions: ['.kt', '.kts', '.ktm'],
  grammar: { name: 'kotlin', package: '@ast-grep/lang-kotlin', symbol: 'tree_sitter_kotlin', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'class_declaration', as: 'interface', role: 'class', name: { child: ['type_identifier'] }, only: { regex: '^[^{(]*\\binterface\\s' } },
    { kind: 'class_declaration', as: 'class', role: 'class', name: { child: ['type_identifier'] } },
    { kind: 'object_declaration', as: 'object', role: 'class', name: { child: ['type_identifier'] } },
    { kind: 'companion_object', as: 'companion', role: 'class', name: { fixed: 'Companion' } },
    { kind: 'function_declaration', as: 'function', role: 'callable', name: { child: ['simple_identifier'] } },
    { kind: 'secondary_constructor', as: 'constructor', role: 'callable', name: { fixed: 'constructor' } },
    { kind: 'anonymous_initializer', as: 'init', role: 'callable', name: { fixed: 'init' }, minor: true },
    { kind: 'property_declaration', as: 'property', role: 'value', name: { child: ['variable_declaration'] } },
    { kind: 'type_alias', as: 'type', role: 'value', name: { child: ['type_identifier'] } },
    { kind: 'enum_entry', as: 'member', role: 'value', name: { child: ['simple_identifier'] }, minor: true },
  ],
  scopes: ['function_body', 'lambda_literal', 'anonymous_function', 'anonymous_initializer', 'statements', 'getter', 'setter', 'property_delegate'],
  imports: ['import_list', 'import_header'],
  comments: ['line_comment', 'multiline_comment'],
  strings: ['string_literal', 'character_literal'],
  before: ['line_comment', 'multiline_comment'],
  annotations: ['annotation'],
  wrappers: [],
  bodies: ['class_body', 'enum_class_body', 'function_body'],
  unnamedValues: true,
  contexts: [
    shaped(/^(?:!?(?:is|in)\b[^{}=]*|else)\s*->/, ['fun _x() { when (x) { ', ' } }']),
    shaped(/^(?:companion|init)\b/, inClass),
    shaped(handler, ['fun _x() { try { } ', ' }']),
    shaped(genericType, ['val _x: ', '']),
    shaped(annotation, ['', ' class _X {}']),
    ...inTurn(wholeFile, inClass),
  ],
  completions: [
    { when: /^[^{}=]*\bfun\b[^{}=]*\)[^{}=]*$/, to: '$& { $$$$$$ }' },
    { when: /^[^{}=]*\bfun\b[^{}=]*\)[^{}=]*$/, to: '$& = $$_' },
    { when: new RegExp(String.raw`^${modifiers}(?:class|interface|object)\s[^{}]+$`), to: '$& { $$$$$$ }' },
  ],
  nearForms: [
    { when: /^fun\s/, to: 'private $&', says: 'a private function' },
    { when: /^fun\s/, to: 'override $&', says: 'an override' },
    { when: /^(fun\s+[\w$]+\s*\([^{}=]*\))\s*(?=\{|=|$)/, to: '$1: $$_ ', says: 'a function with a return type' },
    { when: /^class\s/, to: 'data $&', says: 'a data class' },
  ],
};

const php: LanguageRow = {
  id: 'php',
  title: 'PHP',
  aliases: [],
  extensions: ['.php', '.phtml', '.php5', '.inc'],
  // `$` begins every variable, so a metavariable has to look like a plain name.
  grammar: { name: 'php', package: '@ast-grep/lang-php', symbol: 'tree_sitter_php', expando: 'µ' },
  // A name cannot be assigned to, a variable can.
  otherGrammar: { name: 'phpVariables', package: '@ast-grep/lang-php', file: 'php', symbol: 'tree_sitter_php', expando: '$' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'namespace_definition', as: 'namespace', role: 'class', where: { field: 'body' } },
    { kind: 'class_declaration', as: 'class', role: 'class' },
    { kind: 'interface_declaration', as: 'interface', role: 'class' },
    { kind: 'trait_declaration', as: 'trait', role: 'class' },
    { kind: 'enum_declaration', as: 'enum', role: 'class' },
    { kind: 'function_definition', as: 'function', role: 'callable' },
    { kind: 'method_declaration', as: 'method', role: 'callable' },
    { kind: 'const_element', as: 'const', role: 'value', name: { child: ['name'] } },
    { kind: 'property_element', as: 'property', role: 'value', name: { child: ['variable_name'] }, minor: true },
    { kind: 'enum_case', as: 'member', role: 'value', minor: true },
  ],
  // The braces of a namespace hold what is the file's.
  scopes: [{ kind: 'compound_statement', not: { inside: { kind: 'namespace_definition' } } }, 'anonymous_function', 'arrow_function'],
  imports: ['namespace_use_declaration'],
  comments: ['comment'],
  strings: ['string', 'encapsed_string', 'heredoc', 'nowdoc'],
  before: ['comment'],
  annotations: ['attribute_list'],
  wrappers: ['const_declaration', 'property_declaration'],
  bodies: ['declaration_list', 'enum_declaration_list', 'compound_statement'],
  contexts: [
    shaped(handler, ['<?php try { } ', '']),
    shaped(/^(?:case\b|default\s*:)/, ['<?php switch ($x) { ', ' }']),
    // In an array or in front of a loop.
    shaped(/^[^{}]*=>[^{}]*$/, ['<?php [', '];'], ['<?php foreach ($x as ', ') {}']),
    shaped(/^#\[/, ['<?php ', ' function _x() {}']),
    ...inTurn(['<?php ', ''], ['<?php ', ';'], ['<?php class _X { ', ' }'], ['<?php class _X { ', '; }'], ['<?php [', '];'], ['', '', /^</]),
  ],
  completions: [
    openCase,
    { when: /^(?:break|continue)$/, to: '$&;' },
    { when: /^[^{};]*\bfunction\b[^{};]*\)[^{};]*$/, to: '$& { $$$$$$ }' },
    { when: new RegExp(String.raw`^${modifiers}(?:class|interface|trait|enum)\s[^{};]+$`), to: '$& { $$$$$$ }' },
  ],
  nearForms: [
    { when: /^function\s/, to: 'public $&', says: 'a public method' },
    { when: /^function\s/, to: 'private $&', says: 'a private method' },
    { when: /^(.*\bfunction\s+[\w$]+\s*\([^{}]*\))\s*(?=\{|$)/s, to: '$1: $$_ ', says: 'a function with a return type' },
    { when: /^(class\s+[\w$]+)\s*(?=\{|$)/, to: '$1 extends $$_ ', says: 'a class that extends another' },
  ],
  foldedKeywords: true,
};

export const managedRows: readonly LanguageRow[] = [java, csharp, kotlin, php];
