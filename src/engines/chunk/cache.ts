/** Results of texts that did not change: least recently used out first, bounded by what they hold. */

export class WeightedCache<Value> {
  readonly #limit: number;
  readonly #weightOf: (value: Value) => number;
  readonly #entries = new Map<string, Value>();
  #weight = 0;

  /** @param limit of the sum of the weights */
  constructor(limit: number, weightOf: (value: Value) => number) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.#remove(key);
    const weight = this.#weightOf(value);
    if (weight > this.#limit) return;
    this.#entries.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}
