// npm run check: types, lint, generated files, unit and manifest tests. Any failure fails all.
// The steps run one after another beside the tests: two cores are enough to keep both going.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './install.mjs';
import { runSuites } from './suites/suites.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @type {readonly (readonly [string, readonly string[]])[]} */
const steps = [
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['lint', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']],
  ['generated files', ['scripts/generate.mjs', '--check']],
];

await ensureDependencies((line) => console.log(`- ${line}`), undefined);
const [failedSteps, report] = await Promise.all([
  runSteps(),
  runSuites(['unit', 'manifest'], {
    onOutput: (text) => void process.stdout.write(text),
    progress: (line) => console.log(`- ${line}`),
    signal: undefined,
    windows: [],
  }),
]);
for (const { title, message } of report.failures) console.log(`failed: ${title}\n  ${message}`);
for (const { name, output } of failedSteps) console.log(`failed: ${name}\n${output}`);
console.log(`${report.passed} passed, ${report.failed} failed, ${report.skipped.length} skipped`);
process.exitCode = failedSteps.length === 0 && report.failed === 0 ? 0 : 1;

/** Says of each step how long it took, and answers those that failed with what they printed. */
async function runSteps() {
  const failed = [];
  for (const [name, args] of steps) {
    const started = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Promise<number | null>} */
    const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [status, ...outputs] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (status !== 0) failed.push({ name, output: outputs.join('') });
    console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
  }
  return failed;
}
