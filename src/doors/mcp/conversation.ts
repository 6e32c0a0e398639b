/**
 * Calls that may stop to ask their user. Since 2026-07-28 a question ends the request, and the answer comes with the
 * next one, so a call has to outlive requests: each request is a round, which ends with a question or with the reply.
 * Clients of the earlier protocol get their questions from the SDK, in the same rounds.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ToolReply } from './options';

export type Round =
  | { readonly kind: 'reply'; readonly reply: ToolReply }
  | { readonly kind: 'question'; readonly question: string; readonly state: string };

export type Ask = (question: string) => Promise<boolean>;

/** Milliseconds that a question waits for its answer, before the call is given up. */
const patience = 10 * 60_000;

/** Milliseconds that a closing door waits for the replies of the calls that it stops. */
const lastWords = 500;

export class Conversations {
  readonly #running = new Set<OpenCall>();
  /** Calls that wait for an answer, by the state of the question. Each question has its own: an answer counts once. */
  readonly #asking = new Map<string, OpenCall>();

  /**
   * Runs a call until it replies or asks.
   * @param signal ends the call when it is aborted during a round
   */
  async start(tool: string, run: (signal: AbortSignal, ask: Ask) => Promise<ToolReply>, signal: AbortSignal): Promise<Round> {
    const call = new OpenCall(tool, run);
    this.#running.add(call);
    void call.settled.then(() => this.#running.delete(call));
    return this.#round(call, signal);
  }

  /**
   * Goes on with a call that asked. Without an answer the question is asked again.
   * Undefined when no call waits for an answer to this, because it was given up or answered, or belongs to another tool.
   */
  async resume(tool: string, state: string, agreed: boolean | undefined, signal: AbortSignal): Promise<Round | undefined> {
    const call = this.#asking.get(state);
    if (call?.tool !== tool) return undefined;
    this.#asking.delete(state);
    if (agreed !== undefined) call.answer(agreed);
    return this.#round(call, signal);
  }

  /** Gives up a call whose client will not answer any more. */
  abandon(state: string): void {
    const call = this.#asking.get(state);
    this.#asking.delete(state);
    call?.stop();
  }

  /** Stops all calls, and waits a moment for those in a round to reply, so that their clients learn it. */
  async close(): Promise<void> {
    const calls = [...this.#running];
    calls.forEach((call) => call.stop());
    this.#asking.clear();
    await Promise.race([Promise.all(calls.map((call) => call.settled)), delay(lastWords, undefined, { ref: false })]);
  }

  async #round(call: OpenCall, signal: AbortSignal): Promise<Round> {
    const question = await call.round(signal);
    if (typeof question !== 'string') return { kind: 'reply', reply: question };
    const state = randomUUID();
    this.#asking.set(state, call);
    call.giveUpAfter(patience, () => this.abandon(state));
    return { kind: 'question', question, state };
  }
}

class OpenCall {
  readonly #stop = new AbortController();
  readonly #reply: Promise<ToolReply>;
  #asked = deferred<string>();
  #answered = deferred<boolean>();
  /** Settled when no question waits for its answer. */
  #free: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly tool: string,
    run: (signal: AbortSignal, ask: Ask) => Promise<ToolReply>,
  ) {
    this.#reply = run(this.#stop.signal, (question) => this.#ask(question));
    // Awaited in a round only; a call that is given up between two rounds must not count as unhandled.
    this.#reply.catch(() => undefined);
  }

  /** The reply, or the question that comes first. */
  async round(signal: AbortSignal): Promise<ToolReply | string> {
    clearTimeout(this.#timer);
    const onAbort = () => this.stop();
    if (signal.aborted) this.stop();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([this.#reply, this.#asked.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Resolves when the call has ended, whatever came of it. */
  get settled(): Promise<unknown> {
    return this.#reply.catch(() => undefined);
  }

  answer(agreed: boolean): void {
    this.#asked = deferred();
    this.#answered.resolve(agreed);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#answered.resolve(false);
  }

  giveUpAfter(milliseconds: number, giveUp: () => void): void {
    this.#timer = setTimeout(giveUp, milliseconds);
    this.#timer.unref();
  }

  /** One question at a time: a second one waits for the answer to the first. Refused once the call is given up. */
  #ask(question: string): Promise<boolean> {
    const answer = this.#free.then(() => {
      if (this.#stop.signal.aborted) return false;
      this.#answered = deferred();
      this.#asked.resolve(question);
      return this.#answered.promise;
    });
    this.#free = answer;
    return answer;
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function deferred<T>(): Deferred<T> {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
}
