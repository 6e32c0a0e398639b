import type { Answer, Item, Noun } from '../core/answer';
import { pageOf } from '../core/answer';
import { choice, integer, z } from '../core/fields';
import type { Call } from '../core/tool';
import { leftOf, type Definition, type Elsewhere, type Target } from '../engines/language';
import { defineTool } from './define';
import type { Services } from './services';
import { caution, elsewhereNote, named, nothing, onSymbol, readyNote, symbolFields } from './symbols';

const input = z.object({
  ...symbolFields,
  kind: choice('What to find. Default: definition.', ['definition', 'declaration', 'type', 'implementation']).optional(),
  max_results: integer('Places in one answer. Default: 20.', { min: 1, max: 200 }).optional(),
  offset: integer('Places to skip. Default: 0.', { min: 0 }).optional(),
});

const nouns: Readonly<Record<NonNullable<z.output<typeof input>['kind']>, Noun>> = {
  definition: ['definition', 'definitions'],
  declaration: ['declaration', 'declarations'],
  type: ['type definition', 'type definitions'],
  implementation: ['implementation', 'implementations'],
};

export const findDefinition = defineTool({
  name: 'find_definition',
  title: 'Find Definition',
  description:
    'Goes to where a symbol is defined, through the editor\'s language server: follows imports, re-exports, ' +
    'inheritance and types, also into libraries, which file_read may then read. Shows the declaration with its doc ' +
    'comment. Better than grep: the one that this use means. kind also finds the type or the implementations. To list ' +
    'declarations by name use find_symbol.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { file: 'server.go', line: 42, column: 15 },
    { file: 'server.go', line: 42, symbol: 'Hello' },
    { symbol: 'Parser/parse', kind: 'implementation' },
  ],
  doing: (args) => `Finding the definition of ${named(args)}`,
  run: (services, args, call) => onSymbol(services, args, call, (target) => find(services, target, args, call)),
});

async function find(services: Services, target: Target, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const noun = nouns[args.kind ?? 'definition'];
  const ask = () => services.language.definition(target, args.kind ?? 'definition', call.signal);
  let { value, status } = await ask();
  let others: Elsewhere = { opened: 0, text: undefined };
  if (args.kind === 'implementation' && status.state === 'ready') {
    others = await services.language.elsewhere(target, pathsOf(value), call.signal);
    if (others.opened > 0) ({ value, status } = await ask());
  }
  if (value.length === 0) {
    const instead = noun === nouns.definition ? 'find_symbol finds declarations of that name' : 'ask with kind definition, or find_references';
    return nothing(status, `${noun[1]} of "${target.name}" (${target.place.display}:${target.at.line}:${target.at.column})`, { instead, evidence: others.text });
  }
  const warning = caution(status);
  return {
    kind: 'listing',
    noun,
    total: value.length,
    exact: true,
    ...pageOf(value.map(definitionItem), { offset: args.offset ?? 0, limit: args.max_results ?? 20 }),
    lead: warning === undefined ? [] : [warning],
    notes: [...elsewhereNotes(others, value), ...(status.state === 'ready' ? [readyNote(status)] : [])],
  };
}

/** Servers look for implementations in the project of the asked file alone. */
function elsewhereNotes(others: Elsewhere, found: readonly Definition[]): readonly string[] {
  const left = leftOf(others, pathsOf(found));
  return left === undefined ? [] : [elsewhereNote(left)];
}

function pathsOf(found: readonly Definition[]): readonly string[] {
  return [...new Set(found.map(({ location }) => location.path))];
}

/** A definition with its lines; what is cut of it says how to read on. */
export function definitionItem({ location, file, kind, namePath, lines, more }: Definition): Item {
  const label = [kind, namePath].filter((part) => part !== undefined).join(' ');
  return {
    kind: 'item',
    file,
    place: location.range.start,
    label,
    code: lines,
    details: more > 0 ? [`(${more} more lines)`] : undefined,
  };
}
