/** The trees that benchmarks run on, fetched once into an ignored folder: real sources in realistic numbers. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const cache = path.join(process.cwd(), 'bench', '.corpora');

/** npm packages that ship their TypeScript sources: some 1,200 files. */
const packages = ['effect@4.1.0', 'rxjs@7.8.2', 'zod@4.6.7'];

const goSource = 'golang-1.19-src';

/** @throws {Error} without npm or its registry. */
export function typeScriptTree(): string {
  return made('typescript', (into) => {
    for (const name of packages) {
      unpackSources(name, path.join(into, name.replace(/@[^@]*$/, '')));
    }
  });
}

/** The sources of one of them as a project of their own, for what needs a language server. */
export function typeScriptProject(): string {
  return made('project', (into) => {
    unpackSources('effect@4.1.0', into);
    const compilerOptions = { strict: true, target: 'ES2022', module: 'NodeNext', noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true };
    rmSync(path.join(into, 'package.json'));
    writeFileSync(path.join(into, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
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

function unpackSources(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', archive, '--strip-components=1', 'package/src', 'package/package.json'], { cwd: folder });
  rmSync(path.join(folder, archive));
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
