import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openWorkbench as openPage, screenshot, startBrowser } from '../../scripts/host/browser.mjs';
import { connectionFileVariable, waitForConnection, type Connection } from '../../scripts/host/connection.mjs';
import { repoRoot } from '../../scripts/host/paths.mjs';
import { provision } from '../../scripts/host/provision.mjs';
import { startServer } from '../../scripts/host/server.mjs';

/** A workbench in a browser, with the packaged extension installed and a folder open that tests may change. */
export interface Workbench {
  readonly page: Page;
  /** The copy of the fixture. */
  readonly folder: string;
  /** Waits for the extension to open its MCP server. */
  connection(): Promise<Connection>;
  /** Runs a command of the palette by its label, such as `MCP: List Servers`. */
  runCommand(label: string): Promise<void>;
  /** Chooses a row of the open quick pick. */
  pick(label: string): Promise<void>;
  /** Keeps a picture as `out/artifacts/<name>.png`. */
  screenshot(name: string): Promise<string>;
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  /** A folder of `test/fixtures/workspaces`. */
  readonly fixture: string;
  /** An existing directory in which the copy is made, such as one on a file system of its own; `close` leaves it alone. */
  readonly copyIn?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** More files of the user's configuration folder, by name; written as JSON. */
  readonly userFiles?: Readonly<Record<string, unknown>>;
  /** What the page does before it opens the workbench, on a blank page of the same origin. */
  readonly beforeOpen?: (page: Page) => Promise<void>;
}

/** Opens a workbench of its own: fresh server, browser, data and home folder. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of undo.splice(0).reverse()) await each();
  };
  try {
    return await open(options, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** To be called in a `describe`: keeps a picture of the workbench when a test fails. */
export function keepEvidence(workbench: () => Workbench | undefined): void {
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.state !== 'failed') return;
    await workbench()?.screenshot(`failed ${currentTest.fullTitle()}`.replace(/\W+/g, '-'));
  });
}

async function open(options: WorkbenchOptions, undo: (() => Promise<unknown>)[], close: () => Promise<void>): Promise<Workbench> {
  const host = await provision(() => undefined);
  const dir = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-workbench-')));
  undo.push(() => fs.rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const [dataDir, home, connectionFile] = ['data', 'home', 'connection.json'].map((name) => path.join(dir, name)) as [string, string, string];
  const folder = path.join(options.copyIn ?? dir, options.fixture);
  await fs.mkdir(home);
  await fs.cp(path.join(repoRoot, 'test', 'fixtures', 'workspaces', options.fixture), folder, { recursive: true });
  await writeUserFiles(path.join(dataDir, 'data', 'User'), options.userFiles ?? {});

  const server = await startServer({
    host,
    dataDir,
    vsix: [packagedExtension()],
    settings: { ...workbenchSettings, ...options.settings },
    env: { HOME: home, [connectionFileVariable]: connectionFile },
  });
  undo.push(server.stop);
  const browser = await startBrowser(host);
  undo.push(browser.stop);
  const page = await browser.newPage();
  if (options.beforeOpen !== undefined) {
    await page.goto(`http://127.0.0.1:${server.port}/version`);
    await options.beforeOpen(page);
  }
  await openPage(page, server.url({ folder }));

  return {
    page,
    folder,
    connection: () => waitForConnection(connectionFile, { timeoutMs: 60_000 }),
    runCommand: (label) => runCommand(page, label),
    pick: (label) => choose(page, label, label),
    screenshot: (name) => screenshot(page, name),
    close,
  };
}

/**
 * The palette closes when anything else takes the focus, which a workbench that is still starting does now and then; so
 * this tries until the command was chosen.
 */
async function runCommand(page: Page, label: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await chooseInPalette(page, label);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

async function chooseInPalette(page: Page, label: string): Promise<void> {
  // One that is just closing would take the keys.
  await page.locator(quickInput).waitFor({ state: 'hidden', timeout: quickInputTimeout });
  await page.keyboard.press('F1');
  await choose(page, `>${label}`, label);
}

/** By the keyboard: a list that changes under the mouse swallows clicks. */
async function choose(page: Page, filter: string, label: string): Promise<void> {
  await page.locator(`${quickInput}:visible .quick-input-box input`).fill(filter, { timeout: quickInputTimeout });
  await page.locator(`${quickInput}:visible .monaco-list-row.focused`, { hasText: label }).waitFor({ timeout: quickInputTimeout });
  await page.keyboard.press('Enter');
}

const quickInput = '.quick-input-widget';
const quickInputTimeout = 5_000;

/** The chat view takes the focus when it opens, so it stays away where it is not wanted. */
const workbenchSettings = { 'workbench.secondarySideBar.defaultVisibility': 'hidden' };

async function writeUserFiles(userDir: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  await fs.mkdir(userDir, { recursive: true });
  for (const [name, content] of Object.entries(files)) await fs.writeFile(path.join(userDir, name), JSON.stringify(content));
}

function packagedExtension(): string {
  const file = process.env['SIGHTLINE_TEST_VSIX'];
  if (file === undefined) throw new Error('SIGHTLINE_TEST_VSIX is not set: start these tests with "npm test -- workbench agent"');
  return file;
}
