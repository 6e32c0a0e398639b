/** Inside a window on the corpus: text search through our doors beside the editor's own and Copilot's tool. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { createPlaces } from '../../src/core/place';
import { createSearch } from '../../src/engines/search/search';
import { testPorts } from '../../test/unit/support/services';
import { connectedClient } from '../support/client';
import { inTurn, median, timed, type Pair } from '../support/measure';
import { rawRipgrep } from '../support/raw-ripgrep';
import type { OutsideRequest } from './outside';

export interface Measured {
  readonly times: readonly { readonly what: string; readonly ours: number; readonly theirs: number; readonly most: number }[];
  /** What could not be measured, and why. */
  readonly missing: readonly string[];
  readonly ping: number;
}

interface Editor extends Pick<typeof vscode.workspace, 'name'> {
  findTextInFiles2?(query: object, options?: object): { readonly results: AsyncIterable<unknown>; readonly complete: Promise<unknown> };
}

const rounds = Number(process.env['ROUNDS'] ?? 11);
const patterns = { absent: 'thisIsNowhereToBeFound', rare: 'AsyncGeneratorFunction', common: 'import' } as const;

export async function run(): Promise<void> {
  const client = await connectedClient();
  const overMcp = async (pattern: string) => void (await client.callTool({ name: 'file_search', arguments: { pattern } }));
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const ports = testPorts([{ name: 'bench', path: root }]);
  const places = createPlaces(ports);
  const rg = path.join(process.env['SIGHTLINE_TEST_ROOT'] ?? '', 'dist', 'bin', 'rg');
  const engine = createSearch({ ...ports, places }, { shippedRipgrepFolder: path.dirname(rg) });
  const uncapped = async (text: string) => {
    const query = { targets: [], pattern: { text, literal: false, ignoreCase: false }, context: 0 };
    for (const file of (await engine.find(query, new AbortController().signal)).files) await file.lines();
  };

  const times: Measured['times'][number][] = [];
  const missing: string[] = [];
  const pair = async (what: string, most: number, ours: () => Promise<void>, theirs: () => Promise<void>) => {
    console.log(`measuring: ${what}`);
    const answered = await Promise.race([theirs().then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 20_000, false))]);
    if (answered) times.push({ what, most, ...(await inTurn(rounds, ours, theirs)) });
    else missing.push(`${what}: the other side did not answer within 20 s`);
  };
  for (const [name, pattern] of Object.entries(patterns)) {
    const most = name === 'common' ? 0.7 : 1.25;
    await pair(`file_search over MCP, ${name}, beside a raw parallel rg --json`, most, () => overMcp(pattern), () => rawRipgrep(rg, root, pattern));
  }
  const fromOutside = await outside({ root, rg, patterns: Object.values(patterns), rounds });
  Object.keys(patterns).forEach((name, index) => {
    const found = fromOutside[index];
    if (found !== undefined) times.push({ what: `file_search over MCP from another process, ${name}, beside a raw parallel rg --json of that process`, most: name === 'common' ? 0.7 : 1.25, ...found });
  });
  const editor: Editor = vscode.workspace;
  if (editor.findTextInFiles2 === undefined) missing.push('findTextInFiles2: not in this build');
  else {
    for (const [name, pattern] of Object.entries(patterns)) {
      await pair(`all matches, ${name}, beside findTextInFiles2`, name === 'common' ? 0.6 : 1, () => uncapped(pattern), () => editorSearch(editor, pattern));
    }
  }
  if (vscode.lm.tools.some((tool) => tool.name === 'copilot_findTextInFiles')) {
    const copilot = async (query: string) =>
      void (await vscode.lm.invokeTool('copilot_findTextInFiles', { input: { query, isRegexp: true }, toolInvocationToken: undefined }));
    const own = async (pattern: string) =>
      void (await vscode.lm.invokeTool('sightline_file_search', { input: { pattern }, toolInvocationToken: undefined }));
    for (const [name, pattern] of Object.entries(patterns)) await pair(`the tool in VS Code, ${name}, beside copilot_findTextInFiles`, 0.5, () => own(pattern), () => copilot(pattern));
  } else missing.push('copilot_findTextInFiles: Copilot is not active in this window');

  const pings: number[] = [];
  for (let round = 0; round < 200; round += 1) pings.push(await timed(async () => void (await client.callTool({ name: 'ping', arguments: {} }))));
  const measured: Measured = { times, missing, ping: median(pings) };
  writeFileSync(process.env['SIGHTLINE_BENCH_RESULT'] ?? '', JSON.stringify(measured));
}

/** As an agent sees it: a client in a process of its own, whose event loop is not the server's. */
async function outside(request: OutsideRequest): Promise<readonly Pair[]> {
  const module = path.join(process.env['SIGHTLINE_TEST_ROOT'] ?? '', 'out', 'bench', 'editor', 'outside.js');
  const { stdout } = await promisify(execFile)(process.execPath, [module, JSON.stringify(request)], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
  return JSON.parse(stdout);
}

async function editorSearch(editor: Editor, pattern: string): Promise<void> {
  const found = editor.findTextInFiles2?.({ pattern, isRegExp: true, isCaseSensitive: true }, { maxResults: 1_000_000 });
  if (found === undefined) return;
  for await (const _ of found.results);
  await found.complete;
}
