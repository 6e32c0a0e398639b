import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withLock } from '../../../scripts/host/lock.mjs';

describe('the lock of an installation', () => {
  let lock: string;
  beforeEach(async () => {
    lock = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-lock-')), 'it.lock');
  });
  afterEach(() => fs.rm(path.dirname(lock), { recursive: true }));

  it('lets one in at a time, and says once that it waits', async () => {
    let inside = 0;
    let waits = 0;
    const task = async (): Promise<void> => {
      inside++;
      assert.equal(inside, 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside--;
    };
    const onWait = (): void => void waits++;
    await Promise.all([withLock(lock, task, { onWait }), withLock(lock, task, { onWait })]);
    assert.equal(waits, 1);
  });

  it('is free again after a task that failed', async () => {
    await assert.rejects(withLock(lock, () => Promise.reject(new Error('no disk')), { onWait: assert.fail }), /no disk/);
    assert.equal(await withLock(lock, async () => 'done', { onWait: assert.fail }), 'done');
  });

  it('is taken over from a process that was killed', async () => {
    await fs.mkdir(lock);
    const longAgo = new Date(Date.now() - 60_000);
    await fs.utimes(lock, longAgo, longAgo);
    assert.equal(await withLock(lock, async () => 'done', { onWait: () => undefined }), 'done');
  });

  it('stops waiting when its signal fires', async () => {
    await fs.mkdir(lock);
    const controller = new AbortController();
    const waiting = withLock(lock, async () => 'done', { onWait: () => controller.abort(), signal: controller.signal });
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
