import fs from 'node:fs';
import path from 'node:path';
import { runNpm } from './host/npm.mjs';
import { repoRoot } from './host/paths.mjs';

/**
 * Installs the project's dependencies where they are missing or older than the lock file. It uses nothing but Node,
 * so scripts call it first and import what depends on the dependencies afterwards.
 * @param {(line: string) => void} progress
 * @param {AbortSignal} [signal]
 * @throws {Error} with npm's output when the installation fails
 */
export async function ensureDependencies(progress, signal) {
  const installed = modifiedMs('node_modules/.package-lock.json');
  if (installed !== undefined && installed >= (modifiedMs('package-lock.json') ?? 0)) return;
  progress('installing dependencies (npm ci)');
  await runNpm(['ci'], { cwd: repoRoot, signal });
}

/** @param {string} file relative to the repository @returns {number | undefined} undefined when there is no such file */
function modifiedMs(file) {
  return fs.statSync(path.join(repoRoot, file), { throwIfNoEntry: false })?.mtimeMs;
}
