import fs from 'node:fs/promises';
import path from 'node:path';

/** The file name of ripgrep on this system. */
export const ripgrepName = process.platform === 'win32' ? 'rg.exe' : 'rg';

/**
 * Copies this platform's ripgrep, which an optional npm package carries, into a folder.
 * @param {string} binDir made if it is not there
 * @returns {Promise<string>} the copy
 * @throws {Error} when the package for this platform is not installed
 */
export async function copyRipgrep(binDir) {
  // Loaded here and not above, because the import itself throws where the platform's package is missing.
  const { rgPath } = await import('@vscode/ripgrep');
  const copy = path.join(binDir, ripgrepName);
  await fs.mkdir(binDir, { recursive: true });
  await fs.copyFile(rgPath, copy);
  await fs.chmod(copy, 0o755);
  return copy;
}
