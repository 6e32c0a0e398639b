import { counted, type Answer, type Item } from '../core/answer';
import { bytesPerToken, cutLine } from '../core/budget';
import { flag, integer, z } from '../core/fields';
import type { Call } from '../core/tool';
import type { FileCount, Reference, References, Status, Target } from '../engines/language';
import { defineTool } from './define';
import type { Services } from './services';
import { caution, elsewhereNote, evidenceText, named, nothing, onSymbol, readyNote, symbolFields } from './symbols';

const input = z.object({
  ...symbolFields,
  include_declaration: flag('Also list where it is declared. Default: true.').optional(),
  max_results: integer('References in one answer. Default: 100.', { min: 1, max: 1_000 }).optional(),
  offset: integer('References to skip. Default: 0.', { min: 0 }).optional(),
});

export const findReferences = defineTool({
  name: 'find_references',
  title: 'Find References',
  description:
    'Finds every use of a symbol (function, method, class, variable, type) through the editor\'s language server: ' +
    'usages, call sites, imports. Better than grep for a name: no namesakes, aliases followed. One call ' +
    'is enough: `symbol` alone will do. Grouped by file with line, text and enclosing symbol, test files last. Says ' +
    'whether the server was ready, so an empty answer can be trusted. Use it before renaming or deleting anything. ' +
    'For plain text use file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { file: 'server.go', line: 25, column: 10 },
    { symbol: 'Parser/parse' },
    { file: 'server.go', symbol: 'Hello', include_declaration: false },
  ],
  details: [
    'A reference is printed as `line:column enclosing symbol | text`; nothing before the bar means the same symbol as above. On the line that begins a declaration, that is the symbol around the declaration.',
    '`(same line)` and `(same text)` mean the line above. Of a line of more than 160 UTF-16 units the part around the reference is shown.',
    'What a server takes for a use in a comment, such as `{@link Parser}` in a doc comment, is listed.',
    'Where the list is longer than the answer, it begins with all files, their counts and lines.',
    'Files of other projects that have the name are opened for a server that loads projects by their open files (TypeScript), and those that it does not name are said.',
    'An empty list, and one of a server that has not shown that it knows the whole project, is held against a text search for the name.',
  ],
  doing: (args) => `Finding references of ${named(args)}`,
  run: (services, args, call) => onSymbol(services, args, call, (target) => find(services, target, args, call)),
});

async function find(services: Services, target: Target, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const declaration = args.include_declaration ?? true;
  const { value, status } = await services.language.references(target, { declaration }, call.signal);
  const what = `references to "${target.name}" (${target.place.display}:${target.at.line}:${target.at.column})${declaration ? '' : ' beside its declaration'}`;
  if (value.all.length === 0) return nothing(status, what, { evidence: value.evidence ?? value.elsewhere, instead: 'file_search finds the name in the text' });
  const offset = args.offset ?? 0;
  const limit = args.max_results ?? 100;
  const page = await value.detail(offset, offset + limit, call.signal);
  return listing(services, { value, status, page, offset, limit });
}

interface Page {
  readonly value: References;
  readonly status: Status;
  readonly page: readonly Reference[];
  readonly offset: number;
  readonly limit: number;
}

function listing(services: Services, { value, status, page, offset, limit }: Page): Answer {
  const items = page.map(itemOf);
  const total = value.all.length;
  const warning = caution(status);
  const evidence = value.evidence === undefined ? [] : [evidenceText(value.evidence, 3)];
  const budget = services.settings.answerMaxTokens() * bytesPerToken;
  const cut = offset === 0 && (total > limit || sizeOf(items) > budget * 0.8);
  return {
    kind: 'listing',
    noun: ['reference', 'references'],
    total,
    exact: status.state === 'ready',
    files: value.files.length,
    offset,
    limit,
    take: (size) => items.slice(0, size),
    more: (size) => offset + size < total,
    lead: [...(warning === undefined ? [] : [warning]), ...evidence, ...(cut ? overview(value.files, budget / 2) : [])],
    notes: [...(value.evidence === undefined && value.elsewhere !== undefined ? [elsewhereNote(value.elsewhere)] : []), ...(status.state === 'ready' ? [readyNote(status)] : [])],
  };
}

/** UTF-16 units of a reference's line that are shown around it. */
const longestText = 160;

/** What a reference has in common with the one before it, its line, its text or its enclosing symbol, is not repeated. */
function itemOf(reference: Reference, index: number, all: readonly Reference[]): Item {
  const { file, at, text, hit } = reference;
  const before = all[index - 1];
  const above = before?.file.path === file.path ? before : undefined;
  const label = (): string => {
    if (above?.at.line === at.line) return '(same line)';
    const owner = ownerOf(reference);
    const shares = above !== undefined && ownerOf(above) === owner;
    if (shares && above.text === text && text.length > sameText.length) return sameText;
    const shown = cutLine(text, hit, longestText);
    if (owner === undefined) return shown;
    return shares ? `| ${shown}` : `${owner} | ${shown}`;
  };
  return { kind: 'item', file, place: at, label: label() };
}

/** A line that is shown whole shows itself what it declares. */
function ownerOf({ text, enclosing, begunAbove }: Reference): string | undefined {
  return text.length > longestText ? enclosing : begunAbove;
}

const sameText = '(same text)';

/** All places in few words, in the fullest form that stays under so many bytes. */
function overview(files: readonly FileCount[], budget: number): readonly string[] {
  const withLines = files.map(({ file, lines }) => `${file.path} ${lines.length}: ${ranges(lines)}`);
  const bare = files.map(({ file, lines }) => `${file.path} ${lines.length}`);
  const shown = [withLines, bare].find((form) => bytes(form) <= budget) ?? byDirectory(files, budget);
  return [`All files (references: lines):`, ...shown];
}

/** Directories of the least depth that are few enough. */
function byDirectory(files: readonly FileCount[], budget: number): readonly string[] {
  for (let depth = 6; depth >= 0; depth -= 1) {
    const counts = new Map<string, { files: number; references: number }>();
    for (const { file, lines } of files) {
      const directory = file.path.split('/').slice(0, -1).slice(0, depth).join('/') || '.';
      const known = counts.get(directory) ?? { files: 0, references: 0 };
      counts.set(directory, { files: known.files + 1, references: known.references + lines.length });
    }
    const form = [...counts].map(([directory, count]) => `${directory}/ ${count.references} in ${counted(count.files, ['file', 'files'])}`);
    if (bytes(form) <= budget) return form;
  }
  return [];
}

/** `3, 5(2), 9`: two on line 5. */
function ranges(lines: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? `${line}` : `${line}(${count})`)).join(', ');
}

function sizeOf(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + Buffer.byteLength(item.label ?? '') + 14, 0);
}

function bytes(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
