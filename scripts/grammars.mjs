/**
 * What the structure engine needs beside the extension's bundle: the child's own bundle, the native library, the
 * grammars of one platform and the names of their node kinds. Called by the build, and for the unit tests with a folder
 * of their own.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** @typedef {{ platform: string, arch: string, libc?: 'glibc' | 'musl' }} Target */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const scope = join(root, 'node_modules', '@ast-grep');
const require = createRequire(import.meta.url);

/** The target that this process runs on. @type {Target} */
export const thisTarget = { platform: process.platform, arch: process.arch, libc: usesMusl() ? 'musl' : 'glibc' };

/** Where the unit tests look for the engine. */
export const builtStructure = join(root, 'out', 'structure');

/** What a bundle of the child leaves out: the library looks for its native half by these names. */
export const nativeModules = ['*.node', '@ast-grep/napi-*'];

/**
 * Puts `ast-grep.node` and `grammars/` of one target into `out`, which is where `createAst` and its children look.
 * @param {string} out
 * @param {Target} [target]
 */
export function copyStructureFiles(out, target = thisTarget) {
  rmSync(join(out, 'grammars'), { recursive: true, force: true });
  mkdirSync(join(out, 'grammars'), { recursive: true });
  for (const { from, to } of structureFiles(target)) copyFileSync(from, join(out, to));
  writeFileSync(join(out, 'grammars', 'kinds.json'), JSON.stringify(kinds()));
}

/**
 * Builds the whole engine into a folder of its own, for tests: what `copyStructureFiles` copies, and
 * the child's bundle.
 * @param {string} out
 */
export async function buildStructureEngine(out) {
  copyStructureFiles(out);
  await build({
    entryPoints: [join(root, 'src', 'engines', 'ast', 'child.ts')],
    outfile: join(out, 'ast-child.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
    external: nativeModules,
  });
}

/**
 * The native library and the grammars of a target. A grammar without a build for it is left out: the engine then says
 * so. On musl all packaged grammars are, since they are linked against glibc and loading one would end the process.
 * @param {Target} target
 * @returns {readonly { from: string, to: string }[]}
 */
export function structureFiles(target) {
  const triple = nativeTriple(target);
  const library = join(scope, `napi-${triple}`, `ast-grep-napi.${triple}.node`);
  if (!existsSync(library)) {
    throw new Error(`${library} is missing: npm install --no-save --force @ast-grep/napi-${triple}@${version('@ast-grep/napi')}`);
  }
  const system = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }[target.platform];
  const prebuild = `prebuild-${system}-${target.arch.toUpperCase()}`;
  const grammars = target.libc === 'musl' && target.platform === 'linux' ? [] : packagedGrammars();
  return [
    { from: library, to: 'ast-grep.node' },
    ...grammars
      .map((name) => ({ from: join(scope, `lang-${name}`, 'prebuilds', prebuild, 'parser.so'), to: join('grammars', `${name}.so`) }))
      .filter(({ from }) => existsSync(from)),
  ];
}

/** @param {Target} target */
function nativeTriple({ platform, arch, libc }) {
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (platform === 'linux') return `linux-${arch}-${libc === 'musl' ? 'musl' : 'gnu'}`;
  return `${platform}-${arch}`;
}

function packagedGrammars() {
  return readdirSync(scope)
    .filter((name) => name.startsWith('lang-'))
    .map((name) => name.slice('lang-'.length));
}

/** The names of the named node kinds of every grammar. @returns {Record<string, string[]>} */
function kinds() {
  /** @type {Record<string, string[]>} */
  const all = {};
  for (const name of packagedGrammars()) {
    /** @type {{ type: string, named: boolean }[]} */
    const types = JSON.parse(readFileSync(join(scope, `lang-${name}`, 'src', 'node-types.json'), 'utf8'));
    all[name] = types.filter((each) => each.named).map((each) => each.type);
  }
  for (const name of ['TypeScript', 'Tsx', 'JavaScript', 'Html', 'Css']) {
    const text = readFileSync(join(scope, 'napi', 'lang', `${name}.d.ts`), 'utf8');
    const found = [...text.matchAll(/^ {2}"(\w+)": \{\n\s+"type": "\w+",\n\s+"named": true/gm)].map((match) => match[1] ?? '');
    all[name] = [...new Set(found)];
  }
  return all;
}

/** @param {string} name */
function version(name) {
  /** @type {{ version: string }} */
  const manifest = require(`${name}/package.json`);
  return manifest.version;
}

function usesMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {});
  return report.header?.glibcVersionRuntime === undefined;
}
