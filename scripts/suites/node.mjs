import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';
import { run } from '../host/processes.mjs';
import { bundleTests } from './bundle.mjs';
import { failedReport, readReport } from './report.mjs';

/**
 * Runs the tests below `test/<suite>` on plain Node.
 * @param {string} suite
 * @param {{ timeoutMs: number, deadlineMs: number, jobs?: number, env?: NodeJS.ProcessEnv,
 *   signal?: AbortSignal | undefined, onOutput: (text: string) => void }} options timeoutMs: of one test; deadlineMs: of
 *   the whole suite; jobs: how many files run at a time, each in a process that shares nothing with the others
 * @returns {Promise<import('./report.mjs').Report>}
 */
export async function runNodeSuite(suite, { timeoutMs, deadlineMs, jobs = 1, env, signal, onOutput }) {
  const files = await bundleTests(suite);
  if (files.length === 0) return failedReport(`there are no tests in test/${suite}`);
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-suite-'));
  const reportFile = path.join(dir, 'report.json');
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    await run(process.execPath, ['--enable-source-maps', runner, reportFile, `${timeoutMs}`, `${jobs}`, ...files], {
      cwd: repoRoot,
      env: { ...process.env, ...env },
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      onOutput,
      leash: true,
    });
  } catch {
    // The report tells what failed; a suite that could not write one has failed as a whole.
    signal?.throwIfAborted();
    if (deadline.aborted) onOutput(`\n${suite} was ended after ${deadlineMs / 1000} s\n`);
  }
  const report = readReport(reportFile, suite);
  await fs.rm(dir, { recursive: true, force: true });
  return report;
}

const runner = path.join(repoRoot, 'scripts', 'suites', 'mocha.mjs');
