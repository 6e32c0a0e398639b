import assert from 'node:assert/strict';
import { chmod, lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder } from '../support/call';

const path = (name: string): string => inFolder(name).fsPath;
const write = async (name: string, content: string | Uint8Array): Promise<void> => {
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(inFolder(name), '..'));
  await writeFile(path(name), content);
};
const bytes = (name: string): Promise<Buffer> => readFile(path(name));
const apply = (input: object): Promise<string> => answerOf('edit_apply', input);

describe('bytes that an edit does not touch', () => {
  it('stay: byte-order marks, UTF-16, CRLF, a missing final newline', async () => {
    for (const [name, before, after] of [
      ['bom.xml', Buffer.from('\ufeff<Project/>'), Buffer.from('\ufeff<P/>')],
      ['plain.xml', Buffer.from('<Project/>'), Buffer.from('<P/>')],
      ['le.txt', Buffer.from('\ufeff<Project/>\r\nx', 'utf16le'), Buffer.from('\ufeff<P/>\r\nx', 'utf16le')],
      ['be.txt', Buffer.from('\ufeff<Project/>\nx', 'utf16le').swap16(), Buffer.from('\ufeff<P/>\nx', 'utf16le').swap16()],
      ['crlf.txt', Buffer.from('<Project/>\r\n\tx😀\r\n'), Buffer.from('<P/>\r\n\tx😀\r\n')],
    ] as const) {
      await write(name, before);
      const answer = await apply({ file: name, operation: 'replace', selector_text: '<Project', new_content: '<P' });
      assert.deepEqual(await bytes(name), after, answer);
      assert.match(answer, /^edit_id=e[0-9a-f]{8} applied: 1 file, \+1 -1\n\S+ \+1 -1 saved etag=[0-9a-f]{12}/);
    }
  });

  it('are those of a file that is created, which can be undone whatever its line ends and mark', async () => {
    for (const content of ['x\r\ny\n', 'x\ry', '\ufeffhello\n']) {
      const answer = await apply({ file: 'made.txt', operation: 'create', new_content: content });
      assert.match(answer, /made\.txt created \+\d -0 saved etag=/);
      assert.deepEqual(await bytes('made.txt'), Buffer.from(content));
      assert.match(await answerOf('edit_undo', {}), /made\.txt removed/);
      await assert.rejects(stat(path('made.txt')), /ENOENT/);
    }
  });

  it('stay when a byte-order mark has just come on disk', async () => {
    await write('marked.txt', 'one\ntwo\n');
    await apply({ file: 'marked.txt', operation: 'replace', selector_text: 'one', new_content: 'ONE' });
    await write('marked.txt', '\ufeffONE\ntwo\n');
    await apply({ file: 'marked.txt', operation: 'replace', selector_text: 'two', new_content: 'TWO' });
    assert.deepEqual(await bytes('marked.txt'), Buffer.from('\ufeffONE\nTWO\n'));
  });

  it('stay in the encodings that the user has set for a file', async () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a, 0x61, 0x0a]);
    await write('a.gbk.txt', gbk);
    await apply({ file: 'a.gbk.txt', operation: 'replace', selector_text: 'a', new_content: '你b' });
    assert.deepEqual(await bytes('a.gbk.txt'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a, 0xc4, 0xe3, 0x62, 0x0a]));
    await write('a.latin.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    await apply({ file: 'a.latin.txt', operation: 'insert_after', selector_text: 'café', new_content: ' ü' });
    assert.deepEqual(await bytes('a.latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0xfc, 0x0a]));
    assert.match(await errorOf('edit_apply', { file: 'a.latin.txt', operation: 'insert_after', selector_text: 'café', new_content: '😀' }), /1302 InvalidEdit\].*iso88591/);
    assert.deepEqual(await bytes('a.latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0xfc, 0x0a]));
  });

  it('are not lost in a new file whose encoding cannot express them: it is refused', async () => {
    for (const tool of ['edit_preview', 'edit_apply']) {
      assert.match(await errorOf(tool, { file: 'new.latin.txt', operation: 'create', new_content: '日本😀\n' }), /1302 InvalidEdit\] new_content holds characters that files\.encoding, the encoding of new\.latin\.txt, cannot express/);
    }
    await assert.rejects(stat(path('new.latin.txt')), /ENOENT/);
    await apply({ file: 'new.latin.txt', operation: 'create', new_content: 'café\n' });
    assert.deepEqual(await bytes('new.latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    await apply({ file: 'new.gbk.txt', operation: 'create', new_content: '你\n' });
    assert.deepEqual(await bytes('new.gbk.txt'), Buffer.from([0xc4, 0xe3, 0x0a]));
  });

  it('stay in a file whose encoding the editor does not know: it is refused', async () => {
    const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);
    await write('unknown.txt', latin);
    assert.match(await errorOf('edit_apply', { file: 'unknown.txt', operation: 'replace', selector_text: 'ca', new_content: 'ka' }), /1301 EditFailed\].*not valid utf8/);
    assert.deepEqual(await bytes('unknown.txt'), latin);
    await write('binary.bin', Buffer.from([0x61, 0, 0x62]));
    assert.match(await errorOf('edit_apply', { file: 'binary.bin', operation: 'replace', selector_text: 'a', new_content: 'b' }), /1604 Binary/);
  });

  it('stay where line ends are mixed: the file is edited on disk, and the editor follows', async () => {
    await write('mixed.txt', 'one\r\ntwo\nthree\r\n');
    await chmod(path('mixed.txt'), 0o755);
    const document = await vscode.workspace.openTextDocument(inFolder('mixed.txt'));
    const answer = await apply({ file: 'mixed.txt', operation: 'replace', selector_line: 2, new_content: 'TWO' });
    assert.equal((await bytes('mixed.txt')).toString(), 'one\r\nTWO\nthree\r\n');
    assert.match(answer, /written on disk, outside the editor's undo \(its line ends are mixed/);
    assert.match(document.getText(), /^one\r?\nTWO\r?\nthree/);
    assert.equal((await stat(path('mixed.txt'))).mode & 0o777, 0o755);
    await answerOf('edit_undo', {});
    assert.equal((await bytes('mixed.txt')).toString(), 'one\r\ntwo\nthree\r\n');
  });

  it('come back when an edit that made mixed line ends one is undone', async () => {
    await write('ends.txt', 'a\r\nb\nc\n');
    await apply({ file: 'ends.txt', operation: 'delete', selector_line: 1 });
    assert.equal((await bytes('ends.txt')).toString(), 'b\nc\n');
    assert.match(await answerOf('edit_undo', {}), /ends\.txt \+1 -0 written on disk/);
    assert.equal((await bytes('ends.txt')).toString(), 'a\r\nb\nc\n');
    assert.equal((await vscode.workspace.openTextDocument(inFolder('ends.txt'))).isDirty, false);
  });

  it('are not rewritten by a save of the user\'s unsaved text in a file of mixed line ends: it is refused', async () => {
    await write('mixed-dirty.txt', 'one\r\ntwo\n');
    const uri = inFolder('mixed-dirty.txt');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), 'typed ');
    await vscode.workspace.applyEdit(edit);
    assert.match(await errorOf('edit_apply', { file: 'mixed-dirty.txt', operation: 'replace', selector_text: 'two', new_content: 'x' }), /mixed line ends on disk and unsaved text/);
    assert.equal((await bytes('mixed-dirty.txt')).toString(), 'one\r\ntwo\n');
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /^typed one/);
    await document.save();
  });

  it('keep their mode, open in the editor or not', async () => {
    for (const mode of [0o755, 0o600]) {
      await write('run.sh', '#!/bin/sh\necho one\n');
      await chmod(path('run.sh'), mode);
      await apply({ file: 'run.sh', operation: 'replace', selector_text: 'one', new_content: 'two' });
      assert.equal((await stat(path('run.sh'))).mode & 0o777, mode);
      await vscode.window.showTextDocument(inFolder('run.sh'));
      await apply({ file: 'run.sh', operation: 'replace', selector_text: 'two', new_content: 'three' });
      assert.equal((await stat(path('run.sh'))).mode & 0o777, mode);
      assert.equal((await bytes('run.sh')).toString(), '#!/bin/sh\necho three\n');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('are those behind a link, which stays one, whichever name is open', async () => {
    await write('target.txt', 'one\n');
    await symlink('target.txt', path('link.txt'));
    await apply({ file: 'link.txt', operation: 'replace', selector_text: 'one', new_content: 'two' });
    assert.equal((await bytes('target.txt')).toString(), 'two\n');
    await vscode.window.showTextDocument(inFolder('link.txt'));
    await apply({ file: 'target.txt', operation: 'replace', selector_text: 'two', new_content: 'three' });
    await apply({ file: 'link.txt', operation: 'replace', selector_text: 'three', new_content: 'four' });
    assert.equal((await bytes('target.txt')).toString(), 'four\n');
    assert.equal((await lstat(path('link.txt'))).isSymbolicLink(), true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('stay in a read-only file, by mode or by setting', async () => {
    await write('mode.txt', 'one\n');
    await chmod(path('mode.txt'), 0o444);
    await write('locked/a.txt', 'one\n');
    for (const file of ['mode.txt', 'locked/a.txt']) {
      assert.match(await errorOf('edit_apply', { file, operation: 'replace', selector_text: 'one', new_content: 'two' }), /1305 FileNotWritable\]/);
      assert.equal((await bytes(file)).toString(), 'one\n');
    }
  });
});
