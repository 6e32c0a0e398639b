import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Held } from '../../../src/engines/language/held';
import { pause } from '../../../src/engines/language/race';
import { nodeFiles } from '../../../src/host/files';
import { fivePlaces, removeFolders, scene } from './harness';

describe('what the editor holds and the disk has otherwise', () => {
  afterEach(removeFolders);

  const references = async (made: ReturnType<typeof scene>) => {
    const { value } = await made.language.references(await made.target('src/parser.py', 2, 7), { declaration: true }, made.signal);
    return value.all.map(({ path, range }) => `${made.places.display(path)}:${range.start.line}`);
  };

  it('are no references in a file that is gone', async () => {
    const made = scene((place) => ({ loaded: [true], references: [fivePlaces(place)] }));
    made.documents.hold(made.folder.at('src/use.py'), 'from src.parser import Parser\n');
    rmSync(made.folder.at('src/use.py'));
    assert.deepEqual(await references(made), ['src/parser.py:2', 'src/parser.py:7', 'tests/test_parser.py:2']);
  });

  it('are references in a file that is gone and whose text is unsaved', async () => {
    const made = scene((place) => ({ loaded: [true], references: [fivePlaces(place)] }));
    made.documents.type(made.folder.at('src/use.py'), 'def use(p):\n  p.parse()\n');
    rmSync(made.folder.at('src/use.py'));
    assert.deepEqual(await references(made), ['src/parser.py:2', 'src/parser.py:7', 'src/use.py:4', 'src/use.py:5', 'tests/test_parser.py:2']);
  });

  it('is waited for once a file has changed on disk, and never for one that has not', async () => {
    const { documents, folder } = scene(() => ({}));
    const held = new Held({ files: nodeFiles, documents, clock: performance }, pause);
    const path = folder.at('src/use.py');
    documents.hold(path, '# one\n');
    writeFileSync(path, '# two\n');
    const waiting = held.takeOver(new Set([path]));
    await delay(120);
    documents.hold(path, '# two\n');
    assert.equal(await waiting, true);
    assert.equal(await held.takeOver(undefined), false);
    documents.hold(path, '# three\n');
    utimesSync(path, 1, 1);
    assert.equal(await held.takeOver(undefined), false, 'what is old has been taken over, or is in another encoding');
  });
});
