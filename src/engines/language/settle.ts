/**
 * Asks a provider until its answer can be believed, or the caller's patience ends. No fixed sleep: questions are
 * repeated over a growing interval, and the first evidence that decides ends the waiting.
 */
import { throwIfCancelled } from '../../core/errors';
import { failed, timedOut } from './failures';
import { judgeEmpty, judgeStarting, see, type Seen, type TextCheck } from './judge';
import type { Question, Settled, SettleParts } from './question';
import { race, type Raced } from './race';
import { patience, type Readiness, type ReadinessTable } from './readiness';
import type { Status } from './types';

/** @throws Failure `ProviderFailed`, `ProviderTimeout`, `Cancelled` */
export async function settle<Value>(parts: SettleParts, question: Question<Value>, signal: AbortSignal): Promise<Settled<Value>> {
  return new Settling(parts, question, signal).run();
}

/** Milliseconds: the first repetition comes soon, later ones at twice the interval each. */
const interval = { first: 150, factor: 2, most: 2_400 };

/** A server that has loaded a project says so within milliseconds; one that starts takes longer. Milliseconds. */
const slowPulse = 400;

/** Milliseconds for an answer that the loading of the project may not take away. */
const afterLoading = 5_000;

/** A language that no extension asks for gets this long to answer: extensions of any language may serve it. */
const strangerGrace = 2_000;

class Settling<Value> {
  readonly #parts: SettleParts;
  readonly #question: Question<Value>;
  readonly #signal: AbortSignal;
  readonly #started: number;
  #state: Readiness;
  #proved = false;
  #extensions: readonly string[] = [];
  #latest: { readonly value: Value; readonly seen: Seen } | undefined;
  #pulse: Promise<number | undefined> | undefined;
  #failures = 0;
  /** Milliseconds until the server said that it had loaded the project. */
  #loadedAfter = 0;

  constructor(parts: SettleParts, question: Question<Value>, signal: AbortSignal) {
    this.#parts = parts;
    this.#question = question;
    this.#signal = signal;
    this.#started = parts.clock.now();
    this.#state = parts.readiness.observe(question.project, { kind: 'asked' });
  }

  async run(): Promise<Settled<Value>> {
    const loaded = await this.#load();
    if (loaded === 'pending') return this.#whileLoading();
    for (let apart = 0, pause = interval.first; ; pause = Math.min(pause * interval.factor, interval.most)) {
      const outcome = await this.#attempt();
      const end = await this.#judge(outcome, apart);
      if (end !== undefined) return end;
      const left = this.#patience() - this.#waited();
      if (left < interval.first) return this.#giveUp(outcome);
      apart = Math.min(pause, left);
      await this.#parts.wait(apart, this.#signal);
    }
  }

  /** Starts the language's extensions, and asks a server that can tell whether it has loaded the project. */
  async #load(): Promise<'loaded' | 'pending' | 'unknown'> {
    const { document, project } = this.#question;
    const loaded = await this.#parts.loading.ensure(document, project, { limit: this.#parts.waitMs(), signal: this.#signal });
    this.#extensions = loaded.extensions;
    if (loaded.kind !== 'loaded') return loaded.kind;
    this.#proved = true;
    this.#pulse = loaded.pulse;
    this.#loadedAfter = this.#waited();
    if (this.#state.phase !== 'ready') this.#state = this.#observe({ kind: 'loaded' });
    return 'loaded';
  }

  /** The server said nothing in time: what it can say so far, once. */
  async #whileLoading(): Promise<Settled<Value>> {
    const outcome = await this.#attempt(1_000);
    return this.#end('loading', outcome.kind === 'value' ? outcome.value : undefined, 'the server has not finished loading the project');
  }

  /** A server that has just loaded a large project gets some seconds for the answer, too. */
  async #attempt(limit = Math.max(this.#proved ? afterLoading : 1_000, this.#patience() - this.#waited())): Promise<Raced<Value>> {
    throwIfCancelled(this.#signal);
    return race(this.#question.ask, { limit, wait: this.#parts.wait, signal: this.#signal });
  }

  async #judge(outcome: Raced<Value>, apart: number): Promise<Settled<Value> | undefined> {
    if (outcome.kind === 'hung') {
      if (this.#latest !== undefined && !this.#latest.seen.sight.empty) return this.#giveUp(outcome);
      // Loading took most of the time: it is no sign of a server that hangs.
      if (this.#loadedAfter > this.#parts.waitMs() / 3) {
        return this.#end('loading', undefined, 'the server has loaded the project and is still working on the answer');
      }
      this.#observe({ kind: 'hung', waited: this.#waited() });
      throw timedOut(this.#question, this.#waited());
    }
    if (outcome.kind === 'threw') {
      this.#failures += 1;
      if (this.#failures < 3) return undefined;
      this.#observe({ kind: 'threw', error: outcome.error });
      throw failed(this.#question, outcome.error);
    }
    const { value } = outcome;
    const seen = see(this.#latest?.seen, this.#question.look(value), apart);
    this.#latest = { value, seen };
    // That a definition was found elsewhere does not show that every file has been read.
    const ready = this.#state.phase === 'ready' && (this.#state.whole || this.#question.wants !== 'all');
    if (ready || (this.#state.phase === 'ready' && seen.sight.empty)) return this.#judgeReady(value, seen);
    return this.#judgeStarting(value, seen);
  }

  async #judgeStarting(value: Value, seen: Seen): Promise<Settled<Value> | undefined> {
    const stakes = { wants: this.#question.wants, ownFileOnly: this.#question.project.family.ownFileOnly };
    if (!seen.sight.empty && this.#state.phase === 'none') this.#appeared();
    let verdict = judgeStarting(seen, stakes, undefined);
    if (verdict.kind === 'look') verdict = judgeStarting(seen, stakes, await this.#check(value));
    if (verdict.kind === 'accept') {
      if (verdict.evidence !== undefined) this.#state = this.#observe(verdict.evidence);
      return this.#end('ready', value, verdict.evidence === undefined ? 'the answer settled' : this.#state.why);
    }
    if (!seen.sight.empty) return undefined;
    const registered = await this.#registered();
    if (registered && this.#question.mayBeEmpty === true && seen.times >= 3) {
      const covered = stakes.wants !== 'all' || (await this.#check(value)).covered;
      if (covered) return this.#end('ready', value, 'the answer settled');
    }
    // A server for one file that lists its symbols is up, so nothing is its answer.
    if (registered && stakes.ownFileOnly && seen.times >= 3) {
      this.#state = this.#observe({ kind: 'ownFile' });
      return this.#end('ready', value, this.#state.why);
    }
    if (registered && this.#state.phase === 'none') this.#appeared();
    if (!registered && (this.#state.phase === 'none' || (this.#extensions.length === 0 && this.#waited() >= strangerGrace))) return this.#silent();
    return undefined;
  }

  async #judgeReady(value: Value, seen: Seen): Promise<Settled<Value> | undefined> {
    const { sight } = seen;
    if (!sight.empty && !sight.provisional) return (await this.#beats()) ? this.#end('ready', value, this.#state.why) : undefined;
    if (!sight.empty) return seen.times < 2 ? undefined : this.#end('ready', value, this.#state.why);
    if (this.#question.mayBeEmpty === true && (this.#question.wants !== 'all' || (await this.#check(value)).covered)) {
      return this.#end('ready', value, this.#state.why);
    }
    if (this.#proved) {
      if (seen.times >= 2) return this.#end('ready', value, this.#state.why);
      // Asked for anew: a server that has crashed since answers only when it is back.
      return (await this.#parts.loading.again(this.#question.document, { limit: this.#parts.waitMs(), signal: this.#signal }))
        ? undefined
        : this.#lost('it no longer says that the project is loaded');
    }
    const check = seen.times >= 3 ? await this.#check(value) : { covered: true };
    const verdict = judgeEmpty(seen, { alive: seen.times < 3 || (await this.#registered()), elsewhere: !check.covered });
    if (verdict === 'accept') return this.#end('ready', value, this.#state.why);
    return verdict === 'lost' ? this.#lost('it answers nothing, not even the symbols of the file') : undefined;
  }

  #appeared(): void {
    this.#state = this.#observe({ kind: 'appeared' });
  }

  /** False when the server has started anew since it was ready: the answer may be of one that is not. */
  async #beats(): Promise<boolean> {
    if (this.#pulse === undefined) return true;
    const took = await this.#pulse;
    this.#pulse = undefined;
    if (took !== undefined && took < slowPulse) return true;
    this.#lost('it has started anew');
    if (took !== undefined) this.#state = this.#observe({ kind: 'loaded' });
    return false;
  }

  #lost(sign: string): undefined {
    this.#state = this.#observe({ kind: 'lost', sign });
  }

  #giveUp(outcome: Raced<Value>): Settled<Value> | Promise<Settled<Value>> {
    const latest = this.#latest;
    if (latest !== undefined && !latest.seen.sight.empty) {
      return this.#end('loading', latest.value, 'its answers have not settled');
    }
    if (outcome.kind === 'threw') {
      this.#observe({ kind: 'threw', error: outcome.error });
      throw failed(this.#question, outcome.error);
    }
    return this.#giveUpEmpty(latest?.value);
  }

  async #giveUpEmpty(value: Value | undefined): Promise<Settled<Value>> {
    if (!(await this.#registered())) return this.#silent();
    this.#state = this.#observe({ kind: 'empty', waited: this.#waited() });
    return this.#end('loading', value, 'it lists the symbols of the file, but answered nothing to this');
  }

  #silent(): Settled<Value> {
    const waited = this.#waited();
    if (this.#state.phase !== 'none') this.#state = this.#observe({ kind: 'silent', waited, extensions: this.#extensions });
    return this.#end('none', undefined, this.#state.why);
  }

  /** Whether the editor has any document symbol provider for the file: the one registration that can be seen. */
  async #registered(): Promise<boolean> {
    const { providers, wait } = this.#parts;
    const outcome = await race(() => providers.documentSymbols(this.#question.document.path), { limit: 2_000, wait, signal: this.#signal });
    return outcome.kind === 'value' && outcome.value !== undefined;
  }

  async #check(value: Value): Promise<TextCheck> {
    return this.#question.check === undefined ? { covered: true, local: false } : this.#question.check(value);
  }

  #end(state: Status['state'], value: Value | undefined, why: string): Settled<Value> {
    const { language, display } = this.#question.project;
    const empty = value === undefined || (value === this.#latest?.value ? this.#latest.seen.sight : this.#question.look(value)).empty;
    const { offered } = this.#parts;
    const feature = `${language}\n${this.#question.feature}`;
    if (!empty) offered.add(feature);
    return { value, empty, proved: this.#proved, status: { state, language, project: display, waited: this.#waited(), why, offered: offered.has(feature) } };
  }

  #observe(evidence: Parameters<ReadinessTable['observe']>[1]): Readiness {
    return this.#parts.readiness.observe(this.#question.project, evidence);
  }

  #waited(): number {
    return this.#parts.clock.now() - this.#started;
  }

  #patience(): number {
    return patience(this.#state, this.#started, { waitMs: this.#parts.waitMs(), certain: false });
  }
}
