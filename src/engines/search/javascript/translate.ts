/**
 * From ripgrep's regular expressions to JavaScript's. What cannot be said so that it finds exactly the same is refused.
 *
 * Rust's dialect is read first; a pattern that only PCRE2 accepts is read as PCRE2 reads it. Nothing matches a line
 * end, nor bytes that are not valid in the file's encoding: those are lone surrogates in the text that is searched.
 */
import { invalidPattern } from '../errors';
import type { Pattern } from '../index';
import { usesPcre } from '../pcre';
import { ClassWriter, type Dialect } from './classes';
import { Cursor, NeedsPcre, Refusal } from './cursor';

export interface Translated {
  readonly source: string;
  readonly flags: string;
  /** No part of it can look across a line end, so that a whole text may be searched at once. */
  readonly staysInLine: boolean;
}

/** @throws Failure `InvalidPattern` with the reason, or with what this engine cannot do. */
export function translate(pattern: Pattern): Translated {
  try {
    if (pattern.literal) return finished([...pattern.text].map(literal).join(''), pattern.ignoreCase, 'rust');
    try {
      return new Translator(pattern, 'rust').run();
    } catch (error) {
      if (!(error instanceof NeedsPcre)) throw error;
      return new Translator(pattern, 'pcre').run();
    }
  } catch (error) {
    if (error instanceof Refusal) throw invalidPattern(pattern, error.message);
    throw error;
  }
}

/** How ripgrep reads a pattern; as Rust where this engine does not know. */
export function dialectOf(pattern: Pattern): Dialect {
  if (pattern.literal) return 'rust';
  try {
    new Translator(pattern, 'rust').run();
    return 'rust';
  } catch (error) {
    return error instanceof NeedsPcre || usesPcre(pattern.text) ? 'pcre' : 'rust';
  }
}

/** Whether a pattern finds a match in an empty line; true of a pattern that cannot be translated. */
export function matchesNothing(pattern: Pattern): boolean {
  try {
    const { source, flags } = translate(pattern);
    return new RegExp(source, flags).test('');
  } catch {
    return true;
  }
}

/** Whether nothing that a pattern finds can reach into a line end; false of a pattern that cannot be translated. */
export function staysInLine(pattern: Pattern): boolean {
  try {
    return translate(pattern).staysInLine;
  } catch {
    return false;
  }
}

class Translator {
  readonly #dialect: Dialect;
  readonly #at: Cursor;
  readonly #classes: ClassWriter;
  #ignoreCase: boolean;
  #dotAll = false;
  #groups = 0;
  #closed = 0;
  /** There are branches or groups that may be skipped, where a backreference would mean different things. */
  #mayBeUnset = false;
  #refers = false;
  #lookBehind = 0;

  constructor(pattern: Pattern, dialect: Dialect) {
    this.#dialect = dialect;
    this.#at = new Cursor(pattern.text);
    this.#classes = new ClassWriter(this.#at, dialect);
    this.#ignoreCase = pattern.ignoreCase;
  }

  run(): Translated {
    this.#leadingFlags();
    const source = this.#alternation();
    if (!this.#at.done) throw new Refusal(`unopened group, at column ${this.#at.column}`);
    if (this.#refers && this.#mayBeUnset) throw unsupported('a backreference beside branches or optional groups');
    return finished(source, this.#ignoreCase, this.#dialect);
  }

  #leadingFlags(): void {
    const found = this.#at.take(/^\(\?([a-zA-Z-]+)\)/);
    if (found === undefined) return;
    for (const flag of found[1] ?? '') {
      if (flag === 'i') this.#ignoreCase = true;
      else if (flag === 's') this.#dotAll = true;
      // Lines are searched one by one, and text is Unicode, so these change nothing.
      else if (flag !== 'm' && flag !== 'u') throw unsupported(`the flags (?${found[1]})`);
    }
  }

  #alternation(): string {
    const branches = [this.#sequence()];
    while (this.#at.take(/^\|/) !== undefined) {
      this.#mayBeUnset = true;
      branches.push(this.#sequence());
    }
    return branches.join('|');
  }

  #sequence(): string {
    let sequence = '';
    while (!this.#at.done && this.#at.peek !== '|' && this.#at.peek !== ')') sequence += this.#repeated();
    return sequence;
  }

  #repeated(): string {
    const groupsBefore = this.#groups;
    const isAssertion = /^([\^$]|\\[bB])/.test(this.#at.rest);
    let atom = this.#atom();
    let quantifiers = 0;
    for (let quantifier = this.#quantifier(); quantifier !== undefined; quantifier = this.#quantifier()) {
      quantifiers += 1;
      if ((isAssertion || quantifiers > 1) && this.#dialect === 'pcre') throw unsupported('such a repetition');
      if (quantifier.least === 0 && this.#groups > groupsBefore) this.#mayBeUnset = true;
      if (this.#lookBehind > 0 && quantifier.unbounded) throw new Refusal('look-behind without a bound on its length');
      atom = `(?:${atom})${quantifier.source}`;
    }
    return atom;
  }

  #quantifier(): { readonly source: string; readonly least: number; readonly unbounded: boolean } | undefined {
    const simple = this.#at.take(/^([*+?])(\??)/);
    if (simple !== undefined) {
      if (this.#dialect === 'pcre' && this.#at.peek === '+') throw unsupported('possessive repetition');
      return { source: simple[0], least: simple[1] === '+' ? 1 : 0, unbounded: simple[1] !== '?' };
    }
    const counted = this.#at.take(/^\{(\d*)(,?)(\d*)\}(\??)/, ([, least, comma, most]) => least !== '' || (comma !== '' && most !== ''));
    if (counted === undefined) return undefined;
    const [, least = '', comma = '', most = '', lazy = ''] = counted;
    if (least === '') this.#pcreOnly();
    if (most !== '' && Number(most) < Number(least)) throw new Refusal('invalid repetition count range, the start must be <= the end');
    return { source: `{${least === '' ? '0' : least}${comma}${most}}${lazy}`, least: Number(least), unbounded: comma !== '' && most === '' };
  }

  #atom(): string {
    const column = this.#at.column;
    const unit = this.#at.next();
    switch (unit) {
      case '(':
        return this.#group(column);
      case '[':
        return this.#classes.bracket();
      case '.':
        return this.#classes.dot(this.#dotAll);
      case '^':
        return `(?<![^\\r\\n])${notInCrlf}`;
      case '$':
        return `(?![^\\r\\n])${notInCrlf}`;
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new Refusal(`repetition operator missing expression, at column ${column}`);
      case '{':
        // Not a repetition: Rust refuses it, PCRE2 takes it as it stands.
        this.#pcreOnly();
        if (/^[\d, ]+\}/.test(this.#at.rest)) throw unsupported('blanks in a repetition');
        return literal(unit);
      default:
        return literal(unit);
    }
  }

  #group(column: number): string {
    const around = this.#at.take(/^\?(<?[=!])/);
    let open = '(?:';
    if (around !== undefined) {
      this.#pcreOnly();
      open = `(?${around[1]}`;
    } else if (this.#at.take(/^\?P?<([A-Za-z_][\w.[\]]*)>/) !== undefined || this.#at.peek !== '?') {
      this.#groups += 1;
      open = '(';
    } else if (this.#at.take(/^\?:/) === undefined) {
      const flags = /^\?([a-z-]+)[:)]/.exec(this.#at.rest);
      throw unsupported(flags === null ? `the group (${this.#at.rest.slice(0, 3)}…` : `flags inside a pattern, (?${flags[1]}`);
    }
    const behind = around?.[1]?.startsWith('<') === true;
    if (behind) this.#lookBehind += 1;
    const inside = this.#alternation();
    if (behind) this.#lookBehind -= 1;
    if (this.#at.take(/^\)/) === undefined) throw new Refusal(`unclosed group, at column ${column}`);
    if (open === '(') this.#closed += 1;
    return `${open}${inside})`;
  }

  #escape(): string {
    const { rest } = this.#at;
    const reference = this.#at.take(/^([1-9]\d*)/);
    if (reference !== undefined) {
      this.#pcreOnly();
      this.#refers = true;
      if (Number(reference[1]) > this.#closed || this.#lookBehind > 0) throw unsupported(`the backreference \\${reference[1]}`);
      return `(?:\\${reference[1]})`;
    }
    if (/^[bB]\{/.test(rest)) throw unsupported(`\\${rest.slice(0, 2)}`);
    if (this.#at.take(/^b/) !== undefined) return this.#classes.boundary();
    if (this.#at.take(/^B/) !== undefined) return this.#classes.noBoundary();
    if (this.#dialect === 'rust' && this.#at.take(/^</) !== undefined) return this.#classes.wordStart();
    if (this.#dialect === 'rust' && this.#at.take(/^>/) !== undefined) return this.#classes.wordEnd();
    const set = this.#classes.set();
    return set ?? literal(this.#classes.escaped());
  }

  #pcreOnly(): void {
    if (this.#dialect === 'rust') throw new NeedsPcre();
  }
}

/** Between `\r` and `\n` no line begins or ends. */
const notInCrlf = '(?<!\\r(?=\\n))';

function finished(source: string, ignoreCase: boolean, dialect: Dialect): Translated {
  const flags = ignoreCase ? 'iv' : 'v';
  try {
    new RegExp(source, flags);
  } catch (error) {
    throw unsupported(error instanceof Error ? `this (${error.message})` : 'this');
  }
  return { source, flags, staysInLine: dialect === 'rust' };
}

function literal(character: string): string {
  return /^[\w ]$/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function unsupported(what: string): Refusal {
  return new Refusal(`the JavaScript engine cannot do ${what}; the ripgrep engine can`);
}
