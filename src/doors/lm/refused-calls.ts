/**
 * Calls that failed while they were prepared, so that nobody was asked. The editor runs them all the same; by then the
 * files may be others and the call might succeed unasked, so it is answered with the failure that it was prepared to.
 */
export class RefusedCalls {
  readonly #failures = new Map<string, string>();

  /** Remembers the failure of a call with this input, or that there is none now. */
  note(input: unknown, failure: string | undefined): void {
    const key = JSON.stringify(input);
    this.#failures.delete(key);
    if (failure === undefined) return;
    this.#failures.set(key, failure);
    // A prepared call need not come: only the latest are kept.
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= mostRemembered) break;
      this.#failures.delete(oldest);
    }
  }

  /** The failure of a call that is about to run, once. */
  take(input: unknown): string | undefined {
    const key = JSON.stringify(input);
    const failure = this.#failures.get(key);
    this.#failures.delete(key);
    return failure;
  }
}

const mostRemembered = 100;
