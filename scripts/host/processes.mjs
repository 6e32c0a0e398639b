import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repoRoot } from './paths.mjs';

/**
 * Runs a program to its end and answers what it printed. When `signal` fires, its whole process tree is ended first.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined, shell?: boolean, leash?: boolean,
 *   onOutput?: (text: string) => void }} [options] onOutput: gets the output as it comes; leash: see `startTree`
 * @returns {Promise<string>} standard output and standard error together
 * @throws {Error} with the end of the output when the program fails, or the signal's reason
 */
export async function run(command, args, options = {}) {
  options.signal?.throwIfAborted();
  const tree = startTree(command, args, options);
  let output = '';
  tree.onOutput((text) => {
    output += text;
    options.onOutput?.(text);
  });
  const abort = () => void tree.stop();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const code = await tree.ended;
    options.signal?.throwIfAborted();
    if (code === 0) return output;
    throw new Error(`"${command} ${args.join(' ')}" ended with ${code}:\n${output.trim().slice(-4000)}`);
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await tree.stop();
  }
}

/**
 * @typedef {object} Tree a program and everything that it starts
 * @property {number} pid
 * @property {Promise<number | string>} ended the exit code or the signal's name; rejects when it could not be started
 * @property {(listener: (text: string) => void) => void} onOutput standard output and standard error as they come
 * @property {() => Promise<void>} stop ends every process of the tree; safe to call twice and after the end
 */

/**
 * Starts a program as the leader of a process group of its own.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, leash?: boolean }} [options] leash: the tree also
 *   ends when this process is killed and cannot stop it
 * @returns {Tree}
 */
export function startTree(command, args, { cwd, env = process.env, shell = false, leash = false } = {}) {
  const { marked, mark } = markEnvironment(env);
  const [program, ...programArgs] = leash ? [process.execPath, leashScript, mark, command, ...args] : [command, ...args];
  const child = spawn(program, programArgs, {
    cwd,
    env: marked,
    shell,
    detached: process.platform !== 'win32',
    stdio: [leash ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code, signalName]) => Number.isInteger(code) ? Number(code) : String(signalName));
  // Whoever awaits `ended` sees the error; a caller that only stops the tree must not crash the process with it.
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? -1,
    ended,
    onOutput(listener) {
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', listener);
    },
    stop: () => stopTree(child.pid, mark),
  };
}

/**
 * Gives an environment a mark that all descendants inherit, also those that leave the process group. Marks nest: a
 * marked process that starts a marked tree adds to its own mark.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ marked: NodeJS.ProcessEnv, mark: string }}
 */
export function markEnvironment(env) {
  const mark = randomUUID();
  return { marked: { ...env, [markName]: `${process.env[markName] ?? ''}:${mark}` }, mark };
}

/**
 * Ends a process group and every process that carries the mark: first politely, after `graceMs` by force.
 * @param {number | undefined} pid the group's leader; undefined when it never started
 * @param {string} mark
 * @param {number} [graceMs] milliseconds between the polite signal and the forced one
 */
export async function stopTree(pid, mark, graceMs = 3000) {
  if (process.platform === 'win32') {
    if (pid !== undefined) spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  const signalAll = (/** @type {NodeJS.Signals} */ name) => {
    if (pid !== undefined) sendSignal(-pid, name);
    for (const each of markedProcesses(mark)) sendSignal(each, name);
  };
  // A zombie still counts for its group, and whoever adopted it may take long to bury it; so Linux goes by the mark.
  const alive = () => (process.platform === 'linux' ? markedProcesses(mark).length > 0 : pid !== undefined && sendSignal(-pid, 0));
  const started = Date.now();
  if (alive()) signalAll('SIGTERM');
  while (alive()) {
    const waited = Date.now() - started;
    if (waited > graceMs) signalAll('SIGKILL');
    if (waited > graceMs + 10_000) throw new Error(`process tree ${pid} does not end`);
    await delay(25);
  }
  // Members of the group that had their environment taken away.
  if (pid !== undefined) sendSignal(-pid, 'SIGKILL');
}

const leashScript = path.join(repoRoot, 'scripts', 'host', 'leash.mjs');
const markName = 'SIGHTLINE_PROCESS_TREE';

/**
 * Living processes whose environment carries the mark. Linux only; elsewhere the process group has to be enough.
 * @param {string} mark
 * @returns {number[]}
 */
function markedProcesses(mark) {
  if (process.platform !== 'linux') return [];
  return fs.readdirSync('/proc').map(Number).filter((pid) => pid > 0 && pid !== process.pid && carries(pid, mark));
}

/** @param {number} pid @param {string} mark */
function carries(pid, mark) {
  try {
    // A zombie has an empty environment, so it does not count as alive.
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    return false;
  }
}

/** @param {number} pid @param {NodeJS.Signals | 0} signal @returns {boolean} whether there was anyone to signal */
function sendSignal(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
