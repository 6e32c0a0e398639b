/**
 * A pattern of PCRE2 as a line-by-line search needs it. The editor's ripgrep and ours hand PCRE2 a line with its line
 * end, so that `[^x]` and `\s` would match that line end and `(?!\s)` would see it. Rewritten, no part of the pattern
 * takes a line end for a character: a line reads as if there were nothing behind it. Rust's escapes by number are kept.
 */

export interface Rewritten {
  readonly text: string;
  /** The UTF-16 offset in the pattern as it was written, of one in `text`. */
  readonly offsetOf: (rewritten: number) => number;
}

export function withinLine(pattern: string): Rewritten {
  const pieces: { readonly at: number; readonly rewrittenAt: number }[] = [];
  const spaced = /\(\?[a-zA-Z]*x/.test(pattern);
  let text = '';
  for (let at = 0; at < pattern.length; ) {
    const [length, piece] = pieceAt(pattern.slice(at), spaced);
    pieces.push({ at, rewrittenAt: text.length });
    text += piece;
    at += length;
  }
  return {
    text,
    offsetOf: (rewritten) => {
      const piece = pieces.findLast(({ rewrittenAt }) => rewrittenAt <= rewritten);
      return rewritten >= text.length ? pattern.length : (piece?.at ?? 0);
    },
  };
}

/** Whether a pattern uses what only PCRE2 has: look-around, backreferences, atomic groups, verbs and the like. */
export function usesPcre(pattern: string): boolean {
  return /\(\?(?:[=!>|(#&*R+\d]|<[=!]|-\d|P[=>])|\(\*|\\(?:[1-9KRXhHNGZQ]|[gk][<{'\d])/.test(pattern.replace(/\\\\/g, ''));
}

/** How many units one piece of the pattern has, and what stands for it. */
function pieceAt(rest: string, spaced: boolean): readonly [number, string] {
  const verbatim = /^(?:\\Q[^]*?(?:\\E|$)|\(\?#[^)]*\)?|\(\*[A-Z_]+(?:[:=][^)]*)?\))/.exec(rest)?.[0];
  if (verbatim !== undefined) return [verbatim.length, verbatim];
  if (spaced && rest.startsWith('#')) return [rest.length, rest];
  if (rest.startsWith('[')) return bracketAt(rest);
  if (rest.startsWith('\\')) return escapeAt(rest);
  // What `.` means without the flag for all characters.
  return rest.startsWith('.') ? [1, '\\N'] : [1, rest.charAt(0)];
}

/** By their numbers: the editor takes a pattern with the usual escapes for one over several lines. */
const lineEnds = '\\x0a\\x0d';

function escapeAt(rest: string): readonly [number, string] {
  const escape = wholeEscape(rest);
  switch (escape.charAt(1)) {
    case 's':
      return [escape.length, `[^\\S${lineEnds}]`];
    case 'W':
    case 'D':
    case 'H':
      return [escape.length, `[^${escape.toLowerCase()}${lineEnds}]`];
    case 'A':
      return [escape.length, '^'];
    case 'z':
    case 'Z':
      return [escape.length, '$'];
    case 'v':
    case 'R':
    case 'X':
    case 'C':
    case 'p':
    case 'P':
    case '0':
    case 'o':
    case 'c':
      return [escape.length, guarded(escape)];
    default:
      return [escape.length, numbered(escape)];
  }
}

function bracketAt(rest: string): readonly [number, string] {
  const negated = rest.startsWith('[^');
  const from = negated ? 2 : 1;
  let at = from;
  let inside = '';
  while (at < rest.length && (at === from || rest.charAt(at) !== ']')) {
    const posix = /^\[:\^?[a-z]+:\]/.exec(rest.slice(at))?.[0];
    const item = posix ?? (rest.charAt(at) === '\\' ? wholeEscape(rest.slice(at)) : rest.charAt(at));
    inside += item === ']' ? '\\]' : numbered(item);
    at += item.length;
  }
  // It has no end; PCRE2 says so.
  if (at >= rest.length) return [rest.length, rest];
  if (negated) return [at + 1, `[^${lineEnds}${inside}]`];
  return [at + 1, mayHoldLineEnd(inside) ? guarded(`[${inside}]`) : `[${inside}]`];
}

/** A class of characters from the blank on holds no line end. */
function mayHoldLineEnd(inside: string): boolean {
  return /\\(?![-\\\]^[.$*+?(){}|/wdhS])|\[:|[\0-\x1f]/.test(inside);
}

/** Rust's `\u00e9`, `\u{e9}` and `\U000000e9` in the one spelling that PCRE2 has for a character by its number. */
function numbered(escape: string): string {
  const digits = /^\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[uU]\{([0-9A-Fa-f]+)\})$/.exec(escape);
  return digits === null ? escape : `\\x{${digits.slice(1).join('')}}`;
}

/** With what belongs to it: digits, braces, the character behind `\c`. */
function wholeEscape(rest: string): string {
  return /^\\(?:[pP](?:\{[^}]*\}?|[^])|x(?:\{[^}]*\}?|[0-9A-Fa-f]{0,2})|[uU]\{[^}]*\}?|u[0-9A-Fa-f]{0,4}|U[0-9A-Fa-f]{0,8}|o\{[^}]*\}?|0[0-7]{0,2}|c[^]|[^]?)/u.exec(rest)?.[0] ?? '\\';
}

function guarded(part: string): string {
  return `(?:(?![${lineEnds}])${part})`;
}
