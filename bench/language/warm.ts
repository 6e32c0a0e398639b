/** Inside a window on the corpus: sizes, calls for a question, and what we add to the bare commands. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { connectedClient } from '../support/client';
import { median, timed } from '../support/measure';

export interface Warm {
  readonly questions: readonly { readonly name: string; readonly calls: number; readonly references: number }[];
  readonly sizes: readonly { readonly name: string; readonly references: number; readonly files: number; readonly ours: number; readonly theirs: number }[];
  readonly times: readonly { readonly what: string; readonly bare: number; readonly ours: number }[];
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One with some hundred uses, beside the sample. */
export const wellUsed = 'pipeArguments';

export async function run(): Promise<void> {
  const names = (process.env['SIGHTLINE_BENCH_NAMES'] ?? '').split(',');
  const client = await connectedClient();
  const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: args });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };
  await call('find_references', { symbol: names[0] ?? '' }); // warms the server

  const questions: { name: string; calls: number; references: number }[] = [];
  const found: { name: string; place: Place; references: number; files: number }[] = [];
  for (const name of names) {
    let args: Record<string, unknown> = { symbol: name };
    let answer = await call('find_references', args);
    let calls = 1;
    if (/^\d+ candidates/.test(answer)) {
      args = { ...firstPlace(answer), symbol: name };
      answer = await call('find_references', args);
      calls += 1;
    }
    const references = countOf(answer);
    if (references === 0) calls = Number.NaN;
    questions.push({ name, calls, references });
    const definition = firstPlace(await call('find_definition', args));
    found.push({ name, place: definition, references, files: filesOf(answer) });
  }

  const known = firstPlace(await call('find_definition', { symbol: wellUsed }));
  const all = await call('find_references', { ...known });
  found.push({ name: wellUsed, place: known, references: countOf(all), files: filesOf(all) });

  const sizes = [];
  for (const { name, place, references, files } of found) {
    if (references < 10) continue;
    const theirs = await usages(name, place);
    const ours = await allPages((offset) => call('find_references', { ...place, offset, max_results: 1000 }));
    const listed = new Set(ours.match(/^\S+\.tsx?(?= \d|$)/gm) ?? []).size;
    if (theirs !== undefined) sizes.push({ name, references, files: Math.max(files, listed), ours: bytes(ours), theirs: bytes(theirs) });
  }

  const times = [];
  const wellUsedOnes = [...found].sort((a, b) => b.references - a.references).filter(({ references }) => references >= 5 && references <= 400).slice(0, 4);
  for (const { name, place, references } of wellUsedOnes) {
    const uri = vscode.Uri.joinPath(root(), place.file);
    const at = new vscode.Position(place.line - 1, place.column - 1);
    const pairs = [
      { tool: 'find_references', command: 'vscode.executeReferenceProvider' },
      { tool: 'find_definition', command: 'vscode.executeDefinitionProvider' },
    ];
    for (const { tool, command } of pairs) {
      const bare: number[] = [];
      const ours: number[] = [];
      for (let round = 0; round < 25; round += 1) {
        bare.push(await timed(() => vscode.commands.executeCommand(command, uri, at)));
        ours.push(await timed(() => call(tool, { ...place })));
      }
      times.push({ what: `${tool} ${name} (${references})`, bare: median(bare.slice(5)), ours: median(ours.slice(5)) });
    }
  }
  const door: number[] = [];
  for (let round = 0; round < 25; round += 1) door.push(await timed(() => call('ping', {})));
  times.push({ what: 'ping, for what the door alone takes', bare: 0, ours: median(door.slice(5)) });
  const result: Warm = { questions, sizes, times };
  writeFileSync(process.env['SIGHTLINE_BENCH_RESULT'] ?? '', JSON.stringify(result));
  await client.close();
}

/** The first place of a list that is grouped by file. */
function firstPlace(answer: string): Place {
  const match = /^(\S+\.ts)\n {2}(\d+):(\d+)/m.exec(answer);
  return { file: match?.[1] ?? '', line: Number(match?.[2]), column: Number(match?.[3]) };
}

function countOf(answer: string): number {
  return Number((/^(?:[\d,]+ of (?:at least )?)?([\d,]+) references?/.exec(answer)?.[1] ?? '0').replaceAll(',', ''));
}

function filesOf(answer: string): number {
  return Number(/in (\d+) files?/.exec(answer)?.[1] ?? 0);
}

async function allPages(page: (offset: number) => Promise<string>): Promise<string> {
  let all = '';
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const text: string = await page(offset);
    all += text;
    const next = /next: offset=(\d+)/.exec(text)?.[1];
    offset = next === undefined ? undefined : Number(next);
  }
  return all;
}

/** What VS Code's own tool answers on the same symbol; undefined where it finds none. */
async function usages(symbol: string, { file, line }: Place): Promise<string | undefined> {
  const uri = vscode.Uri.joinPath(root(), file);
  const document = await vscode.workspace.openTextDocument(uri);
  const lineContent = document.lineAt(line - 1).text.trim();
  try {
    const result = await vscode.lm.invokeTool('vscode_listCodeUsages', { input: { symbol, filePath: file, lineContent }, toolInvocationToken: undefined });
    return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    console.error(`vscode_listCodeUsages on ${symbol}: ${String(error)}`);
    return undefined;
  }
}

function root(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('no folder');
  return folder.uri;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
