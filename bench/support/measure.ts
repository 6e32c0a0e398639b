/** Measuring by medians: machines are noisy, so single times say nothing. */

/** Milliseconds that the work takes. */
export async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The middle value, the upper one of two; NaN of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Medians of two sides, in milliseconds. */
export interface Pair {
  readonly ours: number;
  readonly theirs: number;
}

/** The two in turn, so that both see the same noise; the first two rounds do not count. */
export async function inTurn(rounds: number, ours: () => PromiseLike<unknown>, theirs: () => PromiseLike<unknown>): Promise<Pair> {
  const [own, other]: [number[], number[]] = [[], []];
  for (let round = -2; round < rounds; round += 1) {
    const b = await timed(theirs);
    const a = await timed(ours);
    if (round >= 0) void (own.push(a), other.push(b));
  }
  return { ours: median(own), theirs: median(other) };
}
