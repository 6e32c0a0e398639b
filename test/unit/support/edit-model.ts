/**
 * Random files and edits, and what must become of them by a model so simple that it is plainly right: a file is a list
 * of characters in which a line end is one character that remembers how it is written.
 */
import type { Encoding } from '../../../src/core/encoding';
import type { EditRequest } from '../../../src/engines/edit/request';
import type { Random } from './random';

export interface Model {
  readonly text: string;
  /** What new lines end with. */
  readonly eol: '\n' | '\r\n';
}

interface Char {
  /** `\n` for every line end. */
  readonly flat: string;
  readonly raw: string;
}

const words = ['alpha', 'beta', 'γάμμα', '😀', '👩‍👩‍👧', 'x', 'x', 'xx', 'return', '\t', '  ', '$&', '“q”', '\\n', 'é', 'e\u0301', '{', '}', '(', ')'];

export function randomFile(random: Random): { readonly model: Model; readonly encoding: Encoding } {
  const style = random.pick(['lf', 'lf', 'crlf', 'crlf', 'mixed'] as const);
  const lines = random.below(random.chance(0.1) ? 120 : 12);
  let text = '';
  for (let line = 0; line < lines; line += 1) {
    text += randomLine(random);
    if (line < lines - 1 || random.chance(0.6)) text += style === 'mixed' ? random.pick(['\n', '\r\n']) : style === 'lf' ? '\n' : '\r\n';
  }
  return { model: { text, eol: style === 'crlf' || /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n' }, encoding: random.pick(['utf8', 'utf8', 'utf8bom', 'utf16le', 'utf16be'] as const) };
}

/** Edits that do not overlap, with the text that they must lead to. */
export function randomEdits(random: Random, model: Model): { readonly requests: readonly EditRequest[]; readonly expected: string } {
  const before = charsOf(model.text, model.eol);
  const terminated = before.at(-1)?.flat === '\n';
  // A last line that is not terminated stays so, so the model gives it an end for the time of the edit.
  const chars = before.length > 0 && !terminated ? [...before, { flat: '\n', raw: model.eol }] : before;
  const taken: { readonly from: number; readonly to: number; readonly chars: readonly Char[] }[] = [];
  const requests: EditRequest[] = [];
  let atEnd = false;
  for (let tries = random.pick([1, 1, 1, 2, 3, 4]); tries > 0; tries -= 1) {
    const edit = random.chance(0.5) ? byText(random, before, model) : byLine(random, chars, model);
    if (edit === undefined) continue;
    // Apart, with a gap, so that no order among them matters.
    if (taken.some((other) => edit.from <= other.to && other.from <= edit.to)) continue;
    if (edit.whole && edit.to === chars.length) atEnd = true;
    taken.push(edit);
    requests.push(edit.request);
  }
  const base = atEnd ? chars : before;
  let result = [...base];
  for (const edit of [...taken].sort((a, b) => b.from - a.from)) result = [...result.slice(0, edit.from), ...edit.chars, ...result.slice(edit.to)];
  if (base.length > before.length && result.at(-1)?.flat === '\n') result = result.slice(0, -1);
  return { requests, expected: result.map((char) => char.raw).join('') };
}

interface ModelEdit {
  readonly request: EditRequest;
  readonly from: number;
  readonly to: number;
  readonly chars: readonly Char[];
  readonly whole: boolean;
}

function byText(random: Random, chars: readonly Char[], model: Model): ModelEdit | undefined {
  if (chars.length === 0) return undefined;
  const from = random.below(chars.length);
  const to = Math.min(chars.length, from + 1 + random.below(random.chance(0.2) ? 60 : 8));
  const flat = chars.map((char) => char.flat).join('');
  const text = chars.slice(from, to).map((char) => char.flat).join('');
  if (halves(flat, from) || halves(flat, to)) return undefined;
  const places: number[] = [];
  for (let at = 0; at + text.length <= flat.length; at += 1) if (flat.startsWith(text, at)) places.push(at);
  const operation = random.pick(['replace', 'insert_before', 'insert_after', 'delete'] as const);
  const newContent = operation === 'delete' ? undefined : randomContent(random);
  const index = places.length > 1 || random.chance(0.2) ? places.indexOf(from) : undefined;
  // The caller may write line ends as it likes.
  const asked = random.chance(0.3) ? text.replaceAll('\n', '\r\n') : text;
  return {
    request: { file: 'a', operation, text: asked, index, newContent },
    ...span(operation, from, to),
    chars: newContent === undefined ? [] : charsOf(newContent, model.eol, true),
    whole: false,
  };
}

function byLine(random: Random, chars: readonly Char[], model: Model): ModelEdit | undefined {
  const starts = [0, ...chars.flatMap((char, index) => (char.flat === '\n' && index + 1 < chars.length ? [index + 1] : []))];
  const first = random.below(starts.length);
  const last = Math.min(starts.length - 1, first + (random.chance(0.6) ? 0 : random.below(4)));
  const from = starts[first] ?? 0;
  const to = starts[last + 1] ?? chars.length;
  const operation = random.pick(['replace', 'insert_before', 'insert_after', 'delete'] as const);
  const newContent = operation === 'delete' ? undefined : randomContent(random);
  const written = newContent === undefined ? [] : charsOf(newContent, model.eol, true);
  return {
    request: { file: 'a', operation, line: first + 1, lineEnd: last > first || random.chance(0.3) ? last + 1 + (last === starts.length - 1 ? random.below(3) : 0) : undefined, newContent },
    ...span(operation, from, to),
    chars: newContent === undefined || written.at(-1)?.flat === '\n' ? written : [...written, { flat: '\n', raw: model.eol }],
    whole: true,
  };
}

function span(operation: string, from: number, to: number): { readonly from: number; readonly to: number } {
  if (operation === 'insert_before') return { from, to: from };
  return operation === 'insert_after' ? { from: to, to } : { from, to };
}

function randomLine(random: Random): string {
  const length = random.chance(0.02) ? 400 : random.below(6);
  return Array.from({ length }, () => random.pick(words)).join(random.pick(['', ' ']));
}

function randomContent(random: Random): string {
  const lines = Array.from({ length: 1 + random.below(3) }, () => randomLine(random));
  const content = lines.join(random.pick(['\n', '\r\n'])) + (random.chance(0.3) ? '\n' : '');
  return content === '' ? 'new' : content;
}

/** @param adopt whether line ends become the file's */
function charsOf(text: string, eol: string, adopt = false): Char[] {
  const chars: Char[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith('\r\n', at)) {
      chars.push({ flat: '\n', raw: adopt ? eol : '\r\n' });
      at += 1;
    } else {
      const char = text[at] ?? '';
      chars.push({ flat: char, raw: char === '\n' && adopt ? eol : char });
    }
  }
  return chars;
}

function halves(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '');
}
