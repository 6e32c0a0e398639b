import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Dispatcher } from '../../../src/core/call';
import { createPlaces } from '../../../src/core/place';
import { render } from '../../../src/doors/render';
import { fileRead } from '../../../src/tools/file_read';
import { testPorts, workspaceWith, type TestPorts } from '../support/services';

describe('file_read', () => {
  let workspace: Awaited<ReturnType<typeof workspaceWith>>;
  let ports: TestPorts;
  let read: (args: Readonly<Record<string, unknown>>) => Promise<string>;

  before(async () => {
    workspace = await workspaceWith({
      'a.go': 'package a\n\n\tfunc f() {\n}\n',
      'empty.txt': '',
      'open.txt': 'one\ntwo',
      'crlf.txt': 'one\r\ntwo\r\n',
      'mixed.txt': 'one\r\ntwo\n',
      'bom.ts': '\ufeffconst a = 1;\n',
      'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]),
      'utf16.txt': Buffer.from('\ufeffab\n', 'utf16le'),
      'binary.bin': Buffer.from([0x61, 0x00, 0x62]),
      'dir/inner.txt': 'x\n',
      'exact.txt': 'x'.repeat(10 * 1024 * 1024),
      'big.txt': 'x'.repeat(10 * 1024 * 1024 + 1),
      'many.txt': 'y\n'.repeat(2_500),
      'long.js': `${'a'.repeat(5_000)}\nshort\n`,
      'a b.ts': 'space\n',
      'naïve.ts': 'accent\n',
      '名.py': 'han\n',
    });
    execFileSync('mkfifo', [join(workspace.root, 'pipe')]);
    ports = testPorts([{ name: 'project', path: workspace.root }]);
    const services = { ...ports, places: createPlaces(ports), version: '0', status: [], search: undefined };
    const dispatcher = new Dispatcher({ tools: [fileRead], services: services as never });
    read = async (args) => {
      const outcome = await dispatcher.call('file_read', args, { door: 'mcp', client: 'test', signal: new AbortController().signal });
      return render(outcome, { maxTokens: 6_000 }).text;
    };
  });
  after(() => workspace.remove());
  const head = async (args: Readonly<Record<string, unknown>>) => (await read(args)).split('\n')[0] ?? '';

  it('numbers the lines and keeps real tabs', async () => {
    assert.equal(await read({ path: 'a.go' }), 'a.go lines 1-4 of 4 (etag=5b2d0e6b3ab9, go)\n1\tpackage a\n2\t\n3\t\tfunc f() {\n4\t}'.replace('5b2d0e6b3ab9', await etag('a.go')));
  });

  it('tells line ends, encoding, and a last line that is not terminated', async () => {
    assert.match(await head({ path: 'crlf.txt' }), /lines 1-2 of 2 \(etag=\w{12}, line ends CRLF\)$/);
    assert.match(await head({ path: 'mixed.txt' }), /line ends mixed\)$/);
    assert.match(await head({ path: 'open.txt' }), /last line not terminated\)$/);
    assert.match(await head({ path: 'latin1.txt' }), /some bytes are not valid in its encoding and read as \uFFFD\)$/);
    assert.equal((await read({ path: 'bom.ts' })).split('\n')[1], '1\tconst a = 1;');
    assert.match(await head({ path: 'bom.ts' }), /UTF-8 with BOM/);
    assert.equal((await read({ path: 'utf16.txt' })).split('\n')[1], '1\tab');
  });

  it('of an empty file says that it has no lines', async () => {
    assert.match(await read({ path: 'empty.txt' }), /^empty\.txt no lines of 0 \(etag=\w{12}\)$/);
    assert.match(await read({ path: 'empty.txt', line_start: 1 }), /^empty\.txt no lines of 0/);
  });

  it('reads a range, and clamps its end', async () => {
    assert.equal((await read({ path: 'a.go', line_start: 3, line_end: 99 })).split('\n').slice(1).join('\n'), '3\t\tfunc f() {\n4\t}');
  });

  it('refuses a range that starts at 0, below 0, after its end, or past the file', async () => {
    assert.match(await read({ path: 'a.go', line_start: 0 }), /^\[1601 InvalidArguments\] "line_start" must be a whole number of at least 1, but was 0\./);
    assert.match(await read({ path: 'a.go', line_start: -1 }), /^\[1601 InvalidArguments\]/);
    assert.match(await read({ path: 'a.go', line_start: 3, line_end: 2 }), /^\[1601 InvalidArguments\] line_end 2 is before line_start 3\./);
    assert.match(await read({ path: 'a.go', line_start: 5 }), /^\[1602 OutOfRange\] line_start 5 is past the end: a\.go has 4 lines\. The last one is: \}\. Next: give a line_start of at most 4\./);
  });

  it('cuts at max_lines and at 2,000 lines, naming the next line', async () => {
    assert.match(await read({ path: 'a.go', max_lines: 2 }), /\n\(cut after line 2; next: line_start=3\)$/);
    assert.match(await read({ path: 'many.txt' }), /^many\.txt lines 1-2000 of 2,500 /);
    assert.match(await read({ path: 'many.txt' }), /\n\(cut after line 2000; next: line_start=2001\)$/);
    assert.doesNotMatch(await read({ path: 'many.txt', line_start: 2_001 }), /cut after/);
  });

  it('cuts long lines, and reads the rest by column', async () => {
    assert.match(await read({ path: 'long.js' }), /\n1\ta{300}…\[\+4,700\]\n2\tshort\n\n\(1 line is cut at 300 units; line_start with column_start reads the rest\)$/);
    assert.equal(await read({ path: 'long.js', line_start: 1, column_start: 301 }), `long.js:1:301 columns 301-4300 of 5000 (next: column_start=4301)\n${'a'.repeat(4_000)}`);
    assert.equal(await read({ path: 'long.js', line_start: 1, column_start: 4_301 }), `long.js:1:4301 columns 4301-5000 of 5000\n${'a'.repeat(700)}`);
    assert.match(await read({ path: 'long.js', line_start: 2, column_start: 7 }), /^\[1602 OutOfRange\] column_start 7 is past the end of long\.js:2, which has 5 columns\. The line is: short\./);
  });

  it('answers "unchanged" while the text is the same, whatever the times', async () => {
    const known = await etag('crlf.txt');
    assert.equal(await read({ path: 'crlf.txt', etag: known }), `crlf.txt is unchanged (etag=${known})`);
    await utimes(join(workspace.root, 'crlf.txt'), new Date(), new Date(0));
    assert.match(await read({ path: 'crlf.txt', etag: known }), /is unchanged/);
    await workspace.write('crlf.txt', 'one\r\nTWO\r\n');
    assert.match(await read({ path: 'crlf.txt', etag: known }), /\n2\tTWO$/);
  });

  it('refuses what is not a text file of at most 10 MB, without hanging', async () => {
    assert.match(await read({ path: 'binary.bin' }), /^\[1604 Binary\] binary\.bin is binary/);
    assert.match(await read({ path: 'dir' }), /^\[1304 FileNotReadable\] dir is a directory/);
    assert.match(await read({ path: 'pipe' }), /^\[1304 FileNotReadable\] pipe is neither a file nor a directory/);
    assert.match(await read({ path: 'big.txt' }), /^\[1104 FileTooBig\] big\.txt has 10,485,761 bytes/);
    assert.match(await read({ path: 'exact.txt' }), /^exact\.txt lines 1-1 of 1 /);
    assert.match(await read({ path: 'nope.txt' }), /^\[1603 PathNotFound\] There is no "nope\.txt" in the workspace\./);
  });

  it('reads odd names', async () => {
    for (const path of ['a b.ts', 'naïve.ts', '名.py']) assert.ok((await read({ path })).startsWith(`${path} lines 1-1 of 1`), path);
  });

  it('shows unsaved text and says so', async () => {
    ports.setUnsaved({ [join(workspace.root, 'open.txt')]: 'typed\n' });
    assert.match(await read({ path: 'open.txt' }), /^open\.txt \(unsaved\) lines 1-1 of 1 [^\n]*\n1\ttyped$/);
    ports.setUnsaved({});
    assert.match(await read({ path: 'open.txt' }), /\n2\ttwo$/);
  });

  async function etag(path: string): Promise<string> {
    return /etag=(\w+)/.exec(await head({ path }))?.[1] ?? '';
  }
});
