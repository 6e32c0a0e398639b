import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { callPing } from '../../scripts/host/connection.mjs';
import { repoRoot } from '../../scripts/host/paths.mjs';
import { skip } from '../support/skip';

/** The two promises that other programs build on: one line of JSON, and nothing left behind. */
describe('npm start', () => {
  const mark = randomUUID();
  let folder: string;
  before(function () {
    if (process.platform !== 'linux') skip(this, 'finding what a program left behind needs /proc');
    folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'sightline-start-test-'));
    fs.writeFileSync(path.join(folder, 'hello.txt'), 'hello\n');
  });
  after(() => {
    for (const pid of marked(mark)) process.kill(pid, 'SIGKILL');
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`says how to reach the tools in one line, and leaves nothing behind after a ${signal} to npm`, async () => {
      const npm = start(['--json', folder], mark);
      const output = collect(npm.stdout);
      const complaints = collect(npm.stderr);
      await Promise.race([once(npm.stdout, 'data'), once(npm, 'close').then(() => assert.fail(complaints()))]);
      const { mcpUrl: url, token, workbenchUrl, folder: opened, pid } = JSON.parse(output());
      assert.equal(opened, folder);
      assert.match(await callPing({ url, token, pid, folders: [] }), new RegExp(`folder: ${path.basename(folder)}`));
      assert.equal((await fetch(workbenchUrl, { redirect: 'manual' })).status, 302);
      assert.equal((await fetch(new URL('/', workbenchUrl))).status, 403, 'the workbench is closed to whoever has no token');
      assert.ok(marked(mark).includes(pid));

      npm.kill(signal);
      await once(npm, 'close');
      assert.deepEqual(marked(mark), []);
      assert.equal(output().split('\n').length, 2, output());
    });
  }

  it('says what is wrong with the folder', async () => {
    const npm = start([path.join(folder, 'nowhere')], mark);
    const output = collect(npm.stderr);
    assert.deepEqual(await once(npm, 'close'), [1, null]);
    assert.equal(output(), `There is no folder ${path.join(folder, 'nowhere')}.\n`);
  });
});

function start(args: readonly string[], mark: string): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('npm', ['start', '--silent', '--', ...args], { cwd: repoRoot, env: { ...process.env, SIGHTLINE_START_TEST: mark }, stdio: ['ignore', 'pipe', 'pipe'] });
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}

/** Living processes that descend from the one that was started with this mark. */
function marked(mark: string): readonly number[] {
  return fs.readdirSync('/proc').map(Number).filter((pid) => {
    try {
      return pid > 0 && fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}
