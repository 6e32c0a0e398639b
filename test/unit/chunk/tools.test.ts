/** The three chunk tools over real files, the real parser and the real text search. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Dispatcher, type Outcome } from '../../../src/core/call';
import { throwIfCancelled } from '../../../src/core/errors';
import { render } from '../../../src/doors/render';
import type { Ast } from '../../../src/engines/ast';
import { createChunks, type Chunks } from '../../../src/engines/chunk';
import { chunkDetails } from '../../../src/tools/chunk_details';
import type { Tool } from '../../../src/tools/define';
import { findFilesByChunkContent } from '../../../src/tools/find_files_by_chunk_content';
import { findMatchingChunksInFile } from '../../../src/tools/find_matching_chunks_in_file';
import type { Services } from '../../../src/tools/services';
import { TestWorkspace } from '../search/workspace';

const serverTs = [
  "import { a } from './a';",
  '',
  '/** Serves. */',
  'export class Server {',
  '\tport = 1;',
  '',
  '\trun(): void {',
  '\t\ta();',
  '\t}',
  '}',
  '',
  'class Client {',
  '\trun(): void {}',
  '}',
  '',
  'function f(x: string): void;',
  'function f(x: number): void;',
  'function f(x: unknown): void {',
  '\tfunction nested() {}',
  '}',
  '',
].join('\n');

describe('the chunk tools', function () {
  this.timeout(20_000);
  // One parser for all tests: starting it is what takes time.
  let parser: { readonly ast: Ast; readonly workspace: TestWorkspace };
  let workspace: TestWorkspace;
  let services: Services;
  const make = (files: Readonly<Record<string, string | Uint8Array>>, folders: readonly string[] = ['']): void => {
    workspace = new TestWorkspace({ files, folders });
    const { places } = workspace.services;
    services = { ...workspace.services, ast: parser.ast, chunks: createChunks({ ports: workspace.services, places, ast: parser.ast }) };
  };
  const outcome = (tool: Tool, input: unknown, signal = new AbortController().signal, replaced: Partial<Services> = {}): Promise<Outcome> =>
    new Dispatcher<Services>({ tools: [tool], services: { ...services, ...replaced } }).call(tool.name, input, { signal, door: 'mcp', client: 'test' });
  const text = async (tool: Tool, input: unknown, replaced: Partial<Services> = {}): Promise<string> =>
    render(await outcome(tool, input, undefined, replaced), { maxTokens: 6_000 }).text;
  const list = (rel_path: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> => text(findMatchingChunksInFile, { rel_path, ...args });
  const details = (chunk_id: string): Promise<string> => text(chunkDetails, { chunk_id });
  const files = (args: Readonly<Record<string, unknown>> = {}, replaced: Partial<Services> = {}): Promise<string> => text(findFilesByChunkContent, args, replaced);
  /** The text below the first line of an answer. */
  const below = (text: string): string => text.slice(text.indexOf('\n') + 1);
  const idsOf = (text: string): readonly string[] => [...text.matchAll(/^id=(.*) \(category=/gm)].map((match) => match[1] ?? '');
  const names = (text: string): readonly string[] => idsOf(text).map((id) => id.slice(id.indexOf('::') + 2));
  before(() => {
    const own = new TestWorkspace({ files: {} });
    parser = { ast: own.services.ast, workspace: own };
  });
  afterEach(() => workspace.dispose());
  after(async () => {
    await parser.ast.dispose();
    parser.workspace.dispose();
  });

  describe('find_matching_chunks_in_file', () => {
    it('lists the chunks of a file below their number, in the promised form', async () => {
      make({ 'src/server.ts': serverTs });
      const answer = await list('src/server.ts');
      const [field, end] = [...answer.matchAll(/::Server \(body\)(~[0-9a-f]{6})/g)].map((match) => match[1] ?? '');
      assert.equal(
        answer,
        [
          '(9 of 9 chunks)',
          'id=src/server.ts::imports (category=imports chars=26 lines=1-2)',
          'id=src/server.ts::Server (category=class chars=37 lines=3-4)',
          `id=src/server.ts::Server (body)${field} (category=class chars=12 lines=5-6)`,
          'id=src/server.ts::Server.run (category=callable chars=25 lines=7-9)',
          `id=src/server.ts::Server (body)${end} (category=class chars=3 lines=10-11)`,
          'id=src/server.ts::Client (category=class chars=15 lines=12-12)',
          'id=src/server.ts::Client.run (category=callable chars=16 lines=13-13)',
          `id=src/server.ts::Client (body)${end} (category=class chars=3 lines=14-15)`,
          'id=src/server.ts::f (category=callable chars=113 lines=16-20)',
        ].join('\n'),
      );
    });

    it('takes every way of saying all', async () => {
      make({ 'a.py': 'def f():\n    pass\ndef g():\n    pass\n' });
      for (const filter_ of [null, undefined, '', [], [''], ['', 'x']]) {
        assert.equal((await list('a.py', { filter_ })).split('\n')[0], '(2 of 2 chunks)', JSON.stringify(filter_));
      }
    });

    it('keeps chunks that hold any of the strings, literally, in the case given', async () => {
      make({ 'a.py': 'def Foo():\n    x(a.b)\ndef bar():\n    y[0]\ndef baz():\n    acb\n' });
      assert.deepEqual(names(await list('a.py', { filter_: ['Foo', 'y['] })), ['Foo', 'bar']);
      assert.equal((await list('a.py', { filter_: ['Foo', 'y['] })).split('\n')[0], '(2 of 3 chunks)');
      assert.deepEqual(names(await list('a.py', { filter_: 'a.b' })), ['Foo']);
      assert.deepEqual(names(await list('a.py', { filter_: ['['] })), ['bar']);
      assert.deepEqual(names(await list('a.py', { filter_: ['x('] })), ['Foo']);
      assert.equal(await list('a.py', { filter_: ['foo', 'f['] }), '(0 of 3 chunks)\nNo chunk of a.py holds "foo" or "f[" in its name or content');
    });

    it('tests the name and the content, never the two together', async () => {
      make({ 'a.py': 'class A:\n    def run(self):\n        done()\n' });
      assert.deepEqual(names(await list('a.py', { filter_: ['A.run'] })), ['A.run']);
      for (const seam of ['done()\nA.run', 'done()A.run', 'rundef', 'A.run    def']) {
        assert.match(await list('a.py', { filter_: [seam] }), /^\(0 of 2 chunks\)/, seam);
      }
    });

    it('lets a line end in the filter stand for the one of the file', async () => {
      make({ 'a.py': 'def f():\r\n    return 1\r\ndef g():\r\n    return 2\r\n' });
      assert.deepEqual(names(await list('a.py', { filter_: ['f():\n    return 1'] })), ['f']);
      workspace.write('a.py', 'def f():\n    return 1\ndef g():\n    return 2\n');
      assert.deepEqual(names(await list('a.py', { filter_: ['f():\r\n    return 1'] })), ['f']);
    });

    it('comes in pages that together are everything', async () => {
      make({ 'a.py': Array.from({ length: 600 }, (_, index) => `def function_number_${index}():\n    pass\n`).join('') });
      const seen: string[] = [];
      let offset: number | undefined = 0;
      for (let pages = 0; offset !== undefined && pages < 20; pages += 1) {
        const answer = await list('a.py', { filter_: ['def'], offset });
        assert.match(answer.split('\n')[0] ?? '', offset === 0 ? /^\(600 of 600 chunks\) \d+ of 600 chunks \(offset 0; next: offset=\d+\)$/ : /^\(600 of 600 chunks\) \d+ of 600 chunks \(offset \d+; (next: offset=\d+|the last page)\)$/);
        assert.ok(Buffer.byteLength(answer) <= 24_000);
        seen.push(...names(answer));
        const next = /next: offset=(\d+)/.exec(answer)?.[1];
        offset = next === undefined ? undefined : Number(next);
      }
      assert.deepEqual(seen, Array.from({ length: 600 }, (_, index) => `function_number_${index}`));
      assert.equal(await list('a.py', { offset: 600 }), '(600 of 600 chunks) offset 600 is past the end of 600 chunks');
    });

    it('prints ids of long paths whole', async () => {
      const name = `${'d'.repeat(120)}/${'e'.repeat(120)}/${'f'.repeat(120)}/a.py`;
      make({ [name]: 'def f():\n    return 1\n' });
      const [id] = idsOf(await list(name));
      assert.equal(id, `${name}::f`);
      assert.equal(below(await details(id ?? '')), 'def f():\n    return 1\n');
    });

    it('lists a file with syntax errors, and says so', async () => {
      make({ 'a.ts': 'function good() {\n}\n\nfunction bad( {\n' });
      const answer = await list('a.ts');
      assert.match(answer, /id=a\.ts::good \(category=callable chars=21 lines=1-3\)/);
      assert.match(answer, /\n\n\(a\.ts: it has syntax errors: its chunks are those of the parts that could be read\)$/);
    });

    it('says that a file is empty, binary, a directory, or not there', async () => {
      make({ 'empty.py': '', 'a.bin': Buffer.from([0x61, 0x00]), 'dir/x': '' });
      assert.equal(await list('empty.py'), '(0 of 0 chunks)\nempty.py is empty');
      assert.match(await list('a.bin'), /^\[1604 Binary\] a\.bin is binary/);
      assert.match(await list('dir'), /^\[1304 FileNotReadable\] dir is a directory/);
      assert.match(await list('no.py'), /^\[1603 PathNotFound\] There is no "no\.py"/);
      assert.match(await list('../x.py'), /^\[1502 PathNotAllowed\]/);
    });

    it('lists a file of invalid bytes with a remark, and one in UTF-16 like any other', async () => {
      make({ 'latin1.py': Buffer.from('def caf\xe9():\n    pass\n', 'latin1'), 'utf16.py': Buffer.from('\ufeffdef f():\n    pass\n', 'utf16le') });
      assert.match(await list('latin1.py'), /\n\n\(latin1\.py: .*some bytes are not valid in its encoding and read as \uFFFD\)$/);
      assert.equal(await list('utf16.py'), '(1 of 1 chunks)\nid=utf16.py::f (category=callable chars=18 lines=1-2)');
    });

    it('takes the editor\'s unsaved text, and says so', async () => {
      make({ 'a.py': 'def old():\n    pass\n' });
      workspace.type('a.py', 'def new():\n    pass\n');
      assert.equal(await list('a.py'), "(1 of 1 chunks)\nid=a.py::new (category=callable chars=20 lines=1-2)\n\n(chunks of the editor's text: a.py (unsaved))");
      assert.match(await details('a.py::new'), /^a\.py \(unsaved\) lines 1-2 of 2 \(callable, new, 20 chars, etag=\w{12}\)\ndef new/);
    });

    it('takes any of the ways to name a file, below the project named', async () => {
      make({ 'alpha/src/a.py': 'def f(): 1\n', 'alpha/alpha/b.py': 'def g(): 1\n', 'alpha/b.py': 'def h(): 1\n', 'beta/c.py': 'def i(): 1\n' }, ['alpha', 'beta']);
      for (const rel_path of ['src/a.py', './src/a.py', 'alpha/src/a.py', workspace.path('alpha/src/a.py'), `file://${workspace.path('alpha/src/a.py')}`]) {
        assert.deepEqual(idsOf(await list(rel_path, { project_name: 'alpha' })), ['alpha/src/a.py::f'], rel_path);
      }
      assert.deepEqual(idsOf(await list('alpha/src/a.py')), ['alpha/src/a.py::f']);
      assert.deepEqual(idsOf(await list('b.py', { project_name: 'alpha' })), ['alpha/b.py::h']);
      assert.deepEqual(idsOf(await list('alpha/alpha/b.py', { project_name: 'alpha' })), ['alpha/alpha/b.py::g']);
      assert.match(await list('alpha/b.py', { project_name: 'alpha' }), /^\[1309 AmbiguousSelection\] "alpha\/b\.py" names two files of alpha: alpha\/alpha\/b\.py, alpha\/b\.py/);
      assert.match(await list(workspace.path('beta/c.py'), { project_name: 'alpha' }), /^\[1603 PathNotFound\] .* in the project alpha\. There is one in beta\./);
      assert.match(await list('no.py', { project_name: 'alpha' }), /^\[1603 PathNotFound\]/);
      assert.match(await list('c.py', { project_name: 'gamma' }), /^\[1601 InvalidArguments\] There is no project "gamma"\. Projects \(workspace folders\): alpha, beta\./);
      assert.match(await list('c.py', { project_name: 'gamma' }), /gamma/);
    });
  });

  describe('chunk_details', () => {
    it('answers the bytes of the file\'s lines: tabs, CRLF, markup, no line end at the end', async () => {
      const vue = '<script setup>\r\nconst a = 1;\r\n</script>\r\n\r\n<template>\r\n\t<Foo :a="x && y"/>\r\n</template>';
      make({ 'a.vue': vue, 'src/server.ts': serverTs });
      const answer = await details('a.vue::template');
      assert.match(answer, /^a\.vue lines 5-7 of 7 \(other, template, 44 chars, etag=\w{12}\)\n/);
      assert.equal(below(answer), '<template>\r\n\t<Foo :a="x && y"/>\r\n</template>');
      assert.equal(below(await details('id=src/server.ts::Server.run')), '\trun(): void {\n\t\ta();\n\t}\n');
      for (const [name, content] of Object.entries({ 'a.vue': vue, 'src/server.ts': serverTs })) {
        const parts = await Promise.all(idsOf(await list(name)).map(async (id) => below(await details(id))));
        assert.equal(parts.join(''), content);
      }
    });

    it('sends a large chunk whole, past the budget, and the parts of a larger one', async () => {
      const body = `    x = "${'€'.repeat(30)}"\n`.repeat(240);
      make({ 'a.py': `def f():\n${body}def g():\n${body}${body}`, 'line.txt': `${'y'.repeat(25_000)}\n` });
      assert.equal(below(await details('a.py::f')), `def f():\n${body}`);
      const parts = idsOf(await list('a.py')).filter((id) => id.includes('::g'));
      assert.deepEqual(parts, ['a.py::g_part1', 'a.py::g_part2']);
      assert.equal((await Promise.all(parts.map(async (id) => below(await details(id))))).join(''), `def g():\n${body}${body}`);
      assert.match(await details('line.txt::whole_file_part2'), /^line\.txt line 1 columns 10001-20000 of 1 \(whole_file, whole_file_part2, 10000 chars, etag=\w{12}\)\ny+$/);
    });

    it('finds ids again in a new window, and after lines were inserted above', async () => {
      make({ 'src/server.ts': serverTs });
      const before = idsOf(await list('src/server.ts'));
      workspace.dispose();
      make({ 'src/server.ts': serverTs });
      assert.deepEqual(idsOf(await list('src/server.ts')), before);
      workspace.write('src/server.ts', `// One.\n\nstart();\n${serverTs}`);
      for (const id of before) assert.doesNotMatch(await details(id), /^\[/, id);
      assert.match(await details('src/server.ts::Server.run'), /^src\/server\.ts lines 10-12 of 23 /);
    });

    it('gives every chunk an id of its own: namesakes, twins, accessors', async () => {
      make({ 'a.js': 'function f() { 1 }\nfunction f() { 2 }\nfunction f() { 1 }\nclass A {\n  get v() { return 1 }\n  set v(x) { }\n}\n' });
      const ids = idsOf(await list('a.js'));
      assert.equal(new Set(ids).size, 7);
      const contents = await Promise.all(ids.map(async (id) => below(await details(id))));
      assert.deepEqual(contents, ['function f() { 1 }\n', 'function f() { 2 }\n', 'function f() { 1 }\n', 'class A {\n', '  get v() { return 1 }\n', '  set v(x) { }\n', '}\n']);
    });

    it('says that an id is stale, and what is there now', async () => {
      make({ 'a.py': 'def f():\n    pass\n\nclass A:\n    def run(self):\n        pass\n', 'b.py': 'x = 1\n' });
      const [hashed] = idsOf(await list('b.py'));

      workspace.write('a.py', 'def g():\n    pass\n\nclass B:\n    def run(self):\n        pass\n');
      assert.match(await details('a.py::f'), /^\[1606 StaleId\] a\.py has no chunk "f" now\. Nearest: id=a\.py::\S+ lines=\d+-\d+\. Next: use one of these, or list/);
      assert.match(await details('a.py::A.run'), /^\[1606 StaleId\] a\.py has no chunk "A\.run" now\. Nearest: id=a\.py::B\.run lines=5-6\./);
      workspace.write('a.py', 'def f():\n    pass\ndef f():\n    pass\n');
      assert.match(await details('a.py::f'), /There is now: id=a\.py::f~(\w{6}) lines=1-2, id=a\.py::f~\1-2 lines=3-4\./);
      workspace.write('b.py', 'x = 2\n');
      assert.match(await details(hashed ?? ''), /^\[1606 StaleId\] .* There is now: id=b\.py::module_level~\w{6} lines=1-1\./);
      workspace.write('b.py', '');
      assert.match(await details(hashed ?? ''), /^\[1606 StaleId\] .* The file is empty\./);
      rmSync(workspace.path('b.py'));
      assert.match(await details(hashed ?? ''), /^\[1606 StaleId\] There is no file b\.py now: it was deleted, renamed, or/);
      mkdirSync(workspace.path('moved'));
      renameSync(workspace.path('a.py'), workspace.path('moved/a.py'));
      assert.match(await details('a.py::f'), /^\[1606 StaleId\] There is no file a\.py now/);
      assert.match(await list('moved/a.py'), /^\(2 of 2 chunks\)/);
    });

    it('names what the caller of a stale id most likely means', async () => {
      make({ 'a.py': 'class A:\n    def run(self):\n        1\n    def run(self):\n        2\nclass B:\n    def run(self):\n        3\n' });
      assert.match(await details('a.py::A.run'), /There is now: id=a\.py::A\.run~\w{6} lines=2-3, id=a\.py::A\.run~\w{6} lines=4-5\. Next/);
      workspace.write('a.py', 'class A:\n    def rum(self):\n        1\nclass Other:\n    def run(self):\n        3\n');
      assert.match(await details('a.py::A.run'), /Nearest: id=a\.py::Other\.run lines=5-6\. Next/);
      assert.match(await details('a.py::A.rub'), /Nearest: id=a\.py::A\.rum lines=2-3\. Next/);
    });

    it('asks which file is meant when an id without a folder names two', async () => {
      make({ 'alpha/a.py': 'def f(): 1\n', 'beta/a.py': 'def f(): 1\n', 'beta/b.py': 'def g(): 1\n' }, ['alpha', 'beta']);
      assert.match(await details('a.py::f'), /^\[1309 AmbiguousSelection\] "a\.py" names 2 files: alpha\/a\.py, beta\/a\.py/);
      assert.equal(below(await details('b.py::g')), 'def g(): 1\n');
    });

    it('sees an atomic save at the next call', async () => {
      make({ 'a.py': 'def f():\n    return 1\n', 'a.py.tmp': 'def f():\n    return 2\n' });
      assert.match(await details('a.py::f'), /return 1/);
      renameSync(workspace.path('a.py.tmp'), workspace.path('a.py'));
      assert.match(await details('a.py::f'), /return 2/);
    });

    it('refuses what is no id, and a file outside', async () => {
      make({ 'a.py': 'def f(): 1\n' });
      assert.equal(
        await details('17'),
        '[1605 UnknownId] "17" is not the id of a chunk. An id is a path and a name, such as src/a.ts::Server.start. Next: list the chunks of a file with find_matching_chunks_in_file and copy an id from there.',
      );
      assert.match(await details('/etc/passwd::whole_file'), /^\[1502 PathNotAllowed\]/);
      assert.match(await details('a.py::'), /^\[1605 UnknownId\]/);
    });

    it('takes names of files with accents, spaces, colons and from other scripts', async () => {
      for (const name of ['naïve.ts', 'a b.ts', '名.py', 'a::b.py', 'C# (1).py', "it's.py"]) {
        make({ [name]: 'f();\n' });
        const [id] = idsOf(await list(name));
        assert.ok(id?.startsWith(`${name}::module_level~`), id);
        assert.equal(below(await details(id ?? '')), 'f();\n');
        if (name === "it's.py") continue;
        workspace.dispose();
      }
    });
  });

  describe('find_files_by_chunk_content', () => {
    it('lists the files with matching chunks, each with their number, and no more than that', async () => {
      make({ 'src/server.ts': serverTs, 'src/other.ts': 'run();\n', 'a.py': 'class Server:\n    def run(self):\n        pass\n', 'no.py': 'x = 1\n' });
      assert.equal(await files({ chunk_contents_filter: ['run'] }), '3 files\n\na.py (1 of 2 chunks)\nsrc/other.ts (1 of 1 chunk)\nsrc/server.ts (2 of 9 chunks)');
      assert.equal(await files({ chunk_contents_filter: 'Server.run' }), '2 files\n\na.py (1 of 2 chunks)\nsrc/server.ts (1 of 9 chunks)');
    });

    it('finds names that are not text of the file', async () => {
      make({ 'src/server.ts': serverTs, 'big.txt': 'line\n'.repeat(3_000), 'README.md': '# Guide\n\n## Install\n\nx\n' });
      assert.match(await files({ chunk_contents_filter: ['Server (body)'] }), /^1 file\n\nsrc\/server\.ts \(2 of 9 chunks\)$/);
      assert.match(await files({ chunk_contents_filter: ['whole_file_part2'] }), /^1 file\n\nbig\.txt \(1 of 2 chunks\)$/);
      assert.match(await files({ chunk_contents_filter: ['Guide/Install'] }), /^1 file\n\nREADME\.md \(1 of 2 chunks\)$/);
      assert.match(await files({ chunk_contents_filter: ['imports'] }), /^1 file\n\nsrc\/server\.ts \(1 of 9 chunks\)$/);
    });

    it('does not count a file whose text matches only across two chunks', async () => {
      make({ 'a.py': 'def f():\n    one()\ndef g():\n    two()\n' });
      assert.match(await files({ chunk_contents_filter: ['one()\ndef g'] }), /^No chunk in \S+ holds "one\(\)\\ndef g" in its name or content\n\n\(ignored files were not looked at\)$/);
    });

    it('lists files that cannot be divided with the reason', async () => {
      make({ 'a.py': 'def f(): 1\n', 'broken.ts': 'function bad( {\n', 'image.bin': Buffer.from([0x66, 0x00, 0x66]), 'huge.txt': 'f'.repeat(10 * 1024 * 1024 + 1) });
      const answer = await files();
      assert.match(answer, /^4 files\n\na\.py \(1 of 1 chunk\)\n/);
      assert.match(answer, /\nbroken\.ts \(1 of 1 chunk; it has syntax errors: its chunks are those of the parts that could be read\)\n/);
      assert.match(answer, /\nhuge\.txt \(not divided: huge\.txt has 10,485,761 bytes; at most 10,485,760 are read\)\n/);
      assert.match(answer, /\nimage\.bin \(not divided: image\.bin is binary \(it holds a NUL byte\)\)$/);
    });

    it('looks only into the project, by the text of files and never by the path above them', async () => {
      make({ 'alpha/a.py': 'def f(): 1\n', 'beta/b.py': 'def f(): 1\n', 'alpha/ignored.py': 'def f(): 1\n', 'alpha/.gitignore': 'ignored.py\n' }, ['alpha', 'beta']);
      assert.equal(await files({ project_name: 'alpha', chunk_contents_filter: ['def'] }), '1 file\n\nalpha/a.py (1 of 1 chunk)');
      assert.match(await files({ project_name: 'alpha', chunk_contents_filter: [path.basename(workspace.root)] }), /^No chunk in alpha holds/);
      assert.match(await files({ chunk_contents_filter: ['def'] }), /^\[1601 InvalidArguments\] project_name is needed/);
    });

    it('tells an empty project from one without a match', async () => {
      make({ 'dir/': '' });
      assert.match(await files({ chunk_contents_filter: ['alpha'] }), / holds no file/);
      workspace.write('empty.py', '');
      assert.match(await files(), /^The files of \S+ are empty/);
    });

    it('sees unsaved text, new files and deletions at the next call', async () => {
      make({ 'a.py': 'def before(): 1\n' });
      workspace.type('a.py', 'def after(): 1\n');
      assert.equal(await files({ chunk_contents_filter: ['after'] }), '1 file\n\na.py (unsaved) (1 of 1 chunk)');
      assert.match(await files({ chunk_contents_filter: ['before'] }), /^No chunk/);
      workspace.write('b.py', 'def after(): 1\n');
      assert.match(await files({ chunk_contents_filter: ['after'] }), /^2 files/);
      rmSync(workspace.path('b.py'));
      assert.match(await files({ chunk_contents_filter: ['after'] }), /^1 file/);
    });

    it('comes in pages, in path order, and parses no further than the page', async () => {
      const many = Object.fromEntries(Array.from({ length: 230 }, (_, index) => [`f${String(index).padStart(3, '0')}.py`, 'def wanted(): 1\n']));
      make(many);
      let divided = 0;
      const { chunks: own } = services;
      const chunks: Chunks = { ...own, of: (place, signal) => ((divided += 1), own.of(place, signal)) };
      const page = async (offset: number): Promise<readonly string[]> => (await files({ chunk_contents_filter: ['wanted'], offset }, { chunks })).split('\n');
      const first = await page(0);
      assert.equal(first[0], '100 of at least 101 files (offset 0; next: offset=100)');
      assert.deepEqual(first.slice(2), Object.keys(many).slice(0, 100).map((name) => `${name} (1 of 1 chunk)`));
      assert.ok(divided <= 110, String(divided));
      const second = await page(100);
      assert.equal(second[0], '100 of at least 201 files (offset 100; next: offset=200)');
      const third = await page(200);
      assert.equal(third[0], '30 of 230 files (offset 200; the last page)');
      assert.equal(third.at(-1), 'f229.py (1 of 1 chunk)');
      assert.equal((await page(230))[0], 'offset 230 is past the end of 230 files');
    });

    it('knows the total when the last file fills the page', async () => {
      make(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}.py`, 'def wanted(): 1\n'])));
      assert.match(await files({ chunk_contents_filter: ['wanted'] }), /^100 of 101 files \(offset 0; next: offset=100\)\n/);
    });

    it('passes over a file that was deleted since it was listed', async () => {
      make({ 'a.py': 'def wanted(): 1\n', 'b.py': 'def wanted(): 1\n' });
      const { search: own } = services;
      const search: Services['search'] = {
        find: (...args) => own.find(...args),
        files: (...args) => own.files(...args),
        describe: () => own.describe(),
        filesWith: async (...args) => {
          const found = await own.filesWith(...args);
          rmSync(workspace.path('a.py'));
          return found;
        },
      };
      assert.equal(await files({ chunk_contents_filter: ['wanted'] }, { search }), '1 file\n\nb.py (1 of 1 chunk)');
    });

    it('answers what it has when its time is over', async () => {
      make({ 'a.py': 'def wanted(): 1\n', 'b.py': 'def wanted(): 1\n' });
      let now = 0;
      assert.equal(await files({ chunk_contents_filter: ['wanted'] }, { clock: { now: () => (now += 40_000) } }), 'at least 1 file\n\na.py (1 of 1 chunk)\n\n(incomplete: stopped after 30 s, later files were not looked at; go on with offset=1)');
    });

    it('stops work on a file that takes longer than all its time', async () => {
      make({ 'a.py': 'def wanted(): 1\n', 'b.py': 'def wanted(): 1\n' });
      const own = workspace.services.chunks;
      // The parser is started and the first file divided before the time counts.
      await files({ chunk_contents_filter: ['wanted'] });
      const chunks: Services['chunks'] = {
        ...own,
        of: async (place, signal) => {
          if (place.display === 'b.py') await new Promise<void>((resolve) => void signal.addEventListener('abort', () => resolve()));
          throwIfCancelled(signal);
          return own.of(place, signal);
        },
      };
      const settings: Services['settings'] = { ...workspace.services.settings, searchTimeoutMs: () => 1000 };
      assert.equal(await files({ chunk_contents_filter: ['wanted'] }, { chunks, settings }), 'at least 1 file\n\na.py (1 of 1 chunk)\n\n(incomplete: stopped after 1 s, later files were not looked at; go on with offset=1)');
    });

    it('stops when it is cancelled', async () => {
      make({ 'a.py': 'def wanted(): 1\n' });
      const controller = new AbortController();
      const running = outcome(findFilesByChunkContent, { chunk_contents_filter: ['wanted'] }, controller.signal);
      controller.abort();
      const result = await running;
      assert.equal(result.ok ? '' : result.failure.failure, 'Cancelled');
    });
  });
});
