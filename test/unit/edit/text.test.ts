import assert from 'node:assert/strict';
import { chmod, lstat, readlink, stat, symlink, utimes } from 'node:fs/promises';
import { findPattern } from '../../../src/engines/edit/pattern';
import { Source } from '../../../src/engines/edit/source';
import { bench, caller, type Bench } from './bench';

describe('edits by text, pattern and line', () => {
  let it_: Bench;
  const make = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Bench> => (it_ = await bench(files));
  afterEach(() => it_.remove());

  it('refuses a text that stands twice, naming both places, unless an index chooses', async () => {
    const { apply, refused, text } = await make({ 'a.txt': 'one x\ntwo x\n' });
    const file = 'a.txt';
    const message = await refused('AmbiguousSelection', apply({ file, operation: 'replace', text: 'x', newContent: 'y' }));
    assert.match(message, /matches 2 places in a\.txt[\s\S]*0: 1:5: one x\n {2}1: 2:5: two x/);
    assert.match(await refused('OutOfRange', apply({ file, operation: 'replace', text: 'x', newContent: 'y', index: 2 })), /selector_index is 2, but selector_text matches only 2 places/);
    await refused('InvalidSelection', apply({ file, operation: 'replace', text: 'x', newContent: 'y', index: -1 }));
    assert.equal(await text(file), 'one x\ntwo x\n');
    await apply({ file, operation: 'replace', text: 'x', newContent: 'y', index: 1 });
    assert.equal(await text(file), 'one x\ntwo y\n');
    await apply({ file, operation: 'replace', text: 'o', newContent: '0', index: 0 });
    assert.equal(await text(file), '0ne x\ntwo y\n');
  });

  it('counts overlapping places of a text', async () => {
    const { apply, refused, text } = await make({ 'a.txt': 'aaa' });
    assert.match(await refused('AmbiguousSelection', apply({ file: 'a.txt', operation: 'delete', text: 'aa' })), /0: 1:1: aaa\n {2}1: 1:2: aaa/);
    await apply({ file: 'a.txt', operation: 'replace', text: 'aa', index: 1, newContent: 'b' });
    assert.equal(await text('a.txt'), 'ab');
  });

  it('matches a text whatever the line ends, and writes those of the file', async () => {
    const { apply, text } = await make({ 'crlf.txt': 'alpha\r\nbeta\r\ngamma', 'lf.txt': 'alpha\nbeta\ngamma' });
    await apply({ file: 'crlf.txt', operation: 'replace', text: 'alpha\nbeta', newContent: 'A\nB' });
    assert.equal(await text('crlf.txt'), 'A\r\nB\r\ngamma');
    await apply({ file: 'lf.txt', operation: 'replace', text: 'alpha\r\nbeta', newContent: 'A\r\nB' });
    assert.equal(await text('lf.txt'), 'A\nB\ngamma');
  });

  it('matches across a line end at the edge of a text', async () => {
    const { apply, text } = await make({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' });
    await apply({ file: 'a.txt', operation: 'delete', text: '\ntwo' });
    assert.equal(await text('a.txt'), 'one\r\nthree\r\n');
    await apply({ file: 'a.txt', operation: 'delete', text: 'one\n' });
    assert.equal(await text('a.txt'), 'three\r\n');
  });

  it('writes new content as it was sent', async () => {
    const content = 'log("$& $$ $1 $\' $` ok"); <p>a &lt; b &amp;&amp; c</p> "line\\n"';
    const { apply, text } = await make({ 'a.txt': 'log("done");\n' });
    await apply({ file: 'a.txt', operation: 'replace', text: 'log("done");', newContent: content });
    assert.equal(await text('a.txt'), `${content}\n`);
    await apply({ file: 'a.txt', operation: 'replace', pattern: '^log.*$', newContent: '$& $1' });
    assert.equal(await text('a.txt'), '$& $1\n');
  });

  it('is exact to the character with text and patterns', async () => {
    const { apply, text } = await make({ 'a.txt': 'one two three' });
    await apply({ file: 'a.txt', operation: 'insert_before', text: 'two', newContent: '<' });
    await apply({ file: 'a.txt', operation: 'insert_after', pattern: 'tw[o]', newContent: '>' });
    await apply({ file: 'a.txt', operation: 'delete', text: ' three' });
    assert.equal(await text('a.txt'), 'one <two>');
  });

  it('edits whole lines by line number in a text file, with exactly one line end at the seam', async () => {
    const file = 'a.txt';
    const { apply, text } = await make({ [file]: 'a\r\nb\r\nc\r\n' });
    await apply({ file, operation: 'insert_after', line: 1, newContent: 'x' });
    await apply({ file, operation: 'insert_before', line: 1, newContent: 'y\n' });
    assert.equal(await text(file), 'y\r\na\r\nx\r\nb\r\nc\r\n');
    await apply({ file, operation: 'replace', line: 2, lineEnd: 3, newContent: 'A' });
    assert.equal(await text(file), 'y\r\nA\r\nb\r\nc\r\n');
    await apply({ file, operation: 'delete', line: 3, lineEnd: 99 });
    assert.equal(await text(file), 'y\r\nA\r\n');
  });

  it('keeps a last line that is not terminated so', async () => {
    const file = 'a.txt';
    const { apply, text } = await make({ [file]: 'a\nb' });
    await apply({ file, operation: 'insert_after', line: 2, newContent: 'c\n' });
    assert.equal(await text(file), 'a\nb\nc');
    await apply({ file, operation: 'replace', line: 3, newContent: 'C\n' });
    assert.equal(await text(file), 'a\nb\nC');
    await apply({ file, operation: 'delete', line: 3 }, { file, operation: 'delete', line: 2 });
    assert.equal(await text(file), 'a');
    await apply({ file, operation: 'delete', line: 1 });
    assert.equal(await text(file), '');
    await apply({ file, operation: 'insert_before', line: 1, newContent: 'new' });
    assert.equal(await text(file), 'new\n');
  });

  it('finds patterns with ^ and $ at every line, whatever the line ends', async () => {
    const { apply, text, refused } = await make({ 'a.txt': 'name: x\r\nversion: "1.0"\r\nend 😀\r\n' });
    await apply({ file: 'a.txt', operation: 'replace', pattern: '^version: .*$', newContent: 'version: "2.0"' });
    await apply({ file: 'a.txt', operation: 'replace', pattern: 'name: x\\nversion', newContent: 'name: y\nversion' });
    await apply({ file: 'a.txt', operation: 'replace', pattern: '(?<=end ).', newContent: '!' });
    assert.equal(await text('a.txt'), 'name: y\r\nversion: "2.0"\r\nend !\r\n');
    assert.match(await refused('AmbiguousSelection', apply({ file: 'a.txt', operation: 'delete', pattern: 'n' })), /matches 3 places/);
    await apply({ file: 'a.txt', operation: 'delete', pattern: '\\r\\nend.*' });
    assert.equal(await text('a.txt'), 'name: y\r\nversion: "2.0"\r\n');
  });

  it('counts a match inside another once, and matches that overlap twice', async () => {
    const { apply, refused, text } = await make({ 'a.txt': 'port 8080; aaa' });
    await apply({ file: 'a.txt', operation: 'replace', pattern: '\\d+', newContent: '80' });
    assert.equal(await text('a.txt'), 'port 80; aaa');
    assert.match(await refused('AmbiguousSelection', apply({ file: 'a.txt', operation: 'delete', pattern: 'aa' })), /matches 2 places/);
  });

  it('refuses a pattern that is none, that matches nothing at all, or that never ends', async () => {
    const { apply, refused } = await make({ 'a.txt': `${'a'.repeat(40)}!\n` });
    const replace = (pattern: string) => apply({ file: 'a.txt', operation: 'replace', pattern, newContent: 'x' });
    assert.match(await refused('InvalidSelection', replace('a(')), /not an ECMAScript regular expression/);
    assert.match(await refused('InvalidSelection', replace('b*')), /matches the empty string/);
    assert.match(await refused('InvalidSelection', replace('$')), /matches the empty string/);
    await refused('NodeNotFound', replace('zz'));
    const slow = findPattern(new Source(`${'a'.repeat(40)}!\n`), '^(a+)+$', new AbortController().signal, 150);
    assert.match(await refused('QueryTimeout', slow), /took more than 150 ms/);
  });

  it('narrows by line', async () => {
    const { apply, text, refused } = await make({ 'a.txt': 'x\nx\nx\nx\n' });
    await apply({ file: 'a.txt', operation: 'replace', text: 'x', line: 2, newContent: 'y' });
    await apply({ file: 'a.txt', operation: 'replace', pattern: 'x', line: 4, lineEnd: 4, newContent: 'z' });
    assert.equal(await text('a.txt'), 'x\ny\nx\nz\n');
    await refused('NodeNotFound', apply({ file: 'a.txt', operation: 'replace', text: 'x', line: 2, newContent: 'y' }));
  });

  it('refuses selections that make no sense, and writes nothing', async () => {
    const { apply, refused, text } = await make({ 'a.txt': 'one\ntwo\n' });
    const replace = { file: 'a.txt', operation: 'replace', newContent: 'x' } as const;
    await refused('InvalidSelection', apply(replace));
    await refused('InvalidSelection', apply({ ...replace, text: 'one', pattern: 'one' }));
    await refused('InvalidSelection', apply({ ...replace, lineEnd: 2 }));
    await refused('InvalidSelection', apply({ ...replace, line: 2, lineEnd: 1 }));
    assert.match(await refused('InvalidSelection', apply({ ...replace, line: 3 })), /selector_line 3 is no line of a\.txt, which has 2 lines/);
    await refused('InvalidSelection', apply({ ...replace, text: '' }));
    await refused('InvalidSelection', apply({ ...replace, kind: 'function_declaration' }));
    await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'replace', text: 'one', newContent: '' }));
    await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'replace', text: 'one' }));
    await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'delete', text: 'one', newContent: 'x' }));
    await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'insert_after', text: 'one' }));
    await refused('InvalidEdit', apply({ file: 'a.txt', text: 'one', newContent: 'x' }));
    await refused('InvalidEdit', apply({ operation: 'replace', text: 'one', newContent: 'x' }));
    await refused('InvalidEdit', apply({ ...replace, text: 'one', newContent: 'x'.repeat(102_401) }));
    await refused('InvalidEdit', apply({ ...replace, text: 'one', newContent: 'a\0b' }));
    await refused('InvalidEdit', apply({ ...replace, text: 'one', newContent: '\ud83d' }));
    await refused('FileNotFound', apply({ ...replace, file: 'no.txt', text: 'one' }));
    await refused('PathNotAllowed', apply({ ...replace, file: '/etc/hostname', text: 'a' }));
    assert.equal(await text('a.txt'), 'one\ntwo\n');
    await apply({ ...replace, text: 'one', newContent: 'x'.repeat(102_400) });
  });

  it('keeps byte-order marks and UTF-16', async () => {
    const { apply, bytes } = await make({
      'bom.xml': Buffer.from('\ufeff<Project/>'),
      'plain.xml': '<Project/>',
      'wide.txt': Buffer.from('\ufeffone\r\n', 'utf16le'),
    });
    await apply({ file: 'bom.xml', operation: 'replace', text: '<Project', newContent: '<P' }, { file: 'plain.xml', operation: 'replace', line: 1, newContent: '<P/>' });
    await apply({ file: 'wide.txt', operation: 'insert_after', line: 1, newContent: 'two' });
    assert.deepEqual(await bytes('bom.xml'), Buffer.from('\ufeff<P/>'));
    assert.deepEqual(await bytes('plain.xml'), Buffer.from('<P/>'));
    assert.deepEqual(await bytes('wide.txt'), Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le'));
  });

  it('keeps the blank lines behind a chunk, unless the chunk goes or the new text brings its own', async () => {
    const chunks = { find: async () => ({ start: 0, end: 5, filledEnd: 4 }), fileOf: async () => 'a.txt' };
    const { apply, refused, text, write } = (it_ = await bench({ 'a.txt': 'a\nb\n\nc\n' }, {}, { chunks }));
    const chunkId = 'a.txt::a';
    await refused('NoChange', apply({ chunkId, operation: 'replace', newContent: 'a\nb\n\n' }));
    for (const [operation, newContent, after] of [
      ['replace', 'x', 'x\n\nc\n'],
      ['replace', 'x\n \n', 'x\n \nc\n'],
      ['insert_after', 'x', 'a\nb\nx\n\nc\n'],
      ['insert_before', 'x', 'x\na\nb\n\nc\n'],
      ['delete', undefined, 'c\n'],
    ] as const) {
      await write('a.txt', 'a\nb\n\nc\n');
      await apply({ chunkId, operation, newContent });
      assert.equal(await text('a.txt'), after, operation);
    }
  });

  it('takes back an edit that made mixed line ends one', async () => {
    const { apply, editing, text, edits, at, refused } = await make({ 'a.txt': 'a\r\nb\nc\n', 'empty.txt': 'a\r\n' });
    await apply({ file: 'a.txt', operation: 'delete', line: 1 }, { file: 'empty.txt', operation: 'delete', line: 1 });
    assert.deepEqual([await text('a.txt'), await text('empty.txt')], ['b\nc\n', '']);
    await editing.undo(undefined, caller);
    assert.deepEqual([await text('a.txt'), await text('empty.txt')], ['a\r\nb\nc\n', 'a\r\n']);
    await apply({ file: 'a.txt', operation: 'delete', line: 1 });
    edits.held.set(at('a.txt'), { text: 'b\nc\n', unsaved: true, version: 9 });
    assert.match(await refused('EditFailed', editing.undo(undefined, caller)), /a\.txt would have other line ends than the editor gives it, and has unsaved text there\. Nothing was changed/);
    assert.equal(await text('a.txt'), 'b\nc\n');
  });

  it('edits a file with mixed line ends on disk, where each line keeps its own', async () => {
    const { apply, text, at, editing, edits } = await make({ 'a.txt': 'one\r\ntwo\nthree\r\nfour' });
    await chmod(at('a.txt'), 0o755);
    const result = await apply({ file: 'a.txt', operation: 'insert_after', line: 2, newContent: 'x\ny' });
    assert.equal(await text('a.txt'), 'one\r\ntwo\nx\ny\nthree\r\nfour');
    assert.equal(result.files[0]?.onDisk, 'its line ends are mixed');
    assert.equal((await stat(at('a.txt'))).mode & 0o777, 0o755);
    assert.equal(edits.steps, 0);
    await apply({ file: 'a.txt', operation: 'insert_after', line: 1, newContent: 'z' });
    assert.equal(await text('a.txt'), 'one\r\nz\r\ntwo\nx\ny\nthree\r\nfour');
    await editing.undo(undefined, { signal: new AbortController().signal, client: 'one', door: 'mcp' });
    await editing.undo(undefined, { signal: new AbortController().signal, client: 'one', door: 'mcp' });
    assert.equal(await text('a.txt'), 'one\r\ntwo\nthree\r\nfour');
  });

  it('edits through a symbolic link, which stays one', async () => {
    const { apply, text, at } = await make({ 'real.txt': 'one\n', 'mixed.txt': 'a\r\nb\n' });
    await symlink('real.txt', at('link.txt'));
    await symlink('mixed.txt', at('mixed-link.txt'));
    await apply({ file: 'link.txt', operation: 'replace', text: 'one', newContent: 'two' });
    await apply({ file: 'mixed-link.txt', operation: 'replace', text: 'b', newContent: 'c' });
    assert.equal(await text('real.txt'), 'two\n');
    assert.equal(await text('mixed.txt'), 'a\r\nc\n');
    assert.equal((await lstat(at('mixed-link.txt'))).isSymbolicLink(), true);
    assert.equal(await readlink(at('link.txt')), 'real.txt');
  });

  it('refuses what it cannot hold: binary, lossy, read-only, too big for text', async () => {
    const { apply, refused, at, bytes } = await make({
      'binary.bin': Buffer.from([0x61, 0, 0x62]),
      'latin1.txt': Buffer.from([0x63, 0xe9, 0x0a]),
      'locked.txt': 'one\n',
    });
    await chmod(at('locked.txt'), 0o444);
    await refused('Binary', apply({ file: 'binary.bin', operation: 'delete', text: 'a' }));
    await refused('EditFailed', apply({ file: 'latin1.txt', operation: 'replace', text: 'c', newContent: 'k' }));
    await refused('FileNotWritable', apply({ file: 'locked.txt', operation: 'replace', text: 'one', newContent: 'two' }));
    assert.deepEqual(await bytes('latin1.txt'), Buffer.from([0x63, 0xe9, 0x0a]));
  });

  it('calls a change that changes nothing so, and leaves the file alone', async () => {
    const { apply, refused, at } = await make({ 'a.txt': 'one\n' });
    await utimes(at('a.txt'), 1_000, 1_000);
    assert.match(await refused('NoChange', apply({ file: 'a.txt', operation: 'replace', text: 'one', newContent: 'one' })), /a\.txt would stay as it is/);
    assert.equal((await stat(at('a.txt'))).mtimeMs, 1_000_000);
  });

  it('makes several changes of several files, all meant on the text as it was', async () => {
    const { apply, text, refused } = await make({ 'a.txt': '1\n2\n3\n4\n', 'b.txt': 'b\n' });
    await apply(
      { file: 'a.txt', operation: 'delete', line: 2 },
      { file: 'b.txt', operation: 'replace', text: 'b', newContent: 'B' },
      { file: './a.txt', operation: 'insert_before', line: 4, newContent: 'new' },
      { file: 'a.txt', operation: 'insert_after', text: '4', newContent: '!' },
    );
    assert.equal(await text('a.txt'), '1\n3\nnew\n4!\n');
    assert.equal(await text('b.txt'), 'B\n');
    const overlap = await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'delete', line: 1, lineEnd: 2 }, { file: 'a.txt', operation: 'replace', text: '3', newContent: 'x' }));
    assert.match(overlap, /edits\[0\] \(lines 1-2\) and edits\[1\] \(line 2\) overlap/);
    await refused('NodeNotFound', apply({ file: 'b.txt', operation: 'replace', text: 'B', newContent: 'b' }, { file: 'a.txt', operation: 'delete', text: 'nowhere' }));
    assert.equal(await text('b.txt'), 'B\n');
  });

  it('keeps insertions at one place in the order in which they were asked for', async () => {
    const { apply, text } = await make({ 'a.txt': 'one\n' });
    await apply(
      { file: 'a.txt', operation: 'insert_after', line: 1, newContent: 'two' },
      { file: 'a.txt', operation: 'insert_after', line: 1, newContent: 'three' },
    );
    assert.equal(await text('a.txt'), 'one\ntwo\nthree\n');
  });

  it('creates a file with its directories, exactly as sent, and never over another', async () => {
    const { apply, text, refused, editing, at } = await make({ 'a.txt': 'a' });
    const result = await apply({ file: 'new/deep/x.txt', operation: 'create', newContent: 'x\r\ny\n' });
    assert.equal(await text('new/deep/x.txt'), 'x\r\ny\n');
    assert.equal(result.files[0]?.done, 'created');
    await refused('InvalidEdit', apply({ file: 'a.txt', operation: 'create', newContent: 'x' }));
    await refused('InvalidSelection', apply({ file: 'b.txt', operation: 'create', newContent: 'x', line: 1 }));
    await editing.undo(result.id, { signal: new AbortController().signal, client: 'one', door: 'mcp' });
    await assert.rejects(stat(at('new')), /ENOENT/);
  });
});
