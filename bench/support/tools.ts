/** Command line tools that benchmarks run beside us, installed once into an ignored folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The program of a package that has a binary for each platform.
 * @param name as `@ast-grep/cli@0.51.1`
 * @param binary its path below `node_modules`
 * @throws {Error} without npm or its registry
 */
export function commandLineTool(name: string, binary: string): string {
  const folder = path.resolve('out', 'tools');
  const program = path.join(folder, 'node_modules', binary);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, name], { stdio: 'inherit' });
  }
  return program;
}
