/** Runs a module inside the extension host of a fresh window, and answers what it wrote. */
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openWorkbench, startBrowser, type Browser } from '../../scripts/host/browser.mjs';
import { repoRoot } from '../../scripts/host/paths.mjs';
import type { Host } from '../../scripts/host/provision.mjs';
import { startServer } from '../../scripts/host/server.mjs';
import { installExtensions } from '../../scripts/suites/windows.mjs';

export interface WindowRun {
  readonly host: Host;
  readonly browser: Browser;
  readonly folder: string;
  /** Absolute path of a CommonJS module that exports `run()`; it writes JSON to `SIGHTLINE_BENCH_RESULT`. */
  readonly module: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly extensions?: readonly string[];
  /** Runs on a page of the same origin before the workbench opens. */
  readonly beforeOpen?: (page: Page) => Promise<void>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** @throws when the module fails, or has not ended after ten minutes */
export async function runInWindow({ host, browser, folder, module, env = {}, extensions = [], beforeOpen, settings = {} }: WindowRun): Promise<unknown> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'sightline-bench-')));
  const result = path.join(dir, 'result.json');
  const dataDir = path.join(dir, 'data');
  await installExtensions({ name: 'bench', extensions }, path.join(dataDir, 'extensions'));
  const server = await startServer({
    host,
    dataDir,
    smokeTestDriver: true,
    settings: { 'sightline.tools': { ping: 'both' }, ...settings },
    env: { SIGHTLINE_BENCH_RESULT: result, SIGHTLINE_CONNECTION_FILE: path.join(dir, 'connection.json'), SIGHTLINE_TEST_ROOT: repoRoot, ...env },
  });
  const page = await browser.newPage();
  try {
    const said: string[] = [];
    let end = (_code: number): void => undefined;
    const ended = new Promise<number>((resolve) => (end = resolve));
    await page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) => {
      said.push(args.join(' '));
      if (process.env['SIGHTLINE_BENCH_VERBOSE'] !== undefined) console.log(said.at(-1));
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => end(code));
    if (beforeOpen !== undefined) {
      await page.goto(`http://127.0.0.1:${server.port}/version`);
      await beforeOpen(page);
    }
    await openWorkbench(page, server.url({ folder, extensionDevelopmentPath: repoRoot, extensionTestsPath: module }));
    const limit = new AbortController();
    const code = await Promise.race([ended, delay(600_000, -1, { signal: limit.signal })]);
    limit.abort();
    if (code !== 0) throw new Error(`the window ended with ${code}: ${said.slice(-5).join('\n')}`);
    return JSON.parse(await readFile(result, 'utf8'));
  } finally {
    await page.context().close().catch(() => undefined);
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

export { startBrowser };
