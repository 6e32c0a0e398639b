import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { testLinePrefix, writeReport } from '../../scripts/suites/report.mjs';

/**
 * Runs the tests of this window inside the extension host. VS Code calls it, in the browser-driven test host as well
 * as under `@vscode/test-electron`.
 * @throws when a test fails, which both hosts turn into a failing exit code
 */
export async function run(): Promise<void> {
  const window = required('SIGHTLINE_TEST_WINDOW');
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split('\n')) console.log(testLinePrefix + line);
  };
  const mocha = new Mocha({ timeout: 60_000, color: false });
  const dir = path.join(__dirname, window);
  for (const file of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(path.join(dir, file));
  }
  const failures = await new Promise<number>((resolve) => {
    writeReport(mocha.run(resolve), required('SIGHTLINE_TEST_REPORT'));
  });
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start host tests with "npm test -- host"`);
  return value;
}
