import assert from 'node:assert/strict';
import { decode } from '../../../src/core/encoding';
import { lineEndsOf, linesOf, utf16Offset } from '../../../src/core/position';

describe('lines', () => {
  it('end at LF, CRLF and a lone CR, and know their starts', () => {
    assert.deepEqual(linesOf('a\nb\r\nc\rd'), [
      { text: 'a', start: 0, end: '\n' },
      { text: 'b', start: 2, end: '\r\n' },
      { text: 'c', start: 5, end: '\r' },
      { text: 'd', start: 7, end: '' },
    ]);
  });

  it('of an empty text are none; a final line end opens no further line', () => {
    assert.equal(linesOf('').length, 0);
    assert.equal(linesOf('a\n').length, 1);
    assert.equal(linesOf('\n\n').length, 2);
  });

  it('tell how they end', () => {
    assert.equal(lineEndsOf(linesOf('a\r\nb\r\n')), '\r\n');
    assert.equal(lineEndsOf(linesOf('a\r\nb\n')), 'mixed');
    assert.equal(lineEndsOf(linesOf('a')), '');
  });
});

describe('a column', () => {
  it('counts UTF-16 units, not bytes', () => {
    assert.equal(utf16Offset(Buffer.from('é😀x'), 6), 3);
  });
});

describe('decoding', () => {
  it('knows byte-order marks and keeps them out of the text', () => {
    assert.deepEqual(decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61])), { text: 'a', encoding: 'utf8bom', lossy: false });
    assert.deepEqual(decode(Buffer.from([0xff, 0xfe, 0x61, 0x00])), { text: 'a', encoding: 'utf16le', lossy: false });
    assert.deepEqual(decode(Buffer.from([0xfe, 0xff, 0x00, 0x61])), { text: 'a', encoding: 'utf16be', lossy: false });
  });

  it('reads bytes that are not valid as U+FFFD and says so', () => {
    assert.deepEqual(decode(Buffer.from([0x63, 0x61, 0x66, 0xe9])), { text: 'caf\ufffd', encoding: 'utf8', lossy: true });
  });

  it('refuses a NUL byte', () => {
    assert.equal(decode(Buffer.from([0x61, 0x00, 0x62])), undefined);
  });
});
