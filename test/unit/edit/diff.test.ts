import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diffOf } from '../../../src/engines/edit/diff';

describe('the diff of a change', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'sightline-diff-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Applies the diff with `patch` and answers what the file holds then. */
  const patched = (name: string, before: string | undefined, after: string | undefined): string | undefined => {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (before !== undefined) writeFileSync(path, before);
    writeFileSync(join(root, 'the.diff'), diffOf(name, before, after).text);
    execFileSync('patch', ['-p1', '--binary', '--batch', '-i', 'the.diff'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };

  it('is read and counted like any unified diff', () => {
    const { text, added, removed } = diffOf('src/a.ts', '1\n2\n3\n4\n5\n6\n7\n8\n9', '1\n2\n3\n4\nfive\n6\n7\n8\nnine');
    assert.equal(
      text,
      '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n-9\n\\ No newline at end of file\n+nine\n\\ No newline at end of file\n',
    );
    assert.deepEqual([added, removed], [2, 2]);
  });

  it('is empty for the same text', () => {
    assert.deepEqual(diffOf('a', 'x\n', 'x\n').text, '');
  });

  for (const [what, before, after] of [
    ['a final newline added', 'a\nb', 'a\nb\n'],
    ['a final newline taken away', 'a\nb\n', 'a\nb'],
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
    ['a lone CR', 'a\rb\nc\n', 'a\rB\nc\n'],
    ['a change far down', `${'x\n'.repeat(500)}y\n${'z\n'.repeat(500)}`, `${'x\n'.repeat(500)}Y\n!\n${'z\n'.repeat(500)}`],
    ['two changes far apart', `${'a\nb\n'.repeat(200)}`, `${'a\nb\n'.repeat(10)}c\n${'a\nb\n'.repeat(189)}`],
    ['all lines removed', 'a\nb\n', ''],
    ['lines in an empty file', '', 'a\n'],
    ['a line before the first', 'a\n', '0\na\n'],
    ['lines that look like a diff', '--- a\n+++ b\n@@ -1 +1 @@\n', '--- a\n+++ c\n@@ -1 +1 @@\n\\ No newline at end of file\n'],
    ['emoji and long lines', `😀${'x'.repeat(5_000)}\n`, `😁${'x'.repeat(5_000)}\n`],
  ] as const) {
    it(`is applied by patch: ${what}`, () => {
      // patch removes a file that becomes empty, as POSIX says.
      assert.equal(patched('dir/a.txt', before, after) ?? '', after);
    });
  }

  it('is applied by patch to files that are created or deleted', () => {
    assert.equal(patched('new.txt', undefined, 'a\nb'), 'a\nb');
    assert.equal(patched('new.txt', 'a\nb', undefined), undefined);
  });

  it('is applied by patch whatever the file is called', () => {
    for (const name of ['with space.txt', 'naïve 名.txt', 'quo"te.txt', 'back\\slash.txt', 'app/[id]/(auth).tsx']) assert.equal(patched(name, 'a\n', 'b\n'), 'b\n', name);
  });

  it('is made in bounded time for texts that have nothing in common', () => {
    const lines = (seed: number) => Array.from({ length: 8_000 }, (_, index) => `${(index * seed) % 7_919} ${seed}\n`).join('');
    assert.equal(patched('big.txt', lines(31), lines(57)), lines(57));
  });
});
