import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench, screenshot, startBrowser } from '../host/browser.mjs';
import { artifactsDir, repoRoot } from '../host/paths.mjs';
import { startServer } from '../host/server.mjs';
import { bundleTests } from './bundle.mjs';
import { addReports, failedReport, readReport, testLinePrefix } from './report.mjs';
import { copyWorkspace, installExtensions, listWindows, testEnvironment, testModule } from './windows.mjs';

/**
 * Runs the host suite: the tests below `test/host/<window>` inside the extension host of such a window. The extension
 * under test is the build in `dist/`.
 * @param {{ host: import('../host/provision.mjs').Host, windowTimeoutMs: number, windows: readonly string[],
 *   signal?: AbortSignal | undefined, onOutput: (text: string) => void }} options windows: only these, none means all
 * @returns {Promise<import('./report.mjs').Report>}
 */
export async function runHostSuite({ host, windowTimeoutMs, windows, signal, onOutput }) {
  const tests = await bundleTests('host', ['index.ts']);
  const wanted = listWindows().filter(({ name }) => windows.length === 0 || windows.includes(name));
  if (wanted.length === 0) return failedReport('there is no such window in test/host');
  await fs.mkdir(artifactsDir, { recursive: true });
  const browser = await startBrowser(host);
  try {
    const reports = [];
    for (const window of wanted) {
      signal?.throwIfAborted();
      onOutput(`\n  window: ${window.name}\n`);
      const dir = path.join(repoRoot, 'out', 'test', 'host', window.name);
      if (tests.some((file) => file.startsWith(dir + path.sep))) reports.push(await runWindow({ window, host, browser, windowTimeoutMs, signal, onOutput }));
      else reports.push(failedReport(`there are no tests in test/host/${window.name}`));
    }
    return addReports(reports);
  } finally {
    await browser.stop();
  }
}

/**
 * @param {{ window: import('./windows.mjs').HostWindow, host: import('../host/provision.mjs').Host,
 *   browser: import('../host/browser.mjs').Browser, windowTimeoutMs: number, signal: AbortSignal | undefined,
 *   onOutput: (text: string) => void }} options
 */
async function runWindow({ window, host, browser, windowTimeoutMs, signal, onOutput }) {
  // Real paths, as the extension host reports them.
  const dir = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-host-')));
  const reportFile = path.join(dir, 'report.json');
  await installExtensions(window, path.join(dir, 'data', 'extensions'));
  const server = await startServer({
    host,
    dataDir: path.join(dir, 'data'),
    trustPrompts: window.restricted ?? false,
    smokeTestDriver: true,
    settings: window.settings ?? {},
    env: testEnvironment(window, reportFile),
    signal,
  });
  const log = createWriteStream(path.join(artifactsDir, `host-${window.name}.log`));
  const page = await browser.newPage();
  try {
    const target = { ...copyWorkspace(window, dir), extensionDevelopmentPath: repoRoot, extensionTestsPath: testModule };
    const { exitCode } = await exposeDriver(page, onOutput, log);
    await openWorkbench(page, server.url(target));
    const timeout = new AbortController();
    try {
      const ended = await Promise.race([
        exitCode,
        server.ended.then(() => 'the server ended'),
        delay(windowTimeoutMs, `no end after ${windowTimeoutMs / 1000} s`, { signal: timeout.signal }),
        aborted(signal),
      ]);
      if (typeof ended === 'string') throw new Error(ended);
    } finally {
      timeout.abort();
    }
    return readReport(reportFile, `window ${window.name}`);
  } catch (error) {
    signal?.throwIfAborted();
    await screenshot(page, `host-${window.name}-failed`).catch(() => undefined);
    log.write(server.log());
    onOutput(`  what the workbench and the server said: ${path.relative(repoRoot, String(log.path))}\n`);
    return failedReport(`window ${window.name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await page.context().close().catch(() => undefined);
    await server.stop();
    log.end();
    await fs.rm(dir, { recursive: true, force: true });
  }
}

/**
 * Gives the page the two functions that VS Code's test driver calls. The lines of the tests go to `onOutput`; all else
 * that the workbench says goes to the log.
 * @param {import('playwright-core').Page} page
 * @param {(text: string) => void} onOutput
 * @param {import('node:fs').WriteStream} log
 * @returns {Promise<{ exitCode: Promise<number> }>}
 */
async function exposeDriver(page, onOutput, log) {
  /** @type {(code: number) => void} */
  let exit = () => {};
  const exitCode = new Promise((/** @type {(code: number) => void} */ resolve) => (exit = resolve));
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ args) => {
    const [first] = args;
    if (typeof first === 'string' && first.startsWith(testLinePrefix)) onOutput(`${first.slice(testLinePrefix.length)}\n`);
    else log.write(`[${type}] ${args.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(' ')}\n`);
  });
  await page.exposeFunction('codeAutomationExit', exit);
  return { exitCode };
}

/** @param {AbortSignal | undefined} signal @returns {Promise<never>} rejects when the signal fires */
function aborted(signal) {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
