// npm run bench [-- NAME...]: runs the benchmarks in bench/, one after another. Each prints its ratios.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { buildExtension } from '../esbuild.mjs';
import { repoRoot } from './host/paths.mjs';
import { run } from './host/processes.mjs';
import { stopOnSignals } from './host/signals.mjs';
import { nodeBundle } from './suites/bundle.mjs';

const suffix = /\.bench\.ts$/;
const all = fs.readdirSync(path.join(repoRoot, 'bench')).filter((name) => suffix.test(name)).map((name) => name.replace(suffix, '')).sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Benchmarks: ${all.join(', ')}.`);
  process.exit(2);
}

const signal = stopOnSignals();
await buildExtension({ production: true });
let failed = 0;
for (const name of all.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const outfile = path.join(repoRoot, 'out', 'bench', `${name}.js`);
  await build({ ...nodeBundle, entryPoints: [path.join(repoRoot, 'bench', `${name}.bench.ts`)], outfile });
  console.log(`\n== ${name} ==`);
  const onOutput = (/** @type {string} */ text) => void process.stdout.write(text);
  await run(process.execPath, ['--expose-gc', outfile], { cwd: repoRoot, signal, leash: true, onOutput }).catch(() => {
    if (signal.aborted) process.exit(130);
    failed += 1;
  });
}
process.exitCode = failed === 0 ? 0 : 1;
