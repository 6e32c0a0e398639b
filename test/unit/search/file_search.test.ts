import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { afterEach, describe, it } from 'mocha';
import { fileSearch } from '../../../src/tools/file_search';
import { skip } from '../../support/skip';
import { TestWorkspace, type WorkspaceOptions } from './workspace';

describe('file_search', () => {
  let workspace: TestWorkspace | undefined;
  afterEach(function () {
    // Some of these workspaces have many files.
    this.timeout(20_000);
    workspace?.dispose();
  });

  function open(files: WorkspaceOptions['files'], more: Omit<WorkspaceOptions, 'files'> = {}): void {
    workspace?.dispose();
    workspace = new TestWorkspace({ files, ...more });
  }
  const search = (input: unknown): Promise<string> => workspace?.text(fileSearch, input) ?? Promise.reject(new Error('Nothing is open.'));

  describe('answers', () => {
    it('matches with their surroundings, a path once, columns in UTF-16 units', async () => {
      open({ 'a.ts': 'one\ntwo\n😀 foo\nfour\nfive\nsix\nseven\nfoo\n', 'b.ts': 'foo\n' });
      assert.equal(
        await search({ pattern: 'foo', context_lines: 1 }),
        '3 matches in 2 files\n\na.ts\n  2- two\n  3:4: 😀 foo\n  4- four\n  --\n  7- seven\n  8:1: foo\n\nb.ts\n  1:1: foo',
      );
    });

    it('the files only, or how many', async () => {
      open({ 'a.ts': 'foo\nfoo\n', 'b.ts': 'foo\n', 'c.ts': 'x\n' });
      assert.equal(await search({ pattern: 'foo', output: 'files' }), '2 files with matches\n\na.ts\nb.ts');
      assert.equal(await search({ pattern: 'foo', output: 'count' }), '3 matches in 2 files\nby file:\n  a.ts: 2\n  b.ts: 1');
    });

    it('counts a line with several matches once', async () => {
      open({ 'a.ts': 'foo foo foo\n' });
      assert.match(await search({ pattern: 'foo' }), /^1 match in 1 file/);
    });

    it('exactly as many as the limit is not cut', async () => {
      open({ 'a.ts': 'foo\n'.repeat(20), 'b.ts': 'foo\n' });
      assert.match(await search({ pattern: 'foo', paths: ['a.ts'], max_results: 20 }), /^20 matches in 1 file\n/);
      assert.match(await search({ pattern: 'foo', max_results: 20 }), /^20 of 21 matches \(offset 0; next: offset=20\)\n/);
    });

    it('pages that are disjoint and together are everything; past the end says so', async () => {
      open({ 'a.ts': 'foo 1\nfoo 2\n', 'b.ts': 'foo 3\nfoo 4\n', 'c.ts': 'foo 5\n' });
      const pages = await Promise.all([0, 2, 4].map((offset) => search({ pattern: 'foo', max_results: 2, offset, context_lines: 0 })));
      assert.deepEqual(
        pages.map((page) => [...page.matchAll(/foo (\d)/g)].map((found) => found[1])),
        [['1', '2'], ['3', '4'], ['5']],
      );
      assert.match(pages[2] ?? '', /^1 of 5 matches \(offset 4; the last page\)/);
      assert.equal(await search({ pattern: 'foo', offset: 5 }), 'offset 5 is past the end of 5 matches');
    });

    it('reached however many matches come before', async function () {
      this.timeout(60_000);
      // More than is kept of one search.
      open({ 'long.txt': Array.from({ length: 330_000 }, (_, index) => `needle ${index + 1} and the rest of the line\n`).join('') });
      const page = await search({ pattern: 'needle', offset: 329_998, max_results: 20, context_lines: 1 });
      // On a slow machine it also says that it gave up on binary files.
      assert.equal(
        page.split('\n\n(')[0],
        '2 of 330,000 matches (offset 329998; the last page)\n\nlong.txt\n' +
          '  329998- needle 329998 and the rest of the line\n  329999:1: needle 329999 and the rest of the line\n  330000:1: needle 330000 and the rest of the line',
      );
    });

    it('at least so many where it stopped early, in the order of a whole search', async () => {
      const files: Record<string, string> = {};
      for (let index = 0; index < 300; index += 1) files[`f${String(index).padStart(3, '0')}.ts`] = 'foo\n'.repeat(10);
      open(files);
      const text = await search({ pattern: 'foo', context_lines: 0, max_results: 25 });
      assert.match(text, /^25 of at least \d+ matches \(offset 0; next: offset=25\)\n\nf000\.ts\n/);
      assert.deepEqual([...text.matchAll(/^f\d+\.ts$/gm)].map((found) => found[0]), ['f000.ts', 'f001.ts', 'f002.ts']);
      assert.match(await search({ pattern: 'foo', output: 'count' }), /^3,000 matches in 300 files\n/);
    });

    it('a cut line with its match in sight, and a page under the budget', async () => {
      open({ 'app.min.js': `${'x'.repeat(1_500_000)}needle${'y'.repeat(500_000)}\n`, 'many.txt': 'needle in an ordinary line of some length\n'.repeat(5_000) });
      const text = await search({ pattern: 'needle', max_results: 1000, context_lines: 0 });
      assert.match(text, /1:1500001: \[\+1,499,\d+\]…x+needley+…\[\+499,\d+\]\n/);
      assert.ok(Buffer.byteLength(text) <= 24_000);
      assert.match(text, /^\d+ of at least 1,\d+ matches \(offset 0; next: offset=\d+\)/);
    });
  });

  describe('tells the kinds of nothing apart', () => {
    it('no match after a full search', async () => {
      open({ 'a.ts': 'x\n' });
      assert.equal(await search({ pattern: 'foo' }), 'No matches for "foo" in the workspace.\n\n(ignored files were not searched)');
    });

    it('no file selected', async () => {
      open({ 'a.ts': 'foo\n' });
      assert.equal(await search({ pattern: 'foo', file_types: ['go'] }), 'No file was searched: nothing in the workspace is selected.\n\n(file_types ["go"] selects no file)');
    });

    it('an empty folder', async () => {
      open({ 'empty/': '', 'a.ts': 'foo\n' });
      assert.equal(await search({ pattern: 'foo', paths: ['empty'] }), 'No file was searched: empty holds no files.');
    });

    it('a folder whose files are all ignored', async () => {
      open({ '.gitignore': '*\n', 'src/a.ts': 'foo\n' });
      assert.equal(
        await search({ pattern: 'foo', paths: ['src/**'] }),
        'No file was searched: nothing in src/** is selected.\n\n(src is hidden by .gitignore; name it in paths to search it)',
      );
    });

    it('.siiignore files further down that hide all there is', async () => {
      open({ 'a/.siiignore': '*\n', 'a/x.ts': 'foo\n', 'b/deep/.siiignore': '*\n', 'b/deep/y.ts': 'bar\n' });
      const nothing = 'No file was searched: nothing in the workspace is selected.\n\n';
      assert.equal(await search({ pattern: 'nowhere' }), `${nothing}(a/.siiignore is hidden by .siiignore; name it in paths to search it)`);
      assert.equal(await search({ pattern: 'foo', file_types: ['ts'] }), `${nothing}(file_types ["ts"] selects no file: a/x.ts is hidden by .siiignore; name it in paths to search it)`);
      workspace?.write('b/z.ts', 'x\n');
      assert.equal(await search({ pattern: 'nowhere' }), 'No matches for "nowhere" in the workspace.\n\n(ignored files were not searched)');
    });

    it('a file behind more folders than are walked through', async () => {
      const empty = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a${index}/`, '']));
      open({ ...empty, 'z/x.ts': 'foo\n' });
      assert.equal(await search({ pattern: 'nowhere' }), 'No matches for "nowhere" in the workspace.\n\n(ignored files were not searched)');
    });

    it('a search that ran out of time', async () => {
      open({ 'a.ts': 'x\n'.repeat(2_000_000) }, { settings: { searchTimeoutMs: () => 1 } });
      assert.match(await search({ pattern: '(x+\\n?)+y' }), /^No match for .* so far in the workspace, but the search did not come to its end\.\n\n\(incomplete: the time limit of 0\.001 s was reached/);
    });

    it('an invalid pattern, with the place, the reason and the offer of literal mode', async () => {
      open({ 'a.ts': 'foo(\n' });
      assert.equal(
        await search({ pattern: 'foo(' }),
        '[1003 InvalidPattern] The pattern "foo(" cannot be searched for: unclosed group, at column 5 of the pattern. Next: correct the pattern, or search for it literally (file_search with regex=false).',
      );
      assert.match(await search({ pattern: 'foo(', regex: false }), /^1 match in 1 file/);
    });
  });

  describe('paths', () => {
    it('with a ! in front take away, from the workspace or from the others', async () => {
      open({ 'src/a.ts': 'foo\n', 'src/gen/b.ts': 'foo\n', 'src/c.test.ts': 'foo\n', 'lib/d.ts': 'foo\n', '!odd.ts': 'foo\n' });
      const files = async (...paths: string[]): Promise<string> => (await search({ pattern: 'foo', output: 'files', paths })).split('\n').slice(2).join();
      assert.equal(await files('!src'), '!odd.ts,lib/d.ts');
      assert.equal(await files('src', '!src/gen', '!*.test.ts'), 'src/a.ts');
      assert.equal(await files('src/a.ts', 'src/gen/b.ts', '!src/gen/**'), 'src/a.ts');
      assert.equal(await files('!odd.ts'), '!odd.ts');
      assert.match(await search({ pattern: 'nowhere', paths: ['!src'] }), /^No matches for "nowhere" in the workspace \(paths !src\)\./);
      assert.equal(await search({ pattern: 'foo', paths: ['src/gen', '!src/gen'] }), 'No file was searched: nothing in src/gen and !src/gen is selected.');
    });

    it('that are missing are errors with near names, and never make the search wider', async () => {
      open({ 'src/a.ts': 'foo\n', 'source/b.ts': 'foo\n' });
      assert.equal(
        await search({ pattern: 'foo', paths: ['scr'] }),
        '[1603 PathNotFound] There is no "scr" in the workspace; near it: src. Next: list_all_files_in_project shows what there is.',
      );
      assert.match(await search({ pattern: 'foo', paths: ['/etc'] }), /^\[1502 PathNotAllowed\] "\/etc" lies outside the workspace/);
      assert.match(await search({ pattern: 'foo', paths: ['../*'] }), /^\[1502 PathNotAllowed\]/);
    });

    it('of which some cannot be searched are named in the closing line', async () => {
      open({ 'src/a.ts': 'foo\n', 'b.ts': 'foo\n' });
      assert.equal(
        await search({ pattern: 'foo', paths: ['src', 'nope/x', '/etc', 'src'] }),
        '1 match in 1 file\n\nsrc/a.ts\n  1:1: foo\n\n(not searched: there is no "nope/x" in the workspace; not searched: "/etc" lies outside the workspace)',
      );
    });

    it('of which very many cannot be searched are named up to ten clauses', async () => {
      open({ 'a.ts': 'foo\n' });
      const missing = Array.from({ length: 450 }, (_, index) => `nope${index}`);
      const answer = await search({ pattern: 'foo', paths: ['a.ts', ...missing] });
      assert.match(answer, /^1 match in 1 file\n\na\.ts\n {2}1:1: foo\n\n\(not searched: there is no "nope0" in the workspace[^(]*"nope8" in the workspace[^;]*; not searched: 441 more paths that are missing or refused\)$/);
    });

    it('that are empty mean the whole workspace', async () => {
      open({ 'a.ts': 'foo\n' });
      assert.match(await search({ pattern: 'foo', paths: [] }), /^1 match in 1 file/);
    });

    it('that exist are literal, brackets or not; others are globs', async () => {
      open({ 'app/[id]/page.tsx': 'foo 1\n', 'app/i/page.tsx': 'foo 2\n', 'app/(auth)/p.tsx': 'foo 3\n', 'app/[[...sign-in]]/x.ts': 'foo 4\n', '-dir/a.ts': 'foo 5\n' });
      const numbers = async (path: string): Promise<string> => [...(await search({ pattern: 'foo', paths: [path] })).matchAll(/foo (\d)/g)].map((found) => found[1]).join();
      assert.equal(await numbers('app/[id]/page.tsx'), '1');
      assert.equal(await numbers('app/[id]'), '1');
      assert.equal(await numbers('app/(auth)'), '3');
      assert.equal(await numbers('app/[[...sign-in]]/x.ts'), '4');
      assert.equal(await numbers('app/[i]/*.tsx'), '2');
      assert.equal(await numbers('app/(auth)/*.tsx'), '3');
      assert.equal(await numbers('-dir/a.ts'), '5');
      assert.equal(await numbers('**/*.ts'), '5,4');
    });

    it('that are printed are accepted, in a window of several folders too', async () => {
      open({ 'alpha/src/hello.txt': 'foo a\n', 'beta/src/hello.txt': 'foo b\n' }, { folders: ['beta', 'alpha'] });
      assert.equal(await search({ pattern: 'foo' }), '2 matches in 2 files\n\nbeta/src/hello.txt\n  1:1: foo b\n\nalpha/src/hello.txt\n  1:1: foo a');
      for (const path of ['alpha/src/hello.txt', 'alpha', '**/alpha/**', 'alpha/**/*.txt', workspace?.path('alpha/src/hello.txt'), workspace?.path('alpha/src/*.txt')]) {
        assert.equal(await search({ pattern: 'foo', paths: [path] }), '1 match in 1 file\n\nalpha/src/hello.txt\n  1:1: foo a', path);
      }
      assert.match(await search({ pattern: 'foo', paths: ['src/hello.txt'] }), /^2 matches in 2 files/);
    });
  });

  describe('file types', () => {
    it('are type names, extensions with or without a dot, and language ids', async () => {
      open({ 'a.ts': 'foo\n', 'b.tsx': 'foo\n', 'c.py': 'foo\n', 'd.md': 'foo\n' });
      const files = async (...types: string[]): Promise<string> => (await search({ pattern: 'foo', file_types: types, output: 'files' })).split('\n').slice(2).join();
      assert.equal(await files('ts'), 'a.ts,b.tsx');
      assert.equal(await files('.ts'), 'a.ts');
      assert.equal(await files('tsx'), 'b.tsx');
      assert.equal(await files('typescriptreact'), 'b.tsx');
      assert.equal(await files('py', 'markdown'), 'c.py,d.md');
    });

    it('that are unknown are errors with near ones', async () => {
      open({ 'a.ts': 'foo\n' });
      assert.match(await search({ pattern: 'foo', file_types: ['pythn'] }), /^\[1601 InvalidArguments\] There is no file type "pythn"\. Near ones: python, /);
    });
  });

  describe('says in its closing line', () => {
    it('which binary files would match', async () => {
      open({ 'a.ts': 'foo\n', 'bin.dat': '\0foo\n', 'other.dat': '\0bar\n' });
      assert.equal(await search({ pattern: 'foo' }), '1 match in 1 file\n\na.ts\n  1:1: foo\n\n(1 binary file would match: bin.dat)');
    });

    it('what could not be read', async function () {
      if (process.getuid?.() === 0) return skip(this, 'root may read everything');
      open({ 'a.ts': 'foo\n', 'closed/b.ts': 'foo\n' });
      chmodSync(workspace?.path('closed') ?? '', 0);
      const text = await search({ pattern: 'foo' });
      chmodSync(workspace?.path('closed') ?? '', 0o755);
      assert.equal(text, '1 match in 1 file\n\na.ts\n  1:1: foo\n\n(1 folder could not be read: closed)');
    });
  });

  it('takes more paths than a command line holds', async function () {
    this.timeout(20_000);
    const files: Record<string, string> = {};
    for (let index = 0; index < 1_500; index += 1) files[`folder-with-a-rather-long-name-${index}/a.txt`] = index % 100 === 0 ? 'foo\n' : 'x\n';
    open(files);
    assert.match(await search({ pattern: 'foo', paths: Object.keys(files) }), /^15 matches in 15 files/);
    assert.match(await search({ pattern: 'x'.repeat(20_001) }), /^\[1003 InvalidPattern\] The pattern has 20,001 characters; at most 20,000/);
  });

  it('says that a pattern for several lines does not reach into the next', async () => {
    open({ 'a.ts': 'foo\nbar\nfoo bar\n' });
    assert.equal(await search({ pattern: 'foo[\\s\\S]bar', context_lines: 0 }), '1 match in 1 file\n\na.ts\n  3:1: foo bar\n\n(a match lies within one line: [\\s\\S] does not reach into the next)');
    assert.equal(await search({ pattern: '(?s)foo.+baz' }), 'No matches for "(?s)foo.+baz" in the workspace.\n\n(a match lies within one line: (?s) does not reach into the next; ignored files were not searched)');
    assert.equal(await search({ pattern: '(?i)FOO B', context_lines: 0 }), '1 match in 1 file\n\na.ts\n  3:1: foo bar');
    assert.equal(await search({ pattern: '(?s)', regex: false }), 'No matches for "(?s)" in the workspace.\n\n(ignored files were not searched)');
  });

  it('is not influenced by the user\'s ripgrep configuration', async () => {
    open({ 'a.ts': 'Foo and a long line\n', 'rc': '--smart-case\n--max-columns=3\n--glob=!*.ts\n' });
    process.env['RIPGREP_CONFIG_PATH'] = workspace?.path('rc');
    try {
      assert.equal(await search({ pattern: 'Foo', context_lines: 0 }), '1 match in 1 file\n\na.ts\n  1:1: Foo and a long line');
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
  });

  it('survives long lines and many files of odd names', async () => {
    open({ 'long.txt': `${'a'.repeat(70_000)}foo${'b'.repeat(70_000)}\n`, 'new\nline.txt': 'foo\n', 'tab\t.txt': 'foo\n', '--flag.txt': 'foo\n' });
    assert.match(await search({ pattern: 'foo' }), /^4 matches in 4 files/);
  });

  it('honours the exclude settings, except for what is named', async () => {
    open(
      { 'a.ts': 'foo\n', 'a.js': 'foo\n', 'vendor/b.ts': 'foo\n', 'src/gen/c.ts': 'foo\n' },
      { excludes: { files: ['**/*.js'], search: ['vendor', 'src/gen/{c,d}.ts'] } },
    );
    assert.equal(await search({ pattern: 'foo', output: 'files' }), '1 file with matches\n\na.ts');
    assert.equal(await search({ pattern: 'foo', output: 'files', paths: ['vendor', 'a.js'] }), '2 files with matches\n\na.js\nvendor/b.ts');
    assert.equal(
      await search({ pattern: 'foo', paths: ['src'] }),
      'No file was searched: nothing in src is selected.\n\n(src/gen/c.ts is hidden by search.exclude (src/gen/{c,d}.ts); name it in paths to search it)',
    );
  });
});

describe('file_search in a window of nested folders', () => {
  it('lists a file once, under the innermost folder', async () => {
    const workspace = new TestWorkspace({
      files: { 'outer/a.ts': 'foo\n', 'outer/inner/b.ts': 'foo\n', 'outer/inner/.gitignore': 'c.ts\n', 'outer/inner/c.ts': 'foo\n' },
      folders: ['outer', 'outer/inner'],
    });
    try {
      const files = async (...paths: string[]): Promise<string> => (await workspace.text(fileSearch, { pattern: 'foo', output: 'files', paths })).split('\n').slice(2).join();
      assert.equal(await files(), 'outer/a.ts,inner/b.ts');
      assert.equal(await files('outer'), 'outer/a.ts,inner/b.ts');
      assert.equal(await files('inner'), 'inner/b.ts');
      assert.equal(await files('outer/inner'), 'inner/b.ts');
      assert.equal(await files('inner/b.ts', 'outer/a.ts'), 'outer/a.ts,inner/b.ts');
      assert.equal(await files('a.*'), 'outer/a.ts');
    } finally {
      workspace.dispose();
    }
  });
});

describe('file_search in an opened folder that its repository ignores', () => {
  it('searches all of it', async () => {
    const workspace = new TestWorkspace({
      files: { '.git/HEAD': '', '.gitignore': 'vendor\n*.log\n', 'vendor/lib/a.log': 'foo\n', 'vendor/lib/src/b.ts': 'foo\n', 'vendor/lib/src/c.log': 'foo\n' },
      folders: ['vendor/lib'],
    });
    try {
      const files = async (...paths: string[]): Promise<string> => (await workspace.text(fileSearch, { pattern: 'foo', output: 'files', paths })).split('\n').slice(2).join();
      assert.equal(await files(), 'a.log,src/b.ts,src/c.log');
      assert.equal(await files('src'), 'src/b.ts,src/c.log');
    } finally {
      workspace.dispose();
    }
  });
});
