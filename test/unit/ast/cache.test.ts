import assert from 'node:assert/strict';
import { utimesSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isSame, ResultCache } from '../../../src/engines/ast/cache';
import type { FileOutcome, Identity } from '../../../src/engines/ast/protocol';
import { AstBench } from './support';

const settled: Identity = { size: 10, mtimeMs: 1_000, ctimeMs: 1_000, inode: 5, at: 10_000 };
const outcome = (identity: Identity | undefined, more: Partial<FileOutcome> = {}): FileOutcome => ({ count: 1, matches: [], broken: false, identity, ...more });

describe('remembered results', () => {
  it('are kept by query and file', () => {
    const cache = new ResultCache();
    cache.set('query', '/a', outcome(settled));
    assert.equal(cache.get('query', '/a')?.count, 1);
    assert.equal(cache.get('query', '/b'), undefined);
    assert.equal(cache.get('other', '/a'), undefined);
  });

  it('are not kept of files that changed just before they were read, of unsaved texts, and of files looked at in part', () => {
    const cache = new ResultCache();
    cache.set('query', '/young', outcome({ ...settled, mtimeMs: 9_000 }));
    cache.set('query', '/touched', outcome({ ...settled, ctimeMs: 8_500 }));
    cache.set('query', '/unsaved', outcome(undefined));
    cache.set('query', '/part', outcome(settled, { cut: true }));
    assert.deepEqual(['/young', '/touched', '/unsaved', '/part'].map((path) => cache.get('query', path)), [undefined, undefined, undefined, undefined]);
  });

  it('are of another file when size, a time or the inode differs', () => {
    assert.equal(isSame(settled, settled), true);
    for (const change of [{ size: 11 }, { mtimeMs: 1_001 }, { ctimeMs: 1_001 }, { inode: 6 }]) assert.equal(isSame(settled, { ...settled, ...change }), false);
  });

  it('are dropped, the longest unused first, when they take too much memory', () => {
    const cache = new ResultCache(2_000);
    for (const query of ['one', 'two', 'three', 'four']) {
      cache.set(query, '/a', outcome(settled));
      cache.get('one', '/a');
    }
    cache.set('five', '/a', outcome(settled));
    assert.deepEqual(['one', 'two', 'five'].map((query) => cache.get(query, '/a')?.count), [1, undefined, 1]);
  });

  it('are not used for a text of the same size and time', async function () {
    this.timeout(20_000);
    const bench = new AstBench({ files: { 'a.ts': 'alpha(1);\n' } });
    try {
      await delay(2_100);
      assert.equal((await bench.query('typescript', 'alpha($A)')).matches[0]?.captures[0]?.text, '1');
      const path = bench.workspace.path('a.ts');
      const { atime, mtime } = statSync(path);
      bench.workspace.write('a.ts', 'alpha(2);\n');
      utimesSync(path, atime, mtime);
      assert.equal((await bench.query('typescript', 'alpha($A)')).matches[0]?.captures[0]?.text, '2');
    } finally {
      await bench.dispose();
    }
  });

  it('give way to the time limit: what is known so far is answered, marked incomplete', async () => {
    const bench = new AstBench({ files: { 'a.py': `def ${'a'.repeat(60)}(): pass\n` }, settings: { searchTimeoutMs: () => 400 } });
    try {
      const result = await bench.query('python', 'def $N(): $$$B', { nameMatches: '^(a+)+$_' });
      assert.deepEqual([result.total, result.complete], [0, false]);
      assert.ok(result.incomplete !== undefined);
    } finally {
      await bench.dispose();
    }
  });
});
