/** The pure parts of the search engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Failure } from '../../../src/core/errors';
import { typeGlobs } from '../../../src/engines/search/file-types';
import { baseOf, excludeTest, includeTest } from '../../../src/engines/search/globs';
import { comparePaths } from '../../../src/engines/search/order';
import { withinLine } from '../../../src/engines/search/pcre';
import { complaintsOf, reasonOf, Refused } from '../../../src/engines/search/ripgrep/complaints';
import { EventReader } from '../../../src/engines/search/ripgrep/events';
import { ripgrepCandidates } from '../../../src/engines/search/ripgrep/locate';
import { linesAround } from '../../../src/engines/search/ripgrep/surroundings';

describe('paths in order', () => {
  it('go component by component, by their bytes', () => {
    const paths = ['b', 'a.txt', 'a/b', 'a-b', 'a', 'a/B', '\u{1f600}', '\uffee', 'a/b/c', 'a b'];
    assert.deepEqual([...paths].sort(comparePaths), ['a', 'a/B', 'a/b', 'a/b/c', 'a b', 'a-b', 'a.txt', 'b', '\uffee', '\u{1f600}']);
  });
});

describe('ripgrep', () => {
  const places = { setting: '', shippedFolder: undefined, appRoot: undefined, platform: 'linux', arch: 'x64' } as const;

  it('is looked for in the setting, then where it is shipped, then in the editor\'s layouts', () => {
    assert.deepEqual(ripgrepCandidates(places), []);
    assert.deepEqual(
      ripgrepCandidates({ ...places, setting: '/my/rg', shippedFolder: '/ext/dist/bin', appRoot: '/app' }).map(({ path }) => path),
      [
        '/my/rg',
        '/ext/dist/bin/rg',
        '/app/node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg',
        '/app/node_modules/@vscode/ripgrep/bin/rg',
        '/app/node_modules.asar.unpacked/@vscode/ripgrep-universal/bin/linux-x64/rg',
        '/app/node_modules.asar.unpacked/@vscode/ripgrep/bin/rg',
      ],
    );
    assert.deepEqual(
      ripgrepCandidates({ ...places, platform: 'win32', arch: 'arm64', shippedFolder: 'C:\\ext\\bin', appRoot: 'C:\\app' })
        .slice(0, 2)
        .map(({ path }) => path),
      ['C:\\ext\\bin\\rg.exe', 'C:\\app\\node_modules\\@vscode\\ripgrep-universal\\bin\\win32-arm64\\rg.exe'],
    );
  });

  const pattern = { text: 'foo', literal: false, ignoreCase: false, engine: 'default', offsetOf: (offset: number) => offset } as const;

  it('that could not read some places has searched all the same', () => {
    const errors = 'rg: ./closed: Permission denied (os error 13)\nrg: ./gone.txt: No such file or directory (os error 2)\nrg: ./a/b.txt: Permission denied (os error 13)\n';
    assert.deepEqual(complaintsOf({ code: 2, killedBy: null, errors }, true, pattern), { unreadable: ['closed', 'a/b.txt'], incomplete: undefined });
    assert.deepEqual(complaintsOf({ code: 1, killedBy: null, errors: '' }, true, pattern), { unreadable: [], incomplete: undefined });
  });

  it('that gave up on a file says so', () => {
    const errors = 'rg: ./a.txt: PCRE2: error matching: match limit exceeded\n';
    assert.deepEqual(complaintsOf({ code: 2, killedBy: null, errors }, true, pattern).incomplete, 'the pattern took too many steps in 1 file');
  });

  it('that did not search at all has failed', () => {
    const failure = (errors: string): string => {
      try {
        complaintsOf({ code: 2, killedBy: null, errors }, false, pattern);
        return 'none';
      } catch (error) {
        return error instanceof Failure ? error.failure : error instanceof Refused ? 'Refused' : 'unknown';
      }
    };
    assert.equal(failure('rg: regex parse error:\n    (?:foo()\n    ^\nerror: unclosed group\n'), 'Refused');
    assert.equal(failure('rg: unrecognized flag --nonsense\n'), 'SearchFailed');
  });

  it('gives the place of a fault in the pattern', () => {
    assert.deepEqual(reasonOf('regex parse error:\n    (?:a[z-a])\n         ^^^\nerror: invalid character class range\n', 'a[z-a]'), { text: 'invalid character class range', column: 3 });
    assert.deepEqual(reasonOf('regex parse error:\n    a[z-a]\n      ^^^\nerror: invalid character class range\n', 'a[z-a]'), { text: 'invalid character class range', column: 3 });
  });

  it('is read as it streams in, wherever the pieces are cut', () => {
    const stream = Buffer.from(
      '{"type":"begin","data":{"path":{"text":"ä.ts"}}}\n' +
        '{"type":"match","data":{"path":{"text":"ä.ts"},"lines":{"text":"é foo\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":3,"end":6}]}}\n' +
        '{"type":"end","data":{"path":{"text":"ä.ts"},"binary_offset":7,"stats":{}}}\n' +
        '{"data":{"stats":{"searches":5}},"type":"summary"}\n',
    );
    for (let size = 1; size < 40; size += 1) {
      const seen: unknown[] = [];
      const reader = new EventReader({
        begin: (path) => seen.push(path),
        line: (kind, raw) => seen.push(kind, raw.length),
        end: (offset) => seen.push(offset),
        summary: (searches) => seen.push(searches),
      }, pattern);
      for (let at = 0; at < stream.length; at += size) reader.push(Buffer.from(stream.subarray(at, at + size)));
      assert.deepEqual(seen, ['ä.ts', 'match', 171, 7, 5], `pieces of ${size}`);
    }
  });
});

describe('the lines around a match', () => {
  const match = { number: 2, offset: 1, match: { start: 0, end: 1, bytes: () => Buffer.from('b') }, text: () => 'b' };
  const around = (text: string, context: number) => linesAround(Buffer.from(text), [match], context)?.map(({ number, text: line }) => `${number} ${line}`);

  it('are read from where ripgrep saw it', () => {
    assert.deepEqual(around('\nb\nc\nd', 1), ['1 ', '2 b', '3 c']);
    assert.deepEqual(around('\nb\nc\nd', 5), ['1 ', '2 b', '3 c', '4 d']);
    assert.deepEqual(around('\nb', 5), ['1 ', '2 b']);
    assert.deepEqual(around('\nb\nc\n\0d\n', 5), ['1 ', '2 b', '3 c']);
  });

  it('are not taken from a file that has changed since', () => {
    assert.equal(around('\nB\nc', 1), undefined);
    assert.equal(around('xb\nc', 1), undefined);
    assert.equal(around('', 1), undefined);
    const inUtf16 = { number: 1, offset: 0, match: { start: 6, end: 7, bytes: () => Buffer.from('A') }, text: () => '\u200d\ufffdA' };
    assert.equal(linesAround(Buffer.from('\ufeff\u200d\ufffdA', 'utf16le'), [inUtf16], 1), undefined);
    const ofNothing = { ...match, match: { start: 1, end: 1, bytes: () => Buffer.from('') } };
    assert.deepEqual(linesAround(Buffer.from('\nb\n'), [ofNothing], 1)?.map(({ text, hit }) => [text, hit?.start]), [['', undefined], ['b', 1]]);
    assert.equal(linesAround(Buffer.from('\nB\n'), [ofNothing], 1), undefined);
  });
});

describe('a pattern for PCRE2', () => {
  const rewritten: readonly (readonly [string, string])[] = [
    ['(?=a)b[c-e]{2}\\w\\d+', '(?=a)b[c-e]{2}\\w\\d+'],
    ['[^a]', '[^\\x0a\\x0da]'],
    ['[^]a][]^]', '[^\\x0a\\x0d\\]a][\\]^]'],
    ['\\s*\\W?.', '[^\\S\\x0a\\x0d]*[^\\w\\x0a\\x0d]?\\N'],
    ['[\\s,][[:alpha:]]', '(?:(?![\\x0a\\x0d])[\\s,])(?:(?![\\x0a\\x0d])[[:alpha:]])'],
    ['\\p{Cc}\\R', '(?:(?![\\x0a\\x0d])\\p{Cc})(?:(?![\\x0a\\x0d])\\R)'],
    ['\\Aa\\z', '^a$'],
    ['\\Q[^a].\\E.(?#.).', '\\Q[^a].\\E\\N(?#.)\\N'],
    ['\\[.\\.', '\\[\\N\\.'],
    ['[^a', '[^a'],
    ['\\u00e9[\\u{e9}\\U000000e9]\\x{e9}', '\\x{00e9}(?:(?![\\x0a\\x0d])[\\x{e9}\\x{000000e9}])\\x{e9}'],
  ];
  for (const [written, expected] of rewritten) {
    it(`takes no line end for a character: ${written}`, () => assert.equal(withinLine(written).text, expected));
  }

  it('keeps the places of what was written', () => {
    const { text, offsetOf } = withinLine('[^a]\\sx(');
    assert.equal(offsetOf(text.indexOf('x(')), 6);
    assert.equal(offsetOf(text.length), 8);
  });
});

describe('globs', () => {
  it('of includes mean any depth without a slash, the top with one', () => {
    const selects = (glob: string, path: string): boolean => includeTest(glob)(path);
    assert.ok(selects('*.ts', 'a/b/c.ts') && selects('*.ts', '.hidden/a.ts'));
    assert.ok(selects('src/*.ts', 'src/a.ts') && !selects('src/*.ts', 'x/src/a.ts') && !selects('src/*.ts', 'src/a/b.ts'));
    assert.ok(selects('**/a[!b].ts', 'x/ac.ts') && !selects('**/a[!b].ts', 'x/ab.ts'));
    assert.ok(selects('a+(b)|c.ts', 'a+(b)|c.ts') && !selects('+(a|b).ts', 'ab.ts'));
    assert.ok(selects('{src,lib}/**', 'lib/x/y.ts') && !selects('{src,lib}/**', 'other/y.ts'));
    assert.ok(selects('build', 'x/build/y.ts') && selects('build', 'build') && !selects('build', 'builder/y.ts'));
  });

  it('of excludes start at the top and take what is below with them', () => {
    const excludes = (glob: string, path: string): boolean => excludeTest(glob)(path);
    assert.ok(excludes('**/node_modules', 'a/node_modules/b/c.js') && excludes('**/*.js', 'a/b.js'));
    assert.ok(excludes('dist', 'dist/a.js') && !excludes('dist', 'a/dist/a.js') && !excludes('*.js', 'a/b.js'));
  });

  it('know the folder that they cannot leave', () => {
    assert.deepEqual(['src/pkg/**/*.py', 'src/a.ts', '*.ts', '**/x/y', 'src/{a,b}/c', './src/*', 'a'].map(baseOf), ['src/pkg', 'src/a.ts', '', '', 'src', 'src', '']);
  });
});

describe('file types', () => {
  const languages = { ids: () => ['vue', 'typescriptreact'], filesOf: (id: string) => (id === 'typescriptreact' ? { extensions: ['.tsx'], names: ['tsx.special'] } : undefined) };

  it('are read in every spelling', () => {
    assert.deepEqual(typeGlobs(['.Foo'], languages), ['*.Foo']);
    assert.deepEqual(typeGlobs(['*.ts'], languages), ['*.ts']);
    assert.deepEqual(typeGlobs(['PY'], languages), ['*.py', '*.pyi']);
    assert.deepEqual(typeGlobs(['tsx', '.tsx'], languages), ['*.tsx']);
    assert.deepEqual(typeGlobs(['react'], languages), ['*.jsx', '*.tsx']);
    assert.deepEqual(typeGlobs(['typescriptreact'], languages), ['*.tsx', 'tsx.special']);
  });
});
