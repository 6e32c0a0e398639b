import fs from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumEnvironment } from './chromium.mjs';
import { artifactsDir } from './paths.mjs';
import { markEnvironment, stopTree } from './processes.mjs';

/**
 * @typedef {object} Browser
 * @property {() => Promise<import('playwright-core').Page>} newPage a page with storage of its own
 * @property {() => Promise<void>} stop ends the browser and all its processes
 */

/**
 * Starts a headless Chromium.
 * @param {import('./provision.mjs').Host} host
 * @returns {Promise<Browser>}
 */
export async function startBrowser(host) {
  const { marked, mark } = markEnvironment({ ...process.env, ...chromiumEnvironment(host.chromium) });
  const browser = await chromium.launch({
    executablePath: host.chromium,
    args: browserFlags,
    env: Object.fromEntries(Object.entries(marked).filter((entry) => entry[1] !== undefined)),
    // The scripts end the browser themselves; playwright's own handlers would end this process too early.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return {
    newPage: async () => (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
    async stop() {
      await browser.close().catch(() => undefined);
      await stopTree(undefined, mark);
    },
  };
}

/**
 * Opens a workbench and answers when its extension host is connected and a person could work in it.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {number} [timeoutMs]
 * @throws {Error} when the workbench does not come up in time
 */
export async function openWorkbench(page, url, timeoutMs = 90_000) {
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: timeoutMs });
  await page.waitForSelector('.monaco-workbench .part.statusbar .statusbar-item', { timeout: timeoutMs });
  // The indicator names the remote only when the connection to it stands.
  await page.waitForSelector('.statusbar-item[id="status.host"]:not(:has-text("Opening")):not(:has-text("Disconnected"))', { timeout: timeoutMs });
}

/**
 * Keeps a picture of the page as `out/artifacts/<name>.png`.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @returns {Promise<string>} the file
 */
export async function screenshot(page, name) {
  await fs.mkdir(artifactsDir, { recursive: true });
  const file = path.join(artifactsDir, `${name}.png`);
  await page.screenshot({ path: file });
  return file;
}

const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A window that nobody looks at must not be slowed down.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
];
