/** The only dispatcher; both doors use it. Looks a tool up, parses its input, runs it, and maps whatever it throws. */
import { closest } from 'fastest-levenshtein';
import type { Answer } from './answer';
import { cancelled, Failure } from './errors';
import type { Log, Settings } from './ports';
import type { Call, Confirmation, Tool } from './tool';

export type Outcome =
  | { readonly ok: true; readonly answer: Answer; readonly notes: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

/** A call that has ended, for the activity view. */
export interface CallRecord {
  readonly tool: string;
  readonly door: Call['door'];
  readonly client: string;
  readonly input: unknown;
  /** Milliseconds. */
  readonly took: number;
  readonly outcome: Outcome;
}

export interface DispatcherOptions<Services> {
  readonly tools: readonly Tool<Services>[];
  readonly services: Services & { readonly settings: Settings; readonly log: Log };
  readonly record?: (record: CallRecord) => void;
}

export class Dispatcher<Services> {
  readonly #options: DispatcherOptions<Services>;
  readonly #tools: ReadonlyMap<string, Tool<Services>>;

  constructor(options: DispatcherOptions<Services>) {
    this.#options = options;
    this.#tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  }

  /** Never throws: a failure is an outcome. Resolves at once when the call is cancelled. */
  async call(name: string, raw: unknown, call: Call): Promise<Outcome> {
    const started = performance.now();
    const outcome = await this.#run(name, raw, call);
    this.#options.record?.({ tool: name, door: call.door, client: call.client, input: raw, took: performance.now() - started, outcome });
    return outcome;
  }

  /** The tools that a door offers now, in the list's order. */
  offered(door: Call['door']): readonly Tool<Services>[] {
    return this.#options.tools.filter((tool) => this.#isOn(tool, door));
  }

  /** Whether there is a tool of this name, switched on or off. */
  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** What the user reads while the tool runs; undefined when the input does not fit. */
  doing(name: string, raw: unknown): string | undefined {
    return attempt(() => this.#tools.get(name)?.prepare(raw).doing);
  }

  /**
   * What the user is asked before the tool runs; undefined when nothing is to be asked. A failure means that the call would
   * fail as things are: the door answers it without running the tool, since it might succeed unasked a moment later.
   */
  async confirmation(name: string, raw: unknown, call: Call): Promise<Confirmation | Failure | undefined> {
    const tool = this.#tools.get(name);
    const prepared = attempt(() => tool?.prepare(raw));
    try {
      return await prepared?.confirm(this.#options.services, call);
    } catch (error) {
      return this.#failureOf(name, error, call.signal);
    }
  }

  #isOn(tool: Tool<Services>, door: Call['door']): boolean {
    const setting = this.#options.services.settings.tool(tool.name);
    if (setting === undefined) return door === 'mcp' || tool.onInCopilot;
    return setting === 'both' || setting === door;
  }

  async #run(name: string, raw: unknown, call: Call): Promise<Outcome> {
    try {
      const tool = this.#tools.get(name);
      if (tool === undefined) throw this.#unknown(name);
      if (!this.#isOn(tool, call.door)) throw off(name);
      if (call.signal.aborted) throw cancelled();
      const { notes, run } = tool.prepare(raw);
      const answer = await untilAborted(run(this.#options.services, call), call.signal);
      return { ok: true, answer, notes };
    } catch (error) {
      return { ok: false, failure: this.#failureOf(name, error, call.signal) };
    }
  }

  #unknown(name: string): Failure {
    const names = [...this.#tools.keys()];
    return new Failure('InvalidArguments', {
      what: `There is no tool "${name}"`,
      context: `Nearest: ${closest(name, names)}. Tools: ${names.join(', ')}`,
      next: 'call one of these.',
    });
  }

  #failureOf(name: string, error: unknown, signal: AbortSignal): Failure {
    if (error instanceof Failure) return error;
    if (signal.aborted) return cancelled();
    this.#options.services.log.error(`${name} failed unexpectedly`, error);
    return new Failure('Internal', {
      what: `${name} failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`,
      next: 'try a narrower call; the full error is in the Sightline output channel.',
    });
  }
}

function off(name: string): Failure {
  return new Failure('ToolOff', {
    what: `The tool ${name} is switched off for this door`,
    next: 'use another tool, or ask the user to change the setting sightline.tools.',
  });
}

/** The tool sees the same signal and stops its work; the caller does not wait for it to do so. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
  }
}

/** Undefined for input that does not fit: the call itself says what is wrong with it, and does nothing. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
