import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repoRoot } from '../../../scripts/host/paths.mjs';
import { run, startTree } from '../../../scripts/host/processes.mjs';
import { skip } from '../../support/skip';

/** Starts a process that has left its parent's group, and prints its id. */
const breaksAway = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  console.log(child.pid);
  setInterval(() => {}, 1000);`;

describe('a process tree', () => {
  before(function () {
    if (process.platform !== 'linux') skip(this, 'elsewhere than on Linux only the process group is ended');
  });

  it('ends with the members that left its process group', async () => {
    const tree = startTree(process.execPath, ['-e', breaksAway]);
    const away = await firstNumber(tree.onOutput);
    assert.ok(isAlive(away));
    await tree.stop();
    assert.ok(!isAlive(away));
    assert.equal(await tree.ended, 'SIGTERM');
    await tree.stop();
  });

  it('ends when it is on a leash and its owner is killed outright', async () => {
    const owner = spawn(process.execPath, ['--input-type=module', '-e', `
      import { startTree } from ${JSON.stringify(path.join(repoRoot, 'scripts', 'host', 'processes.mjs'))};
      startTree(process.execPath, ['-e', ${JSON.stringify(breaksAway)}], { leash: true }).onOutput((text) => process.stdout.write(text));`]);
    const away = await firstNumber((listener) => void owner.stdout.on('data', listener));
    owner.kill('SIGKILL');
    await once(owner, 'close');
    for (let waited = 0; isAlive(away); waited += 20) {
      assert.ok(waited < 5_000, 'it is still there after 5 s');
      await delay(20);
    }
  });
});

describe('running a program', () => {
  it('answers what it printed', async () => {
    assert.equal(await run(process.execPath, ['-e', 'console.log("out")']), 'out\n');
  });

  it('fails with the end of what it printed', async () => {
    await assert.rejects(run(process.execPath, ['-e', 'console.error("no compiler"); process.exit(3)']), /ended with 3:\nno compiler/);
  });

  it('fails when there is no such program', async () => {
    await assert.rejects(run('there-is-no-such-program', []), /ENOENT/);
  });

  it('ends it and gives the reason when its signal fires', async () => {
    const controller = new AbortController();
    const running = run(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { signal: controller.signal, onOutput: () => controller.abort(new Error('enough')) });
    await assert.rejects(running, /^Error: enough$/);
  });
});

async function firstNumber(onOutput: (listener: (text: string) => void) => void): Promise<number> {
  return new Promise((resolve) => onOutput((text) => resolve(Number(text))));
}

/** A zombie, which only waits to be buried, is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
