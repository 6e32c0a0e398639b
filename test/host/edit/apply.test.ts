import assert from 'node:assert/strict';
import { readFile, stat, unlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

const path = (name: string): string => inFolder(name).fsPath;
const write = (name: string, content: string): Promise<void> => writeFile(path(name), content);
const text = (name: string): Promise<string> => readFile(path(name), 'utf8');
const apply = (input: object): Promise<string> => answerOf('edit_apply', input);
const replace = (file: string, from: string, to: string): object => ({ file, operation: 'replace', selector_text: from, new_content: to });
const document = (name: string): Promise<vscode.TextDocument> => Promise.resolve(vscode.workspace.openTextDocument(inFolder(name)));
const previewId = (answer: string): string => /^preview_id=(\w+)/.exec(answer)?.[1] ?? assert.fail(answer);

async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Workspace);
}

describe('edits through the editor', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('show a preview without writing, then make exactly that', async () => {
    await write('a.txt', 'one\n');
    const answer = await answerOf('edit_preview', replace('a.txt', 'one', '$& &lt; \\n'));
    assert.match(answer, /^preview_id=p\w{8} 1 file, \+1 -1 \(nothing is written yet; .*\)\n--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@ -1,1 \+1,1 @@\n-one\n\+\$& &lt; \\n/);
    assert.equal(await text('a.txt'), 'one\n');
    assert.match(await apply({ preview_id: previewId(answer) }), /a\.txt \+1 -1 saved etag=/);
    assert.equal(await text('a.txt'), '$& &lt; \\n\n');
    assert.match(await errorOf('edit_apply', { preview_id: previewId(answer) }), /1606 StaleId\].*was applied/);
  });

  it('refuse a preview when the file has changed on disk since, however recently', async () => {
    await write('a.txt', 'one\n');
    await document('a.txt');
    const id = previewId(await answerOf('edit_preview', replace('a.txt', 'one', 'two')));
    await write('a.txt', 'one, outside\n');
    assert.match(await errorOf('edit_apply', { preview_id: id }), /1310 Stale\]/);
    assert.equal(await text('a.txt'), 'one, outside\n');
    await unlink(path('a.txt'));
    assert.match(await errorOf('edit_apply', { preview_id: id }), /1310 Stale\].*deleted/);
  });

  it('edit a file that has just changed on disk on its newest text', async () => {
    await write('a.txt', 'one\n');
    await document('a.txt');
    await write('a.txt', 'zero\none\n');
    await apply(replace('a.txt', 'one', 'two'));
    assert.equal(await text('a.txt'), 'zero\ntwo\n');
  });

  it('keep the user\'s unsaved text, leave it unsaved, and are one step of undo', async () => {
    await write('b.txt', 'one\n');
    const editor = await vscode.window.showTextDocument(inFolder('b.txt'));
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 3), ' two'));
    const answer = await apply({ edits: [{ ...replace('b.txt', 'two', 'TWO') }, { file: 'b.txt', operation: 'insert_after', selector_line: 1, new_content: 'three' }] });
    assert.match(answer, /b\.txt \+2 -1 unsaved: it has the user's unsaved text etag=/);
    assert.equal(editor.document.getText(), 'one TWO\nthree\n');
    assert.equal(await text('b.txt'), 'one\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'one two\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'one\n');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('keep the user\'s unsaved text of a file that is gone from disk', async () => {
    await write('gone.txt', 'one\ntwo\n');
    const editor = await vscode.window.showTextDocument(inFolder('gone.txt'));
    await editor.edit((builder) => builder.insert(new vscode.Position(2, 0), 'PRECIOUS'));
    await unlink(path('gone.txt'));
    assert.match(await answerOf('file_read', { path: 'gone.txt' }), /^gone\.txt \(unsaved\)[^\n]*\n1\tone\n2\ttwo\n3\tPRECIOUS/);
    assert.match(await answerOf('file_search', { pattern: 'PRECIOUS', paths: ['gone.txt'] }), /gone\.txt \(unsaved\)/);
    assert.match(await errorOf('edit_apply', { file: 'gone.txt', operation: 'create', new_content: 'new\n' }), /1302 InvalidEdit\] gone\.txt exists already/);
    assert.equal(editor.document.getText(), 'one\ntwo\nPRECIOUS');
    assert.match(await apply(replace('gone.txt', 'two', 'TWO')), /gone\.txt \+1 -1 unsaved: it has the user's unsaved text etag=/);
    assert.equal(editor.document.getText(), 'one\nTWO\nPRECIOUS');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'one\ntwo\nPRECIOUS');
    await assert.rejects(stat(path('gone.txt')), /ENOENT/);
    assert.equal(await editor.document.save(), true);
    assert.equal(await text('gone.txt'), 'one\ntwo\nPRECIOUS');
  });

  it('nearly all succeed while a person types elsewhere in the file, and an error is true', async () => {
    await write('typed.txt', Array.from({ length: 40 }, (_, index) => `// row ${index} old\n`).join(''));
    const editor = await vscode.window.showTextDocument(inFolder('typed.txt'));
    editor.selection = new vscode.Selection(40, 0, 40, 0);
    let typing = true;
    let typed = '';
    const person = (async () => {
      for (; typing; await new Promise((resolve) => setTimeout(resolve, 80))) {
        await vscode.commands.executeCommand('type', { text: 'x' });
        typed += 'x';
      }
    })();
    let failed = 0;
    let row = 'old';
    for (let count = 0; count < 25; count += 1) {
      const error = await apply({ file: 'typed.txt', operation: 'replace', selector_pattern: '^// row 23 .*$', new_content: `// row 23 new${count}` }).then(() => undefined, String);
      if (error === undefined) row = `new${count}`;
      else failed += 1;
      assert.equal(editor.document.lineAt(23).text, `// row 23 ${row}`);
      if (error !== undefined) assert.match(error, /1310 Stale\] .*Nothing was changed/);
    }
    typing = false;
    await person;
    assert.equal(editor.document.lineAt(40).text, typed);
    assert.ok(failed <= 2, `${failed} of 25 failed`);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('change several closed files in one step, saved, so that builds see them', async () => {
    for (const name of ['c1.txt', 'c2.txt', 'c3.txt']) await write(name, 'one\n');
    const answer = await apply({ edits: ['c1.txt', 'c2.txt', 'c3.txt'].map((file) => replace(file, 'one', 'two')) });
    assert.match(answer, /applied: 3 files, \+3 -3\nc1\.txt \+1 -1 saved etag=\w+\nc2\.txt/);
    for (const name of ['c1.txt', 'c2.txt', 'c3.txt']) {
      assert.equal(await text(name), 'two\n');
      assert.equal((await document(name)).isDirty, false);
    }
    await vscode.window.showTextDocument(inFolder('c2.txt'));
    await vscode.commands.executeCommand('undo');
    assert.equal((await document('c1.txt')).getText(), 'one\n');
    assert.equal((await document('c3.txt')).getText(), 'one\n');
    for (const name of ['c1.txt', 'c2.txt', 'c3.txt']) await (await document(name)).save();
  });

  it('save as the setting says', async () => {
    await write('d.txt', 'one\n');
    await setting('sightline.edit.save', 'never');
    assert.match(await apply(replace('d.txt', 'one', 'two')), /d\.txt \+1 -1 unsaved: sightline\.edit\.save is never etag=/);
    assert.equal(await text('d.txt'), 'one\n');
    await setting('sightline.edit.save', 'always');
    assert.match(await apply(replace('d.txt', 'two', 'three')), /saved etag=/);
    assert.equal(await text('d.txt'), 'three\n');
    await setting('sightline.edit.save', undefined);
  });

  it('say what the user\'s save settings change beyond the edit, and give the etag of the saved text', async () => {
    await write('e.txt', 'one   \ntwo');
    await setting('files.trimTrailingWhitespace', true);
    await setting('files.insertFinalNewline', true);
    const answer = await apply(replace('e.txt', 'two', 'TWO'));
    await setting('files.trimTrailingWhitespace', undefined);
    await setting('files.insertFinalNewline', undefined);
    assert.equal(await text('e.txt'), 'one\nTWO\n');
    assert.match(answer, /e\.txt \+2 -2 saved, and the save changed it further etag=/);
    const etag = /etag=(\w+)/.exec(answer)?.[1] ?? '';
    assert.match(await answerOf('file_read', { path: 'e.txt', etag }), /unchanged/);
    await answerOf('edit_undo', {});
    assert.equal(await text('e.txt'), 'one   \ntwo');
  });

  it('undo in all files, or in none when one has changed since', async () => {
    await write('f.txt', 'one\n');
    await apply({ edits: [replace('f.txt', 'one', 'two'), { file: 'made/g.txt', operation: 'create', new_content: 'new\n' }] });
    assert.equal(await text('made/g.txt'), 'new\n');
    await write('f.txt', 'mine\n');
    assert.match(await errorOf('edit_undo', {}), /1310 Stale\].*f\.txt/);
    assert.equal(await text('made/g.txt'), 'new\n');
    await write('f.txt', 'two\n');
    assert.match(await answerOf('edit_undo', {}), /^undone: 2 files, \+1 -2\nf\.txt \+1 -1 saved etag=\w+\nmade\/g\.txt removed/);
    assert.equal(await text('f.txt'), 'one\n');
    await assert.rejects(stat(path('made')), /ENOENT/);
  });

  it('call a change that changes nothing so, and leave the file alone', async () => {
    await write('h.txt', 'one\n');
    const before = (await stat(path('h.txt'))).mtimeMs;
    assert.match(await errorOf('edit_apply', replace('h.txt', 'one', 'one')), /1311 NoChange/);
    assert.equal((await stat(path('h.txt'))).mtimeMs, before);
  });

  it('refuse an edit that adds a syntax error', async () => {
    assert.match(await errorOf('edit_apply', { file: 'src/count.ts', operation: 'replace', selector_name: 'count', new_content: 'export function count( {}' }), /1307 ValidationFailed\]/);
    assert.match(await errorOf('edit_apply', { file: 'tsconfig.json', operation: 'insert_after', selector_text: '{', selector_index: 0, new_content: ',,' }), /1307 ValidationFailed\]/);
  });

  it('never show, focus or move anything', async () => {
    await write('i.txt', 'one\n');
    const active = vscode.window.activeTextEditor;
    await apply(replace('i.txt', 'one', 'two'));
    assert.equal(vscode.window.activeTextEditor, active);
  });

  it('of two callers at once lose nothing', async () => {
    await write('j.txt', '0\n');
    await Promise.all(Array.from({ length: 12 }, (_, index) => apply({ file: index % 2 === 0 ? 'j.txt' : './j.txt', operation: 'insert_after', selector_line: 1, new_content: `line ${index}` })));
    assert.deepEqual((await text('j.txt')).trim().split('\n').sort(), ['0', ...Array.from({ length: 12 }, (_, index) => `line ${index}`)].sort());
  });

  it('see the unsaved text of a dirty file from search to edit', async () => {
    await write('k.ts', 'one');
    const typed = await unsaved(inFolder('k.ts'), 'one two');
    assert.match(await answerOf('file_search', { pattern: 'two', paths: ['k.ts'] }), /k\.ts \(unsaved\)/);
    assert.match(await answerOf('file_read', { path: 'k.ts' }), /1\tone two/);
    await apply(replace('k.ts', 'two', 'TWO'));
    assert.equal((await document('k.ts')).getText(), 'one TWO');
    assert.equal(await text('k.ts'), 'one');
    await typed.restore();
  });
});

describe('problems with an edit', () => {
  it('are those that it added, in the edited file and in those that use it', async function () {
    this.timeout(60_000);
    await vscode.extensions.getExtension('vscode.typescript-language-features')?.activate();
    // The server must have loaded the project: that is the language engine's work, not the edit's.
    await answerOf('diagnostics', { paths: ['src/count.ts', 'src/use.ts'] });
    const answer = await apply({ file: 'src/count.ts', operation: 'replace', selector_text: 'return items.length;', new_content: "return 'many';" });
    assert.match(answer, /problems: 1 added, 0 removed \(checked: src\/count\.ts.*\)\n\+ src\/count\.ts:3:3 error: Type 'string' is not assignable to type 'number'\. \(\w+ 2322\)/);
    const back = await answerOf('edit_undo', {});
    assert.match(back, /problems: 0 added, 1 removed/);
    const rename = await apply({ file: 'src/count.ts', operation: 'insert_before', selector_line: 1, selector_line_end: 1, new_content: '// note' });
    assert.match(rename, /problems: none added, none removed \(checked: src\/count\.ts/);
    await answerOf('edit_undo', {});
  });
});
