/**
 * Whether a server has loaded a file's project, where it can say so (TypeScript today). Asked once for a file while the
 * editor holds it: when the editor drops it the server may drop its project, and the question is open again.
 */
import type { Clock, OpenedDocument, Providers } from '../../core/ports';
import type { Project } from './projects';
import { race, type Pause, type Raced } from './race';

export interface Loaded {
  /** `pending`: it is loading. `unknown`: no server that could say. */
  readonly kind: 'loaded' | 'pending' | 'unknown';
  /** The extensions that the language has started. */
  readonly extensions: readonly string[];
  /**
   * The same question asked anew of a server that has answered it before, beside the caller's own: the milliseconds
   * until it answered. A server that has started anew since answers when it has loaded again, or not at all (undefined).
   */
  readonly pulse?: Promise<number | undefined> | undefined;
}

interface Limits {
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Files that are remembered as loaded; the oldest is forgotten first. */
const mostRemembered = 1_000;

export class Loading {
  readonly #providers: Providers;
  readonly #wait: Pause;
  readonly #clock: Clock;
  readonly #extensions = new Map<string, readonly string[]>();
  readonly #loaded = new Set<string>();
  readonly #underWay = new Map<string, Promise<true | undefined>>();

  constructor({ providers, wait, clock }: { readonly providers: Providers; readonly wait: Pause; readonly clock: Clock }) {
    this.#providers = providers;
    this.#wait = wait;
    this.#clock = clock;
  }

  async ensure(document: OpenedDocument, project: Project, limits: Limits): Promise<Loaded> {
    const extensions = await this.#activate(document.language, limits);
    const key = `${project.key}\n${document.path}`;
    if (document.wasOpen && this.#loaded.has(key)) return { kind: 'loaded', extensions, pulse: this.#pulse(document, limits) };
    const outcome = await this.#ask(document, limits);
    if (outcome.kind === 'hung') return { kind: 'pending', extensions };
    if (outcome.kind === 'threw' || outcome.value === undefined) return { kind: 'unknown', extensions };
    this.#remember(key);
    return { kind: 'loaded', extensions };
  }

  /** Asks although it was loaded before; false when it does not say so any more. */
  async again(document: OpenedDocument, limits: Limits): Promise<boolean> {
    const outcome = await this.#ask(document, limits);
    return outcome.kind === 'value' && outcome.value === true;
  }

  async #pulse(document: OpenedDocument, limits: Limits): Promise<number | undefined> {
    const started = this.#clock.now();
    const loaded = await this.again(document, limits).catch(() => false);
    return loaded ? this.#clock.now() - started : undefined;
  }

  async #activate(language: string, { limit, signal }: Limits): Promise<readonly string[]> {
    const known = this.#extensions.get(language);
    if (known !== undefined && known.length > 0) return known;
    const outcome = await race(() => this.#providers.activate(language), { limit, wait: this.#wait, signal });
    const ids = outcome.kind === 'value' ? outcome.value : [];
    this.#extensions.set(language, ids);
    return ids;
  }

  /** Calls that come while one is under way share it: the request cannot be cancelled, so a second would only queue. */
  async #ask(document: OpenedDocument, { limit, signal }: Limits): Promise<Raced<true | undefined>> {
    const { path, language } = document;
    let request = this.#underWay.get(path);
    if (request === undefined) {
      request = this.#providers.loaded(path, language).finally(() => this.#underWay.delete(path));
      this.#underWay.set(path, request);
    }
    const shared = request;
    return race(() => shared, { limit, wait: this.#wait, signal });
  }

  #remember(key: string): void {
    this.#loaded.delete(key);
    this.#loaded.add(key);
    if (this.#loaded.size <= mostRemembered) return;
    for (const oldest of this.#loaded) {
      this.#loaded.delete(oldest);
      return;
    }
  }
}
