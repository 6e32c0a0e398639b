/** Searches that take long, and what is left of them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { afterEach, describe, it } from 'mocha';
import { NotStarted, runChild } from '../../../src/engines/search/ripgrep/child';
import { fileSearch } from '../../../src/tools/file_search';
import { shippedRipgrep } from './binaries';
import { TestWorkspace, type WorkspaceOptions } from './workspace';

/** ripgreps that this process has running. */
function children(): readonly string[] {
  const found = execFileSync('ps', ['-o', 'comm=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return found.split('\n').filter((name) => name.trim() === 'rg');
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a search that takes long', function () {
  this.timeout(20_000);
  let workspace: TestWorkspace;
  afterEach(() => workspace.dispose());

  function open(options: Omit<WorkspaceOptions, 'files'> = {}): void {
    workspace = new TestWorkspace({ files: { 'a.txt': 'foo\n', 'slow/huge.bin': '' }, ...options });
  }

  /** A file without blocks on the disk that takes ripgrep many seconds to read. */
  function makeHuge(): void {
    truncateSync(workspace.path('slow/huge.bin'), 60_000_000_000);
  }

  it('ends when it is cancelled, which is no empty answer, and leaves no process behind', async () => {
    open();
    makeHuge();
    const controller = new AbortController();
    const searching = workspace.outcome(fileSearch, { pattern: 'nowhere' }, controller.signal);
    while (children().length === 0) await sleep(10);
    controller.abort();
    const outcome = await searching;
    assert.ok(!outcome.ok && outcome.failure.failure === 'Cancelled');
    await sleep(300);
    assert.deepEqual(children(), []);
  });

  it('answers what it has when its time is up, marked incomplete', async () => {
    open({ settings: { searchTimeoutMs: () => 400 } });
    makeHuge();
    assert.equal(
      await workspace.text(fileSearch, { pattern: 'foo' }),
      'at least 1 match\n\na.txt\n  1:1: foo\n\n(incomplete: the time limit of 0.4 s was reached, so this is not all)',
    );
    assert.match(await workspace.text(fileSearch, { pattern: 'nowhere' }), /^No match for "nowhere" so far in the workspace/);
    assert.deepEqual(children(), []);
  });

  it('does not wait for gigabytes of binary files', async () => {
    open();
    makeHuge();
    assert.equal(await workspace.text(fileSearch, { pattern: 'foo' }), '1 match in 1 file\n\na.txt\n  1:1: foo\n\n(binary files, and text behind a NUL byte, were not looked into)');
  });

  it('is marked incomplete when someone else ends ripgrep', async () => {
    open();
    makeHuge();
    const searching = workspace.text(fileSearch, { pattern: 'foo' });
    while (children().length === 0) await sleep(10);
    await sleep(200);
    execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-x', 'rg']);
    assert.match(await searching, /^at least 1 match[^]*\(incomplete: ripgrep ended before its time \(SIGKILL\)\)$/);
  });

  it('with a pattern of exponential time is an error of the JavaScript engine, and the thread is not blocked', async () => {
    open({ settings: { searchEngine: () => 'javascript', searchTimeoutMs: () => 2_000 } });
    workspace.write('evil.txt', `${'a'.repeat(60)}!\n`);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 20);
    const text = await workspace.text(fileSearch, { pattern: '(a+)+$' });
    clearInterval(ticking);
    assert.match(text, /^\[1002 SearchTimeout\] The pattern takes too many steps on evil\.txt\./);
    assert.ok(ticks > 10);
  });

  it('of the JavaScript engine ends when it is cancelled', async () => {
    open({ settings: { searchEngine: () => 'javascript' } });
    workspace.write('evil.txt', `${'a'.repeat(60)}!\n`);
    const controller = new AbortController();
    const searching = workspace.outcome(fileSearch, { pattern: '(a+)+$' }, controller.signal);
    await sleep(300);
    controller.abort();
    const outcome = await searching;
    assert.ok(!outcome.ok && outcome.failure.failure === 'Cancelled');
  });
});

describe('a ripgrep that does not run', () => {
  it('gives way to the next one, and to JavaScript', async () => {
    let brokenPath = '';
    const workspace = new TestWorkspace({ files: { 'a.txt': 'foo\n', rg: 'not a program\n' }, settings: { ripgrepPath: () => brokenPath } });
    try {
      brokenPath = workspace.path('rg');
      for (const mode of [0o644, 0o755]) {
        chmodSync(brokenPath, mode);
        assert.match(await workspace.text(fileSearch, { pattern: 'foo' }), /^1 match in 1 file/);
      }
      assert.match(await workspace.services.search.describe(), /^ripgrep \d+\.\d+\.\d+ \(shipped\)$/);
    } finally {
      workspace.dispose();
    }
  });

  it('is an error that names the setting where only ripgrep may be used', async () => {
    const options = { files: { 'a.txt': 'foo\n' }, shippedRipgrepFolder: '/nowhere' };
    const auto = new TestWorkspace(options);
    const only = new TestWorkspace({ ...options, settings: { searchEngine: () => 'ripgrep' } });
    try {
      assert.match(await auto.text(fileSearch, { pattern: 'foo' }), /^1 match in 1 file/);
      assert.equal(await auto.services.search.describe(), 'JavaScript (no ripgrep in use)');
      assert.match(await only.text(fileSearch, { pattern: 'foo' }), /^\[1001 RipgrepNotFound\] .*sightline\.search\.ripgrepPath/);
    } finally {
      auto.dispose();
      only.dispose();
    }
  });

  it('is found in the editor', async () => {
    const workspace = new TestWorkspace({ files: { 'a.txt': 'foo\n' } });
    try {
      mkdirSync(workspace.path('app/node_modules/@vscode/ripgrep/bin'), { recursive: true });
      symlinkSync(shippedRipgrep, workspace.path('app/node_modules/@vscode/ripgrep/bin/rg'));
      const inEditor = new TestWorkspace({ files: { 'a.txt': 'foo\n' }, shippedRipgrepFolder: '/nowhere', appRoot: workspace.path('app') });
      assert.match(await inEditor.services.search.describe(), /^ripgrep \S+ \(the editor's, .*ripgrep\/bin\/rg\)$/);
      inEditor.dispose();
    } finally {
      workspace.dispose();
    }
  });

  it('is told from one call that could not be started', async () => {
    const start = async (request: { readonly path: string; readonly args: readonly string[]; readonly cwd: string }): Promise<unknown> =>
      runChild({ ...request, onOutput: () => undefined, signal: new AbortController().signal }).then(({ code }) => code, (error: unknown) => error instanceof NotStarted && error.isLasting);
    assert.equal(await start({ path: shippedRipgrep, args: ['--version'], cwd: '/' }), 0);
    assert.equal(await start({ path: '/nowhere/rg', args: [], cwd: '/' }), true);
    assert.equal(await start({ path: shippedRipgrep, args: ['--version'], cwd: '/nowhere' }), false);
    assert.equal(await start({ path: shippedRipgrep, args: ['a\0b'], cwd: '/' }), false);
  });

  it('is refused for the editor\'s search where there is none', async () => {
    const workspace = new TestWorkspace({ files: { 'a.txt': 'foo\n' }, settings: { searchEngine: () => 'editor' } });
    try {
      assert.match(await workspace.text(fileSearch, { pattern: 'foo' }), /^\[1004 SearchFailed\] The editor's own search is not open to extensions/);
    } finally {
      workspace.dispose();
    }
  });
});
