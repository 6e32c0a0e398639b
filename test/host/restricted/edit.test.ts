import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder } from '../support/call';

describe('edits in Restricted Mode', () => {
  it('can be previewed but not made', async () => {
    const edit = { file: 'untrusted.ts', operation: 'replace', selector_text: 'true', new_content: 'false' };
    const preview = await answerOf('edit_preview', edit);
    const id = /preview_id=(\w+)/.exec(preview)?.[1];
    for (const input of [edit, { preview_id: id }]) assert.match(await errorOf('edit_apply', input), /\[1504 Untrusted\] This window is in Restricted Mode/);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(inFolder('untrusted.ts'))).toString(), 'export const untrusted = true;\n');
  });
});
