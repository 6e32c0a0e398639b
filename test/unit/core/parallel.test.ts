import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { inOrder } from '../../../src/core/parallel';

async function collected<Result>(results: AsyncIterable<Result>): Promise<readonly Result[]> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('inOrder', () => {
  it('gives results in the order of the inputs, however long each takes', async () => {
    const results = inOrder([20, 1, 10, 1, 5], 3, async (ms) => (await setTimeout(ms), ms));
    assert.deepEqual(await collected(results), [20, 1, 10, 1, 5]);
  });

  it('has as many under way as asked for, and never more', async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await setTimeout(1);
      running -= 1;
    };
    await collected(inOrder(Array.from({ length: 20 }, () => 0), 4, work));
    assert.equal(most, 4);
  });

  it('starts nothing more once the loop has ended', async () => {
    let started = 0;
    for await (const result of inOrder(Array.from({ length: 100 }, (_, index) => index), 4, async (index) => ((started += 1), index))) {
      if (result === 2) break;
    }
    assert.equal(started, 7);
  });

  it('throws what the work throws when its turn comes, and leaves no other failure unhandled', async () => {
    const seen: number[] = [];
    const unhandled: unknown[] = [];
    const listen = (error: unknown): unknown => unhandled.push(error);
    process.on('unhandledRejection', listen);
    const run = async (): Promise<void> => {
      for await (const result of inOrder([1, 2, 3, 4], 4, async (each) => {
        if (each > 2) throw new Error(`no ${each}`);
        await setTimeout(5);
        return each;
      })) seen.push(result);
    };
    await assert.rejects(run(), /no 3/);
    await setTimeout(1);
    process.off('unhandledRejection', listen);
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(unhandled, []);
  });

  it('takes no input, undefined inputs and undefined results', async () => {
    assert.deepEqual(await collected(inOrder([], 3, async () => 1)), []);
    assert.deepEqual(await collected(inOrder([undefined, undefined], 3, async (each) => each)), [undefined, undefined]);
  });
});
