import assert from 'node:assert/strict';
import { Failure } from '../../../src/core/errors';
import { groupByFile, type QueryMatch, type QueryResult } from '../../../src/engines/ast';
import { fileLabel, matchLabel, moreLabel, plain, refusal, staleSummary, summary } from '../../../src/ui/structural-matches';

const wanted = { pattern: 'f($A)', language: 'typescript', title: 'TypeScript' };

describe('the matches of a structural search', () => {
  it('are grouped by file in the order in which they come', () => {
    const groups = groupByFile([match('src/a.ts', 1), match('src/a.ts', 9), match('b.ts', 2)]);
    assert.deepEqual(
      groups.map(({ file, matches }) => [file.display, matches.map(({ span }) => span.start.line)]),
      [
        ['src/a.ts', [1, 9]],
        ['b.ts', [2]],
      ],
    );
  });

  it('keep files of the same name in different folders apart', () => {
    const labels = groupByFile([match('one/a.ts', 1), match('two/a.ts', 1)]).map(fileLabel);
    assert.deepEqual(labels, [
      { name: 'a.ts', description: 'one · 1 match' },
      { name: 'a.ts', description: 'two · 1 match' },
    ]);
  });

  it('say of a file how many it has and that its text is not saved', () => {
    const file = { path: '/w/a.ts', display: 'a.ts', unsaved: true };
    assert.deepEqual(fileLabel({ file, matches: [match('a.ts', 1), match('a.ts', 2)] }), { name: 'a.ts', description: '2 matches · ● unsaved' });
  });

  it('show line and code without indentation, the match emphasised', () => {
    assert.deepEqual(matchLabel(match('a.ts', 12, { lines: ['    return f(x);'], from: 12, to: 16 })), { text: '12: return f(x);', highlight: [11, 15] });
  });

  it('show the first of several lines, emphasised to its end', () => {
    assert.deepEqual(matchLabel(match('a.ts', 3, { lines: ['  f(', '    x)'], from: 3, to: 7, lineCount: 2 })), { text: '3: f( …', highlight: [3, 5] });
  });

  it('keep a match far out in a long line in sight', () => {
    const { text, highlight } = matchLabel(match('a.ts', 1, { lines: [`${'x'.repeat(1_000)}f(x)${'y'.repeat(1_000)}`], from: 1_001, to: 1_005 }));
    assert.equal(text.slice(...highlight), 'f(x)');
    assert.ok(text.startsWith('1: …x') && text.endsWith('y …') && text.length < 220, text);
  });
});

describe('the summary of a structural search', () => {
  it('counts matches and files', () => {
    assert.equal(summary(wanted, result([match('a.ts', 1), match('a.ts', 2), match('b.ts', 1)])), '3 matches in 2 files of `f($A)` in TypeScript');
  });

  it('says that a list is cut, and offers the rest', () => {
    const cut = { ...result([match('a.ts', 1)]), total: 2, complete: false };
    assert.equal(summary(wanted, cut), 'First 1 match of `f($A)` in TypeScript');
    assert.equal(moreLabel(cut, 200), 'Only the first 1 are shown: load 200 more');
    assert.equal(moreLabel(result([match('a.ts', 1)]), 200), undefined);
  });

  it('tells no match from no file, and names what was left out', () => {
    assert.equal(summary(wanted, result([])), 'No matches for `f($A)` in the workspace.');
    assert.equal(summary(wanted, { ...result([]), selected: false }), 'No file was searched: the workspace holds no file of the language typescript.');
    assert.equal(summary(wanted, { ...result([match('a.ts', 1)]), incomplete: 'the time limit was reached' }), '1 match in 1 file of `f($A)` in TypeScript (incomplete: the time limit was reached)');
  });
});

describe('the summary of a structural search whose text has changed', () => {
  it('says so once', () => {
    const once = '1 match in 1 file. The text has changed since: refresh to search it again.';
    assert.equal(staleSummary('1 match in 1 file.'), once);
    assert.equal(staleSummary(once), once);
  });
});

describe('a failure of a structural search', () => {
  const failure = new Failure('InvalidPattern', { what: 'The pattern `f(` is no pattern of TypeScript', context: 'It ends too early', next: 'write one complete node.' });

  it('is told to people without code and advice', () => {
    assert.equal(refusal(failure, 'TypeScript'), 'Not a pattern of TypeScript yet. It ends too early.');
    assert.equal(plain(failure), 'The pattern `f(` is no pattern of TypeScript. It ends too early.');
    assert.equal(plain(new Error('no child')), 'The search failed: no child.');
  });
});

interface Shape {
  readonly lines?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly lineCount?: number;
}

/** `from` and `to` are 1-based columns. */
function match(display: string, line: number, { lines = ['f(x)'], from = 1, to = 5, lineCount = 1 }: Shape = {}): QueryMatch {
  return {
    file: { path: `/w/${display}`, display, unsaved: false },
    span: { start: { offset: 0, line, column: from }, end: { offset: 0, line: line + lineCount - 1, column: to } },
    kind: 'call_expression',
    name: undefined,
    lines,
    lineCount,
    captures: [],
  };
}

function result(matches: readonly QueryMatch[]): QueryResult {
  return { matches, total: matches.length, complete: true, files: [], selected: true, broken: [], tooBig: [], binary: [], unreadable: [], near: [], asText: [], readAs: [] };
}
