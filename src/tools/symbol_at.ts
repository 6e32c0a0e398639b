import type { Answer } from '../core/answer';
import { z } from '../core/fields';
import type { Call } from '../core/tool';
import type { Definition, SymbolFacts, Target } from '../engines/language';
import { defineTool } from './define';
import type { Services } from './services';
import { caution, named, nothing, onSymbol, readyNote, symbolFields } from './symbols';

const input = z.object({ ...symbolFields });

export const symbolAt = defineTool({
  name: 'symbol_at',
  title: 'Symbol at Position',
  description:
    'Says what a symbol is: kind, type or signature, documentation and where it is defined, as the editor\'s hover ' +
    'shows it. For inferred types, parameters or the docs of a library call without reading its source. Name it by ' +
    'position, by file, line and symbol, or by symbol alone. Without a language server it answers from the syntax ' +
    'tree and says so. For the source use find_definition.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ file: 'server.go', line: 25, column: 10 }, { file: 'server.go', line: 25, symbol: 'Hello' }, { symbol: 'Parser/parse' }],
  doing: (args) => `Looking at ${named(args)}`,
  run: (services, args, call) => onSymbol(services, args, call, (target) => look(services, target, call)),
});

async function look(services: Services, target: Target, call: Call): Promise<Answer> {
  const { value, status } = await services.language.symbolAt(target, call.signal);
  const empty = value.signature.length === 0 && value.documentation === '' && value.definitions.length === 0;
  if (empty) return nothing(status, `information on "${target.name}" (${target.place.display}:${target.at.line}:${target.at.column})`, { instead: 'file_read shows the source' });
  const warning = caution(status);
  const text = [
    ...value.signature,
    ...(value.documentation === '' ? [] : [value.documentation]),
    ...definedAt(value),
    ...(warning === undefined ? [] : [warning]),
  ];
  const source = value.source === 'syntax tree' ? `from the syntax tree: there is no answer of a language server (${status.why})` : undefined;
  const notes = source !== undefined ? [source] : status.state === 'ready' ? [readyNote(status)] : [];
  return { kind: 'passage', head: headOf(value, target), text: text.join('\n'), notes };
}

function headOf({ kind, namePath, name }: SymbolFacts, { place, at }: Target): string {
  const title = [kind, namePath ?? name].filter((part) => part !== undefined).join(' ');
  return `${title} (${place.display}:${at.line}:${at.column})`;
}

function definedAt({ definitions, source }: SymbolFacts): readonly string[] {
  return definitions.flatMap((definition) => {
    const lines = source === 'syntax tree' ? definition.lines.map(({ number, text }) => `  ${number}\t${text}`) : [];
    return [`defined at ${placeOf(definition)}`, ...lines];
  });
}

function placeOf({ file, location, kind, namePath }: Definition): string {
  const { line, column } = location.range.start;
  const title = [kind, namePath].filter((part) => part !== undefined).join(' ');
  return `${file.path}:${line}:${column}${file.unsaved ? ' (unsaved)' : ''}${title === '' ? '' : ` ${title}`}`;
}
