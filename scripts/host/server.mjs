import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTree } from './processes.mjs';
import { writeSettings } from './settings.mjs';

/**
 * @typedef {object} ServerOptions
 * @property {import('./provision.mjs').Host} host
 * @property {string} dataDir absolute; settings, extensions and logs of this server live there
 * @property {number} [port] 0, the default, takes a free one
 * @property {string} [token] the connection token; without one the server answers everyone on this machine
 * @property {boolean} [trustPrompts] true: folders open in Restricted Mode until trusted; false, the default: no trust at all
 * @property {boolean} [smokeTestDriver] lets a page load an extension from its sources and run a test module
 * @property {readonly string[]} [vsix] packaged extensions to install, absolute paths
 * @property {Readonly<Record<string, unknown>>} [settings] user settings, on top of those that every test host has
 * @property {NodeJS.ProcessEnv} [env] for the server and its extension hosts, on top of this process's environment
 * @property {number} [startTimeoutMs]
 * @property {AbortSignal | undefined} [signal] ends a start that is under way
 *
 * @typedef {object} Server
 * @property {number} pid
 * @property {number} port
 * @property {(target: WorkbenchTarget) => string} url the workbench's address
 * @property {() => string} log what the server printed so far
 * @property {Promise<number | string>} ended when the server's process is gone
 * @property {() => Promise<void>} stop ends the server and everything that it started
 *
 * @typedef {object} WorkbenchTarget what a page opens; neither folder nor workspace opens an empty window
 * @property {string} [folder] absolute
 * @property {string} [workspace] absolute path of a `.code-workspace` file
 * @property {string} [extensionDevelopmentPath] absolute; needs `smokeTestDriver`
 * @property {string} [extensionTestsPath] absolute path of a CommonJS module that exports `run()`; needs `smokeTestDriver`
 */

/**
 * Starts a VS Code server and answers when it listens.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 * @throws {Error} with the server's output when it ends or does not listen in time, or the signal's reason
 */
export async function startServer(options) {
  const { host, dataDir, token, signal } = options;
  signal?.throwIfAborted();
  await writeSettings(path.join(dataDir, 'data', 'User'), options.settings ?? {});
  const tree = startTree(host.node24, serverArguments(options), { env: { ...cleanEnvironment(process.env), ...noGallery, ...options.env }, leash: true });
  let output = '';
  tree.onOutput((text) => (output += text));
  try {
    const port = await listening(tree, () => output, options.startTimeoutMs ?? 90_000, signal);
    return { pid: tree.pid, port, ended: tree.ended, log: () => output, stop: tree.stop, url: (target) => workbenchUrl(port, token, target) };
  } catch (error) {
    await tree.stop();
    throw error;
  }
}

/** @param {ServerOptions} options @returns {string[]} */
function serverArguments({ host, dataDir, port = 0, token, trustPrompts = false, smokeTestDriver = false, vsix = [] }) {
  return [
    path.join(host.vscodeDir, 'out', 'server-main.js'),
    '--host', '127.0.0.1',
    '--port', `${port}`,
    ...(token === undefined ? ['--without-connection-token'] : [`--connection-token=${token}`]),
    '--accept-server-license-terms',
    '--server-data-dir', dataDir,
    '--telemetry-level', 'off',
    ...(trustPrompts ? [] : ['--disable-workspace-trust']),
    ...(smokeTestDriver ? ['--enable-smoke-test-driver'] : []),
    ...vsix.flatMap((file) => ['--install-extension', file]),
    ...(vsix.length > 0 ? ['--start-server'] : []),
  ];
}

/** The marketplace is not asked for anything, so that a host behaves the same with and without a network. */
const noGallery = { EXTENSIONS_GALLERY: '{}' };

/**
 * A server that is started from a terminal of VS Code must not take itself for a part of that one.
 * @param {NodeJS.ProcessEnv} env
 */
function cleanEnvironment(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_)/.test(name)));
}

/**
 * @param {import('./processes.mjs').Tree} tree
 * @param {() => string} output
 * @param {number} timeoutMs
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<number>} the port
 */
async function listening(tree, output, timeoutMs, signal) {
  const waiting = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ what) => reject(new Error(`The VS Code server ${what}:\n${output().trim().slice(-4000)}`));
      tree.onOutput(() => {
        const port = /Extension host agent listening on (\d+)/.exec(output())?.[1];
        if (port !== undefined) resolve(Number(port));
      });
      tree.ended.then((code) => fail(`ended with ${code} before it listened`), reject);
      delay(timeoutMs, undefined, { signal: waiting.signal }).then(() => fail(`did not listen within ${timeoutMs / 1000} s`), () => undefined);
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: waiting.signal });
    });
  } finally {
    waiting.abort();
  }
}

/** @param {number} port @param {string | undefined} token @param {WorkbenchTarget} target */
function workbenchUrl(port, token, { folder, workspace, extensionDevelopmentPath, extensionTestsPath }) {
  const remote = (/** @type {string} */ file) => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = Object.entries({ extensionDevelopmentPath, extensionTestsPath }).flatMap(([name, file]) => (file === undefined ? [] : [[name, remote(file)]]));
  const query = new URLSearchParams({
    ...(token === undefined ? {} : { tkn: token }),
    ...(folder === undefined ? {} : { folder }),
    ...(workspace === undefined ? {} : { workspace }),
    // Without this the server reopens the last folder for an empty window.
    ...(folder === undefined && workspace === undefined ? { ew: 'true' } : {}),
    ...(payload.length === 0 ? {} : { payload: JSON.stringify(payload) }),
  });
  return `http://127.0.0.1:${port}/?${query}`;
}
