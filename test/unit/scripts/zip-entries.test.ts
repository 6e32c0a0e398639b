import assert from 'node:assert/strict';
import { readZipEntries } from '../../../scripts/zip-entries.mjs';

describe('listing a zip archive', () => {
  it('gives names and file modes', () => {
    const zip = Buffer.concat([entry('dist/bin/rg', 0o100755), entry('ö.md', 0o100644), end(2, 0)]);
    assert.deepEqual(readZipEntries(zip), [
      { name: 'dist/bin/rg', mode: 0o100755 },
      { name: 'ö.md', mode: 0o100644 },
    ]);
  });

  it('refuses what is not one', () => {
    assert.throws(() => readZipEntries(Buffer.from('hello')), /not a zip archive/);
    assert.throws(() => readZipEntries(Buffer.concat([Buffer.alloc(100), end(1, 0)])), /broken central directory/);
  });
});

/** A record of the central directory. */
function entry(name: string, mode: number): Buffer {
  const bytes = Buffer.from(name);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(bytes.length, 28);
  record.writeUInt32LE(mode * 0x10000, 38);
  return Buffer.concat([record, bytes]);
}

function end(count: number, directoryAt: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryAt, 16);
  return record;
}
