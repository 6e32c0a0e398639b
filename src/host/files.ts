/** The files port on Node. Runs without an editor too, so tests use it as it is. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import type { DirectoryEntry, Files } from '../core/ports';

export const nodeFiles: Files = {
  stat: async (path) => {
    try {
      const found = await stat(path);
      const type = found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
      return { type, size: found.size, mtimeMs: found.mtimeMs };
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  },
  // The native variant gives the disk's own spelling where letter case does not matter.
  realPath: (path) => realpath(path),
  read: (path) => readFile(path),
  list: async (path) => (await readdir(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, type: typeOf(entry) })),
};

/** Nothing there: no such name, a file where a directory was expected, a link that leads nowhere or in circles. */
function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG';
}

function typeOf(entry: Dirent): DirectoryEntry['type'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}
