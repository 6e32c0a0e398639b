/** Provider commands cannot be cancelled and may never end: a caller races them with its signal and a limit. */
import { setTimeout as after } from 'node:timers/promises';
import { cancelled } from '../../core/errors';

export type Raced<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'threw'; readonly error: string }
  | { readonly kind: 'hung' };

/** Waits so many milliseconds. @throws Failure `Cancelled` */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (ms, signal) => {
  try {
    await after(ms, undefined, { signal });
  } catch {
    throw cancelled();
  }
};

/**
 * What comes first: the answer, an error of the provider, or the limit in milliseconds.
 * @throws Failure `Cancelled`
 */
export async function race<Value>(
  work: () => Promise<Value>,
  { limit, wait, signal }: { readonly limit: number; readonly wait: Pause; readonly signal: AbortSignal },
): Promise<Raced<Value>> {
  const done = new AbortController();
  const ended = AbortSignal.any([signal, done.signal]);
  const answer: Promise<Raced<Value>> = work().then(
    (value) => ({ kind: 'value', value }),
    (error: unknown) => ({ kind: 'threw', error: messageOf(error) }),
  );
  const limited: Promise<Raced<Value>> = wait(limit, ended).then(() => ({ kind: 'hung' }));
  // The loser is left behind; it must not surface as an unhandled rejection.
  limited.catch(() => undefined);
  try {
    return await Promise.race([answer, limited]);
  } finally {
    done.abort();
  }
}

/** The first line of an error, without what VS Code puts around it. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? text;
}
