/** What the structural search shows: matches grouped by file, and every label. Knows nothing of the editor. */
import nodePath from 'node:path';
import { counted, grouped } from '../core/answer';
import { Failure } from '../core/errors';
import type { FileGroup, QueryMatch, QueryResult } from '../engines/ast';
import { leftOut, nothing } from '../tools/ast-answer';

/** What was searched for. */
export interface Wanted {
  readonly pattern: string;
  /** The language's id. */
  readonly language: string;
  /** The language as people call it. */
  readonly title: string;
}

/** A text with stretches to emphasise, as 0-based UTF-16 offsets. */
export interface Label {
  readonly text: string;
  readonly highlight: readonly [start: number, end: number];
}

/** The file's name, and behind it its folder, how many matches it has, and whether its text is not saved. */
export function fileLabel({ file, matches }: FileGroup): { readonly name: string; readonly description: string } {
  const folder = nodePath.posix.dirname(file.display);
  const facts = [...(folder === '.' ? [] : [folder]), counted(matches.length, ['match', 'matches']), ...(file.unsaved ? ['● unsaved'] : [])];
  return { name: nodePath.posix.basename(file.display), description: facts.join(' · ') };
}

/** Line number and first line of the code, without its indentation and cut where it is very long; the match emphasised. */
export function matchLabel({ span, lines: [first = ''], lineCount }: QueryMatch): Label {
  const from = span.start.column - 1;
  const to = span.end.line === span.start.line ? span.end.column - 1 : first.trimEnd().length;
  const indentation = first.length - first.trimStart().length;
  // A match far out in a long line must stay in sight.
  const start = from - indentation > farOut ? from - farOut / 2 : indentation;
  const code = first.slice(start, start + longestLabel).trimEnd();
  const isCut = start + code.length < first.trimEnd().length;
  const head = `${span.start.line}: ${start > indentation ? '…' : ''}`;
  const text = `${head}${code}${isCut || lineCount > 1 ? ' …' : ''}`;
  const within = (offset: number): number => Math.min(Math.max(offset - start, 0), code.length) + head.length;
  return { text, highlight: [within(from), within(to)] };
}

/** UTF-16 units: where a match counts as far out, and how much of a line is shown. */
const farOut = 80;
const longestLabel = 200;

/** One or two sentences above the tree: how many there are, or which kind of nothing, and what was left out. */
export function summary(wanted: Wanted, result: QueryResult): string {
  const notes = leftOut(result);
  const closing = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  if (result.total === 0) return `${nothing(wanted, result, []).text}${closing}`;
  const what = `\`${wanted.pattern}\` in ${wanted.title}`;
  if (result.matches.length < result.total) return `First ${counted(result.matches.length, ['match', 'matches'])} of ${what}${closing}`;
  const files = new Set(result.matches.map(({ file }) => file.path)).size;
  return `${counted(result.matches.length, ['match', 'matches'])} in ${counted(files, ['file', 'files'])} of ${what}${closing}`;
}

/** The same of a text that has changed since. */
export function staleSummary(message: string): string {
  return message.includes(stale) ? message : `${message}${message === '' ? '' : ' '}${stale}`;
}

const stale = 'The text has changed since: refresh to search it again.';

/** The row under a list that was cut by its limit. */
export function moreLabel(result: QueryResult, pageSize: number): string | undefined {
  if (result.matches.length === 0 || result.matches.length >= result.total) return undefined;
  return `Only the first ${grouped(result.matches.length)} are shown: load ${grouped(pageSize)} more`;
}

/** Why a pattern does not work yet, for people who are typing it. */
export function refusal(error: unknown, title: string): string {
  if (error instanceof Failure && error.failure === 'InvalidPattern' && error.parts.context !== undefined) {
    return `Not a pattern of ${title} yet. ${closed(error.parts.context)}`;
  }
  return plain(error);
}

/** A failure as a person reads it: without its code, and without the advice, which is for agents. */
export function plain(error: unknown): string {
  if (error instanceof Failure) return [error.parts.what, error.parts.context].filter((part) => part !== undefined && part !== '').map(closed).join(' ');
  return `The search failed: ${closed(error instanceof Error ? error.message : String(error))}`;
}

function closed(sentence: string | undefined): string {
  return sentence === undefined || /[.!?]$/.test(sentence) ? (sentence ?? '') : `${sentence}.`;
}
