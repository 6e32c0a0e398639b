// npm start -- [FOLDER] [--json] [--port N] [--desktop]
import { parseArgs } from 'node:util';
import { stopOnSignals } from './host/signals.mjs';
import { ensureDependencies } from './install.mjs';
import { checkFolder, checkPort } from './start/arguments.mjs';

const usage = `npm start -- [FOLDER] [--json] [--port N] [--desktop]

Opens FOLDER (default: this repository) in a VS Code with Sightline installed, until it is told to stop.

  --json      one line of JSON on standard output when the tools answer; progress goes to standard error
  --port N    the port of the workbench (default: a free one)
  --desktop   use the desktop VS Code on PATH ("code") instead
`;

const signal = stopOnSignals();
try {
  await main();
} catch (error) {
  if (!signal.aborted) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, port: { type: 'string' }, desktop: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return void process.stdout.write(usage);
  if (positionals.length > 1) throw new Error(`One folder, please, not ${positionals.length}.\n\n${usage}`);
  const folder = checkFolder(positionals[0]);
  const port = await checkPort(values.port);

  const progress = (/** @type {string} */ line) => console.error(`- ${line}`);
  await ensureDependencies(progress, signal);
  // What follows needs the dependencies, so it is loaded only now.
  if (values.desktop === true) {
    const { startDesktop } = await import('./start/desktop.mjs');
    return startDesktop(folder, progress, signal);
  }
  const { startSession } = await import('./start/session.mjs');
  const { describeSession } = await import('./start/describe.mjs');
  const session = await startSession({ folder, port, progress, signal });
  try {
    process.stdout.write(values.json === true ? `${JSON.stringify({ ...session.facts, pid: process.pid })}\n` : describeSession(session.facts));
    await session.ended();
  } finally {
    await session.stop();
  }
}
