import fs from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const heartbeatMs = 1000;
const staleMs = 20_000;

/**
 * Runs `task` while no other process that uses the same lock does. The lock is a folder whose time is renewed while
 * its holder lives; one that was not renewed for 20 s belongs to a killed process and is taken over. Two processes may
 * take over at the same moment, so `task` must be safe (only wasteful) when it runs twice.
 * @template T
 * @param {string} lockDir absolute; its parent exists
 * @param {() => Promise<T>} task
 * @param {{ onWait: () => void, signal?: AbortSignal | undefined }} options `onWait` is called once when another holds the lock
 * @returns {Promise<T>}
 * @throws {Error} the signal's reason while waiting, or whatever `task` throws
 */
export async function withLock(lockDir, task, { onWait, signal }) {
  for (let waited = false; !(await tryLock(lockDir)); waited = true) {
    if (!waited) onWait();
    await delay(200, undefined, { signal });
  }
  const heartbeat = setInterval(() => void touch(lockDir), heartbeatMs);
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    await fs.rm(lockDir, { recursive: true, force: true });
  }
}

/** @param {string} lockDir @returns {Promise<boolean>} whether this process now holds the lock */
async function tryLock(lockDir) {
  try {
    await fs.mkdir(lockDir);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const age = await fs.stat(lockDir).then((stat) => Date.now() - stat.mtimeMs, () => 0);
  if (age > staleMs) await fs.rm(lockDir, { recursive: true, force: true });
  return false;
}

/** @param {string} lockDir */
async function touch(lockDir) {
  const now = new Date();
  await fs.utimes(lockDir, now, now).catch(() => undefined);
}

/** @param {unknown} error @param {string} code */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
