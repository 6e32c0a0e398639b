import assert from 'node:assert/strict';
import { chmod, link, mkdir, readdir, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    edits.faults.beforeApply = () => type('a.txt', 'one, typed\n');
    await refused('Stale', apply(replace('b.txt', 'one', 'two'), replace('a.txt', 'one', 'two')));
    assert.equal(edits.held.get(at('a.txt'))?.text, 'one, typed\n');
    assert.equal((await edits.peek({ path: at('b.txt'), display: 'b.txt' })).text, 'one\n');
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

  it('are changed only with the word of the user', async () => {
    const questions: string[] = [];
    let answer: boolean | undefined;
    const dialogs = { confirm: async (question: string) => (questions.push(question), answer) };
    const { apply, refused, text, editing } = await make({ '.git/config': '[core]\n', 'sub/.vscode/settings.json': '{}\n', 'a.txt': 'one\n' }, {}, { dialogs });
    assert.match(await refused('Protected', apply(replace('.git/config', 'core', 'x'))), /nobody answered within 60 seconds/);
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
