import assert from 'node:assert/strict';
import { RefusedCalls } from '../../../src/doors/lm/refused-calls';

describe('a call that failed while it was prepared', () => {
  it('is answered with that failure, once', () => {
    const refused = new RefusedCalls();
    refused.note({ file: 'a.ts' }, 'not found');
    assert.equal(refused.take({ file: 'b.ts' }), undefined);
    assert.equal(refused.take({ file: 'a.ts' }), 'not found');
    assert.equal(refused.take({ file: 'a.ts' }), undefined);
  });

  it('runs when it has been prepared well since', () => {
    const refused = new RefusedCalls();
    refused.note({ file: 'a.ts' }, 'not found');
    refused.note({ file: 'a.ts' }, undefined);
    assert.equal(refused.take({ file: 'a.ts' }), undefined);
  });

  it('is forgotten behind a hundred later ones', () => {
    const refused = new RefusedCalls();
    for (let index = 0; index <= 100; index += 1) refused.note({ index }, 'failed');
    assert.equal(refused.take({ index: 0 }), undefined);
    assert.equal(refused.take({ index: 1 }), 'failed');
  });
});
