import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';

/**
 * @param {string | undefined} folder relative to where npm was started; by default this repository
 * @returns {string} its real path
 * @throws {Error} when there is no such folder
 */
export function checkFolder(folder) {
  if (folder === undefined) return fs.realpathSync(repoRoot);
  // npm changes into the repository before it runs a script, and remembers where the user was.
  const from = process.env['npm_lifecycle_event'] === 'start' ? process.env['INIT_CWD'] : undefined;
  const absolute = path.resolve(from ?? process.cwd(), folder);
  const stat = fs.statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined) throw new Error(`There is no folder ${absolute}.`);
  if (!stat.isDirectory()) throw new Error(`${absolute} is not a folder.`);
  return fs.realpathSync(absolute);
}

/**
 * @param {string | undefined} text by default 0, which takes a free port
 * @returns {Promise<number>}
 * @throws {Error} when it is not a port, or somebody listens on it already
 */
export async function checkPort(text = '0') {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`"${text}" is not a port. Give a number up to 65535.`);
  await new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => reject(new Error(`Port ${port} cannot be used: ${error.message}. Give another with --port, or none to take a free one.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(resolve));
  });
  return port;
}
