import assert from 'node:assert/strict';
import { pageOf, type Answer, type Entry, type Hit, type Item } from '../../../src/core/answer';
import { Failure } from '../../../src/core/errors';
import { render } from '../../../src/doors/render';

const textOf = (answer: Answer, maxTokens = 6_000, notes: readonly string[] = []) => render({ ok: true, answer, notes }, { maxTokens }).text;
const hit = (path: string, number: number, text: string, before: readonly string[] = [], after: readonly string[] = []): Hit => ({
  kind: 'hit',
  file: { path, unsaved: false },
  column: 1,
  line: { number, text },
  before: before.map((line, index) => ({ number: number - before.length + index, text: line })),
  after: after.map((line, index) => ({ number: number + 1 + index, text: line })),
});
const matches = (entries: readonly Entry[], page = { offset: 0, limit: 100 }, total = entries.length, exact = true): Answer => ({
  kind: 'listing', noun: ['match', 'matches'], total, exact, files: new Set(entries.map((entry) => entry.file?.path)).size, ...pageOf(entries, page),
});

describe('a list', () => {
  it('begins with its count and prints a path once', () => {
    assert.equal(
      textOf(matches([hit('src/a.ts', 3, 'one'), hit('src/a.ts', 9, 'two'), hit('b.ts', 1, 'three')])),
      ['3 matches in 2 files', '', 'src/a.ts', '  3:1: one', '  9:1: two', '', 'b.ts', '  1:1: three'].join('\n'),
    );
  });

  it('merges surroundings that touch and separates those that do not', () => {
    const entries = [hit('a.ts', 2, 'two', ['one'], ['three']), hit('a.ts', 3, 'three', ['two'], ['four']), hit('a.ts', 9, 'nine', ['eight'], [])];
    assert.equal(
      textOf(matches(entries)),
      ['3 matches in 1 file', '', 'a.ts', '  1- one', '  2:1: two', '  3:1: three', '  4- four', '  --', '  8- eight', '  9:1: nine'].join('\n'),
    );
  });

  it('names the total, the offset and the next offset when a limit cuts it, and not when it is exactly full', () => {
    const entries = Array.from({ length: 21 }, (_, index) => hit('a.ts', index + 1, 'x'));
    const first = (entriesOf: readonly Entry[], offset = 0) => textOf(matches(entriesOf, { offset, limit: 20 })).split('\n')[0];
    assert.equal(first(entries.slice(0, 20)), '20 matches in 1 file');
    assert.equal(first(entries), '20 of 21 matches (offset 0; next: offset=20)');
    assert.equal(first(entries, 20), '1 of 21 matches (offset 20; the last page)');
    assert.equal(first(entries, 21), 'offset 21 is past the end of 21 matches');
  });

  it('says "at least" where the work was stopped early', () => {
    const entries = Array.from({ length: 101 }, (_, index) => hit('a.ts', index + 1, 'x'));
    assert.equal(textOf(matches(entries, { offset: 0, limit: 100 }, 1240, false)).split('\n')[0], '100 of at least 1,240 matches (offset 0; next: offset=100)');
  });

  it('is lowered to the budget, and the next offset follows', () => {
    const entries = Array.from({ length: 100 }, (_, index) => hit('a.ts', index + 1, 'x'.repeat(90)));
    const text = textOf(matches(entries), 500);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    assert.equal(text.split('\n')[0], '19 of 100 matches (offset 0; next: offset=19)');
    assert.equal(text.split('\n').length, 3 + 19);
  });

  it('begins with a head of its own, the entries right below; of a list that is cut the count follows it', () => {
    const items = ['a', 'b', 'c'].map((label): Item => ({ kind: 'item', label }));
    const listing = (offset: number, limit: number): string => textOf({ kind: 'listing', noun: ['chunk', 'chunks'], total: 3, exact: true, head: '(3 of 9 chunks)', ...pageOf(items, { offset, limit }) });
    assert.equal(listing(0, 3), '(3 of 9 chunks)\na\nb\nc');
    assert.equal(listing(0, 2), '(3 of 9 chunks) 2 of 3 chunks (offset 0; next: offset=2)\na\nb');
    assert.equal(listing(3, 2), '(3 of 9 chunks) offset 3 is past the end of 3 chunks');
  });

  it('never cuts a line that holds an id', () => {
    const label = `id=${'a'.repeat(400)}`;
    assert.equal(textOf(matches([{ kind: 'item', label, uncut: true }])).split('\n').at(-1), label);
    assert.match(textOf(matches([{ kind: 'item', label }])), /…\[\+\d+\]$/);
  });

  it('cuts long lines around the match', () => {
    const long: Hit = { ...hit('a.min.js', 1, ''), column: 1_001, line: { number: 1, text: `${'a'.repeat(1_000)}HIT${'b'.repeat(1_000)}`, hit: { start: 1_000, end: 1_003 } } };
    assert.match(textOf(matches([long])), /\n {2}1:1001: \[\+852\]…a{148}HITb{149}…\[\+851\]$/);
  });

  it('puts what was left out into one closing line, changed arguments first', () => {
    const answer: Answer = { ...matches([hit('a.ts', 1, 'x')]), notes: ['1 binary file would have matched: a.bin', 'src/nope does not exist'] };
    assert.equal(textOf(answer, 6_000, ['max_results lowered']).split('\n').at(-1), '(max_results lowered; 1 binary file would have matched: a.bin; src/nope does not exist)');
  });

  it('marks files with unsaved text', () => {
    assert.match(textOf(matches([{ ...hit('a.ts', 1, 'x'), file: { path: 'a.ts', unsaved: true } }])), /\na\.ts \(unsaved\)\n/);
  });

  it('of files is a tree with each directory once', () => {
    const items = ['a/b/one.ts', 'a/b/two.ts', 'a/three.ts', 'four.ts', 'z/'].map((path): Item => ({ kind: 'item', file: { path, unsaved: false } }));
    const answer: Answer = { kind: 'listing', noun: ['file', 'files'], total: 5, exact: true, layout: 'tree', ...pageOf(items, { offset: 0, limit: 10 }) };
    assert.equal(textOf(answer), ['5 files', '', 'a/', '  b/', '    one.ts', '    two.ts', '  three.ts', 'four.ts', 'z/'].join('\n'));
  });
});

describe('lines of a file', () => {
  const file = (lines: readonly string[], lastWanted = lines.length): Answer => ({
    kind: 'file', file: { path: 'a.go', unsaved: false }, totalLines: 40, facts: ['etag=abc', 'go'], lastWanted,
    lines: lines.map((text, index) => ({ number: index + 1, text })),
  });

  it('are number, tab and text, real tabs kept', () => {
    assert.equal(textOf(file(['func f() {', '\treturn', '}'])), 'a.go lines 1-3 of 40 (etag=abc, go)\n1\tfunc f() {\n2\t\treturn\n3\t}');
  });

  it('that do not fit name the next line', () => {
    const text = textOf(file(Array.from({ length: 40 }, () => 'x'.repeat(100))), 500);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    assert.match(text, /^a\.go lines 1-18 of 40 /);
    assert.match(text, /\n\(cut after line 18; next: line_start=19\)$/);
  });
});

describe('a failure', () => {
  it('is code, name, what, context and the next step', () => {
    const failure = new Failure('InvalidPattern', { what: 'The pattern does not parse', context: 'unclosed group at 4', next: 'use regex: false.' });
    assert.deepEqual(render({ ok: false, failure }, { maxTokens: 6_000 }), {
      text: '[1003 InvalidPattern] The pattern does not parse. unclosed group at 4. Next: use regex: false.',
      isError: true,
    });
  });
});

describe('any answer', () => {
  it('keeps room for the list whatever was left out: the closing line takes a third of the budget at most', () => {
    const entries = Array.from({ length: 100 }, (_, index) => hit('a.ts', index + 1, 'x'.repeat(90)));
    const notes = Array.from({ length: 3_000 }, (_, index) => `not searched: there is no "nope${index}"`);
    const text = textOf(matches(entries), 500, notes);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    assert.equal(text.split('\n')[0], '13 of 100 matches (offset 0; next: offset=13)');
    assert.match(text, /\n\n\(not searched: there is no "nope0"; .*; 2,982 more remarks\)$/);
    const long = textOf(matches(entries), 500, ['ö'.repeat(100_000), 'short']);
    assert.ok(Buffer.byteLength(long) <= 2_000);
    assert.match(long, /\n\n\(ö+…\[\+99,818\]; short\)$/);
  });

  it('cuts a text for nothing, too', () => {
    const text = textOf({ kind: 'nothing', why: 'notFound', text: `No matches for "${'x'.repeat(100_000)}"` }, 500);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    assert.match(text, /^No matches for "x+\n\(cut here: [\d,]+ more bytes\)$/);
  });

  it('stays under the budget, even with a single entry beyond it', () => {
    const huge: Item = { kind: 'item', label: 'x', details: Array.from({ length: 5_000 }, () => '名'.repeat(90)) };
    const text = textOf({ kind: 'listing', noun: ['thing', 'things'], total: 1, exact: true, ...pageOf([huge], { offset: 0, limit: 1 }) }, 500);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    assert.match(text, /\n\(cut here: [\d,]+ more bytes\)$/);
  });
});
