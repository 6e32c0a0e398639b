/** One suite for the three back ends: the same matches in the same order. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import { Failure } from '../../../src/core/errors';
import type { FindQuery, Pattern } from '../../../src/engines/search';
import { resolveTargets } from '../../../src/engines/search/targets';
import { editorPlayedByRipgrep } from './editor-played-by-ripgrep';
import { TestWorkspace } from './workspace';

const files: Readonly<Record<string, string | Uint8Array>> = {
  '.github/workflows/x.yml': 'needle: hidden folder\n',
  '.env': 'NEEDLE=1\nneedle=hidden file\n',
  '.gitignore': 'ignored/\r\n*.log\r\n!keep.log\r\ntrailing\\ \r\n# needle\n/only-here.txt\n',
  'a-b.txt': 'needle a-b\n',
  'a.txt': 'needle a.txt\n',
  'a/one.txt': 'needle in a\n',
  'keep.log': 'needle kept by a negation\n',
  'gone.log': 'needle ignored\n',
  'ignored/x.txt': 'needle ignored folder\n',
  'trailing ': 'needle trailing space\n',
  'only-here.txt': 'needle anchored\n',
  'sub/only-here.txt': 'needle not anchored\n',
  'sub/.gitignore': 'deep.txt\n!gone.log\n',
  'sub/deep.txt': 'needle nested ignore\n',
  'sub/gone.log': 'needle nested negation\n',
  'sub/.ignore': 'dotignored.txt\n',
  'sub/dotignored.txt': 'needle dot ignored\n',
  'sub/.siiignore': 'sii.txt\n/siifolder\n!back.log\n',
  'sub/sii.txt': 'needle sii\n',
  'sub/siifolder/x.txt': 'needle sii folder\n',
  'sub/back.log': 'needle stays ignored\n',
  'repo/.git/info/exclude': 'excluded.txt\n',
  'repo/.git/config': 'needle config\n',
  'repo/excluded.txt': 'needle excluded\n',
  'repo/inner.log': 'needle ignored from above\n',
  'text/crlf.txt': 'first needle\r\nneedle last\r\nx\r\n',
  'text/bom.txt': '\ufeffneedle first\nsecond\n',
  'text/latin1.txt': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20, 0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0x0a]),
  'text/utf16le.txt': utf16('needle ünd 16\r\nx\n', 'le'),
  'text/utf16be.txt': utf16('needle ünd 16\r\nx\n', 'be'),
  'text/emoji.txt': '😀é needle\n',
  'text/unterminated.txt': 'x\nneedle',
  'odd/odd.txt': new Uint8Array([0x61, 0xff, 0x0a]),
  'odd/first.txt': 'x\nx-\n',
  'odd/blank.txt': 'a\n\n\na\n',
  'text/twice.txt': 'needle needle\nab\nA NEEDLE\n',
  'text/empty.txt': '',
  'bin/nul.dat': 'needle\n\0\n',
  'bin/late.dat': `needle early\n${'x'.repeat(70_000)}\n\0\nneedle late\n`,
  'around/lf.txt': 'foo(\nbar\nfoo(x\nfoo(\n  end foo',
  'around/crlf.txt': 'foo(\r\nbar\r\nfoo(x\r\nfoo(\r\n  end foo',
  'regex/code.ts': 'nightly={1}\naaa\ncab(\n(a)(a)\nfoo.bar\nfoo-bar\ncafé ναι\n\ttap\n  Straße İ\nx1_y\n',
};

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

const engines = ['ripgrep', 'javascript', 'editor'] as const;

for (const engine of engines) {
  describe(`search with the ${engine} back end`, () => {
    const workspace = new TestWorkspace({
      files,
      links: { 'link-to-a': 'a', 'a/circle': '..' },
      editorSearch: editorPlayedByRipgrep,
      settings: { searchEngine: () => engine },
    });
    after(() => workspace.dispose());

    async function find(pattern: string | Pattern, query: Partial<FindQuery> & { readonly paths?: readonly string[] } = {}): Promise<readonly string[]> {
      const { targets } = await resolveTargets(workspace.services, query.paths);
      const result = await workspace.services.search.find(
        { context: 0, ...query, targets, pattern: typeof pattern === 'string' ? { text: pattern, literal: false, ignoreCase: false } : pattern },
        new AbortController().signal,
      );
      const found = result.files.map(async (file) =>
        (await file.lines()).map(({ number, hit, text }) => `${file.file.display}${file.file.unsaved ? ' (unsaved)' : ''}:${number}:${hit.start + 1}: ${text}`),
      );
      return (await Promise.all(found)).flat();
    }

    it('finds every line in contract order, through all encodings and ignore rules', async () => {
      assert.deepEqual(await find('needle'), [
        '.env:2:1: needle=hidden file',
        '.github/workflows/x.yml:1:1: needle: hidden folder',
        '.gitignore:5:3: # needle',
        'a/one.txt:1:1: needle in a',
        'a-b.txt:1:1: needle a-b',
        'a.txt:1:1: needle a.txt',
        'bin/late.dat:1:1: needle early',
        // The editor's search ends a file at its first NUL byte.
        ...(engine === 'editor' ? [] : ['bin/late.dat:4:1: needle late']),
        'keep.log:1:1: needle kept by a negation',
        'sub/gone.log:1:1: needle nested negation',
        'sub/only-here.txt:1:1: needle not anchored',
        'text/bom.txt:1:1: needle first',
        'text/crlf.txt:1:7: first needle',
        'text/crlf.txt:2:1: needle last',
        'text/emoji.txt:1:5: 😀é needle',
        'text/latin1.txt:1:6: caf\ufffd needle',
        'text/twice.txt:1:1: needle needle',
        'text/unterminated.txt:2:1: needle',
        'text/utf16be.txt:1:1: needle ünd 16',
        'text/utf16le.txt:1:1: needle ünd 16',
      ]);
    });

    it('anchors at the ends of lines, past CR and byte-order mark', async () => {
      assert.deepEqual(await find('needle$', { paths: ['text'] }), [
        'text/crlf.txt:1:7: first needle',
        'text/emoji.txt:1:5: 😀é needle',
        'text/latin1.txt:1:6: caf\ufffd needle',
        'text/twice.txt:1:8: needle needle',
        'text/unterminated.txt:2:1: needle',
      ]);
      assert.deepEqual(await find('^needle first', { paths: ['text'] }), ['text/bom.txt:1:1: needle first']);
      assert.deepEqual(await find('^$', { paths: ['text'] }), []);
    });

    it('does not match bytes that are no text', async () => {
      assert.deepEqual(await find('caf. needle', { paths: ['text'] }), []);
      assert.deepEqual(await find('caf[^x] needle', { paths: ['text'] }), []);
    });

    const patterns: readonly (readonly [string, readonly string[] | 'refused by javascript'])[] = [
      ['nightly={', ['1:1: nightly={1}']],
      ['a{,3}b', ['3:2: cab(', '5:5: foo.bar', '6:5: foo-bar']],
      ['(?i)CAB', ['3:1: cab(']],
      ['\\d', ['1:10: nightly={1}', '10:2: x1_y']],
      ['(?:aaa|cab)', ['2:1: aaa', '3:1: cab(']],
      ['(?<=c)ab', ['3:2: cab(']],
      ['foo(?!-)', ['5:1: foo.bar']],
      ['(a)\\1', ['2:1: aaa']],
      ['\\((a)\\)\\(\\1\\)', ['4:1: (a)(a)']],
      ['foo.bar', ['5:1: foo.bar', '6:1: foo-bar']],
      ['foo[.]bar', ['5:1: foo.bar']],
      ['\\bναι\\b', ['7:6: café ναι']],
      ['caf\\w ', ['7:1: café ναι']],
      ['\\p{Greek}+$', ['7:6: café ναι']],
      ['\\tt[[:alpha:]]p', ['8:1: \ttap']],
      ['^\\s+\\S', ['8:1: \ttap', '9:1:   Straße İ']],
      ['[[a-c]x]1', ['10:1: x1_y']],
      ['(?P<n>fo+)\\.', ['5:1: foo.bar']],
      ['(?-u:x)1', 'refused by javascript'],
      ['a++b', ['3:2: cab(']],
      ['[a-z&&[^a-w]]1', 'refused by javascript'],
      ['\\x63\\u{61}b', ['3:1: cab(']],
      ['}$', ['1:11: nightly={1}']],
      ['\\u0063\\u{61}(?=f)|[\\U00000066]o(?=o[.])', ['5:1: foo.bar', '7:1: café ναι']],
      ['ca\\u0066\\u{e9}(?! [^ν])', ['7:1: café ναι']],
      ['x1\\x5fy|\\<foo\\>-', ['6:1: foo-bar', '10:1: x1_y']],
    ];
    for (const [pattern, expected] of patterns) {
      it(`finds the same for ${pattern}, or refuses it`, async () => {
        const searching = find(pattern, { paths: ['regex'] });
        if (expected === 'refused by javascript') {
          if (engine === 'javascript') await assert.rejects(searching, (error) => error instanceof Failure && error.failure === 'InvalidPattern');
          else await searching;
        } else {
          assert.deepEqual(await searching, expected.map((line) => `regex/code.ts:${line}`));
        }
      });
    }

    const aroundLineEnds: readonly (readonly [string, readonly string[]])[] = [
      ['foo\\((?!x)[^a]', []],
      ['(?<=foo)\\([^)]', ['3:4: foo(x']],
      ['(?<=foo)\\W(?!\\s)', ['1:4: foo(', '3:4: foo(x', '4:4: foo(']],
      ['(?<=foo)[\\s(]+\\s', []],
      ['(?<!\\s)foo(?!\\W)', []],
      ['(?<!\\s)foo|(?<![^\\s])bar', ['1:1: foo(', '2:1: bar', '3:1: foo(x', '4:1: foo(']],
      ['(?s)(?<=r).', []],
      ['(?<=\\()\\z|\\Abar(?=$)', ['1:5: foo(', '2:1: bar', '4:5: foo(']],
      ['(?=bar)\\w+\\b(?![^x])', ['2:1: bar']],
    ];
    for (const [pattern, expected] of aroundLineEnds) {
      it(`sees no line end with ${pattern}, whatever lines end in`, async () => {
        if (engine === 'javascript' && /\\[zA]/.test(pattern)) {
          await assert.rejects(find(pattern), (error) => error instanceof Failure && error.failure === 'InvalidPattern');
          return;
        }
        assert.deepEqual(await find(pattern, { paths: ['around'] }), ['around/crlf.txt', 'around/lf.txt'].flatMap((file) => expected.map((line) => `${file}:${line}`)));
        const { targets } = await resolveTargets(workspace.services, ['around']);
        for (const output of ['lines', 'files', 'count'] as const) {
          const { files: found, totals } = await workspace.services.search.find({ targets, pattern: { text: pattern, literal: false, ignoreCase: false }, context: 0, output }, new AbortController().signal);
          assert.equal(found.length, expected.length === 0 ? 0 : 2, output);
          if (output !== 'files') assert.deepEqual(totals, [2 * expected.length], output);
        }
      });
    }

    it('takes a file for text whose first NUL byte comes late, all of it, and for binary where it comes early', async () => {
      if (engine === 'editor') return;
      const lines = Array.from({ length: 5 }, (_, index) => `needle ${index}\n`).join('');
      const own = new TestWorkspace({
        files: {
          'early.txt': `needle\n${'x\n'.repeat(32_000)}\0needle\n`,
          'late.txt': `needle\n${'x\n'.repeat(33_000)}a\0needle b\n${lines}`,
          'utf16.txt': utf16(`needle\0\n`, 'le'),
        },
        settings: { searchEngine: () => engine },
      });
      try {
        for (const options of [{ output: 'lines' }, { output: 'count' }, { output: 'files' }, { output: 'lines', enough: 5 }] as const) {
          const { files: found, totals, leftOut } = await own.services.search.find({ targets: [], pattern: { text: 'needle', literal: false, ignoreCase: false }, context: 1, ...options }, new AbortController().signal);
          assert.deepEqual(found.map(({ file }) => file.display), ['late.txt']);
          if (options.output !== 'files') assert.deepEqual(totals, [7]);
          if (!('enough' in options)) assert.deepEqual(leftOut.binary, ['early.txt', 'utf16.txt']);
          if (options.output !== 'lines') continue;
          const shown = (await found[0]?.lines())?.slice(1, 3);
          assert.deepEqual(shown?.map(({ number, text, hit, before, after }) => [number, text, hit.start, before[0]?.text, after[0]?.text]), [
            [33_002, 'a\0needle b', 2, 'x', 'needle 0'],
            [33_003, 'needle 0', 0, 'a\0needle b', 'needle 1'],
          ]);
        }
      } finally {
        own.dispose();
      }
    });

    it('gives the lines of a range alone', async () => {
      const { targets } = await resolveTargets(workspace.services, ['text/twice.txt', 'around/lf.txt']);
      const result = await workspace.services.search.find({ targets, pattern: { text: 'foo', literal: true, ignoreCase: false }, context: 0 }, new AbortController().signal);
      assert.deepEqual((await result.files[0]?.lines({ from: 1, to: 3 }))?.map(({ number }) => number), [3, 4]);
    });

    it('takes a pattern literally, without case on wish', async () => {
      assert.deepEqual(await find({ text: 'cab(', literal: true, ignoreCase: false }), ['regex/code.ts:3:1: cab(']);
      assert.deepEqual(await find({ text: 'straße i̇', literal: true, ignoreCase: true }), []);
      assert.deepEqual(await find({ text: 'STRAßE', literal: true, ignoreCase: true }), ['regex/code.ts:9:3:   Straße İ']);
      assert.deepEqual(await find({ text: 'a needle', literal: true, ignoreCase: true }), ['text/twice.txt:3:1: A NEEDLE']);
    });

    for (const pattern of ['-foo', '--files', '--regexp', '-e', '->', '-77']) {
      it(`takes ${pattern} for a pattern`, async () => assert.deepEqual(await find(pattern, { paths: ['text'] }), []));
    }

    for (const pattern of ['foo(', 'a**(', '[z-a]', 'a{2,1}', '*a', '(?<=a+)b', '\\p{Nonsense}']) {
      it(`refuses ${pattern} as invalid`, async () => {
        if (engine === 'editor') return;
        await assert.rejects(find(pattern), (error) => error instanceof Failure && error.failure === 'InvalidPattern');
      });
    }

    for (const pattern of ['a\\nb', 'a\nb', 'end\\r', 'a\\x0ab', 'a\\x{d}']) {
      it(`refuses ${JSON.stringify(pattern)}, which needs a line end`, async () => {
        await assert.rejects(find(pattern), (error) => error instanceof Failure && /line end/.test(error.message));
      });
    }

    for (const pattern of ['x\0y', 'x\\x00y', 'x\\x{0}', 'x\\u0000']) {
      it(`refuses ${JSON.stringify(pattern)}, which needs a NUL character`, async () => {
        await assert.rejects(find(pattern), (error) => error instanceof Failure && error.failure === 'InvalidPattern' && /NUL/.test(error.message));
      });
    }

    it('refuses NUL characters in paths, globs and types, and takes them in literals that select files', async () => {
      const before = await workspace.services.search.describe();
      const refused = (error: unknown): boolean => error instanceof Failure && error.failure === 'InvalidArguments' && /NUL/.test(error.message);
      await assert.rejects(find('needle', { paths: ['a\0.txt'] }), refused);
      await assert.rejects(find('needle', { include: ['a\0*.txt'] }), refused);
      await assert.rejects(find('needle', { types: ['.t\0xt'] }), refused);
      const holding = await workspace.services.search.filesWith({ targets: [] }, [['early\0 not there at all', 'nowhere']], new AbortController().signal);
      assert.deepEqual(holding.files, []);
      assert.deepEqual(await find('needle', { paths: ['a.txt'] }), ['a.txt:1:1: needle a.txt']);
      assert.equal(await workspace.services.search.describe(), before);
    });

    const reasons: readonly (readonly [string, RegExp])[] = [
      ['a(?=', /: missing closing parenthesis, at column 5 of the pattern/],
      ['é(?=x)(', /: missing closing parenthesis, at column 8 of the pattern/],
      ['[^a]\\s(?<=b+)c', /: length of lookbehind assertion is not limited, at column 7 of the pattern/],
      ['(a)\\2', /: reference to non-existent subpattern, at column 4 of the pattern/],
      ['(?>a', /: missing closing parenthesis, at column 5 of the pattern/],
      ['foo(', /: unclosed group, at column 5 of the pattern/],
      ['[z-a]', /: invalid character class range[^,]*, [^,]*, at column 2 of the pattern/],
    ];
    for (const [pattern, expected] of reasons) {
      it(`says what is wrong with ${pattern}, by the engine that it is meant for`, async () => {
        if (engine === 'ripgrep') await assert.rejects(find(pattern), (error) => error instanceof Failure && error.failure === 'InvalidPattern' && expected.test(error.message));
        else if (engine === 'javascript') await assert.rejects(find(pattern), (error) => error instanceof Failure && error.failure === 'InvalidPattern');
      });
    }

    it('lets line ends stand in classes and where they are optional', async () => {
      assert.deepEqual(await find('needle[^\\r\\n]*16\\r?$', { paths: ['text/utf16le.txt'] }), ['text/utf16le.txt:1:1: needle ünd 16']);
    });

    it('finds no \\B of Rust beside bytes that are no text, and one of PCRE2', async () => {
      assert.deepEqual(await find('\\B$', { paths: ['odd/odd.txt'] }), []);
      assert.deepEqual(await find('\\B(?=$)', { paths: ['odd/odd.txt'] }), ['odd/odd.txt:1:3: a\ufffd']);
    });

    it('shows a match of nothing at the end of an unterminated file, and none of a line end', async () => {
      assert.deepEqual(await find('$', { paths: ['text/unterminated.txt'] }), ['text/unterminated.txt:1:2: x', 'text/unterminated.txt:2:7: needle']);
      assert.deepEqual(await find('x(?!y)\\W', { paths: ['text/unterminated.txt'] }), []);
      assert.deepEqual(await find('^(?!a)', { paths: ['odd/blank.txt'] }), ['odd/blank.txt:2:1: ', 'odd/blank.txt:3:1: ']);
      assert.deepEqual(await find('(?!a)\\W', { paths: ['odd/blank.txt'] }), []);
    });

    it('passes over matches of a line end when only files are wanted', async () => {
      const { targets } = await resolveTargets(workspace.services, ['odd/first.txt']);
      const pattern = { text: 'x(?!y)\\W', literal: false, ignoreCase: false };
      const { files: found } = await workspace.services.search.find({ targets, pattern, context: 0, output: 'files' }, new AbortController().signal);
      assert.deepEqual(found.map(({ file, count }) => [file.display, count]), [['odd/first.txt', 1]]);
    });

    it('searches what is named even if it is ignored, all of it', async () => {
      assert.deepEqual(await find('needle', { paths: ['ignored', 'gone.log', 'sub/siifolder', 'repo/.git/config', 'sub/deep.txt'] }), [
        'gone.log:1:1: needle ignored',
        'ignored/x.txt:1:1: needle ignored folder',
        'repo/.git/config:1:1: needle config',
        'sub/deep.txt:1:1: needle nested ignore',
        'sub/siifolder/x.txt:1:1: needle sii folder',
      ]);
    });

    it('searches a folder below ignore files of its parents', async () => {
      assert.deepEqual(await find('needle', { paths: ['sub'] }), ['sub/gone.log:1:1: needle nested negation', 'sub/only-here.txt:1:1: needle not anchored']);
    });

    it('ends the rules of a repository at the root of one inside it, and reads none above the outer one', async () => {
      const own = new TestWorkspace({
        files: {
          '.gitignore': '*.txt\n',
          'outer/.git/HEAD': '',
          'outer/.gitignore': '*.log\n',
          'outer/x.log': 'needle\n',
          'outer/x.txt': 'needle\n',
          'outer/folder/.gitignore': 'own.*\n',
          'outer/folder/own.md': 'needle\n',
          'outer/folder/x.log': 'needle\n',
          'outer/folder/x.txt': 'needle\n',
          'outer/.git/worktrees/inner/commondir': '../..\n',
          'outer/.git/info/exclude': 'excluded.log\n',
          'outer/folder/inner/excluded.log': 'needle\n',
          'outer/folder/inner/x.log': 'needle\n',
        },
        folders: ['outer/folder'],
        editorSearch: editorPlayedByRipgrep,
        settings: { searchEngine: () => engine },
      });
      try {
        own.write('outer/folder/inner/.git', `gitdir: ${own.path('outer/.git/worktrees/inner')}\n`);
        const pattern = { text: 'needle', literal: true, ignoreCase: false };
        const result = await own.services.search.find({ targets: [], pattern, context: 0 }, new AbortController().signal);
        assert.deepEqual(result.files.map(({ file }) => file.display), ['inner/x.log', 'x.txt']);
      } finally {
        own.dispose();
      }
    });

    it('lifts the rules that are switched off', async () => {
      assert.deepEqual(await find('needle', { paths: ['sub'], rules: { git: false } }), [
        'sub/back.log:1:1: needle stays ignored',
        'sub/deep.txt:1:1: needle nested ignore',
        'sub/dotignored.txt:1:1: needle dot ignored',
        'sub/gone.log:1:1: needle nested negation',
        'sub/only-here.txt:1:1: needle not anchored',
      ]);
      assert.deepEqual(await find('needle', { paths: ['sub'], rules: { sii: false } }), [
        'sub/gone.log:1:1: needle nested negation',
        'sub/only-here.txt:1:1: needle not anchored',
        'sub/sii.txt:1:1: needle sii',
        'sub/siifolder/x.txt:1:1: needle sii folder',
      ]);
    });

    it('follows links only when they are named', async () => {
      assert.deepEqual(await find('needle', { paths: ['link-to-a'] }), ['link-to-a/one.txt:1:1: needle in a']);
      assert.deepEqual(await find('needle', { paths: ['a'] }), ['a/one.txt:1:1: needle in a']);
    });

    it('gives the lines around a match', async () => {
      const { targets } = await resolveTargets(workspace.services, ['regex']);
      const result = await workspace.services.search.find(
        { targets, pattern: { text: 'aaa|foo', literal: false, ignoreCase: false }, context: 1 },
        new AbortController().signal,
      );
      assert.deepEqual(
        (await result.files[0]?.lines())?.map(({ before, number, after }) => [before.map((line) => line.text), number, after.map((line) => line.text)]),
        [
          [['nightly={1}'], 2, ['cab(']],
          [['(a)(a)'], 5, ['foo-bar']],
          [['foo.bar'], 6, ['café ναι']],
        ],
      );
    });

    it('gives them in every encoding, from the first line to the last', async () => {
      const own = new TestWorkspace({
        files: {
          'bom.txt': '\ufefffirst\nneedle\n\nlast\nx\n',
          'crlf.txt': '\r\nneedle\r\n\r\nlast',
          'empty.txt': '\n\nneedle\n\n',
          'large.txt': `start\nneedle\nnext\n${'x'.repeat(99)}\n`.padEnd(11_000_000, 'filling '),
          'late.dat': `one\n${'x\n'.repeat(40_000)}two\nneedle\nthree\n${`${'x'.repeat(70_000)}\n`.repeat(3)}\0four\n`,
          'latin1.txt': Buffer.from('\xe9t\xe9\nneedle\n\xe9\n', 'latin1'),
          'twice.txt': 'a\nneedle 1\nb\nneedle 2\nc\nd\ne\n',
          'utf16.txt': utf16('\u20ac\r\nneedle\r\n\u{1f600}\r\n', 'be'),
        },
        editorSearch: editorPlayedByRipgrep,
        settings: { searchEngine: () => engine },
      });
      try {
        const pattern = { text: 'needle', literal: true, ignoreCase: false };
        const { files: found } = await own.services.search.find({ targets: [], pattern, context: 2 }, new AbortController().signal);
        const lines = found.map(async (file) => [file.file.display, (await file.lines()).map(({ before, number, after }) => [before.map(({ text }) => text), number, after.map(({ text }) => text.slice(0, 5))])]);
        assert.deepEqual(await Promise.all(lines), [
          ['bom.txt', [[['first'], 2, ['', 'last']]]],
          ['crlf.txt', [[[''], 2, ['', 'last']]]],
          ['empty.txt', [[['', ''], 3, ['']]]],
          ['large.txt', [[['start'], 2, ['next', 'xxxxx']]]],
          ['late.dat', [[['x', 'two'], 40_003, ['three', 'xxxxx']]]],
          ['latin1.txt', [[['\ufffdt\ufffd'], 2, ['\ufffd']]]],
          ['twice.txt', [[['a'], 2, ['b', 'needl']], [['needle 1', 'b'], 4, ['c', 'd']]]],
          ['utf16.txt', [[['\u20ac'], 2, ['\u{1f600}']]]],
        ]);
      } finally {
        own.dispose();
      }
    });

    it('puts unsaved text in place of the disk\'s, under the same filters', async () => {
      const own = new TestWorkspace({
        files: { '.gitignore': 'ignored.ts\n', 'a.ts': 'needle on disk\n', 'b.ts': 'needle\n', 'ignored.ts': 'x\n' },
        editorSearch: editorPlayedByRipgrep,
        settings: { searchEngine: () => engine },
      });
      try {
        own.type('a.ts', 'x\r\ntyped needle\r\n');
        own.type('b.ts', 'nothing\n');
        own.type('ignored.ts', 'needle\n');
        own.type('gone.ts', 'needle of a deleted file');
        own.type('skip.js', 'needle');
        const result = await own.services.search.find(
          { targets: [], include: ['*.ts'], pattern: { text: 'needle', literal: false, ignoreCase: false }, context: 1 },
          new AbortController().signal,
        );
        assert.deepEqual(
          await Promise.all(result.files.map(async (file) => [file.file.display, file.file.unsaved, (await file.lines()).map((line) => [line.number, line.text, line.before.length])])),
          [
            ['a.ts', true, [[2, 'typed needle', 1]]],
            ['gone.ts', true, [[1, 'needle of a deleted file', 0]]],
          ],
        );
        const listed = await own.services.search.files({ targets: [] }, new AbortController().signal);
        assert.deepEqual(listed.files.map(({ display, unsaved }) => [display, unsaved]), [
          ['.gitignore', false], ['a.ts', true], ['b.ts', true], ['gone.ts', true], ['skip.js', true],
        ]);
        const holding = await own.services.search.filesWith({ targets: [] }, [['typed', 'deleted'], ['needle']], new AbortController().signal);
        assert.deepEqual(holding.files.map(({ display }) => display), ['a.ts', 'gone.ts']);
        const gone = await resolveTargets(own.services, ['gone.ts']);
        const named = await own.services.search.find({ ...gone, pattern: { text: 'needle', literal: true, ignoreCase: false }, context: 0 }, new AbortController().signal);
        assert.deepEqual([named.files.map(({ file }) => file.display), named.exact, named.leftOut.unreadable], [['gone.ts'], true, []]);
      } finally {
        own.dispose();
      }
    });
  });
}
