/** Random trees with random ignore files: ripgrep and JavaScript give the same answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { FindQuery, Rules } from '../../../src/engines/search';
import { resolveTargets } from '../../../src/engines/search/targets';
import { Random } from '../support/random';
import { TestWorkspace } from './workspace';

const names = ['a', 'b', 'build', 'src', 'x y', '[id]', '.hidden', 'dist', 'A'];
const fileNames = ['a.ts', 'b.ts', 'a.log', 'build', 'keep.log', '#note', '!odd', 'ünï.md', 'a.test.ts', '[id].tsx', ' lead', 'Makefile'];
const rules = [
  '*.log', '!keep.log', '!a.log', 'build', 'build/', '/build', '/src/*.ts', 'src/', '**/a', 'a/**', '!a/', '!/a/b/', 'b/*', '*', '!*/', '!*.ts',
  '[id]', '\\[id\\]', '\\#note', '\\!odd', '# comment', '', '   ', 'x y', 'x y/', 'a.*', '*.t?', '[ab].ts', '[!a].ts', 'src/**/a.ts', '**/dist/**', '.hidden', '.*', '!.hidden',
  '/a', 'a/b', '!a/b', ' lead', 'ünï.md', '*.test.ts', 'A', '/**/b.ts', 'Makefile ', 'dist\\', '**', '!build/', '/*', '!/src',
];
const ignoreFiles = ['.gitignore', '.gitignore', '.gitignore', '.ignore', '.rgignore', '.siiignore'];
const includes = ['*.ts', 'src/**', '**/*.log', '!*.test.ts', 'build', 'a/b', '*.{md,tsx}', '[id].tsx', './src/*.ts', '**/src/**', 'A', '!src'];
const engines = ['ripgrep', 'javascript'] as const;
const targets = ['a', 'src', 'build', 'a/b', '.hidden', 'src/*.ts', '**/*.log', '[id]', 'dist', 'a.log'];

describe('search in random trees', function () {
  // Each tree is searched a good dozen times.
  this.timeout(20_000);
  const first = Number(process.env['RANDOM_TREES_FROM'] ?? 1);
  const count = Number(process.env['RANDOM_TREES'] ?? 6);
  for (let seed = first; seed < first + count; seed += 1) {
    it(`is the same with ripgrep and JavaScript (seed ${seed})`, async () => {
      const random = new Random(seed);
      const workspace = new TestWorkspace({
        files: tree(random),
        folders: [random.pick(['', '', 'a', 'src'])],
        settings: { searchEngine: () => engine },
        excludes: { files: some(random, ['**/.hidden', 'dist', '**/*.md'], 0.2), search: some(random, ['**/build', 'src/*.log'], 0.2) },
      });
      let engine: (typeof engines)[number] = 'ripgrep';
      try {
        for (let round = 0; round < 4; round += 1) {
          const query = queryOf(random);
          const paths = random.chance(0.4) ? some(random, targets, 0.3) : [];
          const answers: unknown[] = [];
          for (engine of engines) answers.push(await answer(workspace, query, paths).catch((error: unknown) => String(error)));
          assert.deepEqual(answers[0], answers[1], JSON.stringify({ query, paths }));
        }
      } finally {
        workspace.dispose();
      }
    });
  }
});

async function answer({ services }: TestWorkspace, query: FindQuery, paths: readonly string[]): Promise<unknown> {
  const { targets: places } = await resolveTargets(services, paths);
  const scope = { ...query, targets: places };
  const signal = new AbortController().signal;
  const result = await services.search.find(scope, signal);
  const listed = await services.search.files(scope, signal);
  const holding = await services.search.filesWith(scope, [['needle', 'a.ts'], ['log', 'in']], signal);
  return {
    lines: await Promise.all(result.files.map(async ({ file, group, lines }) => [file.display, group, (await lines()).map(({ number, text, before, after }) => [number, text, before, after])])),
    totals: result.totals,
    unselected: result.unselected,
    isEmpty: result.isEmpty,
    listed: listed.files.map(({ display }) => display),
    holding: holding.files.map(({ display }) => display),
  };
}

function queryOf(random: Random): FindQuery {
  const switches: Partial<Rules> = {
    git: random.chance(0.8),
    sii: random.chance(0.8),
    defaultExcludes: random.pick(['ignore', 'hide', 'show']),
  };
  return {
    targets: [],
    rules: switches,
    ...(random.chance(0.5) ? { include: some(random, includes, 0.25) } : {}),
    ...(random.chance(0.2) ? { types: ['ts', '.log'] } : {}),
    pattern: { text: random.pick(['needle', 'needle in [a-m]', '^needle.*ts$', 'nowhere']), literal: false, ignoreCase: false },
    context: 1,
  };
}

function tree(random: Random): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  const directories = [''];
  for (let index = 0; index < 12; index += 1) {
    const parent = random.pick(directories);
    const name = `${parent}${random.pick(names)}/`;
    if (!directories.includes(name)) directories.push(name);
  }
  for (const directory of directories) {
    for (const name of some(random, fileNames, 0.35)) {
      if (!directories.includes(`${directory}${name}/`)) files[directory + name] = `first\nneedle in ${directory}${name}\nlast\n`;
    }
    if (random.chance(0.5)) {
      const lines = Array.from({ length: 1 + random.below(4) }, () => random.pick(rules));
      files[directory + random.pick(ignoreFiles)] = lines.join(random.pick(['\n', '\r\n'])) + random.pick(['', '\n']);
    }
    if (random.chance(0.12)) {
      files[`${directory}.git/HEAD`] = 'ref: refs/heads/main\n';
      if (random.chance(0.5)) files[`${directory}.git/info/exclude`] = `${random.pick(rules)}\n`;
    }
  }
  return files;
}

function some<Value>(random: Random, values: readonly Value[], share: number): Value[] {
  return values.filter(() => random.chance(share));
}
