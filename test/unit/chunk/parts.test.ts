import assert from 'node:assert/strict';
import { chunksOf } from '../../../src/engines/chunk/chunks';

/** `name length lines [columns]` of every chunk of a text without a grammar. */
function parts(text: string): readonly string[] {
  const chunks = chunksOf(text, undefined, 'code');
  assert.equal(chunks.map((chunk) => text.slice(chunk.start, chunk.end)).join(''), text);
  return chunks.map(({ name, start, end, firstLine, lastLine, columns }) => {
    const within = columns === undefined ? '' : ` ${columns.first}-${columns.last}`;
    return `${name} ${end - start} ${firstLine}-${lastLine}${within}`;
  });
}

const line = (length: number): string => `${'x'.repeat(length - 1)}\n`;

describe('parts of large chunks', () => {
  it('does not cut 10,000 characters, and cuts one more at a line end', () => {
    assert.deepEqual(parts(line(100).repeat(100)), ['whole_file 10000 1-100']);
    assert.deepEqual(parts(`${line(100).repeat(100)}x`), ['whole_file_part1 10000 1-100', 'whole_file_part2 1 101-101']);
  });

  it('fills every part with whole lines', () => {
    assert.deepEqual(parts(line(300).repeat(100)), ['whole_file_part1 9900 1-33', 'whole_file_part2 9900 34-66', 'whole_file_part3 9900 67-99', 'whole_file_part4 300 100-100']);
  });

  it('cuts a line only when it alone is longer, and leaves its neighbours whole', () => {
    assert.deepEqual(parts(`a\n${line(25_000)}b\n`), [
      'whole_file_part1 2 1-1',
      'whole_file_part2 10000 2-2 1-10000',
      'whole_file_part3 10000 2-2 10001-20000',
      'whole_file_part4 5000 2-2 20001-25000',
      'whole_file_part5 2 3-3',
    ]);
    assert.deepEqual(parts(`a\n${line(10_000)}b\n`), ['whole_file_part1 2 1-1', 'whole_file_part2 10000 2-2', 'whole_file_part3 2 3-3']);
    assert.equal(parts('x'.repeat(400 * 1024)).length, 41);
  });

  it('takes neither a surrogate pair nor a line end of two characters apart', () => {
    assert.deepEqual(parts(`${'x'.repeat(9_999)}😀`), ['whole_file_part1 9999 1-1 1-9999', 'whole_file_part2 2 1-1 10000-10001']);
    assert.deepEqual(parts(`${'x'.repeat(9_999)}\r\n`), ['whole_file_part1 9999 1-1 1-9999', 'whole_file_part2 2 1-1 10000-10001']);
  });

  it('tells where the last line that is not blank ends', () => {
    const text = 'a\nb\n\n \n';
    assert.equal(chunksOf(text, undefined, 'code')[0]?.filledEnd, 4);
    assert.equal(chunksOf('a\nb', undefined, 'code')[0]?.filledEnd, 3);
  });
});
