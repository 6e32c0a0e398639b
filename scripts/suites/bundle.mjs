import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { repoRoot } from '../host/paths.mjs';

/** Loaded from node_modules at run time: they have native parts, find files beside themselves, or are the test runner. */
const external = ['vscode', 'mocha', '*.node', 'playwright-core', '@vscode/ripgrep', '@ast-grep/napi', 'esbuild', 'typescript', 'eslint'];

/**
 * How tests and benchmarks are bundled for plain Node.
 * @type {import('esbuild').BuildOptions}
 */
export const nodeBundle = {
  absWorkingDir: repoRoot,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external,
  keepNames: true,
  sourcemap: 'inline',
  logLevel: 'warning',
  // Bundled modules that ask where they are get the bundle's own place.
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
};

/**
 * Bundles every `*.test.ts` below `test/<suite>` (and the given extra files) to `out/test/<suite>`, one bundle for
 * each, so that tests run on plain Node as well as inside an extension host.
 * @param {string} suite
 * @param {readonly string[]} [extra] more entry files, relative to `test/<suite>`
 * @returns {Promise<string[]>} the bundled test files, sorted, absolute
 * @throws {Error} when a test does not build
 */
export async function bundleTests(suite, extra = []) {
  const sourceDir = path.join(repoRoot, 'test', suite);
  const outDir = path.join(repoRoot, 'out', 'test', suite);
  const tests = listTests(sourceDir);
  fs.rmSync(outDir, { recursive: true, force: true });
  await build({
    ...nodeBundle,
    entryPoints: [...tests, ...extra].map((file) => path.join(sourceDir, file)),
    outdir: outDir,
    outbase: sourceDir,
  });
  return tests.map((file) => path.join(outDir, file.replace(/\.ts$/, '.js')));
}

/**
 * @param {string} dir
 * @returns {string[]} relative to dir; none when there is no such folder
 */
function listTests(dir) {
  if (!fs.existsSync(dir)) return [];
  const files = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.test.ts')).sort();
}
