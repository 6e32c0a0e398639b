/** What the search runs: the pinned ripgrep as it will be shipped, and the worker's bundle. */
import { buildSync } from 'esbuild';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const repository = process.cwd();
const require = createRequire(path.join(repository, 'package.json'));

export const shippedRipgrepFolder = path.join(path.dirname(require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/package.json`)), 'bin');

export const shippedRipgrep = path.join(shippedRipgrepFolder, process.platform === 'win32' ? 'rg.exe' : 'rg');

const worker = path.join(repository, 'out', `search-worker-${process.pid}.js`);

/** Bundles the worker once for each run of the tests. */
export function workerScript(): string {
  if (!existsSync(worker)) {
    buildSync({
      absWorkingDir: repository,
      entryPoints: ['src/engines/search/worker.ts'],
      outfile: worker,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'warning',
    });
  }
  return worker;
}
