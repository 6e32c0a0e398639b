/** Python, Ruby, Elixir and Bash. */
import type { Rule } from '@ast-grep/napi';
import { bareReturn, inTurn, otherQuotes, wholeFile, type DeclarationRule, type LanguageRow } from './row';

const python: LanguageRow = {
  id: 'python',
  title: 'Python',
  aliases: ['py', 'python3'],
  extensions: ['.py', '.pyw', '.pyi'],
  grammar: { name: 'python', package: '@ast-grep/lang-python', symbol: 'tree_sitter_python', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'class_definition', as: 'class', role: 'class' },
    { kind: 'function_definition', as: 'function', role: 'callable' },
    {
      kind: 'assignment',
      as: 'variable',
      role: 'value',
      name: { fields: ['left'] },
      only: { has: { field: 'left', kind: 'identifier' }, inside: { kind: 'expression_statement', inside: { any: [{ kind: 'module' }, { kind: 'block', inside: { kind: 'class_definition' } }] } } },
    },
    { kind: 'type_alias_statement', as: 'type', role: 'value', name: { fields: ['left'] } },
  ],
  scopes: ['function_definition', 'lambda'],
  imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
  comments: ['comment'],
  strings: ['string'],
  before: ['comment'],
  wrappers: ['decorated_definition', 'expression_statement'],
  bodies: ['block'],
  contexts: inTurn(['match x:\n  ', '', /^case\b/], ['', '\ndef _x(): pass', /^@/], wholeFile, ['x(', ')'], ['try: pass\n', ''], ['if x: pass\n', '']),
  completions: [
    { when: /^(?:async\s+)?def\b[\s\S]*\)\s*(?:->[^:]+)?$/, to: '$&: $$$$$$' },
    { when: /^(?:async\s+)?def\b[\s\S]*\)\s*(?:->[^:]+)?:$/, to: '$& $$$$$$' },
    { when: /^class\b[^:]*$/, to: '$&: $$$$$$' },
    { when: /^class\b[^:]*:$/, to: '$& $$$$$$' },
  ],
  nearForms: [
    bareReturn,
    ...otherQuotes,
    { when: /^[a-z_]\w*\s*=\s*[^=\s][^\n]*$/, to: '$$_($$$$$$, $&, $$$$$$)', says: 'a call with such an argument' },
    { when: /^(class\s+[\w$]+)\s*(?=:|$)/, to: '$1($$$$$$)', says: 'a class with bases' },
    { when: /^(class\s+[\w$]+)\s*\([^)]*\)/, to: '$1($$$$$$)', says: 'a class with other bases' },
    { when: /^((?:async\s+)?def\s+[\w$]+\s*\([^:]*\))\s*(?=:|$)/, to: '$1 -> $$_', says: 'a function with a return type' },
    { when: /^((?:async\s+)?def\s+[\w$]+\s*\()[^()]*\)/, to: '$1$$$$$$)', says: 'a function with other parameters' },
  ],
};

const ruby: LanguageRow = {
  id: 'ruby',
  title: 'Ruby',
  aliases: ['rb'],
  extensions: ['.rb', '.rbw', '.rake', '.gemspec', '.ru'],
  fileNames: ['Gemfile', 'Rakefile', 'Vagrantfile', 'Podfile'],
  grammar: { name: 'ruby', package: '@ast-grep/lang-ruby', symbol: 'tree_sitter_ruby', expando: 'µ' },
  // Classes and modules have names that begin with a capital letter.
  otherGrammar: { name: 'rubyConstants', package: '@ast-grep/lang-ruby', file: 'ruby', symbol: 'tree_sitter_ruby', expando: 'Q' },
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'module', as: 'module', role: 'class' },
    { kind: 'class', as: 'class', role: 'class' },
    { kind: 'singleton_class', as: 'class', role: 'class', name: { fields: ['value'] } },
    { kind: 'method', as: 'method', role: 'callable' },
    { kind: 'singleton_method', as: 'method', role: 'callable' },
    { kind: 'assignment', as: 'const', role: 'value', name: { fields: ['left'] }, where: { field: 'left', kinds: ['constant'] } },
  ],
  scopes: ['method', 'singleton_method', 'lambda'],
  imports: [{ kind: 'call', has: { field: 'method', regex: '^(require|require_relative|load|autoload)$' }, inside: { kind: 'program' } }],
  comments: ['comment'],
  strings: ['string', 'heredoc_body', 'regex'],
  before: ['comment'],
  // `private def a` is a call.
  wrappers: ['argument_list', 'call'],
  bodies: ['body_statement'],
  contexts: inTurn(['begin\n', '\nend', /^rescue\b/], ['case x\n', '\nend', /^when\b/], wholeFile, ['case x\n', '\nend']),
  completions: [
    // Files have a line end where a pattern in one line has a semicolon.
    { when: /;\s*/g, to: '\n' },
    { when: /^def\s+\S(?![\s\S]*\bend$)[\s\S]*$/, to: '$&\n$$$$$$\nend' },
    { when: /^(?:class|module)\s+\S(?![\s\S]*\bend$)[\s\S]*$/, to: '$&\n$$$$$$\nend' },
  ],
  nearForms: [
    { when: /^(class\s+[\w$]+)(?!\s*<)/, to: '$1 < $$_', says: 'a class with a superclass' },
    { when: /^def\s+([\w$]+)(?!\s*\()/, to: 'def $1($$$$$$)', says: 'a method with parameters' },
  ],
};

const definers = 'def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate';
const target = (names: string): Rule => ({ has: { field: 'target', regex: `^(${names})$` } });
const definition = (names: string, as: string, role: DeclarationRule['role']): DeclarationRule => ({
  kind: 'call',
  as,
  role,
  name: { by: 'definitionCall' },
  only: target(names),
});

const elixir: LanguageRow = {
  id: 'elixir',
  title: 'Elixir',
  aliases: ['ex', 'exs'],
  extensions: ['.ex', '.exs'],
  grammar: { name: 'elixir', package: '@ast-grep/lang-elixir', symbol: 'tree_sitter_elixir', expando: 'µ' },
  kind: 'code',
  queryable: true,
  declarations: [
    definition('defmodule', 'module', 'class'),
    definition('defprotocol', 'protocol', 'class'),
    definition('defimpl', 'impl', 'class'),
    definition('describe', 'describe', 'class'),
    definition('test', 'test', 'callable'),
    definition('def|defp|defdelegate', 'function', 'callable'),
    definition('defmacro|defmacrop', 'macro', 'callable'),
    definition('defguard|defguardp', 'guard', 'callable'),
    { kind: 'call', as: 'struct', role: 'value', name: { fixed: '__struct__' }, only: target('defstruct|defexception') },
  ],
  scopes: [{ kind: 'call', ...target(`${definers}|test`) }, 'anonymous_function'],
  imports: [{ kind: 'call', ...target('import|require|alias|use') }],
  comments: ['comment'],
  strings: ['string', 'charlist', 'sigil'],
  before: ['comment', { kind: 'unary_operator', regex: '^@(doc|typedoc|spec|impl|deprecated|since|dialyzer|tag|describetag|callback|macrocallback)\\b' }],
  wrappers: [],
  bodies: ['do_block'],
  contexts: inTurn(wholeFile, ['case x do\n', '\nend']),
  completions: [
    { when: new RegExp(String.raw`^(?:${definers}|defmodule|defprotocol|defimpl)\b(?![\s\S]*\bdo\b)[\s\S]*$`), to: '$& do $$$$$$ end' },
    { when: new RegExp(String.raw`^(?:${definers})\b(?![\s\S]*\bdo\b)[\s\S]*$`), to: '$&, do: $$_' },
  ],
  nearForms: [
    { when: /^def\s/, to: 'defp ', says: 'a private function (defp)' },
    { when: /^((?:def|defp)\s+[\w$]+\([^)]*\))\s*(?=do\b|$)/, to: '$1 when $$_ ', says: 'a function with a guard' },
  ],
};

const bash: LanguageRow = {
  id: 'bash',
  title: 'Bash',
  aliases: ['sh', 'shell', 'shellscript', 'zsh'],
  extensions: ['.sh', '.bash', '.bats', '.ebuild'],
  fileNames: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', 'PKGBUILD'],
  grammar: { name: 'bash', package: '@ast-grep/lang-bash', symbol: 'tree_sitter_bash', expando: 'µ' },
  // Only of letters can be the name of a variable: with the first one `$NAME=$VALUE` is a command.
  otherGrammar: { name: 'bashNames', package: '@ast-grep/lang-bash', file: 'bash', symbol: 'tree_sitter_bash', expando: 'Q' },
  otherFirst: /(?<![\w$"'{])\$[A-Z_][A-Z0-9_]*\+?=|\bfor\s+\$[A-Z_]|\$\(\(/,
  kind: 'code',
  queryable: true,
  declarations: [
    { kind: 'function_definition', as: 'function', role: 'callable' },
    { kind: 'variable_assignment', as: 'variable', role: 'value', only: { any: [{ inside: { kind: 'program' } }, { inside: { kind: 'declaration_command', inside: { kind: 'program' } } }] } },
  ],
  scopes: ['function_definition', 'subshell', 'command_substitution'],
  imports: [{ kind: 'command', has: { field: 'name', regex: '^(source|\\.)$' }, inside: { kind: 'program' } }],
  comments: ['comment'],
  strings: ['string', 'raw_string', 'heredoc_body', 'ansi_c_string'],
  before: ['comment'],
  wrappers: ['declaration_command'],
  bodies: ['compound_statement'],
  contexts: inTurn(wholeFile, ['case x in\n', '\nesac']),
  completions: [
    { when: /^(?:function\s+[\w$-]+|(?:function\s+)?[\w$-]+\s*\(\))$/, to: '$& { $$$$$$; }' },
    { when: /^([\s\S]*\{[^{}]*[^;{}\s])\s*\}$/, to: '$1; }' },
    // Files have line ends where a pattern in one line has semicolons: all of them, or those at the end of a block.
    { when: /(?<!;);(?!;)\s*/g, to: '\n' },
    { when: /(?<!;);\s*(?=(?:done|fi|else|elif|esac|\})(?!\w))/g, to: '\n' },
  ],
  nearForms: [],
};

export const scriptRows: readonly LanguageRow[] = [python, ruby, elixir, bash];
