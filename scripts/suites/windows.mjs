import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';

/**
 * @typedef {object} HostWindow one window of the host suite, described by `test/host/<name>/window.json`
 * @property {string} name
 * @property {string} [workspace] a folder in `test/fixtures/workspaces`; each run gets a fresh copy of it
 * @property {string} [open] what to open in that copy: `.` (the default) or the name of a `.code-workspace` file
 * @property {boolean} [restricted] true: workspace trust is on and the window is not trusted
 * @property {Record<string, unknown>} [settings] user settings
 */

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
