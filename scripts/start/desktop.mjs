import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageVsix } from '../package.mjs';

/**
 * Installs the extension into the desktop VS Code on PATH and opens a folder in it. Not tried where this project is
 * developed: there is no display.
 * @param {string} folder
 * @param {(line: string) => void} progress
 * @param {AbortSignal} signal
 * @throws {Error} when there is no `code` on PATH, or it fails
 */
export async function startDesktop(folder, progress, signal) {
  // Not `run` of the test hosts: that one ends all that a program leaves behind, and VS Code is to stay.
  const code = (/** @type {string[]} */ ...args) => promisify(execFile)('code', args, { signal, shell: process.platform === 'win32' });
  await code('--version').catch((error) => {
    throw new Error('There is no working "code" on PATH. In VS Code run "Shell Command: Install \'code\' command in PATH".', { cause: error });
  });
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-start-'));
  try {
    progress('packaging the extension');
    const { file } = await packageVsix({ outFile: path.join(dir, 'sightline.vsix'), quiet: true, signal });
    progress('installing it into VS Code');
    await code('--install-extension', file, '--force');
    await code('--new-window', folder);
  } finally {
    await fs.rm(dir, { recursive: true, force: true });
  }
  console.log(`Sightline is installed in VS Code, and ${folder} is open.`);
}
