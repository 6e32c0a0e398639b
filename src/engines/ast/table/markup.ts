/** HTML, Vue and CSS. Their grammars are built into the library. */
import type { Rule } from '@ast-grep/napi';
import { inTurn, wholeFile, type LanguageRow } from './row';

const htmlGrammar = { name: 'Html', expando: 'z' };

const markup = {
  kind: 'data',
  queryable: true,
  scopes: [],
  imports: [],
  comments: ['comment'],
  strings: ['quoted_attribute_value'],
  before: ['comment'],
  wrappers: [],
  bodies: [],
  contexts: inTurn(['<z ', '></z>', /^[\w:@#.-]+\s*(?:=|$)/], wholeFile),
  completions: [],
  nearForms: [],
  foldedKeywords: true,
} satisfies Partial<LanguageRow>;

/** An element that lies only in `html`, `head` and `body`. */
const nearRoot: Rule = {
  not: {
    inside: {
      stopBy: 'end',
      kind: 'element',
      not: { has: { any: [{ kind: 'start_tag' }, { kind: 'self_closing_tag' }], has: { kind: 'tag_name', regex: '(?i)^(html|head|body)$' } } },
    },
  },
};
const withId: Rule = {
  has: {
    any: [{ kind: 'start_tag' }, { kind: 'self_closing_tag' }],
    has: { kind: 'attribute', has: { kind: 'attribute_name', regex: '(?i)^id$' } },
  },
};

export const markupRows: readonly LanguageRow[] = [
  {
    ...markup,
    id: 'html',
    title: 'HTML',
    aliases: ['htm', 'xhtml'],
    extensions: ['.html', '.htm', '.xhtml'],
    grammar: htmlGrammar,
    declarations: [
      { kind: 'element', as: 'element', role: 'block', name: { by: 'element' }, only: { any: [nearRoot, withId] } },
      { kind: 'script_element', as: 'script', role: 'block', name: { by: 'element' } },
      { kind: 'style_element', as: 'style', role: 'block', name: { by: 'element' } },
    ],
  },
  {
    ...markup,
    id: 'vue',
    title: 'Vue',
    aliases: ['vue-html'],
    extensions: ['.vue'],
    grammar: htmlGrammar,
    component: true,
    declarations: [
      { kind: 'element', as: 'block', role: 'block', name: { by: 'element' }, only: { inside: { kind: 'document' } } },
      { kind: 'script_element', as: 'block', role: 'block', name: { by: 'element' }, only: { inside: { kind: 'document' } } },
      { kind: 'style_element', as: 'block', role: 'block', name: { by: 'element' }, only: { inside: { kind: 'document' } } },
    ],
  },
  {
    id: 'css',
    title: 'CSS',
    aliases: ['postcss'],
    extensions: ['.css', '.pcss', '.postcss'],
    grammar: { name: 'Css', expando: '_' },
    kind: 'data',
    queryable: true,
    declarations: [
      { kind: 'rule_set', as: 'rule', role: 'block', name: { by: 'prelude' } },
      { kind: 'media_statement', as: 'media', role: 'block', name: { by: 'prelude' } },
      { kind: 'supports_statement', as: 'supports', role: 'block', name: { by: 'prelude' } },
      { kind: 'keyframes_statement', as: 'keyframes', role: 'block', name: { child: ['keyframes_name'] } },
      { kind: 'at_rule', as: 'at-rule', role: 'block', name: { by: 'prelude' } },
    ],
    scopes: [],
    imports: ['import_statement', 'charset_statement'],
    comments: ['comment', 'js_comment'],
    strings: ['string_value'],
    before: ['comment'],
    wrappers: [],
    bodies: ['block', 'keyframe_block_list'],
    // A selector is read as one, and a word alone as a value too.
    contexts: [[['', ' {}', /^(?:[.#:*[]|[\w-]+(?:\s*[,>+~]\s*|\s+|[.#[]|:\S)|[\w$-]+$)[^{};]*$/], ['a { b: ', '; }', /^[\w$-]+$/], ['a { ', ' }', /^[\w-]+:\S/]], ...inTurn(wholeFile, ['a { ', '; }'], ['a { ', ' }'], ['a { b: ', '; }'])],
    completions: [{ when: /^@(?:media|supports|container|layer|keyframes|font-face|page)\b[^{};]*$/, to: '$& { $$$$$$ }' }],
    nearForms: [{ when: /^@media\s*\(\${3}[A-Z_]*\)/, to: '@media $$_', says: 'any query' }],
    foldedKeywords: true,
  },
];
