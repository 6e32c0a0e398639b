import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { vscodeEdits } from '../../../src/host/edits';
import { answerOf, errorOf, inFolder } from '../support/call';

/** More than VS Code holds for an extension, which are some 50 documents. */
const sizes = [60, 150];

const path = (name: string): string => inFolder(name).fsPath;
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `many/a${index}.ts`);
const texts = (count: number): Promise<readonly string[]> => Promise.all(names(count).map((name) => readFile(path(name), 'utf8')));
const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const dirty = (): readonly string[] => vscode.workspace.textDocuments.filter((document) => document.isDirty).map((document) => document.fileName);

async function fill(count: number): Promise<void> {
  await rm(path('many'), { recursive: true, force: true });
  await mkdir(path('many'));
  await Promise.all(names(count).map((name, index) => writeFile(path(name), `export const a${index} = f(${index});\n`)));
}

async function preview(): Promise<string> {
  const answer = await answerOf('ast_rewrite', { pattern: 'f($X)', rewrite: 'g($X)', language: 'typescript', paths: ['many'] });
  return /^preview_id=(\w+)/.exec(answer)?.[1] ?? assert.fail(answer);
}

describe('edits of more files than the editor holds open', () => {
  after(() => rm(path('many'), { recursive: true, force: true }));

  for (const count of sizes) {
    it(`change ${count} files and take them back, all saved, without a tab`, async () => {
      await fill(count);
      const applied = await answerOf('edit_apply', { preview_id: await preview() });
      assert.match(applied, new RegExp(`^edit_id=\\w+ applied: ${count} files, \\+${count} -${count}\\n`));
      assert.deepEqual(await texts(count), names(count).map((_, index) => `export const a${index} = g(${index});\n`));
      assert.deepEqual(dirty(), []);
      assert.match(await answerOf('edit_undo', {}), new RegExp(`^undone: ${count} files, \\+${count} -${count}\\n`));
      assert.deepEqual(await texts(count), names(count).map((_, index) => `export const a${index} = f(${index});\n`));
      assert.deepEqual([dirty(), tabs()], [[], []]);
    });
  }

  it('change none of 100 files when the first has changed on disk since', async () => {
    await fill(100);
    const id = await preview();
    await writeFile(path('many/a0.ts'), 'export const other = f(0);\n');
    assert.match(await errorOf('edit_apply', { preview_id: id }), /1310 Stale\] many\/a0\.ts has changed since it was read\. Nothing was changed/);
    assert.deepEqual(await texts(100), names(100).map((_, index) => (index === 0 ? 'export const other = f(0);\n' : `export const a${index} = f(${index});\n`)));
    assert.deepEqual(dirty(), []);
  });

  it('leave a closed file as it is that changes on disk at the same moment, and say which ones they made', async () => {
    await mkdir(path('many'), { recursive: true });
    await writeFile(path('many/closed0.ts'), 'f(0);\n');
    await writeFile(path('many/closed1.ts'), 'newer; f(1);\n');
    const edits = vscodeEdits(undefined);
    const files = ['many/closed0.ts', 'many/closed1.ts'].map((name, index) => ({ path: path(name), display: name, before: `f(${index});\n`, changes: [{ start: 0, end: 1, text: 'g' }] }));
    assert.deepEqual(await edits.apply({ creates: [], files }), { accepted: false, made: [path('many/closed0.ts')] });
    assert.equal((await vscode.workspace.openTextDocument(inFolder('many/closed1.ts'))).getText(), 'newer; f(1);\n');
    assert.deepEqual(dirty(), [path('many/closed0.ts')]);
    await edits.save({ path: path('many/closed0.ts'), display: 'many/closed0.ts' });
    assert.equal(await readFile(path('many/closed0.ts'), 'utf8'), 'g(0);\n');
    assert.equal(await readFile(path('many/closed1.ts'), 'utf8'), 'newer; f(1);\n');
  });
});
