/**
 * Why a text was not found. A near miss is shown to the caller and never applied: the difference is named, so that the
 * next call can be right.
 */
import { distance } from 'fastest-levenshtein';
import { cutLine } from '../../core/budget';
import { anyLineEnd, type Source } from './source';

export interface NearMiss {
  /** Half a sentence: what differs. */
  readonly what: string;
  /** 1-based lines of the nearest place. */
  readonly from: number;
  readonly to: number;
}

/** Undefined when nothing in the text is like it. */
export function nearMiss(source: Source, wanted: string): NearMiss | undefined {
  const lines = wanted.replace(anyLineEnd, '\n').split('\n');
  // A text that ends with a line end wants the lines before it.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return (
    sameBut(source, lines, indentless, (at) => indentation(source, lines, at)) ??
    sameBut(source, lines, (line) => line.trimEnd(), () => 'same text, but white space at the end of a line differs') ??
    sameBut(source, lines, straight, (at) => codePoints(source, lines, at)) ??
    sameBut(source, lines, (line) => straight(indentless(line)), (at) => `${codePoints(source, lines, at)}, and so does the indentation`) ??
    sameBut(source, lines, unnumbered, () => 'selector_text holds the line numbers that file_read prints') ??
    escaped(source, wanted) ??
    sameBut(source, lines, (line) => line.toLowerCase(), () => 'same text, but upper and lower case differ') ??
    nearest(source, lines)
  );
}

/** The nearest place as it is in the file, for an error's context. At most eight lines. */
export function quoted(source: Source, from: number, to: number): string {
  const last = Math.min(to, from + 7, source.lines.length);
  const lines: string[] = [];
  for (let number = from; number <= last; number += 1) lines.push(`${number}\t${cutLine(source.line(number).text)}`);
  if (last < to) lines.push(`… ${to - last} more lines`);
  return lines.join('\n');
}

type Fold = (line: string) => string;

/** The first place that is the same once both sides are folded. The first and the last line may be parts of a line. */
function sameBut(source: Source, wanted: readonly string[], fold: Fold, what: (firstLine: number) => string): NearMiss | undefined {
  const folded = wanted.map(fold);
  const [first = ''] = folded;
  if (folded.every((line) => line.trim() === '')) return undefined;
  for (let at = 0; at + folded.length <= source.lines.length; at += 1) {
    const here = fold(source.lines[at]?.text ?? '');
    if (folded.length === 1 ? !here.includes(first) : !here.endsWith(first)) continue;
    const fits = folded.every((line, index) => {
      if (index === 0) return true;
      const there = fold(source.lines[at + index]?.text ?? '');
      return index === folded.length - 1 ? there.startsWith(line) : there === line;
    });
    if (fits) return { what: what(at + 1), from: at + 1, to: at + folded.length };
  }
  return undefined;
}

function indentless(line: string): string {
  return line.trimStart();
}

function indentation(source: Source, wanted: readonly string[], at: number): string {
  const theirs = indentOf(source.lines.slice(at - 1, at - 1 + wanted.length).map((line) => line.text));
  const ours = indentOf(wanted);
  const difference = theirs === ours ? '' : `: the file uses ${theirs}${ours === 'none' ? '' : `, selector_text ${ours}`}`;
  return `same text, indentation differs${difference}`;
}

function indentOf(lines: readonly string[]): 'tabs' | 'spaces' | 'tabs and spaces' | 'none' {
  const white = lines.map((line) => /^[\t ]*/.exec(line)?.[0] ?? '').join('');
  if (white === '') return 'none';
  if (!white.includes(' ')) return 'tabs';
  return white.includes('\t') ? 'tabs and spaces' : 'spaces';
}

const lookalikes: Readonly<Record<string, string>> = {
  '\u2018': "'", '\u2019': "'", '\u201a': "'", '\u201b': "'", '\u2032': "'", '\u02bc': "'",
  '\u201c': '"', '\u201d': '"', '\u201e': '"', '\u201f': '"', '\u2033': '"', '\u00ab': '"', '\u00bb': '"',
  '\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-', '\u2212': '-',
  '\u00a0': ' ', '\u2007': ' ', '\u2009': ' ', '\u202f': ' ', '\u3000': ' ',
  '\u200b': '', '\u200c': '', '\u200d': '', '\u2060': '', '\ufeff': '', '\u00ad': '',
};

/** With every lookalike as its plain character, and in one Unicode form. */
function straight(line: string): string {
  return line.normalize('NFKC').replace(/[^\0-\x7f]/g, (char) => lookalikes[char] ?? char).replaceAll('…', '...');
}

/** Names the code points of the first pair that differs. */
function codePoints(source: Source, wanted: readonly string[], at: number): string {
  for (const [index, line] of wanted.entries()) {
    const theirs = [...(source.lines[at - 1 + index]?.text ?? '')];
    const ours = [...line];
    const start = alignment(theirs, ours);
    const differs = ours.findIndex((char, offset) => char !== theirs[start + offset]);
    if (differs >= 0) return `same text, but the file has ${named(theirs[start + differs])} where selector_text has ${named(ours[differs])}`;
  }
  return 'same text, but characters that look alike differ';
}

/** Where in the file's line the wanted one begins, once both are folded character by character. */
function alignment(theirs: readonly string[], ours: readonly string[]): number {
  for (let start = 0; start + ours.length <= theirs.length; start += 1) {
    if (ours.every((char, offset) => straight(char) === straight(theirs[start + offset] ?? ''))) return start;
  }
  return 0;
}

function named(char: string | undefined): string {
  if (char === undefined) return 'nothing';
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /[\s\p{Cf}]/u.test(char) ? `U+${code}` : `${char} (U+${code})`;
}

function unnumbered(line: string): string {
  return line.replace(/^\s*\d+\t/, '');
}

/** The two characters `\n` where the caller meant a line end. */
function escaped(source: Source, wanted: string): NearMiss | undefined {
  if (!/\\[nt"]/.test(wanted)) return undefined;
  const meant = wanted.replace(/\\([nt"])/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : '"'));
  const at = source.flat.indexOf(meant);
  if (at < 0) return undefined;
  const { from, to } = source.linesOf({ start: source.real(at), end: source.real(at + meant.length) });
  return { what: 'selector_text is escaped once too often: it holds the two characters \\n, \\t or \\" where the file has the real ones', from, to };
}

/** Lines looked at for likeness; more would take long and say little. */
const mostLines = 20_000;
const mostUnits = 400;

/** The stretch of as many lines that is most like it; undefined when less than half is. */
function nearest(source: Source, wanted: readonly string[]): NearMiss | undefined {
  const clipped = wanted.map((line) => line.trim().slice(0, mostUnits));
  const anchor = clipped.reduce((best, line, index) => (line.length > (clipped[best]?.length ?? 0) ? index : best), 0);
  const text = clipped[anchor] ?? '';
  if (text.length < 3) return undefined;
  let best: { readonly line: number; readonly cost: number } | undefined;
  for (let index = 0; index < Math.min(source.lines.length, mostLines); index += 1) {
    const there = (source.lines[index]?.text ?? '').trim().slice(0, mostUnits);
    // The difference in length is a lower bound of the cost.
    if (best !== undefined && Math.abs(there.length - text.length) > best.cost) continue;
    const first = index - anchor;
    const cost = distance(text, there) + neighbourCost(source, clipped, first, anchor) / 1_000;
    if (best === undefined || cost < best.cost) best = { line: index, cost };
  }
  if (best === undefined || best.cost > text.length / 2) return undefined;
  const from = Math.max(1, best.line - anchor + 1);
  return { what: 'the nearest place differs', from, to: Math.min(source.lines.length, from + wanted.length - 1) };
}

/** How many of the other lines differ, to choose between equal anchors. */
function neighbourCost(source: Source, wanted: readonly string[], first: number, anchor: number): number {
  let cost = 0;
  for (let index = Math.max(0, anchor - 5); index < Math.min(wanted.length, anchor + 6); index += 1) {
    if (source.lines[first + index]?.text.trim().slice(0, mostUnits) !== wanted[index]) cost += 1;
  }
  return cost;
}
