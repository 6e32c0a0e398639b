/** A unified diff that `patch -p1` applies, by the `diff` library. */
import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatchHunk } from 'diff';

export interface FileDiff {
  /** With its header lines; ends with a line end. Empty when the texts are the same. */
  readonly text: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** 1-based first lines of the hunks' changes in the new text. */
  readonly hunks: readonly StructuredPatchHunk[];
}

const context = 3;

/** Milliseconds after which a diff is given as one block: correct, but not the smallest. */
const diffTime = 500;

/**
 * @param name as printed, with `/`
 * @param before undefined for a file that is created; `after` undefined for one that is deleted
 */
export function diffOf(name: string, before: string | undefined, after: string | undefined): FileDiff {
  const hunks = hunksOf(before ?? '', after ?? '');
  if (hunks.length === 0 && before !== undefined && after !== undefined) return { text: '', added: 0, removed: 0, hunks };
  const patch = formatPatch({ oldFileName: 'a', newFileName: 'b', oldHeader: undefined, newHeader: undefined, hunks: [...hunks] }, OMIT_HEADERS);
  const header = `--- ${side('a', name, before)}\n+++ ${side('b', name, after)}\n`;
  return {
    text: header + (hunks.length === 0 ? '' : patch.endsWith('\n') ? patch : `${patch}\n`),
    added: count(hunks, '+'),
    removed: count(hunks, '-'),
    hunks,
  };
}

/** Only the lines between the first and the last difference are compared: most edits are small, files are not. */
function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  if (before === after) return [];
  const [old, young] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, young.length);
  let head = 0;
  while (head < most && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === young[young.length - 1 - tail]) tail += 1;
  const from = Math.max(0, head - context);
  const kept = Math.max(0, tail - context);
  const hunks = compare(old.slice(from, old.length - kept), young.slice(from, young.length - kept));
  // In repetitive text a difference can slide to the edge; with too little context `patch` would take it for the file's edge.
  const cut = (from > 0 && surroundings(hunks[0]?.lines ?? []) < context) || (kept > 0 && surroundings([...(hunks.at(-1)?.lines ?? [])].reverse()) < context);
  if (cut) return compare(old, young);
  return hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + from, newStart: hunk.newStart + from }));
}

function compare(old: readonly string[], young: readonly string[]): readonly StructuredPatchHunk[] {
  const patch = structuredPatch('a', 'b', old.join(''), young.join(''), undefined, undefined, { context, timeout: diffTime });
  return patch?.hunks ?? [asOneBlock(old, young)];
}

/** How many lines of context a hunk begins with. */
function surroundings(lines: readonly string[]): number {
  const first = lines.findIndex((line) => !line.startsWith(' '));
  return first < 0 ? lines.length : first;
}

function asOneBlock(old: readonly string[], young: readonly string[]): StructuredPatchHunk {
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: young.length, lines: [...marked('-', old), ...marked('+', young)] };
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => (line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file']));
}

/** Lines with their ends. Diffs know no other line end than `\n`; a `\r` before it belongs to the line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  return text === '' ? [] : lines;
}

function side(prefix: 'a' | 'b', name: string, text: string | undefined): string {
  if (text === undefined) return '/dev/null';
  const full = `${prefix}/${name}`;
  if (/["\\\p{Cc}]/u.test(full)) return `"${full.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, octal)}"`;
  // A name with a space ends at a tab, as git writes it.
  return full.includes(' ') ? `${full}\t` : full;
}

function octal(char: string): string {
  return `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
}

function count(hunks: readonly StructuredPatchHunk[], mark: '+' | '-'): number {
  return hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(mark)).length, 0);
}
