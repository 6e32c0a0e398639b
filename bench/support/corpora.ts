/** The trees that benchmarks run on, fetched once into an ignored folder: real sources in realistic numbers. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const cache = path.join(process.cwd(), 'bench', '.corpora');

/** npm packages that ship their TypeScript sources: some 1,200 files. */
const packages = ['effect@4.1.0', 'rxjs@7.8.2', 'zod@4.6.7'];

const goSource = 'golang-1.19-src';

/** @throws {Error} without npm or its registry. */
export function typeScriptTree(): string {
  return made('typescript', (into) => {
    for (const name of packages) {
      const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: into, encoding: 'utf8' }).trim();
      const folder = path.join(into, name.replace(/@[^@]*$/, ''));
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['xzf', path.join(into, archive), '-C', folder, '--strip-components=1', 'package/src', 'package/package.json']);
      rmSync(path.join(into, archive));
    }
  });
}

/** The Go standard library with its compiler and tests; undefined where Debian's packages cannot be had. */
export function goTree(): string | undefined {
  try {
    return made('go', (into) => {
      execFileSync('apt-get', ['download', goSource], { cwd: into, stdio: 'ignore' });
      const archive = readdirSync(into).find((name) => name.endsWith('.deb'));
      if (archive === undefined) throw new Error(`apt-get left no ${goSource}.`);
      execFileSync('dpkg', ['-x', archive, '.'], { cwd: into });
      rmSync(path.join(into, archive));
    });
  } catch {
    return undefined;
  }
}

/** A folder is only there when it is complete. */
function made(name: string, fill: (into: string) => void): string {
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  fill(partial);
  renameSync(partial, folder);
  return folder;
}
