import { counted, type Answer, type CodeLine } from '../core/answer';
import { longestLine, splitsPair } from '../core/budget';
import type { LiveText } from '../core/live';
import { readLive } from '../core/live';
import { Failure } from '../core/errors';
import { etagOf } from '../core/etag';
import { flag, integer, text, z } from '../core/fields';
import { lineEndNames, lineEndsOf, linesOf, type Line } from '../core/position';
import type { Place } from '../core/place';
import type { Call } from '../core/tool';
import { defineTool } from './define';
import { outlineOf, outlineText, symbolIn, type FileOutline, type NoOutline } from './outline-answer';
import type { Services } from './services';

/** The most lines of one answer; the token budget usually cuts earlier. */
const mostLines = 2_000;

/** UTF-16 units of a single long line in one answer, so that even four-byte characters stay under the budget. */
const longestStretch = 4_000;

const input = z.object({
  path: text('Relative to the workspace, absolute, or a file: URI.'),
  line_start: integer('First line, 1-based. Default: 1.', { min: 1 }).optional(),
  line_end: integer('Last line, inclusive; past the end means the end.', { min: 1 }).optional(),
  max_lines: integer('Most lines to return. Default and maximum: 2000.', { min: 1, max: mostLines }).optional(),
  include_ast: flag('Also list the declarations with their lines. Default: false.').optional(),
  symbols_only: flag('Only that list, without the text. Default: false.').optional(),
  symbol: text('Only this symbol, by name or name path (Parser/parse).').optional(),
  column_start: integer('Only line line_start, from this column on: the rest of a cut line.', { min: 1 }).optional(),
  etag: text('Of an earlier answer: the same text is answered by "unchanged".').optional(),
});

type Args = z.output<typeof input>;

export const fileRead = defineTool({
  name: 'file_read',
  title: 'Read File',
  description:
    'Reads a file or some of its lines as the user sees it, unsaved text included, as `line<TAB>text` with real tabs. ' +
    'Tells line ends and an etag: send it back to learn whether anything changed, or with an edit to have a ' +
    'stale one refused. symbols_only gives an outline, symbol one function or class. Better than a shell, which ' +
    'misses unsaved text. Long files come in pages, long lines are cut. To find a place first use ' +
    'file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ path: 'src/server.go' }, { path: 'src/server.go', line_start: 10, line_end: 50 }, { path: 'large_file.go', max_lines: 100 }, { path: 'server.go', include_ast: true, symbols_only: true }, { path: 'src/parser.ts', symbol: 'Parser/parse' }],
  details: [
    'Files of up to 10 MB are read. Binary files (a NUL byte in the first 64 KB; UTF-32) and anything that is not a regular file are refused.',
    'The outline comes from the syntax tree wherever a grammar exists, from the document symbols of the language server elsewhere (SCSS, Less, Lua, SQL, …, as far as an extension serves the language), and says which. What is declared inside a function is left out.',
    'Bytes that are not valid in the file\'s encoding (UTF-8, or UTF-16 with a byte-order mark) read as U+FFFD, and the header says so.',
  ],
  doing: ({ path }) => `Reading ${path}`,
  run: read,
});

async function read(services: Services, args: Args, call: Call): Promise<Answer> {
  checkCombination(args);
  const place = await services.places.existing(args.path);
  const live = await readLive(services, place);
  const etag = etagOf(live.text);
  if (args.etag === etag) return { kind: 'passage', head: `${place.display} is unchanged (etag=${etag})` };

  const lines = linesOf(live.text);
  checkRange(place, lines, args.line_start ?? 1, args);
  if (args.column_start !== undefined) return restOfLine(place, lines, args.line_start ?? 1, args.column_start);

  const wantsOutline = args.include_ast === true || args.symbols_only === true || args.symbol !== undefined;
  const outline = wantsOutline ? await outlineOf(services, place, live.text, call.signal) : undefined;
  const symbol = args.symbol === undefined || outline === undefined ? undefined : await symbolIn(needed(outline), place, args.symbol, async () => needed(await outlineOf(services, place, live.text, call.signal, true)));
  if (symbol !== undefined && 'kind' in symbol) return symbol;
  const first = symbol?.node.full.start.line ?? args.line_start ?? 1;
  const lastWanted = symbol?.node.full.end.line ?? Math.min(args.line_end ?? lines.length, lines.length);
  const shownOutline = outline === undefined || symbol !== undefined ? [] : outlineLinesOf(services, outline, { first, last: lastWanted });
  if (args.symbols_only === true && outline !== undefined) {
    if ('reason' in outline && outline.failed) throw without(outline);
    const head = `${fileHead(place, live)} ${counted(lines.length, ['line', 'lines'])} (${facts(services, place, live, lines, etag).join(', ')})`;
    return { kind: 'passage', head, text: shownOutline.join('\n'), notes: notesOf(outline) };
  }
  const last = Math.min(lastWanted, first + (args.max_lines ?? mostLines) - 1);
  const shown: CodeLine[] = lines.slice(first - 1, last).map((line, index) => ({ number: first + index, text: line.text }));
  const cut = shown.filter((line) => line.text.length > longestLine).length;
  return {
    kind: 'file',
    file: { path: place.display, unsaved: live.unsaved },
    totalLines: lines.length,
    facts: facts(services, place, live, lines, etag),
    lines: shown,
    lastWanted,
    lead: shownOutline.length === 0 ? undefined : [...shownOutline, ''],
    notes: [...notesOf(outline), ...(cut === 0 ? [] : [`${cut === 1 ? '1 line is' : `${cut} lines are`} cut at ${longestLine} units; line_start with column_start reads the rest`])],
  };
}

function checkCombination(args: Args): void {
  const clash = (what: string, next: string): Failure => new Failure('InvalidArguments', { what, next });
  if (args.symbols_only === true && args.include_ast === false) throw clash('symbols_only asks for the outline that include_ast: false refuses', 'leave out one of the two.');
  const range = args.line_start !== undefined || args.line_end !== undefined || args.column_start !== undefined;
  if (args.symbol !== undefined && range) throw clash('symbol and a range of lines or columns cannot both be given', 'leave out one of the two.');
  if (args.symbol !== undefined && args.symbols_only === true) throw clash('symbol reads text and symbols_only leaves it out', 'leave out one of the two.');
  if (args.column_start !== undefined && (args.symbols_only === true || args.include_ast === true)) throw clash('column_start reads a single line, which has no outline', 'leave out include_ast and symbols_only.');
}

type Outlined = FileOutline | NoOutline;

function needed(outline: Outlined): FileOutline {
  if ('nodes' in outline) return outline;
  throw without(outline);
}

function without({ reason, failure }: NoOutline): Failure {
  return new Failure(failure, { what: `Symbols cannot be found here: ${reason}`, next: 'read a range of lines, or find the place with file_search.' });
}

function outlineLinesOf(services: Services, outline: Outlined, range: { readonly first: number; readonly last: number }): readonly string[] {
  return 'nodes' in outline ? outlineText(outline, range, services.settings.answerMaxTokens()) : [];
}

function notesOf(outline: Outlined | undefined): readonly string[] {
  if (outline === undefined) return [];
  return 'nodes' in outline ? outline.notes : [`no outline: ${outline.reason}`];
}

function fileHead(place: Place, live: LiveText): string {
  return live.unsaved ? `${place.display} (unsaved)` : place.display;
}

function checkRange(place: Place, lines: readonly Line[], first: number, args: Args): void {
  if (args.line_end !== undefined && args.line_end < first) {
    throw new Failure('InvalidArguments', {
      what: `line_end ${args.line_end} is before line_start ${first}`,
      next: 'give a range whose end is not before its start.',
    });
  }
  if (args.line_start !== undefined && first > lines.length && !(first === 1 && lines.length === 0)) {
    const last = lines.at(-1);
    throw new Failure('OutOfRange', {
      what: `line_start ${first} is past the end: ${place.display} has ${lines.length} line${lines.length === 1 ? '' : 's'}`,
      context: last === undefined ? undefined : `The last one is: ${last.text.slice(0, longestLine)}`,
      next: `give a line_start of at most ${Math.max(1, lines.length)}.`,
    });
  }
}

function restOfLine(place: Place, lines: readonly Line[], number: number, column: number): Answer {
  const line = lines[number - 1]?.text ?? '';
  if (column > line.length + 1) {
    throw new Failure('OutOfRange', {
      what: `column_start ${column} is past the end of ${place.display}:${number}, which has ${line.length} columns`,
      context: `The line is: ${line.slice(0, longestLine)}`,
      next: `give a column_start of at most ${line.length + 1}.`,
    });
  }
  const start = splitsPair(line, column - 1) ? column - 2 : column - 1;
  let end = Math.min(line.length, start + longestStretch);
  if (splitsPair(line, end)) end -= 1;
  return {
    kind: 'passage',
    head: `${place.display}:${number}:${start + 1} columns ${start + 1}-${end} of ${line.length}${end < line.length ? ` (next: column_start=${end + 1})` : ''}`,
    text: line.slice(start, end),
    verbatim: true,
  };
}

function facts(services: Services, place: Place, live: LiveText, lines: readonly Line[], etag: string): readonly string[] {
  const language = services.documents.find(place.path)?.language ?? services.languages.of(place.path);
  const ends = lineEndsOf(lines);
  const last = lines.at(-1);
  return [
    `etag=${etag}`,
    ...(language === undefined ? [] : [language]),
    ...(live.encoding === undefined || live.encoding === 'utf8' ? [] : [encodingNames[live.encoding]]),
    ...(live.lossy ? ['some bytes are not valid in its encoding and read as \uFFFD'] : []),
    ...(ends === '\n' || ends === '' ? [] : [`line ends ${lineEndNames[ends]}`]),
    ...(last === undefined || last.end !== '' ? [] : ['last line not terminated']),
  ];
}

const encodingNames = { utf8: 'UTF-8', utf8bom: 'UTF-8 with BOM', utf16le: 'UTF-16LE', utf16be: 'UTF-16BE' } as const;
