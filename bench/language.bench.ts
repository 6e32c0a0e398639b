/**
 * The language tools beside the editor's own commands and tool: sizes, calls for a question, overhead when warm, and
 * what the first question of a fresh window gets. `SIGHTLINE_COLD_WINDOWS` sets the number of windows for each
 * language (default 2).
 */
import path from 'node:path';
import { build } from 'esbuild';
import { repoRoot } from '../scripts/host/paths.mjs';
import { provision } from '../scripts/host/provision.mjs';
import { nodeBundle } from '../scripts/suites/bundle.mjs';
import type { Cold } from './language/cold';
import { sampleNames } from './language/sample-names';
import { typeScriptProject } from './support/corpora';
import type { Warm } from './language/warm';
import { median } from './support/measure';
import { runInWindow, startBrowser } from './support/window';

const fixtures = path.join(repoRoot, 'test', 'fixtures', 'workspaces', 'languages');

/** For each language a folder, a first question, and how many references are all (0: as the warm run found). */
const firstQuestions: readonly { readonly language: string; readonly folder: string; readonly input: { readonly file: string; readonly line?: number; readonly symbol: string }; readonly all: number }[] = [
  { language: 'typescript', folder: typeScriptProject(), input: { file: 'src/Pipeable.ts', symbol: 'pipeArguments' }, all: 0 },
  { language: 'python', folder: fixtures, input: { file: 'py/reading.py', symbol: 'to_number' }, all: 4 },
  { language: 'go', folder: fixtures, input: { file: 'go/reader.go', symbol: 'ToNumber' }, all: 3 },
  { language: 'c', folder: fixtures, input: { file: 'c/main.c', line: 4, symbol: 'to_number' }, all: 4 },
];

void main();

async function main(): Promise<void> {
  const host = await provision(console.log);
  const browser = await startBrowser(host);
  try {
    const names = sampleNames(typeScriptProject(), 20);
    const warm = (await runInWindow({ host, browser, folder: typeScriptProject(), module: await bundled('warm'), env: { SIGHTLINE_BENCH_NAMES: names.join(',') } })) as Warm;
    report(warm);
    const module = await bundled('cold');
    const windows = Number(process.env['SIGHTLINE_COLD_WINDOWS'] ?? 2);
    for (const { language, folder, input, all } of windows === 0 ? [] : firstQuestions) {
      const expected = all === 0 ? (warm.sizes.find((each) => each.name === input.symbol)?.references ?? 0) : all;
      const counts = { right: 0, honest: 0, wrong: 0 };
      const took: number[] = [];
      for (let index = 0; index < windows; index += 1) {
        const run = { host, browser, folder, module, env: { SIGHTLINE_BENCH_INPUT: JSON.stringify(input) }, extensions: ['language-servers'] };
        const cold = (await runInWindow(run)) as Cold;
        const count = Number(/^(?:\d+ of )?(\d+) references?/.exec(cold.answer)?.[1] ?? 0);
        const verdict = count > 0 && count === expected ? 'right' : /^(Could not tell|at least)|\[12\d\d |Still loading|The text has/.test(cold.answer) ? 'honest' : 'wrong';
        counts[verdict] += 1;
        took.push(cold.took);
        if (verdict !== 'right') console.log(`  ${cold.answer.split('\n').slice(0, 3).join('\n  ')}`);
      }
      console.log(`cold ${language}: ${windows} fresh windows, ${counts.right} right (${expected}), ${counts.honest} honest, ${counts.wrong} wrong; median ${Math.trunc(median(took))} ms`);
    }
  } finally {
    await browser.stop();
  }
}

function report({ questions, sizes, times }: Warm): void {
  const calls = questions.map((each) => each.calls);
  console.log(`calls from a bare name to its references, ${questions.length} names: median ${median(calls)}, mean ${mean(calls).toFixed(2)}`);
  for (const { name, calls: count, references } of questions) console.log(`  ${name}: ${count} (${references} references)`);
  console.log(`size beside vscode_listCodeUsages: ${ratio(sizes.map((each) => each.ours), sizes.map((each) => each.theirs))} in all`);
  for (const { name, references, files, ours, theirs } of sizes) console.log(`  ${name}: ${references} references in ${files} files, ${ours} / ${theirs} bytes = ${(ours / theirs).toFixed(2)}`);
  console.log('warm, over MCP, beside the bare command (medians):');
  for (const { what, bare, ours } of times) {
    const allowed = bare * 1.05 + 10;
    console.log(`  ${what}: ${ours.toFixed(1)} ms beside ${bare.toFixed(1)} ms, ${ours <= allowed ? 'within' : 'ABOVE'} ${allowed.toFixed(1)} ms`);
  }
}

async function bundled(name: string): Promise<string> {
  const outfile = path.join(repoRoot, 'out', 'bench', `language-${name}.js`);
  await build({ ...nodeBundle, entryPoints: [path.join(repoRoot, 'bench', 'language', `${name}.ts`)], outfile });
  return outfile;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ratio(ours: readonly number[], theirs: readonly number[]): string {
  return (ours.reduce((sum, value) => sum + value, 0) / theirs.reduce((sum, value) => sum + value, 0)).toFixed(2);
}
