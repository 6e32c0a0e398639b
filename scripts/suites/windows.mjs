import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { repoRoot } from '../host/paths.mjs';

/**
 * @typedef {object} HostWindow one window of the host suite, described by `test/host/<name>/window.json`
 * @property {string} name
 * @property {string} [workspace] a folder in `test/fixtures/workspaces`; each run gets a fresh copy of it
 * @property {string} [open] what to open in that copy: `.` (the default) or the name of a `.code-workspace` file
 * @property {boolean} [restricted] true: workspace trust is on and the window is not trusted
 * @property {Record<string, unknown>} [settings] user settings
 * @property {readonly string[]} [extensions] folders in `test/fixtures/extensions`, installed beside the extension under test
 */

const extensionFixtures = path.join(repoRoot, 'test', 'fixtures', 'extensions');
const hostTests = path.join(repoRoot, 'test', 'host');

/**
 * All windows of the host suite, by name.
 * @returns {HostWindow[]}
 */
export function listWindows() {
  return fs.readdirSync(hostTests).sort().flatMap((name) => {
    const file = path.join(hostTests, name, 'window.json');
    return fs.existsSync(file) ? [{ ...JSON.parse(fs.readFileSync(file, 'utf8')), name }] : [];
  });
}

/**
 * What the test module in an extension host reads from its environment.
 * @param {HostWindow} window
 * @param {string} reportFile where it writes its report
 */
export function testEnvironment({ name }, reportFile) {
  return { SIGHTLINE_TEST_WINDOW: name, SIGHTLINE_TEST_REPORT: reportFile, SIGHTLINE_TEST_ROOT: repoRoot };
}

/** The test module, once the tests are bundled. */
export const testModule = path.join(repoRoot, 'out', 'test', 'host', 'index.js');

/**
 * Copies a window's workspace to a place where tests may change it.
 * @param {HostWindow} window
 * @param {string} dir an existing folder for the copy
 * @returns {{ folder?: string, workspace?: string }} what the window opens; nothing for an empty window
 * @throws {Error} when the fixture is not there
 */
export function copyWorkspace({ workspace, open = '.' }, dir) {
  if (workspace === undefined) return {};
  const copy = path.join(dir, workspace);
  fs.cpSync(path.join(repoRoot, 'test', 'fixtures', 'workspaces', workspace), copy, { recursive: true, verbatimSymlinks: true });
  const opened = path.join(copy, open);
  return opened.endsWith('.code-workspace') ? { workspace: opened } : { folder: opened };
}

/**
 * Puts the extensions that a window has beside the one under test into a server's extensions folder, where a server
 * that starts for the first time finds them. (The test driver takes one extension from its sources only.) One whose
 * `main` is in `dist/` is bundled.
 * @param {HostWindow} window
 * @param {string} target the server's extensions folder
 */
export async function installExtensions({ extensions = [] }, target) {
  for (const name of extensions) {
    const source = path.join(extensionFixtures, name);
    const { publisher, version, main } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
    const installed = path.join(target, `${publisher}.${name}-${version}`);
    fs.cpSync(source, installed, { recursive: true });
    if (!main.startsWith('./dist/')) continue;
    await build({
      entryPoints: [path.join(source, 'extension.js')],
      outfile: path.join(installed, main),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      logLevel: 'warning',
    });
  }
}
