/**
 * The files port on Node. Runs without an editor too, so tests use it as it is. The callback functions are called
 * because those of `fs/promises` take three times as long, and a search asks for hundreds of small files.
 */
import { readdir, readFile, realpath, stat, type Dirent } from 'node:fs';
import { promisify } from 'node:util';
import type { DirectoryEntry, Files } from '../core/ports';

const listing = promisify(readdir);

export const nodeFiles: Files = {
  stat: (path) =>
    new Promise((resolve, reject) => {
      stat(path, (error, found) => {
        if (error !== null) return isAbsence(error) ? resolve(undefined) : reject(error);
        const type = found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
        resolve({ type, size: found.size, mtimeMs: found.mtimeMs });
      });
    }),
  // The native variant gives the disk's own spelling where letter case does not matter.
  realPath: promisify(realpath.native),
  read: promisify(readFile),
  list: async (path) => (await listing(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, type: typeOf(entry) })),
};

/** Nothing there: no such name, a file where a directory was expected, a link that leads nowhere or in circles. */
function isAbsence({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG';
}

function typeOf(entry: Dirent): DirectoryEntry['type'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}
