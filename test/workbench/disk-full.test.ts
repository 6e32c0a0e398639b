import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../../scripts/host/processes.mjs';
import { skip } from '../support/skip';
import { connectedClient, type WindowClient } from './client';
import { keepEvidence, openWorkbench, type Workbench } from './harness';

const line = 'a line of text that is there\n';
const body = line.repeat(3_000);
const more = 'x\n'.repeat(9_000);

describe('edits on a disk that is full', () => {
  let disk: string;
  let isMounted = false;
  let workbench: Workbench;
  let client: WindowClient;
  const at = (name: string): string => path.join(workbench.folder, name);
  const text = (name: string): Promise<string> => fs.readFile(at(name), 'utf8');
  const apply = (input: Record<string, unknown>): Promise<string> => client.call('edit_apply', input);
  const replaceMark = (file: string): Record<string, unknown> => ({ file, operation: 'replace', selector_line: 1, new_content: 'mark new' });
  const filler = (): string => path.join(disk, 'filler');

  before(async function () {
    disk = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'sightline-disk-')));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    } catch {
      await fs.rmdir(disk);
      skip(this, 'only the superuser of Linux can mount a small file system');
    }
    isMounted = true;
    workbench = await openWorkbench({ fixture: 'edit', copyIn: disk, settings: { 'files.autoSave': 'off', '[json]': { 'editor.formatOnSave': true } } });
    client = await connectedClient(workbench);
  });
  after(async () => {
    await client?.mcp.close();
    await workbench?.close();
    if (!isMounted) return;
    await run('umount', ['--lazy', disk]);
    await fs.rmdir(disk);
  });
  keepEvidence(() => workbench);

  beforeEach(() => fs.rm(filler(), { force: true }));

  it('leave the old text on disk and the new one in the editor when the save does not fit, and an undo brings both together', async () => {
    await fs.writeFile(at('clean.txt'), `mark old\n${body}`);
    await fill(filler());
    const answer = await apply({ file: 'clean.txt', operation: 'insert_after', selector_line: 1, new_content: more });
    assert.match(answer, /^edit_id=\w+ applied: 1 file, \+9000 -0\nclean\.txt \+9000 -0 unsaved: the disk is full: [\d,]+ bytes do not fit into [\d,]+ etag=/);
    assert.equal(await text('clean.txt'), `mark old\n${body}`);
    assert.match(await client.call('file_read', { path: 'clean.txt', line_start: 1, line_end: 2 }), /^clean\.txt \(unsaved\) lines 1-2 of 12,001 [^\n]*\n1\tmark old\n2\tx$/);
    assert.match(await client.call('edit_undo'), /^undone: 1 file, \+0 -9000\nclean\.txt \+0 -9000 saved etag=/);
    assert.equal(await text('clean.txt'), `mark old\n${body}`);
    assert.doesNotMatch(await client.call('file_read', { path: 'clean.txt', line_end: 1 }), /unsaved/);
  });

  it('put the old text back when the save settings make a text too large that would have fitted', async () => {
    const json = JSON.stringify({ mark: 'old', list: Array.from({ length: 4_000 }, (_, index) => index) });
    await fs.writeFile(at('list.json'), json);
    await fill(filler());
    const answer = await apply({ file: 'list.json', operation: 'replace', selector_text: '"old"', new_content: '"new"' });
    assert.match(answer, /\nlist\.json \+4005 -1 unsaved: the disk took only a part of it \(it is full\); the old text is on disk, and the save settings changed it further etag=/);
    assert.equal(await text('list.json'), json);
    assert.match(await client.call('file_read', { path: 'list.json', line_start: 2, line_end: 2 }), /^list\.json \(unsaved\) lines 2-2 of 4,005 [^\n]*\n2\t {4}"mark": "new",$/);
    // With room again, a save of the user's meets no conflict.
    await fs.rm(filler());
    // The editor opens what is unsaved after a while; before, Save All passes it over.
    await workbench.page.locator('.tab', { hasText: 'list.json' }).waitFor();
    await workbench.runCommand('File: Save All Files');
    await until(async () => (await text('list.json')).startsWith('{\n    "mark": "new",\n    "list": ['));
  });

  it('change nothing of a file that would be replaced on disk, nor of those beside it, and leave no file behind', async () => {
    await fs.writeFile(at('mixed.txt'), `mark old\n${body.replaceAll('\n', '\r\n')}`);
    await fs.writeFile(at('small.txt'), 'mark old\n');
    await fill(filler());
    const before = await fs.readdir(workbench.folder);
    assert.match(await apply(replaceMark('mixed.txt')), /^\[1301 EditFailed\] mixed\.txt must be edited on disk .*ENOSPC.*Nothing was changed\. Next: ask the user to make room/);
    assert.match(await apply({ edits: [replaceMark('small.txt'), replaceMark('mixed.txt')] }), /^\[1301 EditFailed\] mixed\.txt .*Nothing was changed/);
    assert.match(await apply({ edits: [replaceMark('small.txt'), { file: 'sub/new.txt', operation: 'create', new_content: more }] }), /^\[1301 EditFailed\] sub\/new\.txt could not be created: the disk is full.*Nothing was changed/);
    assert.equal(await text('mixed.txt'), `mark old\n${body.replaceAll('\n', '\r\n')}`);
    assert.equal(await text('small.txt'), 'mark old\n');
    assert.match(await client.call('file_read', { path: 'small.txt' }), /^small\.txt lines 1-1 of 1 /);
    assert.deepEqual(await fs.readdir(workbench.folder), before);
  });

  it('take back a file of which only the beginning could be written', async () => {
    await fill(filler());
    await fs.truncate(filler(), (await fs.stat(filler())).size - 8 * 4_096);
    // Each of them fits, both do not.
    const create = (file: string): Record<string, unknown> => ({ file, operation: 'create', new_content: 'y\n'.repeat(10_000) });
    assert.match(await apply({ edits: [create('one.txt'), create('two.txt')] }), /^\[1301 EditFailed\] .*could not be created.*Nothing was changed/);
    await assert.rejects(fs.stat(at('one.txt')), /ENOENT/);
    await assert.rejects(fs.stat(at('two.txt')), /ENOENT/);
  });

  it('save of several files those that fit, and say which one did not', async () => {
    await fs.writeFile(at('a.txt'), 'mark old\n');
    await fs.writeFile(at('b.txt'), `mark old\n${body}`);
    await fill(filler());
    const answer = await apply({ edits: [replaceMark('a.txt'), { file: 'b.txt', operation: 'insert_after', selector_line: 1, new_content: more }] });
    assert.match(answer, /\na\.txt \+1 -1 saved etag=\w+\nb\.txt \+9000 -0 unsaved: the disk is full/);
    assert.equal(await text('a.txt'), 'mark new\n');
    assert.equal(await text('b.txt'), `mark old\n${body}`);
    assert.match(await client.call('edit_undo'), /^undone: 2 files.*\na\.txt \+1 -1 saved.*\nb\.txt \+0 -9000 saved/);
    assert.equal(await text('a.txt'), 'mark old\n');
    assert.equal(await text('b.txt'), `mark old\n${body}`);
  });
});

/** Writes until nothing more fits, also once what was deleted before and is still held open somewhere has gone. */
async function fill(name: string): Promise<void> {
  for (let [size, before] = [0, -1]; size !== before; await new Promise((resolve) => setTimeout(resolve, 200))) {
    before = size;
    await fillNow(name);
    ({ size } = await fs.stat(name));
  }
}

async function fillNow(name: string): Promise<void> {
  const file = await fs.open(name, 'a');
  const block = Buffer.alloc(4_096);
  try {
    for (;;) await file.write(block);
  } catch (error) {
    assert.match(String(error), /ENOSPC/);
  } finally {
    await file.close();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 50))) {
    assert.ok(Date.now() < deadline, 'it did not come to be so');
  }
}
