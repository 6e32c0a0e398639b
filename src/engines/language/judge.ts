/**
 * When an answer of a language server can be believed. Pure: what was seen so far goes in, a verdict comes out.
 *
 * A server that is still starting gives empty answers, then partial ones, all without an error, and may give the same
 * partial answer for seconds. So an answer is believed when it covers what the text shows; else when it repeats itself
 * long enough, across files.
 */
import type { Evidence } from './readiness';

/** One answer, as far as judging needs it. */
export interface Sight {
  readonly empty: boolean;
  /** Known to be half an answer: a definition that is the import itself, a hover that says "loading". */
  readonly provisional: boolean;
  /** Files that it points to. */
  readonly files: number;
  /** Whether it points to another file than the asked one. */
  readonly across: boolean;
  /** Equal for equal answers. */
  readonly fingerprint: string;
}

/** What the question is about. */
export interface Stakes {
  /** `all`: a missing part is a wrong answer (references). `one`: any good place will do. `any`: what it says is all. */
  readonly wants: 'all' | 'one' | 'any';
  readonly ownFileOnly: boolean;
}

/** What the text says about the name, when it was looked at. */
export interface TextCheck {
  /** Every line that has the name is in the answer. */
  readonly covered: boolean;
  /** The symbol cannot be seen outside its function, so other lines are of namesakes. */
  readonly local: boolean;
}

export type Verdict =
  | { readonly kind: 'again' }
  /** The text decides: look at it and judge once more. */
  | { readonly kind: 'look' }
  | { readonly kind: 'accept'; readonly evidence?: Evidence | undefined };

const again: Verdict = { kind: 'again' };

/** Equal answers, and the milliseconds between the last two, that make one believable. */
const steady = { times: 3, apart: 250 };
const verySteady = { times: 3, apart: 2_000 };

/** Judges the latest answer of a server that has not yet shown to be ready. */
export function judgeStarting(seen: Seen, stakes: Stakes, check: TextCheck | undefined): Verdict {
  const { sight } = seen;
  if (sight.empty) return again;
  if (stakes.ownFileOnly) return sight.provisional ? again : { kind: 'accept', evidence: { kind: 'ownFile' } };
  if (sight.provisional) return again;
  if (stakes.wants === 'any') return { kind: 'accept' };

  const whole = stakes.wants === 'all';
  const across: Evidence | undefined = sight.across ? { kind: 'agreed', files: sight.files, times: seen.times, whole } : undefined;
  if (stakes.wants === 'one') return isSteady(seen, steady) ? { kind: 'accept', evidence: across } : again;

  if (check === undefined) return { kind: 'look' };
  if (check.covered) {
    return { kind: 'accept', evidence: sight.across ? { kind: 'covered', files: sight.files } : undefined };
  }
  if (check.local) return isSteady(seen, steady) ? { kind: 'accept' } : again;
  // Lines outside the answer may be of namesakes, or of files that the server has not read yet.
  return sight.across && isSteady(seen, verySteady) ? { kind: 'accept', evidence: across } : again;
}

/** Whether an empty answer of a server that was ready is to be believed. */
export function judgeEmpty(seen: Seen, { alive, elsewhere }: { readonly alive: boolean; readonly elsewhere: boolean }): 'accept' | 'again' | 'lost' {
  if (seen.times < steady.times) return 'again';
  if (!alive) return 'lost';
  // The text has the name, so nothing is a surprising answer: ask a little longer.
  return elsewhere && seen.times < steady.times + 2 ? 'again' : 'accept';
}

/** The latest answer, and how often it was given in a row. */
export interface Seen {
  readonly sight: Sight;
  readonly times: number;
  /** Milliseconds between the last two equal answers. */
  readonly apart: number;
}

/** Adds an answer that came `apart` milliseconds after the one before. */
export function see(before: Seen | undefined, sight: Sight, apart: number): Seen {
  if (before === undefined || before.sight.fingerprint !== sight.fingerprint) return { sight, times: 1, apart: 0 };
  return { sight, times: before.times + 1, apart };
}

function isSteady(seen: Seen, { times, apart }: { readonly times: number; readonly apart: number }): boolean {
  return seen.times >= times && seen.apart >= apart;
}
