import assert from 'node:assert/strict';
import { chmod, link, mkdir, readdir, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { etagOf } from '../../../src/core/etag';
import { bench, caller, type Bench } from './bench';

const replace = (file: string, text: string, newContent: string) => ({ file, operation: 'replace', text, newContent }) as const;

describe('applying edits', () => {
  let it_: Bench;
  const make = async (...args: Parameters<typeof bench>): Promise<Bench> => (it_ = await bench(...args));
  afterEach(() => it_.remove());

  it('makes exactly what was previewed, once', async () => {
    const { editing, text, refused } = await make({ 'a.txt': 'one\n' });
    const preview = await editing.preview('replace one', [replace('a.txt', 'one', 'two')], caller.signal);
    assert.equal(await text('a.txt'), 'one\n');
    assert.match(preview.files[0]?.diff.text ?? '', /-one\n\+two\n/);
    const result = await editing.applyPreview(preview.id, caller);
    assert.equal(await text('a.txt'), 'two\n');
    assert.deepEqual(
      result.files.map(({ display, done, added, removed, unsaved, etag }) => ({ display, done, added, removed, unsaved, etag })),
      [{ display: 'a.txt', done: 'changed', added: 1, removed: 1, unsaved: undefined, etag: '27dd8ed44a83' }],
    );
    assert.match(await refused('StaleId', editing.applyPreview(preview.id, caller)), /was applied/);
    await refused('UnknownId', editing.applyPreview('p0', caller));
  });

  it('refuses a preview whose file is no longer the one that was shown', async () => {
    const { editing, refused, text, at, write } = await make({ 'a.txt': 'one\n', 'other.txt': 'one\n' });
    const change = async (what: () => Promise<unknown>): Promise<string> => {
      await write('a.txt', 'one\n');
      const preview = await editing.preview('', [replace('a.txt', 'one', 'two')], caller.signal);
      await what();
      const name = (await stat(at('a.txt')).catch(() => undefined))?.mode === 0o100444 ? 'FileNotWritable' : 'Stale';
      return refused(name, editing.applyPreview(preview.id, caller));
    };
    assert.match(await change(() => write('a.txt', 'one!\n')), /a\.txt has changed since it was read/);
    assert.equal(await text('a.txt'), 'one!\n');
    assert.match(await change(() => unlink(at('a.txt'))), /was deleted or renamed/);
    assert.match(await change(() => rename(at('a.txt'), at('b.txt'))), /was deleted or renamed/);
    assert.match(await change(async () => (await unlink(at('a.txt')), symlink('other.txt', at('a.txt')))), /a link was put in its place/);
    assert.equal(await text('other.txt'), 'one\n');
    await unlink(at('a.txt'));
    assert.match(await change(() => chmod(at('a.txt'), 0o444)), /read-only/);
    assert.equal(await text('a.txt'), 'one\n');
  });

  it('takes a wrong etag for a stale view, and a right one for leave', async () => {
    const { apply, refused, editing } = await make({ 'a.txt': 'one\n' });
    assert.match(await refused('Stale', apply({ ...replace('a.txt', 'one', 'two'), etag: '000000000000' })), /etag is now/);
    const result = await apply(replace('a.txt', 'one', 'two'));
    await apply({ ...replace('a.txt', 'two', 'three'), etag: result.files[0]?.etag });
    assert.equal(editing.lastEdit(caller)?.files[0]?.kind, 'change');
  });

  it('edits the unsaved text of the user and leaves it unsaved', async () => {
    const { apply, text, type, edits, editing, at } = await make({ 'a.ts': 'one' });
    type('a.ts', 'one two');
    const result = await apply(replace('a.ts', 'two', 'TWO'));
    assert.equal(edits.held.get(at('a.ts'))?.text, 'one TWO');
    assert.equal(await text('a.ts'), 'one');
    assert.equal(result.files[0]?.unsaved, "it has the user's unsaved text");
    await editing.undo(undefined, caller);
    assert.equal(edits.held.get(at('a.ts'))?.text, 'one two');
    assert.equal(await text('a.ts'), 'one');
  });

  it('sees the unsaved text of a file that is gone from disk: edits it, and never creates over it', async () => {
    const { apply, type, edits, at, refused, editing } = await make({ 'a.txt': 'one\n' });
    type('a.txt', 'one\nprecious\n');
    await unlink(at('a.txt'));
    assert.match(await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'create', newContent: 'new\n' })), /a\.txt exists already/);
    await refused('InvalidEdit', editing.preview('', [{ file: 'a.txt', operation: 'create', newContent: 'new\n' }], caller.signal));
    assert.equal(edits.held.get(at('a.txt'))?.text, 'one\nprecious\n');
    const result = await apply(replace('a.txt', 'one', 'two'));
    assert.equal(edits.held.get(at('a.txt'))?.text, 'two\nprecious\n');
    assert.equal(result.files[0]?.unsaved, "it has the user's unsaved text");
    await assert.rejects(stat(at('a.txt')), /ENOENT/);
    await editing.undo(undefined, caller);
    assert.equal(edits.held.get(at('a.txt'))?.text, 'one\nprecious\n');
  });

  it('creates nothing over a file that went from disk after the preview and whose text the editor holds unsaved', async () => {
    const { editing, type, edits, at, refused } = await make({ 'other.txt': '' });
    const preview = await editing.preview('', [{ file: 'a.txt', operation: 'create', newContent: 'new\n' }], caller.signal);
    type('a.txt', 'precious\n');
    assert.match(await refused('Stale', editing.applyPreview(preview.id, caller)), /a\.txt has come into being/);
    assert.equal(edits.held.get(at('a.txt'))?.text, 'precious\n');
  });

  it('saves as the setting says', async () => {
    const never = await make({ 'a.txt': 'one\n' }, { editSave: () => 'never' });
    const result = await never.apply(replace('a.txt', 'one', 'two'));
    assert.equal(await never.text('a.txt'), 'one\n');
    assert.match(result.files[0]?.unsaved ?? '', /edit\.save is never/);
    await never.remove();
    const always = await make({ 'a.txt': 'one\n' }, { editSave: () => 'always' });
    always.type('a.txt', 'one, unsaved\n');
    await always.apply(replace('a.txt', 'one', 'two'));
    assert.equal(await always.text('a.txt'), 'two, unsaved\n');
  });

  it('says what a save changed beyond the edit, and undoes that too', async () => {
    const { apply, text, edits, editing } = await make({ 'a.txt': 'one  \nx\n' });
    edits.faults.onSave = (all) => all.replace(/ +$/gm, '');
    const result = await apply(replace('a.txt', 'x', 'y'));
    assert.equal(await text('a.txt'), 'one\ny\n');
    assert.equal(result.files[0]?.savedOtherwise, true);
    assert.deepEqual([result.files[0]?.added, result.files[0]?.removed], [2, 2]);
    edits.faults.onSave = undefined;
    await editing.undo(result.id, caller);
    assert.equal(await text('a.txt'), 'one  \nx\n');
  });

  it('saves all files at once, since the editor shows a tab for each that waits', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`);
    const { apply, edits } = await make(Object.fromEntries(names.map((name) => [name, 'one\n'])));
    const { save } = edits;
    let [now, most] = [0, 0];
    edits.save = async (file) => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      now -= 1;
      return save(file);
    };
    const { files } = await apply(...names.map((name) => replace(name, 'one', 'two')));
    assert.deepEqual(files.map(({ display, unsaved }) => [display, unsaved]), names.map((name) => [name, undefined]));
    assert.equal(most, 20);
  });

  it('creates no file that was named as a directory, and none through a link that leads nowhere', async () => {
    const { apply, refused, at } = await make({ 'a.txt': '' });
    await symlink('nowhere.txt', at('link.txt'));
    assert.match(await refused('InvalidEdit', apply({ file: 'new2/', operation: 'create', newContent: 'x' })), /new2 was named as a directory/);
    assert.match(await refused('InvalidEdit', apply({ file: 'link.txt', operation: 'create', newContent: 'x' })), /link\.txt is a link that leads nowhere/);
    await assert.rejects(stat(at('new2')), /ENOENT/);
  });

  it('takes a failed save for a status: the text is in the editor', async () => {
    const { apply, edits, at, text } = await make({ 'a.txt': 'one\n' });
    edits.faults.failSave = 'ENOSPC: no space left on device';
    const result = await apply(replace('a.txt', 'one', 'two'));
    assert.equal(result.files[0]?.unsaved, 'ENOSPC: no space left on device');
    assert.equal(edits.held.get(at('a.txt'))?.text, 'two\n');
    assert.equal(await text('a.txt'), 'one\n');
  });

  it('saves what leads back to the text on disk, since then nothing of the user\'s is unsaved', async () => {
    const { apply, editing, edits, text } = await make({ 'a.txt': 'one\n' });
    edits.faults.failSave = 'ENOSPC: no space left on device';
    const { id } = await apply(replace('a.txt', 'one', 'two'));
    edits.faults.failSave = undefined;
    const { files } = await editing.undo(id, caller);
    assert.equal(files[0]?.unsaved, undefined);
    assert.equal(edits.documents.unsaved().length, 0);
    assert.equal(await text('a.txt'), 'one\n');
  });

  it('changes nothing when the editor refuses, or says yes and holds a file read-only', async () => {
    const { apply, refused, edits, at, text } = await make({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    const both = () => apply(replace('a.txt', 'one', 'two'), replace('b.txt', 'one', 'two'), { file: 'new/c.txt', operation: 'create', newContent: 'c' });
    edits.faults.refuseApply = true;
    assert.match(await refused('EditFailed', both()), /The editor refused to change a\.txt, b\.txt, new\/c\.txt[\s\S]*Nothing was changed/);
    edits.faults.refuseApply = false;
    edits.faults.readOnly.add(at('b.txt'));
    assert.match(await refused('FileNotWritable', both()), /holds b\.txt read-only[\s\S]*Nothing was changed/);
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['one\n', 'one\n']);
    assert.equal(edits.documents.unsaved().length, 0);
    await assert.rejects(stat(at('new')), /ENOENT/);
  });

  it('never overwrites what the user types at the same moment', async () => {
    const { apply, refused, edits, at, type } = await make({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    edits.faults.beforeApply = () => type('a.txt', 'typed\n');
    await refused('NodeNotFound', apply(replace('b.txt', 'one', 'two'), replace('a.txt', 'one', 'two')));
    assert.equal(edits.held.get(at('a.txt'))?.text, 'typed\n');
    assert.equal((await edits.peek({ path: at('b.txt'), encoding: 'utf8' })).text, 'one\n');
  });

  it('follows what the user types elsewhere, and selects again where it was typed into', async () => {
    const { apply, edits, at, type, text } = await make({ 'a.txt': 'one\ntwo\nend\n' });
    const texts = ['one\ntwo\nend\nx', 'zero\none\ntwo\nend\nxy', 'zero\none\ntwo!\nend\nxy'];
    edits.faults.beforeApply = () => {
      const next = texts.shift();
      if (next !== undefined) type('a.txt', next);
    };
    const result = await apply({ file: 'a.txt', operation: 'replace', pattern: '^two.*$', newContent: 'TWO' });
    assert.equal(edits.held.get(at('a.txt'))?.text, 'zero\none\nTWO\nend\nxy');
    assert.equal(result.files[0]?.unsaved, "it has the user's unsaved text");
    assert.equal(await text('a.txt'), 'one\ntwo\nend\n');
  });

  it('gives up after a bounded number of tries, and then has changed nothing', async () => {
    const { apply, refused, edits, at, type } = await make({ 'a.txt': 'one\n' });
    let keys = 0;
    edits.faults.beforeApply = () => type('a.txt', `one${'x'.repeat((keys += 1))}\n`);
    const message = await refused('Stale', apply({ file: 'a.txt', operation: 'replace', pattern: '^one.*$', newContent: 'two' }));
    assert.match(message, /a\.txt was changed at the same moment since it was read\. Nothing was changed\. Next: read it again, then make the edit anew\.$/);
    assert.equal(keys < 30, true);
    assert.equal(edits.held.get(at('a.txt'))?.text, `one${'x'.repeat(keys)}\n`);
  });

  it('makes a preview, or an edit with an etag, on no other text than the one that was shown', async () => {
    const { apply, editing, refused, edits, at, type } = await make({ 'a.txt': 'one\ntwo\nend\n' });
    const edit = replace('a.txt', 'one', 'ONE');
    const preview = await editing.preview('', [edit], caller.signal);
    edits.faults.beforeApply = () => type('a.txt', 'one\ntwo\nend\nx');
    assert.match(await refused('Stale', editing.applyPreview(preview.id, caller)), /Nothing was changed/);
    type('a.txt', 'one\ntwo\nend\n');
    const etag = etagOf('one\ntwo\nend\n');
    assert.match(await refused('Stale', apply({ ...edit, etag })), /Nothing was changed/);
    assert.equal(edits.held.get(at('a.txt'))?.text, 'one\ntwo\nend\nx');
  });

  it('counts as made what the user typed on behind it, and keeps that out of the undo', async () => {
    const { apply, edits, at, type, refused, editing, text } = await make({ 'a.txt': 'one\nend\n' });
    edits.faults.afterApply = () => type('a.txt', 'two\nend\ntyped');
    const result = await apply(replace('a.txt', 'one', 'two'));
    assert.deepEqual([result.files[0]?.unsaved, result.files[0]?.savedOtherwise], ["it has the user's unsaved text", false]);
    assert.equal(await text('a.txt'), 'one\nend\n');
    await refused('Stale', editing.undo(result.id, caller));
    assert.equal(edits.held.get(at('a.txt'))?.text, 'two\nend\ntyped');
  });

  it('takes only its own change back out of a text that was typed on', async () => {
    const { apply, refused, edits, at, type } = await make({ 'a.txt': 'one\nend\n', 'm.txt': 'a\r\nb\n' });
    edits.faults.afterApply = () => {
      edits.faults.afterApply = undefined;
      type('a.txt', 'two\nend\ntyped');
    };
    edits.faults.failCommit.add(at('m.txt'));
    assert.match(await refused('EditFailed', apply(replace('a.txt', 'one', 'two'), replace('m.txt', 'a', 'A'))), /EIO[\s\S]*Nothing was changed/);
    assert.equal(edits.held.get(at('a.txt'))?.text, 'one\nend\ntyped');
  });

  it('says what could not be taken back, because the user typed into it', async () => {
    const { apply, refused, edits, at, type } = await make({ 'a.txt': 'one\nend\n', 'm.txt': 'a\r\nb\n' });
    edits.faults.afterApply = () => type('a.txt', 'twotyped\nend\n');
    edits.faults.failCommit.add(at('m.txt'));
    assert.match(await refused('EditFailed', apply(replace('a.txt', 'one', 'two'), replace('m.txt', 'a', 'A'))), /Could not be taken back: a\.txt/);
    assert.equal(edits.held.get(at('a.txt'))?.text, 'twotyped\nend\n');
  });

  it('changes nothing when one of the files on disk cannot be written', async () => {
    const mixed = 'a\r\nb\n';
    const { apply, refused, edits, at, text, root } = await make({ 'm1.txt': mixed, 'm2.txt': mixed, 'plain.txt': 'a\n' });
    const all = () => apply(replace('plain.txt', 'a', 'A'), replace('m1.txt', 'a', 'A'), replace('m2.txt', 'a', 'A'));
    edits.faults.failStage = 'ENOSPC: no space left on device, write';
    assert.match(await refused('EditFailed', all()), /ENOSPC[\s\S]*Nothing was changed/);
    edits.faults.failStage = undefined;
    edits.faults.failCommit.add(at('m2.txt'));
    assert.match(await refused('EditFailed', all()), /EIO[\s\S]*Nothing was changed/);
    assert.deepEqual([await text('m1.txt'), await text('m2.txt'), await text('plain.txt')], [mixed, mixed, 'a\n']);
    assert.deepEqual((await readdir(root)).sort(), ['m1.txt', 'm2.txt', 'plain.txt']);
  });

  it('refuses to part hard links, and leaves no file of its own', async () => {
    const { apply, refused, at, text, root } = await make({ 'a.txt': 'a\r\nb\n' });
    await link(at('a.txt'), at('twin.txt'));
    assert.match(await refused('EditFailed', apply(replace('a.txt', 'a', 'A'))), /hard links/);
    assert.equal(await text('twin.txt'), 'a\r\nb\n');
    assert.deepEqual((await readdir(root)).sort(), ['a.txt', 'twin.txt']);
  });

  it('lets edits of one file wait for each other, whatever it is called', async () => {
    const { editing, at, text } = await make({ 'a.txt': '0\n', 'dir/x': '' });
    await symlink('a.txt', at('link.txt'));
    const names = ['a.txt', './a.txt', 'link.txt', at('a.txt'), 'dir/../a.txt'];
    const call = (index: number) => ({ file: names[index % names.length] ?? '', operation: 'insert_after', line: 1, newContent: `${index}` }) as const;
    await Promise.all(Array.from({ length: 20 }, (_, index) => editing.apply([call(index)], { ...caller, signal: new AbortController().signal, client: String(index % 2) })));
    assert.deepEqual((await text('a.txt')).split('\n').filter(Boolean).sort(), ['0', ...Array.from({ length: 20 }, (_, index) => String(index))].sort());
  });

  it('does not begin once it was cancelled', async () => {
    const { editing, refused, text } = await make({ 'a.txt': 'one\n' });
    await refused('Cancelled', editing.apply([replace('a.txt', 'one', 'two')], { ...caller, signal: AbortSignal.abort() }));
    assert.equal(await text('a.txt'), 'one\n');
  });

  it('writes nothing in Restricted Mode', async () => {
    const { editing, refused, ports } = await make({ 'a.txt': 'one\n' });
    Object.assign(ports.workspace, { trusted: () => false });
    const preview = await editing.preview('', [replace('a.txt', 'one', 'two')], caller.signal);
    await refused('Untrusted', editing.applyPreview(preview.id, caller));
    await refused('Untrusted', editing.apply([replace('a.txt', 'one', 'two')], caller));
    await refused('Untrusted', editing.undo(undefined, caller));
  });
});

describe('undoing edits', () => {
  let it_: Bench;
  const make = async (...args: Parameters<typeof bench>): Promise<Bench> => (it_ = await bench(...args));
  afterEach(() => it_.remove());

  it('takes back the last one of this client through this door, then the one before', async () => {
    const { editing, text, refused } = await make({ 'a.txt': '1\n', 'b.txt': '1\n' });
    const mine = { ...caller, client: 'mine' };
    await editing.apply([replace('a.txt', '1', '2')], mine);
    await editing.apply([replace('a.txt', '2', '3'), replace('b.txt', '1', '3')], mine);
    const other = await editing.apply([replace('b.txt', '3', '4')], { ...mine, door: 'copilot' });
    assert.match(await refused('Stale', editing.undo(undefined, mine)), /b\.txt has changed/);
    assert.equal(await text('a.txt'), '3\n');
    await editing.undo(other.id, mine);
    await editing.undo(undefined, mine);
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['2\n', '1\n']);
    await editing.undo(undefined, mine);
    assert.equal(await text('a.txt'), '1\n');
    await refused('UnknownId', editing.undo(undefined, mine));
    assert.match(await refused('StaleId', editing.undo(other.id, mine)), /was undone/);
  });

  it('refuses when a file was changed since, and then leaves all of them', async () => {
    const { editing, apply, refused, text, write } = await make({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await apply(replace('a.txt', '1', '2'), replace('b.txt', '1', '2'));
    await write('b.txt', '2!\n');
    await refused('Stale', editing.undo(undefined, caller));
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['2\n', '2!\n']);
  });

  it('removes a file that was created only if it is still the same', async () => {
    const { editing, apply, refused, write, at } = await make({ 'a.txt': '' });
    await apply({ file: 'new/b.txt', operation: 'create', newContent: 'b\n' });
    await write('new/b.txt', 'mine\n');
    await refused('Stale', editing.undo(undefined, caller));
    await write('new/b.txt', 'b\n');
    await writeFile(at('new/other.txt'), '');
    await editing.undo(undefined, caller);
    await assert.rejects(stat(at('new/b.txt')), /ENOENT/);
    await stat(at('new/other.txt'));
  });

  it('removes a created file of mixed line ends or with a byte-order mark, whose creation reports no further change', async () => {
    const { editing, apply, at } = await make({ 'a.txt': '' });
    for (const newContent of ['x\r\ny\n', 'x\ry\n', '\ufeffhello\n']) {
      const { files } = await apply({ file: 'b.txt', operation: 'create', newContent });
      assert.equal(files[0]?.savedOtherwise, false);
      await editing.undo(undefined, caller);
      await assert.rejects(stat(at('b.txt')), /ENOENT/);
    }
  });

  it('says what to do instead when a file has changed since', async () => {
    const { editing, apply, refused, write } = await make({ 'a.txt': '1\n' });
    await apply(replace('a.txt', '1', '2'));
    await write('a.txt', '3\n');
    assert.match(await refused('Stale', editing.undo(undefined, caller)), /a\.txt has changed since the edit\. Nothing was changed\. Next: read the file and make the reverse change with edit_apply/);
  });

  it('puts a removed file back when the rest of an undo fails', async () => {
    const { editing, apply, refused, edits, text, at } = await make({ 'a.txt': '1\n' });
    await apply(replace('a.txt', '1', '2'), { file: 'b.txt', operation: 'create', newContent: 'b\n' });
    edits.faults.failRemove = true;
    assert.match(await refused('EditFailed', editing.undo(undefined, caller)), /EBUSY[\s\S]*Nothing was changed/);
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['2\n', 'b\n']);
    edits.faults.failRemove = false;
    await editing.undo(undefined, caller);
    assert.equal(await text('a.txt'), '1\n');
    await assert.rejects(stat(at('b.txt')), /ENOENT/);
  });
});

describe('creating files', () => {
  let it_: Bench;
  afterEach(() => it_.remove());

  it('is refused where a file stands in the path', async () => {
    it_ = await bench({ 'a.txt': 'one\n' });
    const create = (file: string) => ({ file, operation: 'create', newContent: 'x' }) as const;
    assert.match(await it_.refused('InvalidEdit', it_.editing.preview('', [create('a.txt/b/c.txt')], caller.signal)), /a\.txt\/b\/c\.txt cannot be created: a\.txt is no directory/);
    await it_.apply(create('b/c.txt'));
    assert.equal(await it_.text('b/c.txt'), 'x');
  });
});

describe('protected files', () => {
  let it_: Bench;
  const make = async (...args: Parameters<typeof bench>): Promise<Bench> => (it_ = await bench(...args));
  afterEach(() => it_.remove());

  it('are not asked about when the preview that would change them is stale', async () => {
    let asked = 0;
    const { editing, refused, write } = await make({ '.vscode/settings.json': '{}' });
    const preview = await editing.preview('a change', [replace('.vscode/settings.json', '{}', '{"a":1}')], caller.signal);
    await write('.vscode/settings.json', '{"b":1}');
    const ask = async (): Promise<boolean> => {
      asked += 1;
      return true;
    };
    await refused('Stale', editing.applyPreview(preview.id, { ...caller, ask }));
    assert.equal(asked, 0);
  });

  it('are those that configure git, and ignored ones that are there; not those that say what is ignored', async () => {
    const no = { dialogs: { confirm: async () => false } };
    const { apply, refused, text } = await make({ '.gitattributes': 'one\n', 'sub/.gitmodules': 'one\n', '.gitconfig': 'one\n', '.gitignore': '*.log\n', 'y.log': 'one\n' }, {}, no);
    for (const name of ['.gitattributes', 'sub/.gitmodules', '.gitconfig', 'y.log']) {
      assert.match(await refused('Protected', apply(replace(name, 'one', 'two'))), /the user said no/);
      assert.equal(await text(name), 'one\n');
    }
    await apply(replace('.gitignore', '*.log', '*.tmp'));
    assert.equal(await text('.gitignore'), '*.tmp\n');
  });

  it('are changed only with the word of the user', async () => {
    const questions: string[] = [];
    let answer: boolean | undefined;
    const dialogs = { confirm: async ({ text: question }: { readonly text: string }) => (questions.push(question), answer) };
    const { apply, refused, text, editing } = await make({ '.git/config': '[core]\n', 'sub/.vscode/settings.json': '{}\n', 'a.txt': 'one\n' }, {}, { dialogs });
    assert.match(await refused('Protected', apply(replace('.git/config', 'core', 'x'))), /nobody answered within 50 seconds/);
    answer = false;
    assert.match(await refused('Protected', apply(replace('sub/.vscode/settings.json', '{}', '{"a":1}'), replace('a.txt', 'one', 'two'))), /the user said no/);
    assert.equal(await text('a.txt'), 'one\n');
    answer = true;
    await apply(replace('.git/config', 'core', 'user'));
    assert.equal(await text('.git/config'), '[user]\n');
    assert.match(questions.join('\n'), /An agent wants to change \.git\/config, which is protected/);
    const asked = questions.length;
    // A client that can ask is asked instead of the window.
    await editing.apply([replace('.git/config', 'user', 'core')], { ...caller, ask: async () => true });
    await refused('Protected', editing.apply([replace('.git/config', 'core', 'x')], { ...caller, ask: async () => false }));
    assert.equal(questions.length, asked);
  });

  it('are known by what they really are, in any case, and by the globs of the user', async () => {
    const { apply, refused, at } = await make(
      { '.git/config': '[core]\n', 'secret/key.txt': 'k\n', 'x.pem': 'k\n', '.VSCode/tasks.json': '{}', 'deep/.mcp.json': '{}', '.github/copilot-instructions.md': 'a', 'src/git/a.txt': 'k\n' },
      { editProtected: () => ['secret/**', '*.pem'] },
    );
    await symlink('.git/config', at('innocent.txt'));
    for (const file of ['innocent.txt', 'secret/key.txt', 'x.pem', '.VSCode/tasks.json', 'deep/.mcp.json', '.github/copilot-instructions.md']) {
      await refused('Protected', apply({ file, operation: 'insert_before', pattern: '^.', newContent: 'x' }));
    }
    await refused('Protected', apply({ file: '.vscode/mcp.json', operation: 'create', newContent: '{}' }));
    await apply({ file: 'src/git/a.txt', operation: 'insert_before', pattern: '^.', newContent: 'x' });
  });

  it('include files that ignore rules hide, since no history brings them back', async () => {
    const { apply, refused } = await make({ '.gitignore': '.env\nout/\n!out/kept.txt\n', '.env': 'A=1\n', 'out/a.txt': '1\n', 'a.txt': '1\n' });
    assert.match(await refused('Protected', apply(replace('.env', '1', '2'))), /\.env is protected/);
    await refused('Protected', apply(replace('out/a.txt', '1', '2')));
    await apply(replace('a.txt', '1', '2'));
  });
});

describe('replacing a file on disk', () => {
  let it_: Bench;
  afterEach(() => it_.remove());

  it('keeps mode bits and refuses nothing that it can do', async () => {
    it_ = await bench({ 'run.sh': '#!/bin/sh\r\necho\n' });
    for (const mode of [0o755, 0o600, 0o664]) {
      await chmod(it_.at('run.sh'), mode);
      await it_.apply({ file: 'run.sh', operation: 'insert_after', text: 'echo', newContent: ' x' });
      assert.equal((await stat(it_.at('run.sh'))).mode & 0o7777, mode);
    }
    await mkdir(join(it_.root, 'sub'));
    await rm(join(it_.root, 'sub'), { recursive: true });
  });
});
