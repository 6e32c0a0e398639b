/**
 * The structure engine beside the ast-grep command line of the same version, on the same trees: medians, and how many
 * times faster (or slower) we are. Also outlines and the memory of the children.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createPlaces } from '../src/core/place';
import type { Folder, Ports } from '../src/core/ports';
import { createAst, outlineLines, type Ast } from '../src/engines/ast';
import { createSearch } from '../src/engines/search/search';
import { wholeFolders } from '../src/engines/search/targets';
import { nodeFiles } from '../src/host/files';
import { testSettings } from '../test/unit/support/settings';
import { goTree, typeScriptTree } from './support/corpora';
import { median } from './support/measure';
import { commandLineTool } from './support/tools';

const dist = path.resolve('dist');
const never = new AbortController().signal;
const triple = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;
const cli = commandLineTool('@ast-grep/cli@0.51.1', `@ast-grep/cli-${triple}/ast-grep`);
const misses: string[] = [];
const goFolder = goTree();
const trees = {
  /** The sources of `effect`: 572 files. */
  typescript: path.join(typeScriptTree(), 'effect', 'src'),
  /** Go's standard library with its compiler and tests: some 5,500 files. */
  go: goFolder === undefined ? undefined : path.join(goFolder, 'usr', 'share', 'go-1.19', 'src'),
};

function corpus(language: keyof typeof trees): string {
  const folder = trees[language];
  if (folder === undefined) throw new Error(`The sources of ${language} cannot be had.`);
  return folder;
}


interface Case {
  readonly name: string;
  readonly language: 'typescript' | 'go';
  readonly pattern: string;
}

const absent: readonly Case[] = [
  { name: 'absent', language: 'typescript', pattern: 'neverThere($A)' },
  { name: 'absent', language: 'go', pattern: 'neverThere($A)' },
];
const rare: readonly Case[] = [
  { name: 'rare', language: 'typescript', pattern: 'Deferred.makeUnsafe($$$A)' },
  { name: 'rare', language: 'go', pattern: 'if $A := recover(); $A != nil { $$$B }' },
];
const common: readonly Case[] = [
  { name: 'common', language: 'typescript', pattern: 'return $X' },
  { name: 'common', language: 'go', pattern: 'if $E != nil { $$$B }' },
];

function engine(folder: string): { readonly ast: Ast; readonly targets: ReturnType<typeof wholeFolders> } {
  const folders: readonly Folder[] = [{ name: path.basename(folder), path: folder }];
  const ports: Ports = {
    workspace: { folders: () => folders, virtualFolders: () => [], trusted: () => true },
    files: nodeFiles,
    documents: { unsaved: () => [], held: () => [], find: () => undefined },
    languages: { of: () => undefined, filesOf: () => undefined, ids: () => [] },
    settings: testSettings({ searchTimeoutMs: () => 600_000 }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: performance,
  };
  const places = createPlaces(ports);
  const search = createSearch({ ...ports, places }, { shippedRipgrepFolder: path.join(dist, 'bin'), appRoot: '' });
  return { ast: createAst({ folder: dist, ports, search }), targets: wholeFolders(places) };
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ readonly took: number; readonly value: T }> {
  const started = performance.now();
  const value = await work();
  return { took: performance.now() - started, value };
}

/** The command line, its output thrown away. */
function commandLine({ language, pattern }: Case, folder: string): void {
  spawnSync(cli, ['run', '--no-ignore', 'parent', '-p', pattern, '-l', language, folder], { stdio: 'ignore' });
}

/** Matches by file. */
function commandLineCounts({ language, pattern }: Case, folder: string): ReadonlyMap<string, number> {
  // It ends with 1 where nothing matches.
  const { stdout } = spawnSync(cli, ['run', '--no-ignore', 'parent', '-p', pattern, '-l', language, '--json=stream', folder], { encoding: 'utf8', maxBuffer: 1 << 30 });
  const counts = new Map<string, number>();
  for (const [, file = ''] of stdout.matchAll(/"file":"([^"]+)"/g)) counts.set(path.resolve(file), (counts.get(path.resolve(file)) ?? 0) + 1);
  return counts;
}

interface Measured {
  readonly ours: number;
  readonly theirs: number;
  readonly total: number;
}

/** Side by side, a fresh engine with warm children each round, so that nothing is answered from memory. */
async function sideBySide(each: Case, more: { readonly countOnly: boolean }, rounds = 3): Promise<Measured> {
  const folder = corpus(each.language);
  const ours: number[] = [];
  const theirs: number[] = [];
  let total = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { ast, targets } = engine(folder);
    const request = { language: each.language, targets, kinds: [], offset: 0, limit: 100, ...more };
    await Promise.all([1, 2, 3, 4].map(() => ast.outline({ text: 'x', language: each.language }, never)));
    await ast.query({ ...request, pattern: 'warmUp($A, $A)', countOnly: true }, never);
    const ourRun = await timed(() => ast.query({ ...request, pattern: each.pattern }, never));
    ours.push(ourRun.took);
    total = ourRun.value.total;
    await ast.dispose();
    theirs.push((await timed(() => commandLine(each, folder))).took);
  }
  return { ours: median(ours), theirs: median(theirs), total };
}

function report(name: string, { ours, theirs, total }: Measured, atLeast: number): void {
  const ratio = theirs / ours;
  const verdict = ratio >= atLeast ? '' : `  MISSED: at least ${atLeast.toFixed(2)}`;
  if (verdict !== '') misses.push(name);
  console.log(`${name.padEnd(34)} ours ${ours.toFixed(0).padStart(6)} ms   command line ${theirs.toFixed(0).padStart(6)} ms   ${ratio.toFixed(2).padStart(7)}x   ${total} matches${verdict}`);
}

async function repeated(each: Case): Promise<void> {
  const { ast, targets } = engine(corpus(each.language));
  const request = { language: each.language, pattern: each.pattern, targets, kinds: [], offset: 0, limit: 100, countOnly: true };
  await ast.outline({ text: 'x', language: each.language }, never);
  const first = await timed(() => ast.query(request, never));
  const again: number[] = [];
  for (let round = 0; round < 5; round += 1) again.push((await timed(() => ast.query(request, never))).took);
  const ratio = first.took / median(again);
  if (ratio < 5) misses.push(`repeated ${each.language}`);
  console.log(`${`repeated ${each.language}`.padEnd(34)} first ${first.took.toFixed(0).padStart(6)} ms   again ${median(again).toFixed(0).padStart(6)} ms   ${ratio.toFixed(1)}x`);
  await ast.dispose();
}

async function outlines(): Promise<void> {
  const { ast } = engine(corpus('typescript'));
  const files = [
    ...(trees.go === undefined ? [] : [path.join(trees.go, 'bufio', 'bufio.go'), path.join(trees.go, 'net', 'http', 'request.go')].map((file) => ({ file, language: 'go' }))),
    { file: path.join(corpus('typescript'), 'Deferred.ts'), language: 'typescript' },
    { file: path.resolve('node_modules', 'mocha', 'lib', 'runner.js'), language: 'javascript' },
    { file: path.resolve('node_modules', 'zod', 'src', 'v4', 'core', 'util.ts'), language: 'typescript' },
  ];
  let bytes = 0;
  let printed = 0;
  for (const { file, language } of files) {
    const text = readFileSync(file, 'utf8');
    const took: number[] = [];
    let lines: readonly string[] = [];
    for (let round = 0; round < 7; round += 1) {
      const run = await timed(() => ast.outline({ text, language }, never));
      took.push(run.took);
      lines = outlineLines(run.value.nodes);
    }
    const size = Buffer.byteLength(lines.join('\n'));
    bytes += Buffer.byteLength(text);
    printed += size;
    console.log(`outline ${path.basename(file).padEnd(26)} ${String(text.split('\n').length).padStart(6)} lines   ${median(took).toFixed(1).padStart(6)} ms   ${lines.length} declarations, ${size} bytes, ${((100 * size) / Buffer.byteLength(text)).toFixed(1)} %`);
    if (median(took) > 50) misses.push(`outline ${file}`);
    if (size > 8000) misses.push(`outline size ${file}`);
  }
  console.log(`outlines are ${((100 * printed) / bytes).toFixed(1)} % of these files`);
  if (printed / bytes > 0.1) misses.push('outline sizes');
  await ast.dispose();
}

async function memory(): Promise<void> {
  const { ast } = engine(corpus('typescript'));
  const before = process.memoryUsage.rss();
  const large = readFileSync(path.resolve('node_modules', 'typescript', 'lib', 'typescript.d.ts'), 'utf8');
  const text = large + large.slice(0, Math.max(0, 740_000 - large.length));
  let most = 0;
  for (let round = 0; round < 150; round += 1) {
    await Promise.all([ast.syntaxErrors({ text, language: 'typescript' }, never), ast.syntaxErrors({ text, language: 'typescript' }, never)]);
    if (round % 10 === 0) most = Math.max(most, childrenMegabytes());
  }
  const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
  console.log(`memory: 300 parses of ${text.length} characters: children at most ${most.toFixed(0)} MB in all, this process ${grown.toFixed(0)} MB more`);
  if (most > 500) misses.push('memory');
  await ast.dispose();
}

function childrenMegabytes(): number {
  const listed = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes('ast-child')).reduce((sum, line) => sum + Number.parseInt(line, 10) / 1024, 0);
}

async function main(): Promise<void> {
  const here = <T extends { readonly language: keyof typeof trees }>(cases: readonly T[]): readonly T[] => cases.filter((each) => trees[each.language] !== undefined);
  for (const each of here([...absent, ...rare, ...common])) {
    const theirs = commandLineCounts(each, corpus(each.language));
    const { ast, targets } = engine(corpus(each.language));
    const ours = await ast.query({ ...each, targets, kinds: [], offset: 0, limit: 1, countOnly: true }, never);
    await ast.dispose();
    // Where the grammar cannot parse a file whole, it recovers in UTF-16 text in another way than in UTF-8.
    const broken = new Set(ours.broken.map((file) => path.join(corpus(each.language), file)));
    const counts = new Map(ours.files.map(({ file, count }) => [file.path, count]));
    const different = [...new Set([...theirs.keys(), ...counts.keys()])].filter((file) => !broken.has(file) && theirs.get(file) !== counts.get(file));
    if (different.length > 0) misses.push(`the same matches of ${each.name} ${each.language}: ${different.slice(0, 3).join(', ')}`);
    const sum = [...theirs.values()].reduce((total, count) => total + count, 0);
    console.log(`${`${each.name} ${each.language}`.padEnd(34)} ${ours.total} matches, command line ${sum}; the same in every file that parses: ${different.length === 0 ? 'yes' : 'NO'}`);
  }
  for (const each of here(absent)) report(`absent ${each.language}`, await sideBySide(each, { countOnly: false }), 20);
  for (const each of here(rare)) report(`rare ${each.language}`, await sideBySide(each, { countOnly: false }), 8);
  for (const each of here(common)) report(`default cap ${each.language}`, await sideBySide(each, { countOnly: false }, 3), 5);
  for (const each of here(common)) report(`full count ${each.language}`, await sideBySide(each, { countOnly: true }, 3), 1 / 1.3);
  for (const each of here(common)) await repeated(each);
  await outlines();
  await memory();
  if (misses.length > 0) console.log(`missed: ${misses.join(', ')}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
}

void main();
