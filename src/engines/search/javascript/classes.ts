/** Sets of characters: brackets, `\d` and its like, Unicode properties, word boundaries. */
import { NeedsPcre, Refusal, type Cursor } from './cursor';

export type Dialect = 'rust' | 'pcre';

/** Bytes that are not valid in the file's encoding are lone surrogates in the text; no set holds them. */
const undecodable = '\\u{d800}-\\u{dfff}';

const lineEnds = '\\n\\r';

/** What `\d`, `\w` and `\s` hold, in each dialect. */
const sets = {
  rust: { d: '\\p{Nd}', w: '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}', s: '\\p{White_Space}' },
  pcre: { d: '\\p{Nd}', w: '\\p{L}\\p{N}\\p{Mn}\\p{Pc}', s: '\\p{White_Space}' },
} as const;

const asciiClasses: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\u{0}-\\u{7f}',
  blank: '\\t\\u{20}',
  cntrl: '\\u{0}-\\u{1f}\\u{7f}',
  digit: '0-9',
  graph: '\\u{21}-\\u{7e}',
  lower: 'a-z',
  print: '\\u{20}-\\u{7e}',
  punct: '\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}',
  space: '\\t\\n\\v\\f\\r\\u{20}',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

const controls: Readonly<Record<string, string>> = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

export class ClassWriter {
  readonly #at: Cursor;
  readonly #dialect: Dialect;

  constructor(at: Cursor, dialect: Dialect) {
    this.#at = at;
    this.#dialect = dialect;
  }

  dot(all: boolean): string {
    return all ? this.#none('') : `[^${lineEnds}${undecodable}]`;
  }

  boundary(): string {
    const word = this.#word();
    return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
  }

  /** Beside bytes that are not valid Rust sees no `\B`; PCRE2 takes them for no part of a word. */
  noBoundary(): string {
    const word = this.#word();
    const other = this.#dialect === 'rust' ? `[${sets.rust.w}${undecodable}]` : word;
    return `(?:(?<=${word})(?=${word})|(?<!${other})(?!${other}))`;
  }

  wordStart(): string {
    return `(?:(?<!${this.#word()})(?=${this.#word()}))`;
  }

  wordEnd(): string {
    return `(?:(?<=${this.#word()})(?!${this.#word()}))`;
  }

  /** `\d`, `\p{…}` and their like behind a backslash; undefined when it is something else. */
  set(): string | undefined {
    const short = this.#at.take(/^[dwsDWS]/)?.[0];
    if (short !== undefined) {
      const inside = sets[this.#dialect][short === 'd' || short === 'D' ? 'd' : short === 'w' || short === 'W' ? 'w' : 's'];
      return short === short.toLowerCase() ? this.#any(inside) : this.#none(inside);
    }
    const property = this.#at.take(/^([pP])(?:\{([^}]*)\}|([A-Za-z]))/);
    if (property === undefined) return undefined;
    const inside = this.#property(property[2] ?? property[3] ?? '');
    return property[1] === 'p' ? this.#any(inside) : this.#none(inside);
  }

  /** The one character that an escape stands for. */
  escaped(): string {
    // PCRE2 has another meaning for it.
    if (this.#dialect === 'pcre' && /^v/.test(this.#at.rest)) throw new Refusal(`the JavaScript engine cannot do \\${this.#at.peek} in a pattern for PCRE2; the ripgrep engine may`);
    const hex = this.#at.take(/^x([0-9A-Fa-f]{2})/) ?? this.#at.take(/^u([0-9A-Fa-f]{4})/) ?? this.#at.take(/^U([0-9A-Fa-f]{8})/) ?? this.#at.take(/^[xuU]\{([0-9A-Fa-f]+)\}/);
    if (hex !== undefined) {
      const code = parseInt(hex[1] ?? '', 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new Refusal('invalid hexadecimal character');
      return String.fromCodePoint(code);
    }
    const character = this.#at.next();
    const control = Object.hasOwn(controls, character) ? controls[character] : undefined;
    if (control !== undefined) return control;
    if (/^[!-/:-@[-`{-~ ]$/.test(character)) return character;
    throw new Refusal(`the JavaScript engine cannot do the escape \\${character}; the ripgrep engine may`);
  }

  /** A bracketed class, behind its opening bracket. */
  bracket(): string {
    const column = this.#at.column - 1;
    const negated = this.#at.take(/^\^/) !== undefined;
    let inside = '';
    let first = true;
    while (first || this.#at.peek !== ']') {
      if (this.#at.done) throw new Refusal(`unclosed character class, at column ${column}`);
      this.#refuseOperators();
      inside += this.#item();
      first = false;
    }
    this.#at.next();
    return negated ? this.#none(inside) : this.#any(inside);
  }

  #refuseOperators(): void {
    if (this.#dialect === 'rust' && /^(&&|--|~~)/.test(this.#at.rest)) throw new Refusal('the JavaScript engine cannot do set operations in a class; the ripgrep engine can');
  }

  #item(): string {
    const ascii = this.#at.take(/^\[:(\^?)([a-z]+):\]/, ([, , name]) => name !== undefined && Object.hasOwn(asciiClasses, name));
    if (ascii !== undefined) {
      if (this.#dialect === 'pcre') throw new Refusal('the JavaScript engine cannot do [:…:] in a pattern for PCRE2; the ripgrep engine can');
      const inside = asciiClasses[ascii[2] ?? ''] ?? '';
      return ascii[1] === '^' ? this.#none(inside) : this.#any(inside);
    }
    if (this.#dialect === 'rust' && this.#at.take(/^\[/) !== undefined) return this.bracket();
    const from = this.#character();
    if (from.length > 1 && from.startsWith('[')) return from;
    this.#refuseOperators();
    if (!/^-[^\]]/.test(this.#at.rest)) return from;
    this.#at.next();
    const to = this.#character();
    if (to.startsWith('[')) throw new Refusal('invalid range in a character class');
    if (code(to) < code(from)) throw new Refusal('invalid character class range, the start must be <= the end');
    return `${from}-${to}`;
  }

  /** One character, escaped; or a set, which begins with a bracket. */
  #character(): string {
    const character = this.#at.next();
    if (character !== '\\') return unit(character);
    return this.set() ?? unit(this.escaped());
  }

  #property(name: string): string {
    const capital = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
    const plain = [name, capital].find((each) => isProperty(each));
    if (plain !== undefined) return `\\p{${plain}}`;
    const script = this.#dialect === 'rust' ? [name, capital].find((each) => isProperty(`Script=${each}`)) : undefined;
    if (script !== undefined) return `\\p{Script=${script}}`;
    if (this.#dialect === 'rust' && name === '') throw new NeedsPcre();
    throw new Refusal(`the JavaScript engine does not know the property \\p{${name}}; the ripgrep engine may`);
  }

  #word(): string {
    return `[${sets[this.#dialect].w}]`;
  }

  /** ripgrep takes line ends out of every set of Rust's. */
  #any(inside: string): string {
    return this.#dialect === 'rust' ? `[[${inside}]--[${lineEnds}]]` : `[${inside}]`;
  }

  #none(inside: string): string {
    return `[^${inside}${this.#dialect === 'rust' ? lineEnds : ''}${undecodable}]`;
  }
}

function unit(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function code(escaped: string): number {
  return parseInt(escaped.slice(3), 16);
}

function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, 'u');
    return true;
  } catch {
    return false;
  }
}
