/** Documents for the providers: opened without being shown, with the text that the disk has unless it is unsaved. */
import { Failure } from '../../core/errors';
import type { Place } from '../../core/place';
import type { Clock, OpenedDocument, Providers } from '../../core/ports';
import { race, type Pause } from './race';
import type { Views } from './views';

/** The editor takes over a change on disk within some 200 ms; milliseconds that are waited for it at most. */
const takeOver = { most: 1_500, step: 50 };

/** Milliseconds that opening a document may take. */
const openLimit = 10_000;

export class Opener {
  readonly #providers: Pick<Providers, 'open'>;
  readonly #views: Views;
  readonly #clock: Clock;
  readonly #wait: Pause;
  /** Path to the document version and disk state that were seen to agree. */
  readonly #agreed = new Map<string, string>();

  constructor({ providers, views, clock, wait }: { providers: Pick<Providers, 'open'>; views: Views; clock: Clock; wait: Pause }) {
    this.#providers = providers;
    this.#views = views;
    this.#clock = clock;
    this.#wait = wait;
  }

  /** @throws Failure `PathNotFound`, `FileNotReadable`, `FileTooBig`, `Binary`, `ProviderTimeout`, `Cancelled` */
  async open(place: Place, signal: AbortSignal): Promise<OpenedDocument> {
    // Fails with the right reason for what is no text, before the editor does with its own.
    const view = await this.#views.at(place);
    let document = await this.#open(place, signal);
    const stamp = (): string => `${document.version}/${place.stat?.mtimeMs}/${place.stat?.size}`;
    if (document.unsaved || this.#agreed.get(place.path) === stamp()) return document;

    const started = this.#clock.now();
    while (!document.unsaved && !sameText(document.text, view.lines)) {
      if (this.#clock.now() - started >= takeOver.most) break;
      await this.#wait(takeOver.step, signal);
      document = { ...(await this.#open(place, signal)), wasOpen: document.wasOpen };
    }
    if (this.#agreed.size > 1_000) this.#agreed.clear();
    this.#agreed.set(place.path, stamp());
    return document;
  }

  async #open(place: Place, signal: AbortSignal): Promise<OpenedDocument> {
    const outcome = await race(() => this.#providers.open(place.path), { limit: openLimit, wait: this.#wait, signal });
    if (outcome.kind === 'value') return outcome.value;
    if (outcome.kind === 'hung') {
      throw new Failure('ProviderTimeout', { what: `The editor did not open ${place.display} within ${openLimit / 1000} s`, next: 'ask again.' });
    }
    throw new Failure('FileNotReadable', {
      what: `The editor cannot open ${place.display}: ${outcome.error}`,
      next: 'read it with file_read, or name another file.',
    });
  }
}

/** Line ends aside: the editor makes mixed ones equal. */
export function sameText(text: string, lines: readonly string[]): boolean {
  const own = text.split(/\r\n|\n|\r/);
  if (own.at(-1) === '') own.pop();
  return own.length === lines.length && own.every((line, index) => line === lines[index]);
}
