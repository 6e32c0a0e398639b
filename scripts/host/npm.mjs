import { run } from './processes.mjs';
import path from 'node:path';

/**
 * Runs npm to its end, quietly.
 * @param {readonly string[]} args
 * @param {{ cwd: string, nodeBinDir?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined }} options
 *   `nodeBinDir` goes first on PATH, so that npm and the scripts that it runs use the Node in there
 * @returns {Promise<string>} what npm printed
 * @throws {Error} with the end of npm's output when it fails
 */
export function runNpm(args, { cwd, nodeBinDir, env = {}, signal }) {
  const windows = process.platform === 'win32';
  const searchPath = nodeBinDir === undefined ? process.env['PATH'] : `${nodeBinDir}${path.delimiter}${process.env['PATH'] ?? ''}`;
  return run(windows ? 'npm.cmd' : 'npm', [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=warn'], {
    cwd,
    env: { ...withoutOuterNpm(process.env), PATH: searchPath, ...env },
    signal,
    shell: windows,
  });
}

/**
 * npm tells the scripts it runs about the package it runs them for; an npm started from such a script must not
 * believe it was started for that package. The user's own settings (registry, proxy, cache) stay.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutOuterNpm(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|global|omit|include))/i.test(name)));
}
