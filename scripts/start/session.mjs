import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openWorkbench, startBrowser } from '../host/browser.mjs';
import { callPing, connectionFileVariable, waitForConnection } from '../host/connection.mjs';
import { provision } from '../host/provision.mjs';
import { startServer } from '../host/server.mjs';
import { packageVsix } from '../package.mjs';

/**
 * @typedef {object} Facts
 * @property {string} mcpUrl
 * @property {string} token
 * @property {string} workbenchUrl with its connection token: whoever has it has a shell
 * @property {string} folder
 *
 * @typedef {object} Session
 * @property {Facts} facts
 * @property {() => Promise<never>} ended rejects when the signal fires or the window is lost
 * @property {() => Promise<void>} stop ends everything that was started
 */

/**
 * Builds and installs the extension, opens a folder in a workbench of its own, and answers when the tools do.
 * @param {{ folder: string, port: number, progress: (line: string) => void, signal: AbortSignal }} options
 * @returns {Promise<Session>}
 * @throws {Error} when a step fails, or the signal's reason; nothing is left running then
 */
export async function startSession({ folder, port, progress, signal }) {
  const host = await provision(progress, signal);
  /** @type {(() => Promise<unknown>)[]} */
  const undo = [];
  const stop = async () => {
    for (const each of undo.splice(0).reverse()) await each();
  };
  try {
    const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-start-'));
    undo.push(() => fs.rm(dir, { recursive: true, force: true }));
    const connectionFile = path.join(dir, 'connection.json');

    progress('packaging the extension');
    const { file } = await packageVsix({ outFile: path.join(dir, 'sightline.vsix'), quiet: true, signal });

    progress('starting VS Code');
    const token = randomBytes(24).toString('hex');
    const env = { [connectionFileVariable]: connectionFile };
    const server = await startServer({ host, dataDir: path.join(dir, 'data'), port, token, vsix: [file], env, signal });
    undo.push(server.stop);
    const browser = await startBrowser(host);
    undo.push(browser.stop);
    const page = await browser.newPage();
    const lost = whenLost(server, page);
    const workbenchUrl = server.url({ folder });

    const answering = (async () => {
      await openWorkbench(page, workbenchUrl);
      const connection = await waitForConnection(connectionFile, { timeoutMs: 90_000, signal });
      await callPing(connection);
      return connection;
    })();
    const { url: mcpUrl, token: mcpToken } = await Promise.race([answering, lost, whenAborted(signal)]);
    return { facts: { mcpUrl, token: mcpToken, workbenchUrl, folder }, ended: () => Promise.race([lost, whenAborted(signal)]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {import('../host/server.mjs').Server} server
 * @param {import('playwright-core').Page} page
 * @returns {Promise<never>} rejects when the window cannot answer any more
 */
function whenLost(server, page) {
  /** @type {Promise<never>} */
  const lost = new Promise((_, reject) => {
    const fail = (/** @type {string} */ what) => reject(new Error(what));
    void server.ended.then((code) => fail(`The VS Code server ended with ${code}.`));
    page.once('close', () => fail('The workbench page was closed.'));
    page.once('crash', () => fail('The workbench page crashed.'));
  });
  lost.catch(() => undefined);
  return lost;
}

/** @param {AbortSignal} signal @returns {Promise<never>} rejects with the signal's reason when it fires */
function whenAborted(signal) {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
