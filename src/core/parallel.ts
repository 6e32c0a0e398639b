/**
 * The results of `work` on each input, in the order of the inputs, with at most `atOnce` of them under way. Ends early
 * without starting more when the loop over it ends. What it throws for one input is thrown when that one's turn comes.
 */
export async function* inOrder<Input, Result>(inputs: readonly Input[], atOnce: number, work: (input: Input) => Promise<Result>): AsyncGenerator<Result, void, undefined> {
  const underWay: Promise<Result>[] = [];
  let next = 0;
  const start = (): void => {
    const input = inputs.slice(next, next + 1);
    next += input.length;
    for (const each of input) {
      const result = work(each);
      // It may fail before its turn, or after the loop has ended.
      result.catch(() => undefined);
      underWay.push(result);
    }
  };
  for (let count = 0; count < atOnce; count += 1) start();
  for (let first = underWay.shift(); first !== undefined; first = underWay.shift()) {
    const result = await first;
    start();
    yield result;
  }
}

/** All results of `inOrder`, in the order of the inputs. @throws what `work` throws for the first input that fails */
export async function allInOrder<Input, Result>(inputs: readonly Input[], atOnce: number, work: (input: Input) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const result of inOrder(inputs, atOnce, work)) results.push(result);
  return results;
}
