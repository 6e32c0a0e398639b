// npm run check: types, lint, generated files, unit and manifest tests. Each says how long it took; any failure fails all.
import { spawnSync } from 'node:child_process';
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
let failed = 0;
for (const [name, args] of steps) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed += 1;
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
}

const report = await runSuites(['unit', 'manifest'], {
  onOutput: (text) => void process.stdout.write(text),
  progress: (line) => console.log(`- ${line}`),
  signal: undefined,
  windows: [],
});
for (const { title, message } of report.failures) console.log(`failed: ${title}\n  ${message}`);
console.log(`${report.passed} passed, ${report.failed} failed, ${report.skipped.length} skipped`);
process.exitCode = failed === 0 && report.failed === 0 ? 0 : 1;
