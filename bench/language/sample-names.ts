/** A real TypeScript repository to measure on: the sources of a published package, fetched once. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../scripts/host/paths.mjs';

const name = 'effect';
const version = '4.1.0';

/** The folder of the sources; with a project file, and without anything that is not source. */
export function corpus(): string {
  const dir = path.join(repoRoot, 'out', 'corpus', `${name}-${version}`);
  if (!existsSync(path.join(dir, 'tsconfig.json'))) {
    mkdirSync(dir, { recursive: true });
    const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: dir, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', packed, '--strip-components=1', 'package/src'], { cwd: dir });
    const compilerOptions = { strict: true, target: 'ES2022', module: 'NodeNext', noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true };
    writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  }
  return dir;
}

/** Every n-th of the exported names of eight letters and more, so that nobody has picked them. */
export function sampleNames(dir: string, count: number): readonly string[] {
  const names = new Set<string>();
  for (const file of readdirSync(path.join(dir, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const match of readFileSync(path.join(dir, 'src', file), 'utf8').matchAll(/^export (?:const|function|class|interface|type) (\w{8,})/gm)) names.add(match[1] ?? '');
  }
  const sorted = [...names].sort();
  return Array.from({ length: count }, (_, index) => sorted[Math.floor(((index + 0.5) * sorted.length) / count)] ?? '');
}
