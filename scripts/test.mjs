// npm test [-- SUITE... [--window NAME]]: sets up what is missing, runs the suites, ends with "N passed, N failed, N skipped".
import { parseArgs } from 'node:util';
import { stopOnSignals } from './host/signals.mjs';
import { printSummary } from './suites/summary.mjs';
import { runSuites, suiteNames } from './suites/suites.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { window: { type: 'string', multiple: true } } });
const unknown = positionals.filter((name) => !suiteNames.includes(name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. Suites: ${suiteNames.join(', ')}.`);
  process.exit(2);
}

const signal = stopOnSignals();
const report = await runSuites(suiteNames.filter((name) => positionals.length === 0 || positionals.includes(name)), {
  onOutput: (text) => void process.stdout.write(text),
  progress: (line) => console.log(`- ${line}`),
  signal,
  windows: values.window ?? [],
}).catch((error) => {
  if (!signal.aborted) throw error;
  console.error('Stopped.');
  process.exit(130);
});

printSummary(report);
