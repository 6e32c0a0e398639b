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
 * @throws Failure `InvalidPattern`
 */
export function refuseLineEnds({ text, literal }: Pattern): void {
  const what = /[\n\r]/.test(text) ? 'a line end' : literal ? undefined : escapedLineEnd(text);
  if (what === undefined) return;
  throw new Failure('InvalidPattern', {
    what: `The pattern ${JSON.stringify(text)} holds ${what}, but a match lies within one line`,
    next: 'search for a part that lies on one line; ^ and $ stand for the ends of a line.',
  });
}

/** `\n`, or `\r` that is not optional, outside a character class. */
function escapedLineEnd(text: string): string | undefined {
  let inClass = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (unit === '\\') {
      const escaped = text.charAt(index + 1);
      const optional = /^[?*]|^\{0?,/.test(text.slice(index + 2));
      if (!inClass && !optional && (escaped === 'n' || escaped === 'r')) return `the line end \\${escaped}`;
      index += 1;
    } else if (unit === '[') {
      inClass = true;
    } else if (unit === ']') {
      inClass = false;
    }
  }
  return undefined;
}
