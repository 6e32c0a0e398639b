/**
 * What is known about one language in one project. Pure: evidence goes in, a phase comes out.
 *
 * Only evidence counts that a half-started server cannot give. An answer about the asked file proves nothing, since
 * servers answer it while the project still loads.
 */
import type { LanguageState, Phase } from './types';

export type Evidence =
  /** Somebody asks; after a failure this starts anew. */
  | { readonly kind: 'asked' }
  /** The server says itself that the whole project is loaded. */
  | { readonly kind: 'loaded' }
  /** An answer that covers every place where the text has the name. */
  | { readonly kind: 'covered'; readonly files: number }
  /** The same answer several times, across files; `whole` when it was a list that had to be complete. */
  | { readonly kind: 'agreed'; readonly files: number; readonly times: number; readonly whole: boolean }
  /** An answer in a language whose servers look at one file only. */
  | { readonly kind: 'ownFile' }
  /** Nothing is registered for the language, after this many milliseconds. */
  | { readonly kind: 'silent'; readonly waited: number; readonly extensions: readonly string[] }
  /** It is there, but all it says is nothing. */
  | { readonly kind: 'empty'; readonly waited: number }
  /** There was none, and now there is. */
  | { readonly kind: 'appeared' }
  /** It was ready and gave signs of having gone. */
  | { readonly kind: 'lost'; readonly sign: string }
  | { readonly kind: 'threw'; readonly error: string }
  | { readonly kind: 'hung'; readonly waited: number };

export interface Readiness {
  readonly phase: Phase;
  readonly why: string;
  /** Ready for questions about the whole project, such as references. */
  readonly whole: boolean;
  /** When the phase began, in the clock's milliseconds. */
  readonly since: number;
  /** When the waiting began that the caller's patience is counted from. */
  readonly waitingSince: number;
}

export const unknown: Readiness = { phase: 'unknown', why: 'nobody asked yet', whole: false, since: 0, waitingSince: 0 };

/** The state after one more piece of evidence at `now` (milliseconds). */
export function afterEvidence(state: Readiness, evidence: Evidence, now: number): Readiness {
  const to = (phase: Phase, why: string, whole = false): Readiness => {
    if (state.phase === phase) return whole || !state.whole ? { ...state, why, whole } : state;
    return { phase, why, whole, since: now, waitingSince: state.waitingSince };
  };
  const restart = (why: string): Readiness => ({ phase: 'starting', why, whole: false, since: now, waitingSince: now });

  switch (evidence.kind) {
    case 'asked':
      if (state.phase === 'unknown') return restart('asked for the first time');
      return state.phase === 'failed' ? restart(`asked again after a failure (${state.why})`) : state;
    case 'loaded':
      return to('ready', 'the server has loaded the project', true);
    case 'covered':
      return to('ready', `an answer covered every place where the text has the name, in ${evidence.files} files`, true);
    case 'agreed':
      return to('ready', `${evidence.times} equal answers across ${evidence.files} files`, evidence.whole);
    case 'ownFile':
      return to('ready', 'it answers about the file, and needs no other', true);
    case 'silent':
      return to('none', silence(evidence));
    case 'empty':
      return state.phase === 'starting' ? { ...state, why: `only empty answers in ${seconds(evidence.waited)}` } : state;
    case 'appeared':
      return restart('there was none, and now one answers');
    case 'lost':
      return restart(`it was ready and is gone: ${evidence.sign}`);
    case 'threw':
      return to('failed', `it failed: ${evidence.error}`);
    case 'hung':
      return to('failed', `it did not answer within ${seconds(evidence.waited)}`);
  }
}

/** How long a caller may still wait for a server in this state, in milliseconds. */
export function patience(state: Readiness, now: number, { waitMs, certain }: { readonly waitMs: number; readonly certain: boolean }): number {
  if (state.phase === 'none') return 0;
  // The server is known to be loading: waiting pays every time.
  if (state.phase === 'ready' || certain) return waitMs;
  return Math.max(state.waitingSince + waitMs - now, Math.min(waitMs, leastPatience));
}

/** `15.0 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Once the first requests have used the waiting up, later ones still ask a few times. */
const leastPatience = 1_500;

function silence({ waited, extensions }: Extract<Evidence, { kind: 'silent' }>): string {
  if (extensions.length === 0) return `no installed extension asks for this language, and nothing answered within ${seconds(waited)}`;
  return `nothing answered within ${seconds(waited)}, although ${extensions.join(', ')} ${extensions.length === 1 ? 'is' : 'are'} installed for it`;
}

/** The states of all projects asked about. */
export class ReadinessTable {
  readonly #states = new Map<string, { readonly language: string; readonly project: string; state: Readiness }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  of(key: string): Readiness {
    return this.#states.get(key)?.state ?? unknown;
  }

  observe({ key, language, display }: { readonly key: string; readonly language: string; readonly display: string }, evidence: Evidence): Readiness {
    const state = afterEvidence(this.of(key), evidence, this.#now());
    this.#states.set(key, { language, project: display, state });
    return state;
  }

  all(): readonly LanguageState[] {
    const now = this.#now();
    return [...this.#states.values()].map(({ language, project, state }) => ({
      language,
      project,
      phase: state.phase,
      why: state.why,
      since: now - state.since,
    }));
  }
}
