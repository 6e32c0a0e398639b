// npm run bench [-- NAME...]: runs the benchmarks in bench/, one after another. Each prints its ratios.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildExtension } from '../esbuild.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const suffix = /\.bench\.ts$/;
const all = fs.readdirSync(path.join(root, 'bench')).filter((name) => suffix.test(name)).map((name) => name.replace(suffix, '')).sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Benchmarks: ${all.join(', ')}.`);
  process.exit(2);
}

await buildExtension({ production: true });
let failed = 0;
for (const name of all.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const outfile = path.join(root, 'out', 'bench', `${name}.cjs`);
  await build({
    entryPoints: [path.join(root, 'bench', `${name}.bench.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', '*.node', 'playwright-core', 'esbuild'],
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: `const __bundleUrl = ${JSON.stringify(new URL(`../bench/${name}.bench.ts`, import.meta.url).href)};` },
    logLevel: 'warning',
  });
  console.log(`\n== ${name} ==`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', outfile], { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
