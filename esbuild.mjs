import { build, context } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyStructureFiles, nativeModules } from './scripts/grammars.mjs';
import { copyRipgrep } from './scripts/ripgrep.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));

/**
 * Each entry becomes one file in dist/. All but the first exist so that `activate` does not load them: the extension
 * imports them with `await import(...)`, or runs them as a process or thread of their own.
 * @type {Readonly<Record<string, string>>}
 */
const entries = {
  extension: 'src/extension.ts',
  mcp: 'src/doors/mcp/main.ts',
  bridge: 'src/bridge/main.ts',
  'ast-child': 'src/engines/ast/child.ts',
  'search-worker': 'src/engines/search/worker.ts',
};

/**
 * Bundles the extension into dist/ and puts ripgrep, the native syntax tree library and its grammars beside it.
 * @param {{ production?: boolean, watch?: boolean }} [options] production: minified, without source maps
 * @throws {Error} when the sources do not build, or this platform's ripgrep is not installed
 */
export async function buildExtension({ production = false, watch = false } = {}) {
  const dist = path.join(root, 'dist');
  fs.rmSync(dist, { recursive: true, force: true });
  await copyRipgrep(path.join(dist, 'bin'));
  copyStructureFiles(dist);
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(existingEntries()),
    outdir: dist,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', ...nativeModules],
    // The extension host hands out `vscode` through require; a bundle that is imported lazily is required too.
    supported: { 'dynamic-import': false },
    plugins: [lazyEntries()],
    minify: production,
    sourcemap: !production,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
  if (!watch) return void (await build(options));
  const watching = await context({ ...options, logLevel: 'info' });
  await watching.watch();
}

/** Entries that are there: the later parts of the product come one by one. Only the extension itself must be. */
function existingEntries() {
  return Object.entries(entries).filter(([name, file]) => name === 'extension' || fs.existsSync(path.join(root, file)));
}

/**
 * Turns `await import('./doors/mcp/main')` into a reference to the bundle of that entry instead of a second copy.
 * @returns {import('esbuild').Plugin}
 */
function lazyEntries() {
  const bundles = new Map(Object.entries(entries).map(([name, file]) => [path.join(root, file), `./${name}.js`]));
  return {
    name: 'lazy-entries',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path: wanted, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const bundle = bundles.get(`${path.resolve(resolveDir, wanted).replace(/\.[jt]s$/, '')}.ts`);
        return bundle === undefined ? undefined : { path: bundle, external: true };
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildExtension({ production: process.argv.includes('--production'), watch: process.argv.includes('--watch') });
}
