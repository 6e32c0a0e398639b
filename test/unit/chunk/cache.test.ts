import assert from 'node:assert/strict';
import { WeightedCache } from '../../../src/engines/chunk/cache';

describe('the cache of chunks', () => {
  const make = (): WeightedCache<string> => new WeightedCache(10, (value) => value.length);

  it('forgets what was used longest ago once it holds too much', () => {
    const cache = make();
    cache.set('a', 'aaaa');
    cache.set('b', 'bbbb');
    assert.equal(cache.get('a'), 'aaaa');
    cache.set('c', 'cccc');
    assert.deepEqual(['a', 'b', 'c'].map((key) => cache.get(key)), ['aaaa', undefined, 'cccc']);
  });

  it('counts a replaced value once, and gives nothing up for one that is too large', () => {
    const cache = make();
    cache.set('a', 'aaaa');
    cache.set('a', 'aaaaaa');
    cache.set('b', 'bbbb');
    assert.deepEqual(['a', 'b'].map((key) => cache.get(key)), ['aaaaaa', 'bbbb']);
    cache.set('c', 'c'.repeat(11));
    assert.deepEqual(['a', 'b', 'c'].map((key) => cache.get(key)), ['aaaaaa', 'bbbb', undefined]);
    cache.set('d', 'd'.repeat(10));
    assert.equal(cache.get('d'), 'd'.repeat(10));
  });
});
