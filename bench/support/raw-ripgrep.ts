import { spawn } from 'node:child_process';

/**
 * A raw parallel `rg --json` over a tree, its output only read. It looks at every file that ours looks at too: hidden
 * ones, and what the tree's own ignore files leave.
 */
export function rawRipgrep(program: string, root: string, pattern: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = ['--no-config', '--json', '--hidden', '--no-ignore-parent', '-e', pattern, '--', './'];
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}
