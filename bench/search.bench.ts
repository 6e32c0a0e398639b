/**
 * Text search against a raw parallel `rg --json`, side by side in one run. Ours is the whole way from arguments to the
 * answer's text, in order; the raw run's output is only read.
 */
import path from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { Dispatcher } from '../src/core/call';
import { createPlaces } from '../src/core/place';
import { render } from '../src/doors/render';
import { createSearch } from '../src/engines/search/search';
import { fileSearch } from '../src/tools/file_search';
import type { Services } from '../src/tools/services';
import { testPorts } from '../test/unit/support/services';
import { goTree, typeScriptTree } from './support/corpora';
import { median, timed } from './support/measure';
import { rawRipgrep } from './support/raw-ripgrep';

const rounds = Number(process.env['ROUNDS'] ?? 15);

interface Case {
  readonly name: string;
  readonly pattern: string;
  /** Ours may take so many times the raw run. */
  readonly most: number;
}

const typeScriptCases: readonly Case[] = [
  { name: 'absent', pattern: 'thisIsNowhereToBeFound', most: 1.25 },
  { name: 'rare', pattern: 'distinctUntilKeyChanged', most: 1.25 },
  { name: 'regex', pattern: 'function\\s+\\w+Sync\\w*\\(', most: 1.25 },
  { name: 'common', pattern: 'import', most: 0.7 },
  { name: 'common', pattern: 'const', most: 0.7 },
];

const goCases: readonly Case[] = [
  { name: 'absent', pattern: 'thisIsNowhereToBeFound', most: 1.25 },
  { name: 'rare', pattern: 'ErrNoProgress', most: 1.25 },
  { name: 'regex', pattern: 'func \\(\\w+ \\*?\\w+\\) UnmarshalJSON', most: 1.25 },
  { name: 'common', pattern: 'err != nil', most: 0.7 },
  { name: 'common', pattern: 'func', most: 0.7 },
];

async function main(): Promise<void> {
  let missed = await measure('TypeScript', typeScriptTree(), typeScriptCases);
  const go = goTree();
  if (go === undefined) console.log('Go: skipped, its sources could not be fetched (apt-get download golang-1.19-src)');
  else missed += await measure('Go', go, goCases);
  process.exitCode = missed === 0 ? 0 : 1;
}

async function measure(corpus: string, root: string, cases: readonly Case[]): Promise<number> {
  const ports = testPorts([{ name: path.basename(root), path: root }], { excludes: () => ({ files: ['**/.git'], search: ['**/node_modules'] }) });
  const places = createPlaces(ports);
  const search = createSearch({ ...ports, places }, { shippedRipgrepFolder: path.dirname(rgPath) });
  const services: Services = Object.assign(Object.create(null), ports, { places, search, version: '0', status: [] });
  const dispatcher = new Dispatcher<Services>({ tools: [fileSearch], services });
  const ours = async (pattern: string): Promise<string> => {
    const outcome = await dispatcher.call('file_search', { pattern }, { signal: new AbortController().signal, door: 'mcp', client: 'bench' });
    return render(outcome, { maxTokens: 6_000 }).text;
  };

  let missed = 0;
  for (const { name, pattern, most } of cases) {
    const raws: number[] = [];
    const own: number[] = [];
    let head = '';
    for (let round = -2; round < rounds; round += 1) {
      const raw = await timed(() => rawRipgrep(rgPath, root, pattern));
      const mine = await timed(async () => void (head = (await ours(pattern)).split('\n')[0] ?? ''));
      if (round < 0) continue;
      raws.push(raw);
      own.push(mine);
    }
    const ratio = median(own) / median(raws);
    if (ratio > most) missed += 1;
    console.log(
      `${corpus} ${name} ${JSON.stringify(pattern)}: raw ${median(raws).toFixed(1)} ms, ours ${median(own).toFixed(1)} ms, ` +
        `ratio ${ratio.toFixed(2)} (at most ${most})${ratio > most ? ' MISSED' : ''} [${head}]`,
    );
  }
  return missed;
}

void main();
