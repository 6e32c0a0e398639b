/** JSON, YAML and Markdown. */
import type { Rule } from '@ast-grep/napi';
import { inTurn, wholeFile, type LanguageRow } from './row';

const none = {
  kind: 'data',
  scopes: [],
  imports: [],
  completions: [],
  nearForms: [],
  wrappers: [],
  bodies: [],
} satisfies Partial<LanguageRow>;

const topPair: Rule = { inside: { kind: 'object', inside: { kind: 'document' } } };
const topMapping: Rule = { inside: { kind: 'block_mapping', inside: { kind: 'block_node', inside: { kind: 'document' } } } };

export const dataRows: readonly LanguageRow[] = [
  {
    ...none,
    id: 'json',
    title: 'JSON',
    aliases: ['jsonc', 'json5'],
    extensions: ['.json', '.jsonc', '.json5', '.webmanifest', '.code-workspace', '.geojson'],
    fileNames: ['.eslintrc', '.babelrc', '.prettierrc', 'composer.lock', 'flake.lock'],
    grammar: { name: 'json', package: '@ast-grep/lang-json', symbol: 'tree_sitter_json', expando: '$' },
    // No JSON value can look like a metavariable. A JSON text in brackets is JavaScript, where every name can.
    queryGrammar: { grammar: { name: 'JavaScript', expando: '$' }, around: ['(', ')'] },
    queryable: true,
    declarations: [
      { kind: 'pair', as: 'key', role: 'key', name: { by: 'key' }, only: topPair },
      { kind: 'pair', as: 'key', role: 'key', name: { by: 'key' }, minor: true },
    ],
    comments: ['comment'],
    strings: ['string'],
    before: ['comment'],
    contexts: inTurn(['x = { ', ' }', /:/], ['x = ', ''], ['(', ')']),
  },
  {
    ...none,
    id: 'yaml',
    title: 'YAML',
    aliases: ['yml'],
    extensions: ['.yaml', '.yml'],
    fileNames: ['.clang-format', '.clang-tidy', '.yamllint'],
    grammar: { name: 'yaml', package: '@ast-grep/lang-yaml', symbol: 'tree_sitter_yaml', expando: '$' },
    queryable: true,
    declarations: [
      { kind: 'block_mapping_pair', as: 'key', role: 'key', name: { by: 'key' }, only: topMapping },
      { kind: 'block_mapping_pair', as: 'key', role: 'key', name: { by: 'key' }, minor: true },
    ],
    comments: ['comment'],
    strings: ['double_quote_scalar', 'single_quote_scalar', 'block_scalar'],
    before: ['comment'],
    contexts: inTurn(wholeFile, ['- ', '']),
  },
  {
    ...none,
    id: 'markdown',
    title: 'Markdown',
    aliases: ['md'],
    extensions: ['.md', '.markdown', '.mdown', '.mkd'],
    grammar: { name: 'markdown', package: '@ast-grep/lang-markdown', symbol: 'tree_sitter_markdown', expando: '$' },
    queryable: false,
    declarations: [{ kind: 'section', as: 'section', role: 'section', name: { by: 'heading' }, only: { has: { any: [{ kind: 'atx_heading' }, { kind: 'setext_heading' }] } } }],
    comments: [],
    strings: [],
    before: [],
    contexts: inTurn(wholeFile),
  },
];
