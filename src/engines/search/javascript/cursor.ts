/** Reading a pattern character by character. */

/** The pattern is wrong, or cannot be translated; the message says why. */
export class Refusal extends Error {}

/** Rust refuses the pattern, so that it must be read as PCRE2 reads it. */
export class NeedsPcre extends Error {}

export class Cursor {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#index >= this.#text.length;
  }

  get rest(): string {
    return this.#text.slice(this.#index);
  }

  /** The next UTF-16 unit; empty at the end. */
  get peek(): string {
    return this.#text.charAt(this.#index);
  }

  /** 1-based. */
  get column(): number {
    return this.#index + 1;
  }

  /** The next whole character. */
  next(): string {
    const code = this.#text.codePointAt(this.#index);
    if (code === undefined) throw new Refusal('the pattern ends too early');
    const character = String.fromCodePoint(code);
    this.#index += character.length;
    return character;
  }

  /** What an expression anchored at `^` finds here, and passes over if `fits`. */
  take(expression: RegExp, fits: (found: RegExpExecArray) => boolean = () => true): RegExpExecArray | undefined {
    const found = expression.exec(this.rest);
    if (found === null || !fits(found)) return undefined;
    this.#index += found[0].length;
    return found;
  }
}
