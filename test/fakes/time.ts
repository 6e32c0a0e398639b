/** A clock that stands still while anything happens, and jumps to the next timer when nothing does. */
import { setImmediate as turn } from 'node:timers/promises';
import { cancelled } from '../../src/core/errors';
import type { Clock } from '../../src/core/ports';
import type { Pause } from '../../src/engines/language/race';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export class FakeTime {
  #now = 0;
  #pumping = false;
  readonly #timers = new Set<Timer>();

  /** Set: no timer fires, however long nothing happens. */
  frozen = false;

  readonly clock: Clock = { now: () => this.#now };

  readonly wait: Pause = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled());
        return;
      }
      const timer: Timer = {
        at: this.#now + ms,
        fire: () => {
          signal.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = (): void => {
        this.#timers.delete(timer);
        reject(cancelled());
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#timers.add(timer);
      void this.#pump();
    });

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#timers.size > 0) {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      if (this.frozen) continue;
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.fire();
    }
    this.#pumping = false;
  }
}
