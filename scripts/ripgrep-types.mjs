/**
 * Writes ripgrep's table of file types to `src/engines/search/file-types.json`, so that every back end and every
 * version of ripgrep means the same by a type. Run it when the pinned ripgrep moves.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rgPath } from '@vscode/ripgrep';

const lines = execFileSync(rgPath, ['--no-config', '--type-list'], { encoding: 'utf8' }).trim().split('\n');
const types = Object.fromEntries(
  lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2).split(', ')];
  }),
);
const rows = Object.entries(types).map(([name, globs]) => `  ${JSON.stringify(name)}: ${JSON.stringify(globs)}`);
writeFileSync(new URL('../src/engines/search/file-types.json', import.meta.url), `{\n${rows.join(',\n')}\n}\n`);
