/** Source trees for benchmarks, out of packages: fetched once, kept below `out/corpora`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve('out', 'corpora');

const corpora = {
  /** The sources of `effect`, 572 files. */
  typescript: { fetch: (/** @type {string} */ folder) => npm(folder, 'effect@4.1.0'), below: 'package/src' },
  /** Go's standard library with its tests, some 5,500 files below `src`. */
  go: { fetch: (/** @type {string} */ folder) => debian(folder, 'golang-1.19-src'), below: 'usr/share/go-1.19/src' },
};

/**
 * The folder of a corpus.
 * @param {keyof typeof corpora} name
 * @throws {Error} when its package cannot be fetched
 */
export function corpus(name) {
  const { fetch, below } = corpora[name];
  const folder = path.join(root, name);
  if (!existsSync(path.join(folder, below))) {
    mkdirSync(folder, { recursive: true });
    fetch(folder);
  }
  return path.join(folder, below);
}

/**
 * The command line tool of a package with a binary for each platform, installed below `out/tools`.
 * @param {string} name as `@ast-grep/cli@0.51.1`
 * @param {string} binary path of the program below `node_modules`
 */
export function commandLineTool(name, binary) {
  const folder = path.resolve('out', 'tools');
  const program = path.join(folder, 'node_modules', binary);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, name], { stdio: 'inherit' });
  }
  return program;
}

/** @param {string} folder @param {string} name */
function npm(folder, name) {
  execFileSync('npm', ['pack', '--silent', name], { cwd: folder, stdio: 'ignore' });
  execFileSync('tar', ['xzf', archive(folder, '.tgz')], { cwd: folder });
}

/** @param {string} folder @param {string} name */
function debian(folder, name) {
  execFileSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
  execFileSync('dpkg', ['-x', archive(folder, '.deb'), '.'], { cwd: folder });
}

/** @param {string} folder @param {string} ending */
function archive(folder, ending) {
  return readdirSync(folder).find((name) => name.endsWith(ending)) ?? '';
}
