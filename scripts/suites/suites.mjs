import { ensureDependencies } from '../install.mjs';
import { addReports, failedReport } from './report.mjs';

/**
 * @typedef {object} Context what a suite runs with
 * @property {(text: string) => void} onOutput
 * @property {(line: string) => void} progress
 * @property {AbortSignal | undefined} signal
 * @property {readonly string[]} windows the windows of the host suite; none means all
 */

const minute = 60_000;

/**
 * All suites in the order in which they run: the quick ones first. Each loads what it needs itself, so that the unit
 * tests need no test host.
 * @type {Readonly<Record<string, (context: Context) => Promise<import('./report.mjs').Report>>>}
 */
const suites = {
  unit: async (context) => {
    await buildStructure(context);
    return nodeSuite('unit', context, { timeoutMs: 20_000, deadlineMs: 6 * minute, jobs: 2 });
  },
  manifest: (context) => nodeSuite('manifest', context, { timeoutMs: 10_000, deadlineMs: 2 * minute }),
  mcp: async (context) => {
    await provision(context);
    return nodeSuite('mcp', context, { timeoutMs: 30_000, deadlineMs: 5 * minute });
  },
  host: async (context) => {
    const host = await provision(context);
    await buildExtension(context);
    const { runHostSuite } = await import('./host.mjs');
    return runHostSuite({ host, windowTimeoutMs: 5 * minute, ...context });
  },
  workbench: (context) => packagedSuite('workbench', context),
  agent: (context) => packagedSuite('agent', context),
};

export const suiteNames = Object.keys(suites);

/**
 * Runs suites one after another.
 * @param {readonly string[]} names
 * @param {Context} context
 * @returns {Promise<import('./report.mjs').Report>}
 * @throws {Error} when the dependencies cannot be installed, or the signal's reason
 */
export async function runSuites(names, context) {
  await ensureDependencies(context.progress, context.signal);
  const reports = [];
  for (const name of names) {
    context.onOutput(`\n== ${name} ==\n`);
    reports.push(await runSuite(name, context));
  }
  return addReports(reports);
}

/** @param {string} name @param {Context} context */
async function runSuite(name, context) {
  try {
    const suite = suites[name];
    return suite === undefined ? failedReport(`there is no suite "${name}"`) : await suite(context);
  } catch (error) {
    context.signal?.throwIfAborted();
    context.onOutput(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failedReport(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @param {string} name @param {Context} context @param {{ timeoutMs: number, deadlineMs: number, jobs?: number, env?: NodeJS.ProcessEnv }} options */
async function nodeSuite(name, { signal, onOutput }, options) {
  const { runNodeSuite } = await import('./node.mjs');
  return runNodeSuite(name, { ...options, signal, onOutput });
}

/** A suite that drives a workbench in which the packaged extension is installed. @param {string} name @param {Context} context */
async function packagedSuite(name, context) {
  await provision(context);
  const { packageVsix } = await import('../package.mjs');
  context.progress('packaging the extension');
  const { file } = await packageVsix({ quiet: true, signal: context.signal });
  // A long series of kills takes its time; see test/workbench/edit-kill.test.ts.
  const deadlineMs = 10 * minute + Number(process.env['SIGHTLINE_KILLS'] ?? 0) * 40_000;
  return nodeSuite(name, context, { timeoutMs: 3 * minute, deadlineMs, env: { SIGHTLINE_TEST_VSIX: file } });
}

/** @param {Context} context */
async function provision({ progress, signal }) {
  const { provision } = await import('../host/provision.mjs');
  return provision(progress, signal);
}

/** The structure engine without the extension. @param {Context} context */
async function buildStructure({ progress }) {
  progress('building the structure engine');
  const { buildStructureEngine, builtStructure } = await import('../grammars.mjs');
  return buildStructureEngine(builtStructure);
}

/** @param {Context} context */
async function buildExtension({ progress }) {
  progress('building the extension');
  const { buildExtension } = await import('../../esbuild.mjs');
  return buildExtension();
}
