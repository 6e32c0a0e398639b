/** Inside a window: `edit_apply` beside the editor's own apply and save, and a rename over many files. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { connectedClient } from '../support/client';
import { timed } from '../support/measure';

export interface EditTimes {
  /** Milliseconds of each round, in pairs. */
  readonly bare: readonly number[];
  readonly ours: readonly number[];
  readonly rename: { readonly took: number; readonly applied: number; readonly preview: number; readonly answer: number; readonly head: string };
}

const rounds = 25;

export async function run(): Promise<void> {
  const client = await connectedClient();
  const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    if (isError === true) throw new Error(text);
    return text;
  };
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = -2; round < rounds; round += 1) {
    const own = await timed(() => throughEditor(`bare-${(round + 2) % 5}.rs`, `    ${round + 1_000}`));
    const tool = await timed(() => call('edit_apply', { file: `ours-${(round + 2) % 5}.rs`, operation: 'replace', selector_name: 'f300', new_content: `fn f300() -> i32 {\n    ${round + 1_000}\n}` }));
    // The first ones open the files and start the parser.
    if (round >= 0) [bare, ours].forEach((list, index) => list.push(index === 0 ? own : tool));
  }
  await call('find_references', { file: 'many/base.ts', symbol: 'oldName' });
  let preview = '';
  const took = await timed(async () => void (preview = await call('rename_symbol', { file: 'many/user-3.ts', line: 3, symbol: 'oldName', new_name: 'newName' })));
  let answer = '';
  const applied = await timed(async () => void (answer = await call('edit_apply', { preview_id: /preview_id=(\w+)/.exec(preview)?.[1] })));
  const head = `${preview.split('\n', 1)[0]} / ${answer.split('\n', 1)[0]}`;
  const result: EditTimes = { bare, ours, rename: { took, applied, preview: preview.length, answer: answer.length, head } };
  await client.close();
  writeFileSync(process.env['SIGHTLINE_BENCH_RESULT'] ?? '', JSON.stringify(result));
}

/** The same change by hand: the text of one line, by a `WorkspaceEdit` and a save. */
async function throughEditor(name: string, line: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.lineAt(300 * 4 + 1).range, line);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) throw new Error(`${name} was not changed`);
}
