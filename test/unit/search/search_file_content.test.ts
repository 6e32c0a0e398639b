import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { searchFileContent } from '../../../src/tools/search_file_content';
import { TestWorkspace, type WorkspaceOptions } from './workspace';

describe('search_file_content', () => {
  let workspace: TestWorkspace;
  afterEach(() => workspace.dispose());

  const open = (files: WorkspaceOptions['files'], more: Omit<WorkspaceOptions, 'files'> = {}): void => void (workspace = new TestWorkspace({ files, ...more }));
  const search = (input: Readonly<Record<string, unknown>>): Promise<string> => workspace.text(searchFileContent, { pattern: 'foo', ...input });
  const places = async (input: Readonly<Record<string, unknown>>): Promise<string> => {
    const rendered = await workspace.render(searchFileContent, { pattern: 'foo', ...input });
    const structured = rendered.structured as { readonly matches: readonly { readonly filePath: string; readonly lineNumber: number }[] };
    return structured.matches.map(({ filePath, lineNumber }) => `${filePath}:${lineNumber}`).join(' ');
  };

  it('gives of every glob its own page, merged in order', async () => {
    open({ 'a.ts': 'foo\n'.repeat(5), 'b.js': 'foo\n'.repeat(2), 'c.ts': 'foo\n' });
    assert.equal(await places({ include: ['*.ts', '*.js'], limit: 2 }), 'a.ts:1 a.ts:2 b.js:1 b.js:2');
    assert.equal(await places({ include: ['*.ts', '*.js'], limit: 2, offset: 2 }), 'a.ts:3 a.ts:4');
    assert.equal(await places({ include: ['*.ts', '*.js'], limit: 2, offset: 4 }), 'a.ts:5 c.ts:1');
    assert.match(await search({ include: ['*.ts', '*.js'], limit: 2 }), /^4 of 8 matches \(offset 0; next: offset=2\)/);
    assert.match(await search({ include: ['*.ts', '*.js'], limit: 2, offset: 4 }), /^2 of 8 matches \(offset 4; the last page\)/);
    assert.equal(await search({ include: ['*.ts', '*.js'], offset: 6 }), 'offset 6 is past the end of 8 matches');
  });

  it('counts a line for the first glob that selects its file', async () => {
    open({ 'a.ts': 'foo\n' });
    assert.match(await search({ include: ['*.ts', '**/*.ts', 'a*'] }), /^1 match in 1 file\n\na\.ts\n {2}1:1: foo/);
  });

  it('divides totalLimit among the globs', async () => {
    open({ 'a.ts': 'foo\n'.repeat(30), 'b.js': 'foo\n'.repeat(30) });
    assert.match(await search({ totalLimit: 5 }), /^5 of 60 matches \(offset 0; next: offset=5\)/);
    assert.match(await search({ include: ['*.ts', '*.js'], totalLimit: 5 }), /^4 of 60 matches \(offset 0; next: offset=2\)/);
    assert.match(await search({ limit: '20' }), /^20 of 60 matches/);
    assert.match(await search({ limit: 1e9, totalLimit: 1e9 }), /^60 matches in 2 files[^]*totalLimit lowered from 1,000,000,000 to its maximum of 1,000/);
    assert.match(await search({ include: Array.from({ length: 10 }, (_, index) => `*.${index}`), totalLimit: 5 }), /^\[1601 InvalidArguments\] totalLimit 5 leaves no line for each of the 10 globs in include/);
    for (const input of [{ limit: 0 }, { totalLimit: 0 }, { totalLimit: -1 }, { totalLimit: 1.5 }, { offset: -1 }]) {
      assert.match(await search(input), /^\[1601 InvalidArguments\]/, JSON.stringify(input));
    }
  });

  it('has the seed\'s structured form with all eight fields', async () => {
    open({ 'src/a.ts': 'x\n  foo one\nfoo two\n' });
    const { structured, text } = await workspace.render(searchFileContent, { pattern: 'foo', path: 'src', include: ['*.ts'], limit: 1 });
    assert.deepEqual(structured, {
      llmContent: text,
      returnDisplay: '**Found 2 matches for "foo" in src; 1 returned**\n\n`src/a.ts`\n\n- 2: ``   foo one ``',
      summary: 'Found 2 matches for "foo" in src; 1 returned',
      matches: [{ filePath: 'src/a.ts', lineNumber: 2, line: '  foo one' }],
      metadata: {
        totalMatches: 2,
        returnedMatches: 1,
        hasMore: true,
        currentOffset: 0,
        patternsSearched: ['*.ts'],
        searchSummary: 'Found 2 matches for "foo" in src; 1 returned',
        isEstimate: false,
        searchedPath: 'src',
      },
    });
    const nothing = await workspace.render(searchFileContent, { pattern: 'nope' });
    assert.ok(typeof nothing.structured === 'object' && nothing.structured !== null && 'metadata' in nothing.structured);
  });

  it('marks a total as an estimate when the search stopped early', async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 200; index += 1) files[`f${String(index).padStart(3, '0')}.ts`] = 'foo\n'.repeat(10);
    open(files);
    const { structured } = await workspace.render(searchFileContent, { pattern: 'foo' });
    assert.ok(JSON.stringify(structured).includes('"isEstimate":true'));
    assert.match(await search({}), /^20 of at least \d+ matches/);
  });

  describe('default excludes', () => {
    it('hide folders, not files, and win over includes, which is said', async () => {
      open({ 'build': 'foo\n', 'src/build/a.ts': 'foo\n', 'node_modules/m/i.ts': 'foo\n', 'a.ts': 'foo\n' });
      assert.equal(await places({}), 'a.ts:1 build:1');
      assert.equal(
        await search({ include: ['node_modules/**'] }),
        'No file was searched: nothing in the workspace is selected.\n\n' +
          '(include "node_modules/**" selects no file: node_modules is hidden by the default excludes; file_filtering_options {"use_default_excludes": false} searches it)',
      );
    });

    it('switched off, also lift search.exclude of those names, but not .git', async () => {
      open({ 'node_modules/i.ts': 'foo\n', '.git/config': 'foo\n', 'dist/a.ts': 'foo\n', 'other/a.ts': 'foo\n' }, { excludes: { search: ['**/node_modules', '**/other'] } });
      assert.equal(await places({ file_filtering_options: { use_default_excludes: false } }), 'dist/a.ts:1 node_modules/i.ts:1');
      assert.equal(await places({ path: '.git' }), '.git/config:1');
    });

    it('switched off do not bring back what git ignores, and the answer says so', async () => {
      open({ '.gitignore': 'node_modules\n', 'node_modules/i.ts': 'foo\n', 'a.ts': 'foo\n' });
      assert.equal(
        await search({ include: ['node_modules/**'], file_filtering_options: { use_default_excludes: false } }),
        'No file was searched: nothing in the workspace is selected.\n\n' +
          '(include "node_modules/**" selects no file: node_modules is hidden by .gitignore; file_filtering_options {"respect_git_ignore": false} searches it)',
      );
      assert.equal(await places({ include: ['node_modules/**'], file_filtering_options: { use_default_excludes: false, respect_git_ignore: false } }), 'node_modules/i.ts:1');
    });

    it('do not count for what path names', async () => {
      open({ 'dist/a.ts': 'foo\n', 'dist/node_modules/b.ts': 'foo\n' });
      assert.equal(await places({ path: 'dist' }), 'dist/a.ts:1 dist/node_modules/b.ts:1');
      assert.equal(await places({ path: 'dist/a.ts' }), 'dist/a.ts:1');
    });
  });

  describe('include globs', () => {
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['*.{ts,tsx}'], 'a.ts src/a.ts src/b.tsx src/pkg/c.ts'],
      [['**/*.ts'], 'a.ts src/a.ts src/pkg/c.ts'],
      [['src/**'], 'src/a.ts src/b.tsx src/pkg/c.ts src/pkg/d.py'],
      [['src/*.ts'], 'src/a.ts'],
      [['./src/*.ts'], 'src/a.ts'],
      [['src\\*.ts'], 'src/a.ts'],
      [['src/pkg/**/*.py'], 'src/pkg/d.py'],
      [['src/pkg/d.py'], 'src/pkg/d.py'],
      [['./src/pkg/d.py'], 'src/pkg/d.py'],
      [['pkg'], 'src/pkg/c.ts src/pkg/d.py'],
      [['src/pkg'], 'src/pkg/c.ts src/pkg/d.py'],
      [['src/pkg/'], 'src/pkg/c.ts src/pkg/d.py'],
      [['*.ts', '!src/pkg/**'], 'a.ts src/a.ts'],
      [['!*.ts'], '-x/e.ts src/b.tsx src/pkg/d.py'.replace('-x/e.ts ', '')],
      [['-x/*'], '-x/e.ts'],
    ];
    for (const [include, expected] of cases) {
      it(`${JSON.stringify(include)} select as in the editor`, async () => {
        open({ 'a.ts': 'foo\n', 'src/a.ts': 'foo\n', 'src/b.tsx': 'foo\n', 'src/pkg/c.ts': 'foo\n', 'src/pkg/d.py': 'foo\n', ...(include[0] === '-x/*' ? { '-x/e.ts': 'foo\n' } : {}) });
        assert.equal((await places({ include })).replaceAll(':1', ''), expected);
      });
    }

    it('may be absolute, or relative to path', async () => {
      open({ 'src/pkg/a.ts': 'foo\n', 'pkg/a.ts': 'foo\n' });
      assert.equal(await places({ include: [`${workspace.root}/src/**/*.ts`] }), 'src/pkg/a.ts:1');
      assert.equal(await places({ path: 'src', include: ['pkg/*.ts'] }), 'src/pkg/a.ts:1');
      assert.equal(await places({ path: 'src', include: ['src/pkg/*.ts'] }), 'src/pkg/a.ts:1');
    });

    it('that select nothing are named, also beside others', async () => {
      open({ 'a.ts': 'foo\n' });
      assert.equal(await search({ include: ['**/*', '*.ts'] }), '1 match in 1 file\n\na.ts\n  1:1: foo');
      assert.equal(await search({ include: ['*.ts', '*.go'] }), '1 match in 1 file\n\na.ts\n  1:1: foo\n\n(include "*.go" selects no file)');
    });

    it('cannot bring an ignored file back', async () => {
      open({ '.gitignore': '*.log\n', 'a.log': 'foo\n', '.siiignore': '*.tmp\n', 'b.tmp': 'foo\n' });
      assert.equal(
        await search({ include: ['*.log', '*.tmp'] }),
        'No file was searched: nothing in the workspace is selected.\n\n' +
          '(include "*.log" selects no file: a.log is hidden by .gitignore; file_filtering_options {"respect_git_ignore": false} searches it; ' +
          'include "*.tmp" selects no file: b.tmp is hidden by .siiignore; file_filtering_options {"respect_sii_ignore": false} searches it)',
      );
    });

    it('in a window of several folders may begin with a folder\'s name', async () => {
      open({ 'alpha/src/hello.txt': 'foo\n', 'beta/src/hello.txt': 'foo\n' }, { folders: ['alpha', 'beta'] });
      for (const include of ['alpha/src/hello.txt', 'alpha', '**/alpha/**', 'alpha/**', workspace.path('alpha/src/hello.txt')]) {
        assert.equal(await places({ include: [include] }), 'alpha/src/hello.txt:1', include);
      }
      assert.equal(await places({ include: ['src/hello.txt'] }), 'alpha/src/hello.txt:1 beta/src/hello.txt:1');
    });
  });

  it('is case-sensitive', async () => {
    open({ 'a.ts': 'Foo\nfoo\n' });
    assert.equal(await places({}), 'a.ts:2');
    assert.equal(await places({ pattern: '(?i)FOO' }), 'a.ts:1 a.ts:2');
  });

  it('refuses empty, missing and wrong patterns; blanks are a pattern', async () => {
    open({ 'a.ts': 'a   b\n' });
    for (const pattern of ['', 7, null]) assert.match(await search({ pattern }), /^\[1601 InvalidArguments\]/);
    assert.equal(await places({ pattern: '   ' }), 'a.ts:1');
  });
});
