import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBeginningOnly, lackOfRoom } from '../../../src/host/room';

describe('the room on a disk', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sightline-room-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('is enough for a file of a few bytes, also in directories that do not exist yet', async () => {
    assert.equal(await lackOfRoom(join(dir, 'a.txt'), 10), undefined);
    assert.equal(await lackOfRoom(join(dir, 'not', 'yet', 'a.txt'), 10), undefined);
  });

  it('is too little for more than any disk has, and the reason says how much there is', async () => {
    const reason = await lackOfRoom(join(dir, 'not', 'yet', 'a.txt'), 9e18);
    assert.match(reason ?? '', /^the disk is full: 9,000,000,000,000,000,000 bytes do not fit into [\d,]+$/);
  });

  it('tells a file of which only the beginning was written from one that is whole, and from another', async () => {
    const path = join(dir, 'a.txt');
    const wanted = Buffer.from('the whole text');
    assert.equal(await isBeginningOnly(path, wanted), false);
    for (const [content, expected] of [['the whole text', false], ['the who', true], ['', true], ['something', false], ['the whole text and more', false]] as const) {
      await writeFile(path, content);
      assert.equal(await isBeginningOnly(path, wanted), expected, content);
    }
  });

  it('waits for a program that is writing the rest', async () => {
    const path = join(dir, 'a.txt');
    await writeFile(path, 'the who');
    setTimeout(() => void writeFile(path, 'the whole text'), 50);
    assert.equal(await isBeginningOnly(path, Buffer.from('the whole text')), false);
  });
});
