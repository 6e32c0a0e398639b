/**
 * A file that says where the door is, for the program that started the editor (`npm start`, the test runners). It names
 * the token, so only its owner may read it, and it appears whole or not at all.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/** The environment variable that names the file. */
export const connectionFileVariable = 'SIGHTLINE_CONNECTION_FILE';

export interface Connection {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** Absolute paths, in workspace order. */
  readonly folders: readonly string[];
}

export async function writeConnection(path: string, connection: Connection): Promise<void> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify(connection)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes the file unless another window has written its own since. */
export async function removeConnection(path: string, url: string): Promise<void> {
  const current = await readConnection(path);
  if (current?.url === url) await rm(path, { force: true });
}

/** Undefined when there is no such file, or it is not ours. */
export async function readConnection(path: string): Promise<Connection | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isConnection(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isConnection(value: unknown): value is Connection {
  return (
    typeof value === 'object' && value !== null &&
    'url' in value && typeof value.url === 'string' &&
    'token' in value && typeof value.token === 'string' &&
    'pid' in value && typeof value.pid === 'number' &&
    'folders' in value && Array.isArray(value.folders)
  );
}
