import type { Answer, CodeLine } from '../core/answer';
import { longestLine, splitsPair } from '../core/budget';
import type { LiveText } from '../core/live';
import { readLive } from '../core/live';
import { Failure } from '../core/errors';
import { etagOf } from '../core/etag';
import { integer, text, z } from '../core/fields';
import { lineEndNames, lineEndsOf, linesOf, type Line } from '../core/position';
import type { Place } from '../core/place';
import { defineTool } from './define';
import type { Services } from './services';

/** The most lines of one answer; the token budget usually cuts earlier. */
const mostLines = 2_000;

/** UTF-16 units of a single long line in one answer, so that even four-byte characters stay under the budget. */
const longestStretch = 4_000;

const input = z.object({
  path: text('File to read: relative to the workspace, absolute, or a file: URI.'),
  line_start: integer('First line, 1-based. Default: 1.', { min: 1 }).optional(),
  line_end: integer('Last line, inclusive; past the end means the end.', { min: 1 }).optional(),
  max_lines: integer('Most lines to return, applied after line_start and line_end. Default and maximum: 2000.', { min: 1, max: mostLines }).optional(),
  column_start: integer('Read line line_start alone, from this column on (1-based, UTF-16 units): the rest of a long line that was cut.', { min: 1 }).optional(),
  etag: text('The etag of an earlier answer: if the text is still the same, the answer is only "unchanged".').optional(),
});

export const fileRead = defineTool({
  name: 'file_read',
  title: 'Read File',
  description:
    'Reads a file or a range of its lines as the user sees it, unsaved text included, numbered `line<TAB>text` with real ' +
    'tabs kept. Says how many lines there are, the line ends, whether the last line is terminated, and an etag: send it ' +
    'back to learn cheaply whether anything changed, or with an edit to have a stale one refused. Better than reading ' +
    'from a shell, which misses unsaved text. Long files come in pages (the answer names the next line_start), long ' +
    'lines are cut (column_start reads on). To find a place first, use file_search; do not read whole files to search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ path: 'src/server.go' }, { path: 'src/server.go', line_start: 10, line_end: 50 }, { path: 'large_file.go', max_lines: 100 }],
  details: [
    'Files of up to 10 MB are read. Binary files (with a NUL byte) and anything that is not a regular file are refused.',
    'Bytes that are not valid in the file\'s encoding (UTF-8, or UTF-16 with a byte-order mark) read as U+FFFD, and the header says so.',
  ],
  doing: ({ path }) => `Reading ${path}`,
  run: read,
});

async function read(services: Services, args: z.output<typeof input>): Promise<Answer> {
  const place = await services.places.existing(args.path);
  const live = await readLive(services, place);
  const etag = etagOf(live.text);
  if (args.etag === etag) return { kind: 'passage', head: `${place.display} is unchanged (etag=${etag})` };

  const lines = linesOf(live.text);
  const first = args.line_start ?? 1;
  checkRange(place, lines, first, args);
  if (args.column_start !== undefined) return restOfLine(place, lines, first, args.column_start);

  const lastWanted = Math.min(args.line_end ?? lines.length, lines.length);
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
    notes: cut === 0 ? [] : [`${cut === 1 ? '1 line is' : `${cut} lines are`} cut at ${longestLine} units; line_start with column_start reads the rest`],
  };
}

function checkRange(place: Place, lines: readonly Line[], first: number, args: z.output<typeof input>): void {
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
