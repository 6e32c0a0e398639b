import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { encode } from '../../../src/core/encoding';
import type { EditRequest } from '../../../src/engines/edit/index';
import { randomEdits, randomFile } from '../../unit/support/edit-model';
import { Random } from '../../unit/support/random';
import { answerOf, inFolder } from '../support/call';

const count = 300;

describe('random edits in the editor', () => {
  before(() => mkdir(inFolder('random').fsPath, { recursive: true }));
  after(() => rm(inFolder('random').fsPath, { recursive: true, force: true }));

  it(`do what a simple model does, ${count} times, and lose no byte`, async function () {
    this.timeout(240_000);
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const random = new Random(seed);
    const times: number[] = [];
    for (let round = 0, edits = 0; edits < count; round += 1) {
      const { model, encoding } = randomFile(random);
      const { requests, expected } = randomEdits(random, model);
      // No change is an error of its own; a file without any line end takes the platform's.
      if (requests.length === 0 || expected === model.text || (!/\n/.test(model.text) && model.eol === '\r\n')) continue;
      const isMixed = /\r\n/.test(model.text) && /(?<!\r)\n/.test(model.text);
      // Where line ends are mixed a new line takes its neighbour's, which the model does not know.
      if (isMixed && requests.some(({ newContent, line }) => newContent !== undefined && (line !== undefined || newContent.includes('\n')))) continue;
      edits += requests.length;
      const name = `random/${round}.txt`;
      const uri = inFolder(name);
      const where = `seed ${seed}, round ${round}: ${JSON.stringify({ text: model.text, encoding, requests })}`;
      const isDirty = !isMixed && model.text !== '' && random.chance(0.25);
      const onDisk = isDirty ? `on disk${model.eol}` : model.text;
      await writeFile(uri.fsPath, encode(onDisk, encoding));
      if (isDirty) await type(uri, model.text);

      const started = performance.now();
      const answer = await answerOf('edit_apply', { edits: requests.map((request) => ({ ...argumentsOf(request), file: name })) }).catch((error: unknown) => assert.fail(`${where}\n${String(error)}`));
      times.push(performance.now() - started);
      if (isDirty) {
        const document = await vscode.workspace.openTextDocument(uri);
        assert.equal(document.getText(), expected, where);
        assert.match(answer, /unsaved: it has the user's unsaved text/, where);
        assert.deepEqual(await readFile(uri.fsPath), Buffer.from(encode(onDisk, encoding)), where);
        await document.save();
      }
      assert.deepEqual(await readFile(uri.fsPath), Buffer.from(encode(expected, encoding)), `${where}\n${answer}`);
    }
    times.sort((a, b) => a - b);
    console.log(`${times.length} calls of edit_apply: median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms`);
  });
});

async function type(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  assert.equal(document.getText(), text);
}

function argumentsOf(request: EditRequest): object {
  return {
    operation: request.operation,
    ...(request.newContent === undefined ? {} : { new_content: request.newContent }),
    ...(request.text === undefined ? {} : { selector_text: request.text }),
    ...(request.index === undefined ? {} : { selector_index: request.index }),
    ...(request.line === undefined ? {} : { selector_line: request.line }),
    ...(request.lineEnd === undefined ? {} : { selector_line_end: request.lineEnd }),
  };
}
