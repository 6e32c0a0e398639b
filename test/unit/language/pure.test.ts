import assert from 'node:assert/strict';
import { judgeEmpty, judgeStarting, see, type Sight } from '../../../src/engines/language/judge';
import { projectOf } from '../../../src/engines/language/projects';
import { isTestFile, pathOrder } from '../../../src/engines/language/ranges';
import { afterEvidence, patience, unknown } from '../../../src/engines/language/readiness';
import { hasName, nearestWords, wholeName, wordAt, wordsOf } from '../../../src/engines/language/words';
import { nodeFiles } from '../../../src/host/files';
import { placesIn, TempFolder } from '../../fakes/workspace';

describe('the state of a language in a project', () => {
  const starting = afterEvidence(unknown, { kind: 'asked' }, 1_000);

  it('goes from unknown to starting to ready', () => {
    assert.deepEqual([starting.phase, starting.waitingSince], ['starting', 1_000]);
    const ready = afterEvidence(starting, { kind: 'agreed', files: 3, times: 3, whole: true }, 2_000);
    assert.deepEqual([ready.phase, ready.whole, ready.why, ready.since], ['ready', true, '3 equal answers across 3 files', 2_000]);
  });

  it('that was shown by definitions only is not ready for whole lists, and does not lose that again', () => {
    const ready = afterEvidence(starting, { kind: 'agreed', files: 2, times: 3, whole: false }, 2_000);
    assert.deepEqual([ready.phase, ready.whole], ['ready', false]);
    const whole = afterEvidence(ready, { kind: 'loaded' }, 3_000);
    assert.deepEqual([whole.whole, whole.since], [true, 2_000]);
    assert.equal(afterEvidence(whole, { kind: 'agreed', files: 2, times: 3, whole: false }, 4_000).whole, true);
  });

  it('starts anew after a loss and after a failure', () => {
    const lost = afterEvidence(afterEvidence(starting, { kind: 'loaded' }, 2_000), { kind: 'lost', sign: 'silence' }, 9_000);
    assert.deepEqual([lost.phase, lost.waitingSince, lost.why], ['starting', 9_000, 'it was ready and is gone: silence']);
    const failed = afterEvidence(starting, { kind: 'threw', error: 'no memory' }, 2_000);
    assert.deepEqual([failed.phase, failed.why], ['failed', 'it failed: no memory']);
    assert.equal(afterEvidence(failed, { kind: 'asked' }, 3_000).phase, 'starting');
  });

  it('bounds the waiting of the first requests together, and of none for what is not there', () => {
    const limits = { waitMs: 15_000, certain: false };
    assert.equal(patience(starting, 1_000, limits), 15_000);
    assert.equal(patience(starting, 11_000, limits), 5_000);
    assert.equal(patience(starting, 99_000, limits), 1_500);
    assert.equal(patience(afterEvidence(starting, { kind: 'silent', waited: 2_000, extensions: [] }, 3_000), 4_000, limits), 0);
  });
});

describe('judging an answer', () => {
  const sight = (changes: Partial<Sight> = {}): Sight => ({ empty: false, provisional: false, files: 2, across: true, fingerprint: 'a', ...changes });
  const all = { wants: 'all', ownFileOnly: false } as const;
  const one = { wants: 'one', ownFileOnly: false } as const;
  const steady = (of: Sight, apart: number) => see(see(see(undefined, of, 0), of, 10), of, apart);

  it('counts equal answers in a row only', () => {
    const other = see(steady(sight(), 300), sight({ fingerprint: 'b' }), 300);
    assert.deepEqual([other.times, steady(sight(), 300).times], [1, 3]);
  });

  it('never believes an empty or provisional one of a starting server', () => {
    assert.equal(judgeStarting(steady(sight({ empty: true }), 9_000), all, undefined).kind, 'again');
    assert.equal(judgeStarting(steady(sight({ provisional: true }), 9_000), one, undefined).kind, 'again');
  });

  it('looks at the text before it believes a list', () => {
    assert.equal(judgeStarting(see(undefined, sight(), 0), all, undefined).kind, 'look');
    assert.deepEqual(judgeStarting(see(undefined, sight(), 0), all, { covered: true, local: false }), { kind: 'accept', evidence: { kind: 'covered', files: 2 } });
  });

  it('does not take a list in one file for evidence about the project', () => {
    assert.deepEqual(judgeStarting(see(undefined, sight({ across: false }), 0), all, { covered: true, local: false }), { kind: 'accept', evidence: undefined });
    assert.equal(judgeStarting(steady(sight({ across: false }), 60_000), all, { covered: false, local: false }).kind, 'again');
  });

  it('believes a list that the text exceeds only after seconds without a change', () => {
    assert.equal(judgeStarting(steady(sight(), 1_200), all, { covered: false, local: false }).kind, 'again');
    assert.equal(judgeStarting(steady(sight(), 2_000), all, { covered: false, local: false }).kind, 'accept');
  });

  it('of emptiness takes a missing sign of life for a loss', () => {
    const empty = steady(sight({ empty: true }), 300);
    assert.equal(judgeEmpty(see(undefined, sight({ empty: true }), 0), { alive: true, elsewhere: false }), 'again');
    assert.equal(judgeEmpty(empty, { alive: false, elsewhere: false }), 'lost');
    assert.equal(judgeEmpty(empty, { alive: true, elsewhere: false }), 'accept');
    assert.equal(judgeEmpty(empty, { alive: true, elsewhere: true }), 'again');
    assert.equal(judgeEmpty({ ...empty, times: 5 }, { alive: true, elsewhere: true }), 'accept');
  });
});

describe('the project of a file', () => {
  const folder = new TempFolder({
    'tsconfig.json': '', 'packages/a/package.json': '', 'packages/a/src/x.ts': '', 'packages/b/tsconfig.json': '', 'packages/b/x.ts': '',
    'plain/package.json': '', 'py/setup.py': '', 'py/x.py': '', 'net/App.csproj': '', 'net/x.cs': '', 'c/Makefile': '', 'c/x.c': '', 'x.unknown': '',
  });
  after(() => folder.remove());
  const places = placesIn([{ name: 'app', path: folder.path }]);
  const project = async (file: string, language: string) => {
    const found = await projectOf({ files: nodeFiles }, await places.existing(file), language);
    return [found.language, found.display, found.openFilesOnly];
  };

  it('is the nearest project file of the most telling kind', async () => {
    assert.deepEqual(await project('packages/a/src/x.ts', 'typescriptreact'), ['typescript', 'tsconfig.json', false]);
    assert.deepEqual(await project('packages/b/x.ts', 'typescript'), ['typescript', 'packages/b/tsconfig.json', false]);
    assert.deepEqual(await project('py/x.py', 'python'), ['python', 'py/setup.py', false]);
    assert.deepEqual(await project('net/x.cs', 'csharp'), ['csharp', 'net/App.csproj', false]);
  });

  it('is printed as other paths are, in a window of several folders too', async () => {
    const several = placesIn([{ name: 'app', path: folder.path }, { name: 'other', path: folder.at('net') }]);
    const found = await projectOf({ files: nodeFiles }, await several.existing('app/py/x.py'), 'python');
    assert.equal(found.display, 'app/py/setup.py');
  });

  it('is the folder where there is none, each language for itself', async () => {
    assert.deepEqual(await project('x.unknown', 'unknown-language'), ['unknown-language', 'app', false]);
  });

  it('says when its server knows open files only', async () => {
    assert.deepEqual(await project('c/x.c', 'c'), ['c/c++', 'c/Makefile', true]);
  });
});

describe('words of a line', () => {
  it('are names as the language has them', () => {
    assert.deepEqual(wordsOf('  $a.b = «x»(été, 12)', 'typescript').map(({ text, column }) => [text, column]), [['$a', 3], ['b', 6], ['x', 11], ['été', 14]]);
    assert.deepEqual(wordsOf('  --main-color: red;', 'css').map(({ text }) => text), ['--main-color', 'red']);
    assert.deepEqual(wordsOf('x.empty? save!', 'ruby').map(({ text }) => text), ['x', 'empty?', 'save!']);
  });

  it('are found at a column, and just behind', () => {
    const words = wordsOf('ab cd', 'go');
    assert.deepEqual([1, 2, 3, 4, 6].map((column) => wordAt(words, column)?.text), ['ab', 'ab', 'ab', 'cd', 'cd']);
    assert.equal(wordAt(wordsOf('a  b', 'go'), 3), undefined);
    assert.deepEqual(nearestWords(wordsOf('a bb ccc', 'go'), 8, 2).map(({ text }) => text), ['ccc', 'bb']);
  });

  it('are whole names in a search', () => {
    assert.equal(hasName('a.parse()', 'parse'), true);
    for (const line of ['parser', '$parse', 'my_parse', 'parseé']) assert.equal(hasName(line, 'parse'), false, line);
    const shape = new RegExp(wholeName('$x'), 'u');
    assert.deepEqual(['$x', 'a $x;', '$xy', '$$x'].map((line) => shape.test(line)), [true, true, false, false]);
  });
});

describe('the order of files', () => {
  it('is by folder, then component, with test files last', () => {
    const places = placesIn([{ name: 'b', path: '/w/b' }, { name: 'a', path: '/w/a' }]);
    const sorted = ['/w/a/a.ts', '/w/b/src/z.ts', '/w/b/src-a.ts', '/w/b/src/a.test.ts', '/w/b/src/a.ts', '/lib/x.ts'].sort(pathOrder(places));
    assert.deepEqual(sorted, ['/w/b/src/a.ts', '/w/b/src/z.ts', '/w/b/src-a.ts', '/w/a/a.ts', '/lib/x.ts', '/w/b/src/a.test.ts']);
  });

  it('knows test files by the habits of the languages', () => {
    for (const path of ['test/a.ts', 'src/__tests__/a.ts', 'a.test.ts', 'a_test.go', 'test_a.py', 'a.spec.js', 'src/AppTest.java', 'conftest.py']) {
      assert.equal(isTestFile(path), true, path);
    }
    for (const path of ['src/a.ts', 'latest/a.ts', 'contest.py', 'testing.md', 'src/Fastest.java']) assert.equal(isTestFile(path), false, path);
  });
});
