import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { repoRoot } from './host/paths.mjs';
import { run } from './host/processes.mjs';
import { ripgrepName } from './ripgrep.mjs';
import { readZipEntries } from './zip-entries.mjs';

/**
 * Builds the extension and packs it for the platform that this runs on. The packer needs a newer Node than the rest
 * of the project, so it runs with the provisioned one.
 * @param {{ outFile?: string, quiet?: boolean, signal?: AbortSignal | undefined }} [options] outFile: absolute, by
 *   default `out/sightline-<version>-<platform>.vsix`; quiet: print nothing
 * @returns {Promise<{ file: string, bytes: number, entries: readonly string[] }>}
 * @throws {Error} when the build or the packer fails, or the package has not the right content
 */
export async function packageVsix({ outFile, quiet = false, signal } = {}) {
  const progress = quiet ? () => undefined : (/** @type {string} */ line) => console.error(line);
  // Both need installed dependencies, which `npm start` may only just have installed.
  const { provisionNode24 } = await import('./host/provision.mjs');
  const { buildExtension } = await import('../esbuild.mjs');
  const node = Number.parseInt(process.versions.node) >= packerNodeMajor ? process.execPath : await provisionNode24(progress, signal);
  await buildExtension({ production: true });

  const manifest = JSON.parse(await fs.readFile(path.join(repoRoot, 'package.json'), 'utf8'));
  const target = vsixTarget();
  const file = outFile ?? path.join(repoRoot, 'out', `${manifest.name}-${manifest.version}-${target}.vsix`);
  await fs.mkdir(path.dirname(file), { recursive: true });
  const vsce = path.join(repoRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
  await run(node, [vsce, 'package', '--no-dependencies', '--target', target, '--out', file, ...vsceFlags], { cwd: repoRoot, signal });

  const entries = checkContent(readZipEntries(await fs.readFile(file)));
  const { size: bytes } = await fs.stat(file);
  return { file, bytes, entries };
}

/** The oldest Node that the packer runs on. */
const packerNodeMajor = 22;

/** The project has no public home yet: links in the README stay as they are. */
const vsceFlags = ['--allow-missing-repository', '--no-rewrite-relative-links', '--skip-license'];

const allowed = /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package\.json|readme\.md|changelog\.md|LICENSE(\.txt|\.md)?|dist\/.+|media\/.+))$/i;

/**
 * @param {readonly import('./zip-entries.mjs').ZipEntry[]} entries
 * @returns {readonly string[]} the names inside `extension/`
 * @throws {Error} when something is in the package that was not allowed, or something is missing
 */
function checkContent(entries) {
  const unwanted = entries.filter(({ name }) => !allowed.test(name) || name.endsWith('.map'));
  if (unwanted.length > 0) throw new Error(`The package has files that nobody allowed: ${unwanted.map(({ name }) => name).join(', ')}`);
  const ripgrep = entries.find(({ name }) => name === `extension/dist/bin/${ripgrepName}`);
  if (ripgrep === undefined) throw new Error(`The package has no dist/bin/${ripgrepName}.`);
  if (process.platform !== 'win32' && (ripgrep.mode & 0o111) === 0) throw new Error(`dist/bin/${ripgrepName} in the package is not executable.`);
  if (!entries.some(({ name }) => name === 'extension/dist/extension.js')) throw new Error('The package has no dist/extension.js.');
  return entries.filter(({ name }) => name.startsWith('extension/')).map(({ name }) => name.slice('extension/'.length));
}

/** The marketplace's name for this platform. */
function vsixTarget() {
  return `${process.platform}-${process.arch === 'arm' ? 'armhf' : process.arch}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { file, bytes, entries } = await packageVsix();
  console.log(`${path.relative(process.cwd(), file)}: ${(bytes / 1024 / 1024).toFixed(2)} MB, ${entries.length} files`);
  for (const each of entries) console.log(`  ${each}`);
}
