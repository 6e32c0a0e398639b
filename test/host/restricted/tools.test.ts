import assert from 'node:assert/strict';
import { answerOf } from '../support/call';

describe('the tools in Restricted Mode', () => {
  it('read and search', async () => {
    assert.match(await answerOf('file_read', { path: 'untrusted.ts' }), /\n1\texport const untrusted = true;$/);
    assert.match(await answerOf('file_search', { pattern: 'untrusted' }), /^1 match in 1 file\n\nuntrusted\.ts\n/);
  });

  it('say that writing is off', async () => {
    assert.match(await answerOf('ping', {}), /Restricted Mode: reading tools work, writing tools are off/);
  });
});
