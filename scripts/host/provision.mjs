import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { installChromium, systemChromium } from './chromium.mjs';
import { withLock } from './lock.mjs';
import { installNode24 } from './node24.mjs';
import { hostDir } from './paths.mjs';
import * as pins from './pins.mjs';
import { installVscode } from './vscode.mjs';

/**
 * @typedef {object} Host what a test host is made of; absolute paths
 * @property {string} node24 the Node 24 binary
 * @property {string} vscodeDir the VS Code server's folder (`out/server-main.js` is in it)
 * @property {string} chromium a Chromium binary
 */

/**
 * Makes sure that the test host is there, installing into `.vscode-test/` what is missing: about a minute the first
 * time, milliseconds later. Safe after an interrupted run and when two processes do it at once.
 * @param {(line: string) => void} progress gets a line for everything that takes time
 * @param {AbortSignal} [signal] ends a running installation
 * @returns {Promise<Host>}
 * @throws {Error} when this system is not supported, or an installation fails
 */
export async function provision(progress, signal) {
  const { codeServer } = pins;
  const node24 = await provisionNode24(progress, signal);

  const serverDir = await part(`${codeServer.name}-${codeServer.version}`, progress, signal, (dir) => installVscode(dir, node24, progress, signal));
  const vscodeDir = path.join(serverDir, 'node_modules', codeServer.name, 'lib', 'vscode');

  const system = systemChromium();
  if (system !== undefined) return { node24, vscodeDir, chromium: system };
  const chromiumDir = await part(`chromium-${pins.chromium.version}`, progress, signal, (dir, home) => installChromium(dir, home, signal));
  return { node24, vscodeDir, chromium: path.join(chromiumDir, 'chromium') };
}

/**
 * The part of `provision` that packaging needs.
 * @param {(line: string) => void} progress
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} the Node 24 binary
 * @throws {Error} when this system is not supported, or the installation fails
 */
export async function provisionNode24(progress, signal) {
  const pin = pinForThisSystem();
  const dir = await part(`${pin.name}-${pin.version}`, progress, signal, (building) => installNode24(building, pin, signal));
  return path.join(dir, 'node_modules', pin.name, pin.binary);
}

/**
 * One installed folder. It is built under another name and renamed when it is complete, so a folder with the right
 * name is always whole; the marker inside guards against a copy that was interrupted.
 * @param {string} name
 * @param {(line: string) => void} progress
 * @param {AbortSignal | undefined} signal
 * @param {(building: string, home: string) => Promise<void>} install
 * @returns {Promise<string>} the folder
 */
async function part(name, progress, signal, install) {
  await fs.mkdir(hostDir, { recursive: true });
  // The folder may be a link; what is installed must know its real place.
  const root = await fs.realpath(hostDir);
  const home = path.join(root, name);
  const marker = path.join(home, '.complete');
  if (existsSync(marker)) return home;
  const onWait = () => progress(`waiting for another process that installs ${name}`);
  await withLock(path.join(root, `${name}.lock`), async () => {
    if (existsSync(marker)) return;
    progress(`installing ${name} into .vscode-test (once)`);
    await removeLeftovers(root, name);
    const building = path.join(root, `${name}.building-${process.pid}`);
    await fs.mkdir(building);
    await install(building, home);
    await fs.writeFile(path.join(building, '.complete'), '');
    await fs.rename(building, home).catch((error) => {
      if (!existsSync(marker)) throw error;
    });
  }, { onWait, signal });
  return home;
}

/** Removes what interrupted installations left. @param {string} root @param {string} name */
async function removeLeftovers(root, name) {
  for (const each of await fs.readdir(root)) {
    const builder = each.startsWith(`${name}.building-`) ? Number(each.slice(`${name}.building-`.length)) : undefined;
    const abandoned = builder === undefined ? each === name : !isAlive(builder);
    if (abandoned) await fs.rm(path.join(root, each), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function pinForThisSystem() {
  const system = `${process.platform}-${process.arch}`;
  const pin = pins.node24[system];
  if (pin !== undefined) return pin;
  throw new Error(`No test host for ${system}: there is no pinned Node 24 package for it. Supported are ${Object.keys(pins.node24).join(', ')} (only linux-x64 has been tried). On another system use "npm start -- --desktop FOLDER".`);
}
