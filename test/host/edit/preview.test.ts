import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder } from '../support/call';

const path = (name: string): string => inFolder(name).fsPath;
const previewId = (answer: string): string => /preview_id=(\w+)/.exec(answer)?.[1] ?? assert.fail(answer);
const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const tabOf = (id: string): vscode.Tab | undefined => tabs().find((tab) => tab.label.includes(id));
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 5_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) if (await holds()) return;
  assert.fail('did not come true in time');
};

/** Both sides of a file of a preview, as its diff shows them. */
async function sides(id: string, index: number, name: string): Promise<readonly [string, string]> {
  const open = async (side: string): Promise<string> =>
    (await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: 'sightline-preview', path: `/${name}`, query: `${id}/${index}/${side}` }))).getText();
  return [await open('before'), await open('after')];
}

describe('a preview in the editor', () => {
  beforeEach(async () => {
    await writeFile(path('p1.ts'), 'f(1);\nlet a;\nf(2);\nlet b;\nf(3);\n');
    await writeFile(path('p2.ts'), 'f(4);\n');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
    await rm(path('p1.ts'));
    await rm(path('p2.ts'));
  });

  const preview = async (): Promise<string> => previewId(await answerOf('ast_rewrite', { pattern: 'f($A)', rewrite: 'g($A, 0)', language: 'typescript', paths: ['p1.ts', 'p2.ts'] }));

  it('is not opened by the tool, but by a person, as one diff of all files', async () => {
    const id = await preview();
    assert.equal(tabOf(id), undefined);
    await vscode.commands.executeCommand('sightline.openPreview', id);
    await until(() => tabOf(id) !== undefined);
    assert.match(tabOf(id)?.label ?? '', /the rewrite of f\(\$A\)/);
    assert.deepEqual(await sides(id, 0, 'p1.ts'), ['f(1);\nlet a;\nf(2);\nlet b;\nf(3);\n', 'g(1, 0);\nlet a;\ng(2, 0);\nlet b;\ng(3, 0);\n']);
    assert.deepEqual(await sides(id, 1, 'p2.ts'), ['f(4);\n', 'g(4, 0);\n']);
  });

  it('stays right when it is closed and opened again, beside another, and after it was applied', async () => {
    const [id, other] = [await preview(), previewId(await answerOf('edit_preview', { file: 'p2.ts', operation: 'replace', selector_text: '4', new_content: '5' }))];
    for (const each of [id, other, id]) {
      await vscode.commands.executeCommand('sightline.openPreview', each);
      await until(() => tabOf(each) !== undefined);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
    const [, after] = await sides(id, 0, 'p1.ts');
    await vscode.commands.executeCommand('sightline.openPreview', id);
    await vscode.commands.executeCommand('sightline.applyPreview', id);
    assert.equal(await readFile(path('p1.ts'), 'utf8'), after);
    assert.equal(tabOf(id), undefined, 'the diff is closed');
    assert.deepEqual(await sides(other, 0, 'p2.ts'), ['f(4);\n', 'f(5);\n']);
    await vscode.commands.executeCommand('sightline.undoLastEdit');
    assert.equal(await readFile(path('p1.ts'), 'utf8'), 'f(1);\nlet a;\nf(2);\nlet b;\nf(3);\n');
  });

  it('is thrown away by Discard', async () => {
    const id = await preview();
    await vscode.commands.executeCommand('sightline.openPreview', id);
    await until(() => tabOf(id) !== undefined);
    await vscode.commands.executeCommand('sightline.discardPreview');
    await until(() => tabOf(id) === undefined);
    assert.match(await errorOf('edit_apply', { preview_id: id }), /1606 StaleId\].*was discarded/);
    assert.equal(await readFile(path('p2.ts'), 'utf8'), 'f(4);\n');
  });
});
