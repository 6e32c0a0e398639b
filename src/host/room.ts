/**
 * Whether a disk has room for a file, and whether a file is there as a whole: the editor truncates before it writes, and
 * takes a short write for a whole one. On Node alone, so tests use it as it is.
 */
import type { StatsFs } from 'node:fs';
import { readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

/** Milliseconds after which a file that is only partly there is not one that another program is just writing. */
const settleTime = 200;

/**
 * Why a file of so many bytes cannot take this place, half a sentence; undefined when it can, or when nobody knows.
 * @param path absolute and native; it may not exist yet, and neither may directories above it
 */
export async function lackOfRoom(path: string, bytes: number): Promise<string | undefined> {
  try {
    const disk = await diskOf(path);
    // Some file systems of networks do not say how large they are.
    if (disk.blocks === 0) return undefined;
    const whole = (size: number): number => Math.ceil(size / disk.bsize) * disk.bsize;
    const held = await stat(path).then(({ size }) => whole(size), () => 0);
    // What is set aside for the superuser is of use to nobody else.
    const free = held + disk.bsize * (process.getuid?.() === 0 ? disk.bfree : disk.bavail);
    if (whole(bytes) <= free) return undefined;
    return `the disk is full: ${bytes.toLocaleString('en-US')} bytes do not fit into ${free.toLocaleString('en-US')}`;
  } catch {
    return undefined;
  }
}

/** Whether a file holds the beginning of what it should hold, and nobody is writing the rest. */
export async function isBeginningOnly(path: string, wanted: Uint8Array): Promise<boolean> {
  const isShort = async (): Promise<boolean> => {
    const now = await readFile(path).catch(() => undefined);
    return now !== undefined && now.length < wanted.length && now.equals(wanted.subarray(0, now.length));
  };
  if (!(await isShort())) return false;
  await after(settleTime);
  return isShort();
}

/** Of the nearest directory that exists. */
async function diskOf(path: string): Promise<StatsFs> {
  const above = dirname(path);
  try {
    return await statfs(above);
  } catch (error) {
    if (above === path) throw error;
    return diskOf(above);
  }
}
