import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { desktopVersion } from '../host/pins.mjs';
import { hostDir, repoRoot } from '../host/paths.mjs';
import { writeSettings } from '../host/settings.mjs';
import { bundleTests } from './bundle.mjs';
import { addReports, readReport, testLinePrefix } from './report.mjs';
import { copyWorkspace, installExtensions, listWindows, testEnvironment, testModule } from './windows.mjs';

/**
 * Runs the host suite in the desktop VS Code. Not tried where this project is developed: the download is not
 * reachable there.
 * @param {{ executable: string, onOutput: (text: string) => void }} options
 * @returns {Promise<import('./report.mjs').Report>}
 */
export async function runDesktopSuite({ executable, onOutput }) {
  await bundleTests('host', ['index.ts']);
  const reports = [];
  for (const window of listWindows()) {
    onOutput(`\n  window: ${window.name}\n`);
    reports.push(await runWindow(window, executable, onOutput));
  }
  return addReports(reports);
}

/**
 * Downloads the pinned desktop VS Code, once, into the folder of the test hosts.
 * @returns {Promise<string>} its binary
 * @throws {Error} when the download is not reachable
 */
export async function downloadDesktop() {
  await fs.mkdir(hostDir, { recursive: true });
  return downloadAndUnzipVSCode({ version: desktopVersion, cachePath: path.join(hostDir, 'desktop'), timeout: 30_000 });
}

/** @param {import('./windows.mjs').HostWindow} window @param {string} executable @param {(text: string) => void} onOutput */
async function runWindow(window, executable, onOutput) {
  const dir = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-desktop-')));
  const reportFile = path.join(dir, 'report.json');
  try {
    await writeSettings(path.join(dir, 'data', 'User'), window.settings ?? {});
    await installExtensions(window, path.join(dir, 'extensions'));
    const opened = Object.values(copyWorkspace(window, dir));
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: repoRoot,
      extensionTestsPath: testModule,
      extensionTestsEnv: testEnvironment(window, reportFile),
      launchArgs: [
        ...opened,
        `--user-data-dir=${path.join(dir, 'data')}`,
        `--extensions-dir=${path.join(dir, 'extensions')}`,
        ...(window.restricted === true ? [] : ['--disable-workspace-trust']),
      ],
      stdout: onlyTestLines(onOutput),
      stderr: onlyTestLines(() => undefined),
    });
  } catch (error) {
    // Failing tests end it with an error too; the report tells them from a host that died.
    onOutput(`  ${error instanceof Error ? error.message : String(error)}\n`);
  }
  const report = readReport(reportFile, `window ${window.name}`);
  await fs.rm(dir, { recursive: true, force: true });
  return report;
}

/** @param {(text: string) => void} onOutput gets the lines of the tests out of all that VS Code prints */
function onlyTestLines(onOutput) {
  let rest = '';
  return new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const at = line.indexOf(testLinePrefix);
        if (at >= 0) onOutput(`${line.slice(at + testLinePrefix.length)}\n`);
      }
      done();
    },
  });
}
