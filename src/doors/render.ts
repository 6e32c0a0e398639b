/**
 * From answer to text. The only place that knows headings, gutters, cuts and omissions; both doors use it.
 *
 * A list looks like this: the count, a path once with its places below, and one closing line of what was left out.
 *
 *     2 matches in 1 file
 *
 *     src/a.ts (unsaved)
 *       9- before
 *       10:5: the matching line
 *       11- after
 */
import {
  counted,
  grouped,
  type Answer,
  type CodeLine,
  type Entry,
  type FileRef,
  type FileText,
  type Item,
  type Listing,
} from '../core/answer';
import { bytesPerToken, cutLine, largestFitting, splitsPair } from '../core/budget';
import type { Outcome } from '../core/call';
import { renderTree } from './tree';

export interface Rendered {
  readonly text: string;
  readonly isError: boolean;
  /** Only where the tool has a structured form. */
  readonly structured?: unknown;
}

export interface RenderOptions {
  /** The budget of the whole text. */
  readonly maxTokens: number;
}

export function render(outcome: Outcome, { maxTokens }: RenderOptions): Rendered {
  if (!outcome.ok) return { text: clip(outcome.failure.message, maxTokens * bytesPerToken), isError: true };
  const { answer } = outcome;
  const budget = maxTokens * bytesPerToken;
  const closing = closingLine([...outcome.notes, ...(answer.notes ?? [])], Math.floor(budget / 3));
  const { text, shown } = body(answer, closing, budget);
  if (answer.structured === undefined) return { text, isError: false };
  return { text, isError: false, structured: answer.structured(shown, text) };
}

interface Body {
  readonly text: string;
  /** The page size that the budget allowed. */
  readonly shown: number;
}

function body(answer: Answer, closing: string, budget: number): Body {
  switch (answer.kind) {
    case 'listing': {
      const shown = largestFitting(answer.limit, (size) => fits(listing(answer, size) + closing, budget));
      return { text: clip(listing(answer, shown), budget - byteLength(closing)) + closing, shown };
    }
    case 'file': {
      const shown = largestFitting(answer.lines.length, (size) => fits(file(answer, size) + closing, budget));
      return { text: clip(file(answer, shown), budget - byteLength(closing)) + closing, shown };
    }
    case 'passage': {
      const text = answer.text === undefined ? answer.head : `${answer.head}\n${answer.text}`;
      return { text: (answer.verbatim === true ? text : clip(text, budget - byteLength(closing))) + closing, shown: 1 };
    }
    case 'nothing':
      return { text: clip(answer.text, budget - byteLength(closing)) + closing, shown: 0 };
  }
}

function listing(answer: Listing, size: number): string {
  const entries = answer.take(size);
  const count = listingHead(answer, entries.length, size);
  const whole = answer.offset === 0 && !answer.more(size);
  const head = answer.head === undefined ? count : whole ? answer.head : `${answer.head} ${count}`;
  const lines = answer.layout === 'tree' ? renderTree(entries) : entryLines(entries);
  const gap = lines.length > 0 && answer.head === undefined ? [''] : [];
  return [head, ...(answer.lead ?? []), ...gap, ...lines].join('\n');
}

function listingHead(answer: Listing, shown: number, size: number): string {
  const [one, many] = answer.noun;
  const total = answer.exact ? counted(answer.total, answer.noun) : `at least ${counted(answer.total, answer.noun)}`;
  if (shown === 0 && answer.offset > 0) return `offset ${grouped(answer.offset)} is past the end of ${total}`;
  if (answer.offset === 0 && !answer.more(size)) {
    const files = answer.files === undefined ? '' : ` in ${counted(answer.files, ['file', 'files'])}`;
    return `${total}${files}`;
  }
  const of = answer.exact ? grouped(answer.total) : `at least ${grouped(answer.total)}`;
  const next = answer.more(size) ? `; next: offset=${answer.offset + size}` : '; the last page';
  return `${grouped(shown)} of ${of} ${answer.total === 1 ? one : many} (offset ${answer.offset}${next})`;
}

function entryLines(entries: readonly Entry[]): readonly string[] {
  const lines: string[] = [];
  for (const group of groupsOf(entries)) {
    if (group.file === undefined) {
      lines.push(...group.entries.flatMap((entry) => (entry.kind === 'item' ? itemLines(entry, '') : [])));
      continue;
    }
    if (lines.length > 0) lines.push('');
    lines.push(fileName(group.file));
    const hits = group.entries.filter((entry) => entry.kind === 'hit');
    const items = group.entries.filter((entry) => entry.kind === 'item');
    lines.push(...hitLines(hits), ...items.flatMap((item) => itemLines(item, '  ')));
  }
  return lines;
}

interface Group {
  /** Undefined for items that are printed one by one. */
  readonly file: FileRef | undefined;
  readonly entries: Entry[];
}

function groupsOf(entries: readonly Entry[]): readonly Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const file = entry.kind === 'hit' || entry.place !== undefined ? entry.file : undefined;
    const last = groups.at(-1);
    if (last !== undefined && last.file?.path === file?.path) last.entries.push(entry);
    else groups.push({ file, entries: [entry] });
  }
  return groups;
}

/** Matches with their surroundings, each line once, `--` between stretches that do not touch. */
function hitLines(hits: readonly Extract<Entry, { kind: 'hit' }>[]): readonly string[] {
  const byNumber = new Map<number, string>();
  for (const hit of hits) {
    for (const line of [...hit.before, ...hit.after]) {
      if (!byNumber.has(line.number)) byNumber.set(line.number, `  ${line.number}- ${cutLine(line.text)}`);
    }
  }
  for (const hit of hits) byNumber.set(hit.line.number, `  ${hit.line.number}:${hit.column}: ${cutLine(hit.line.text, hit.line.hit)}`);

  const surroundings = hits.some((hit) => hit.before.length > 0 || hit.after.length > 0);
  const lines: string[] = [];
  let previous: number | undefined;
  for (const [number, text] of [...byNumber].sort(([a], [b]) => a - b)) {
    if (surroundings && previous !== undefined && number > previous + 1) lines.push('  --');
    lines.push(text);
    previous = number;
  }
  return lines;
}

function itemLines(item: Item, indent: string): readonly string[] {
  const nested = indent + '  '.repeat(item.depth ?? 0);
  const place = item.place === undefined ? item.file && fileName(item.file) : `${item.place.line}:${item.place.column}`;
  const head = [place, item.label].filter((part) => part !== undefined && part !== '').join(' ');
  const code = (item.code ?? []).map((line) => `${nested}  ${numbered(line)}`);
  return [nested + (item.uncut === true ? head : cutLine(head)), ...code, ...(item.details ?? []).map((line) => `${nested}  ${cutLine(line)}`)];
}

function file(answer: FileText, size: number): string {
  const lines = answer.lines.slice(0, size);
  const [first, last] = [lines[0]?.number, lines.at(-1)?.number];
  const range = first === undefined ? 'no lines' : `lines ${first}-${last}`;
  const head = `${fileName(answer.file)} ${range} of ${grouped(answer.totalLines)} (${answer.facts.join(', ')})`;
  const rest = last !== undefined && last < answer.lastWanted ? [`(cut after line ${last}; next: line_start=${last + 1})`] : [];
  return [head, ...(answer.lead ?? []), ...lines.map(numbered), ...rest].join('\n');
}

/** `number<TAB>text`: a tab of the text cannot be taken for the gutter's, which is the first. */
function numbered(line: CodeLine): string {
  return `${line.number}\t${cutLine(line.text, line.hit)}`;
}

function fileName(ref: FileRef): string {
  return ref.unsaved ? `${ref.path} (unsaved)` : ref.path;
}

/** What was left out, in at most so many bytes: whatever the input, there must be room for the answer itself. */
function closingLine(notes: readonly string[], room: number): string {
  if (notes.length === 0) return '';
  // A UTF-16 unit takes three bytes at most.
  const width = Math.floor(room / 3) - 40;
  const line = (count: number): string => {
    const rest = notes.length - count;
    const clauses = notes.slice(0, count).map((note) => cutLine(note, undefined, width));
    return `\n\n(${[...clauses, ...(rest === 0 ? [] : [counted(rest, ['more remark', 'more remarks'])])].join('; ')})`;
  };
  return line(largestFitting(notes.length, (count) => fits(line(count), room)));
}

function fits(text: string, budget: number): boolean {
  return byteLength(text) <= budget;
}

/** The last resort, for a single entry that is larger than the budget: cut at a line end, visibly. */
function clip(text: string, budget: number): string {
  const bytes = byteLength(text);
  if (bytes <= budget) return text;
  let end = largestFitting(text.length, (length) => byteLength(text.slice(0, length)) <= budget - 80);
  const lineEnd = text.lastIndexOf('\n', end);
  if (lineEnd > 0) end = lineEnd;
  if (splitsPair(text, end)) end -= 1;
  const kept = text.slice(0, end);
  return `${kept}\n(cut here: ${grouped(bytes - byteLength(kept))} more bytes)`;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
