import { pageOf, type Answer, type Item } from '../core/answer';
import { Failure } from '../core/errors';
import { choice, integer, text, z } from '../core/fields';
import type { Call } from '../core/tool';
import { defineTool } from './define';
import type { Services } from './services';

const kinds = [
  'class', 'struct', 'interface', 'trait', 'enum', 'enum member', 'type', 'function', 'method', 'constructor', 'property',
  'field', 'variable', 'constant', 'module', 'namespace', 'macro',
] as const;

const input = z.object({
  query: text('Name, part of one, or name path (Parser/parse).').optional(),
  kind: choice('Only declarations of this kind.', kinds).optional(),
  file: text('Only this file.').optional(),
  max_results: integer('Symbols in one answer. Default: 50.', { min: 1, max: 500 }).optional(),
  offset: integer('How many to skip. Default: 0.', { min: 0 }).optional(),
});

export const findSymbol = defineTool({
  name: 'find_symbol',
  title: 'Find Symbol',
  description:
    'Finds declarations by name or name path (parse, Parser/parse) in the workspace or one file: functions, classes, ' +
    'methods, types, constants, with kind and place. Better than grep: declarations only, the same whether or not a ' +
    'language server has started. Exact names first, else names that contain it. With file and no query: all ' +
    'declarations of the file. For uses take find_references, for text file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ query: 'Parser/parse' }, { query: 'parse', kind: 'function' }, { file: 'server.go', kind: 'method' }],
  details: ['Fields, properties and members of enums are found by name or kind; without either, a file is listed without them.', 'From the syntax tree where a grammar exists, from the language server\'s symbols elsewhere.'],
  doing: ({ query, file }) => `Finding symbol ${[query, file].filter((part) => part !== undefined).join(' in ')}`,
  run: find,
});

async function find(services: Services, { query, kind, file, max_results: limit = 50, offset = 0 }: z.output<typeof input>, call: Call): Promise<Answer> {
  if (query === undefined && file === undefined) {
    throw new Failure('InvalidArguments', { what: 'find_symbol needs query, or file', next: 'call again with one of them.' });
  }
  const { symbols, match, exact, notes } = await services.language.symbols({ query, kind, file }, call.signal);
  const what = [kind, query === undefined ? undefined : `"${query}"`].filter((part) => part !== undefined).join(' ');
  if (symbols.length === 0) {
    const where = file === undefined ? 'the workspace' : file;
    const of = what === '' ? '' : `of ${what} `;
    if (!exact) return { kind: 'nothing', why: 'cannotTell', text: `Could not tell: no declaration ${of}was found in ${where}.`, notes };
    return { kind: 'nothing', why: 'notFound', text: `No declaration ${of}in ${where}${query === undefined ? '' : ': no name is or contains it'}.`, notes };
  }
  const items = symbols.map((symbol): Item => ({ kind: 'item', file: symbol.file, place: symbol.at, label: `${symbol.kind} ${symbol.namePath}` }));
  return {
    kind: 'listing',
    noun: ['symbol', 'symbols'],
    total: items.length,
    exact,
    files: new Set(symbols.map((symbol) => symbol.path)).size,
    ...pageOf(items, { offset, limit }),
    lead: match === 'contains' ? [`No declaration has exactly this name; these names contain "${query ?? ''}".`] : [],
    notes,
  };
}
