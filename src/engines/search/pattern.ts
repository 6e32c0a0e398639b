/** Patterns that no back end can search for, refused before one is asked. */
import { grouped } from '../../core/answer';
import { Failure } from '../../core/errors';
import type { Pattern } from './index';

/** Characters of a pattern: a command line has a limit, and a longer pattern is a mistake. */
const longest = 20_000;

/** @throws Failure `InvalidPattern` for a pattern that is too long. */
export function refuseLongPatterns({ text }: Pattern): void {
  if (text.length <= longest) return;
  throw new Failure('InvalidPattern', {
    what: `The pattern has ${grouped(text.length)} characters; at most ${grouped(longest)} are searched for`,
    next: 'search for a part of it.',
  });
}

/**
 * A match is a line, so a pattern that needs a line end would never match; an engine would answer that with silence.
 * Nor is a NUL character searched for: it makes a file binary, and no command line can hold one.
 * @throws Failure `InvalidPattern`
 */
export function refuseLineEnds({ text, literal }: Pattern): void {
  const what = /[\n\r]/.test(text) ? 'a line end' : text.includes('\0') ? nul : literal ? undefined : escapedControl(text);
  if (what === undefined) return;
  const isNul = what.startsWith(nul);
  throw new Failure('InvalidPattern', {
    what: `The pattern ${JSON.stringify(text)} holds ${what}, ${isNul ? 'which only binary files have' : 'but a match lies within one line'}`,
    next: isNul ? 'leave it out.' : 'search for a part that lies on one line; ^ and $ stand for the ends of a line.',
  });
}

/** What a caller should know of a pattern that was meant to go over several lines; undefined for any other. */
export function acrossLines({ text, literal }: Pattern): string | undefined {
  const part = literal ? undefined : (/\(\?[a-z]*s[a-z]*(?:-[a-z]*)?[:)]/.exec(text) ?? /\[(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]/.exec(text))?.[0];
  return part === undefined ? undefined : `a match lies within one line: ${part} does not reach into the next`;
}

const nul = 'a NUL character';

/** The value of an escape that names a character by its number. */
const byNumber = /^(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]+)\})/;

/** `\n` or `\r` that is not optional, or one of these or NUL by its number, outside a character class. */
function escapedControl(text: string): string | undefined {
  let inClass = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (unit === '\\') {
      const escaped = text.charAt(index + 1);
      const numbered = byNumber.exec(text.slice(index + 1));
      const code = numbered === null ? undefined : parseInt(numbered.slice(1).join(''), 16);
      const optional = /^[?*]|^\{0?,/.test(text.slice(index + 1 + (numbered?.[0].length ?? 1)));
      if (!inClass && !optional) {
        if (escaped === 'n' || escaped === 'r') return `the line end \\${escaped}`;
        if (code === 0x0a || code === 0x0d) return `the line end \\${numbered?.[0]}`;
        if (code === 0) return `${nul}, \\${numbered?.[0]}`;
      }
      index += 1;
    } else if (unit === '[') {
      inClass = true;
    } else if (unit === ']') {
      inClass = false;
    }
  }
  return undefined;
}
