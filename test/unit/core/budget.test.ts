import assert from 'node:assert/strict';
import { cutLine, largestFitting, partsOf } from '../../../src/core/budget';

describe('a long line', () => {
  it('is left alone up to 300 units', () => {
    assert.equal(cutLine('x'.repeat(300)), 'x'.repeat(300));
  });

  it('is cut around its match, with what was left out on either side', () => {
    const line = `${'a'.repeat(1_000)}MATCH${'b'.repeat(1_000)}`;
    const cut = cutLine(line, { start: 1_000, end: 1_005 });
    assert.equal(cut, `[+853]…${'a'.repeat(147)}MATCH${'b'.repeat(148)}…[+852]`);
  });

  it('shows its beginning when nothing on it matches', () => {
    assert.equal(cutLine('x'.repeat(301)), `${'x'.repeat(300)}…[+1]`);
  });

  it('is never cut between the halves of a surrogate pair', () => {
    const cut = cutLine('😀'.repeat(400), { start: 400, end: 402 });
    assert.equal(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(cut), false);
    assert.match(cut, /^\[\+\d+\]…(😀)+…\[\+\d+\]$/u);
  });
});

describe('a page', () => {
  it('is the largest that fits, and never empty', () => {
    assert.equal(largestFitting(100, (size) => size <= 37), 37);
    assert.equal(largestFitting(100, () => true), 100);
    assert.equal(largestFitting(100, () => false), 1);
  });
});

describe('the parts of a text', () => {
  it('are under 8,000 characters, end at line ends, and joined are the text', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `line ${index} ${'x'.repeat(20)}`).join('\n');
    const parts = partsOf(text);
    assert.equal(parts.join(''), text);
    assert.equal(parts.length, 4);
    for (const part of parts) assert.ok(part.length < 8_000);
    for (const part of parts.slice(0, -1)) assert.ok(part.endsWith('\n'));
  });

  it('of one endless line are cut inside it, not inside a pair', () => {
    const text = `a${'😀'.repeat(10_000)}`;
    const parts = partsOf(text);
    assert.equal(parts.join(''), text);
    for (const part of parts) assert.equal(/[\ud800-\udbff]$/.test(part), false);
  });

  it('of nothing are one empty part', () => {
    assert.deepEqual(partsOf(''), ['']);
  });
});
