/** Inside a fresh window: the first question, and what came of it. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

export interface Cold {
  readonly answer: string;
  readonly took: number;
}

export async function run(): Promise<void> {
  const input: object = JSON.parse(process.env['SIGHTLINE_BENCH_INPUT'] ?? '{}');
  const started = performance.now();
  let answer: string;
  try {
    const result = await vscode.lm.invokeTool('sightline_find_references', { input, toolInvocationToken: undefined });
    answer = result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    answer = String(error);
  }
  const result: Cold = { answer, took: performance.now() - started };
  writeFileSync(process.env['SIGHTLINE_BENCH_RESULT'] ?? '', JSON.stringify(result));
}
