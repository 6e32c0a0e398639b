/**
 * Replaces a file's bytes in one step: the new ones are written whole to a scratch file, which is then renamed over the
 * old. Mode, owner and symbolic links stay. On Node alone, so tests use it as it is.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Staged } from '../core/edits';

/** Files of ours, so that what a killed process left is recognised. */
const scratchPrefix = '.sightline-';

/**
 * @param scratch a directory of ours, used where it is on the same file system: a process that is killed in between
 * then leaves nothing in the user's folders; `sweep` empties it
 * @throws Error when the file cannot be replaced without loss, or the bytes cannot be written; nothing is left behind
 */
export async function stageReplacement(path: string, bytes: Uint8Array, scratch: string | undefined): Promise<Staged> {
  const target = await realpath(path);
  const found = await stat(target);
  if (found.nlink > 1) throw new Error('it has several hard links, which a replacement would separate');
  await access(target, constants.W_OK);
  const old = await readFile(target);
  const temporary = await write(target, bytes, found, scratch);
  let committed = false;
  return {
    commit: async () => {
      await rename(temporary, target);
      committed = true;
      const now = await readFile(target);
      if (!now.equals(bytes)) throw new Error('the file was changed at the same moment');
    },
    revert: async () => {
      if (!committed) return;
      await rename(await write(target, old, found, scratch), target);
      committed = false;
    },
    discard: async () => {
      if (!committed) await rm(temporary, { force: true });
    },
  };
}

/** Removes what a process that was killed has left. Never throws: another window may do the same. */
export async function sweep(scratch: string): Promise<void> {
  const names = await readdir(scratch).catch(() => []);
  const left = names.filter((name) => name.startsWith(scratchPrefix) && !isRunning(Number(name.slice(scratchPrefix.length).split('-', 1)[0])));
  await Promise.all(left.map((name) => rm(join(scratch, name), { force: true }).catch(() => undefined)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

interface Traits {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
}

async function write(target: string, bytes: Uint8Array, traits: Traits, scratch: string | undefined): Promise<string> {
  const temporary = join(await directoryFor(target, traits, scratch), `${scratchPrefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      const mine = await file.stat();
      // Before the mode: a change of owner takes special bits away.
      if (mine.uid !== traits.uid || mine.gid !== traits.gid) await file.chown(traits.uid, traits.gid);
      await file.chmod(traits.mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return temporary;
}

/** A rename is one step only within a file system. */
async function directoryFor(target: string, { dev }: Traits, scratch: string | undefined): Promise<string> {
  if (scratch === undefined) return dirname(target);
  try {
    await mkdir(scratch, { recursive: true });
    return (await stat(scratch)).dev === dev ? scratch : dirname(target);
  } catch {
    return dirname(target);
  }
}
