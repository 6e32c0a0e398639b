import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this repository, absolute. Found by walking up, because the tests bundle this file into `out/`. */
export const repoRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

/** The ignored folder that holds the provisioned host. It may be a symbolic link to the one of another work tree. */
export const hostDir = path.join(repoRoot, '.vscode-test');

/** Where test runs leave pictures, logs and reports. Ignored. */
export const artifactsDir = path.join(repoRoot, 'out', 'artifacts');

/** @param {string} dir @returns {string} */
function findRoot(dir) {
  if (fs.existsSync(path.join(dir, 'package-lock.json'))) return dir;
  const parent = path.dirname(dir);
  if (parent === dir) throw new Error('The repository that these scripts belong to is not there: no package-lock.json in any parent folder.');
  return findRoot(parent);
}
