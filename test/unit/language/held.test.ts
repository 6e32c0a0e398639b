import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Held, onDisk } from '../../../src/engines/language/held';
import { pause } from '../../../src/engines/language/race';
import { nodeFiles } from '../../../src/host/files';
import { ScriptedProviders } from '../../fakes/providers';
import { fivePlaces, removeFolders, scene, type SceneScript } from './harness';

describe('what the editor holds and the disk has otherwise', () => {
  afterEach(removeFolders);

  /** On the real clock, since the disk is read. */
  const made = (script: SceneScript = () => ({})) => {
    const { documents, folder, place, places } = scene(script);
    const held = new Held({ files: nodeFiles, documents, clock: performance }, pause);
    const scripted = new ScriptedProviders(script(place), pause);
    const references = async () => {
      const found = await onDisk(scripted, held).references(folder.at('src/parser.py'), { line: 2, column: 7 });
      return found.map(({ path, range }) => `${places.display(path)}:${range.start.line}`);
    };
    return { documents, folder, held, scripted, references, path: folder.at('src/use.py') };
  };

  it('are no references in a file that is gone', async () => {
    const { documents, path, references } = made((place) => ({ references: [fivePlaces(place)] }));
    documents.hold(path, 'from src.parser import Parser\n');
    rmSync(path);
    assert.deepEqual(await references(), ['src/parser.py:2', 'src/parser.py:7', 'tests/test_parser.py:2']);
  });

  it('are references in a file that is gone and whose text is unsaved', async () => {
    const { documents, path, references } = made((place) => ({ references: [fivePlaces(place)] }));
    documents.type(path, 'def use(p):\n  p.parse()\n');
    rmSync(path);
    assert.deepEqual(await references(), ['src/parser.py:2', 'src/parser.py:7', 'src/use.py:4', 'src/use.py:5', 'tests/test_parser.py:2']);
  });

  it('are asked for again once the editor has taken over what changed on disk', async () => {
    const { documents, path, references, scripted } = made((place) => ({ references: [fivePlaces(place), [place('src/use.py', 6, 5)]] }));
    documents.hold(path, '# one\n');
    writeFileSync(path, '# two\n');
    const asked = references();
    await delay(120);
    assert.equal(scripted.asked['references'], 1);
    documents.hold(path, '# two\n');
    assert.deepEqual(await asked, ['src/use.py:6']);
  });

  it('is not waited for where the file has not changed lately', async () => {
    const { documents, path, held } = made();
    documents.hold(path, '# three\n');
    assert.deepEqual(await held.look(), { gone: [], late: [path] });
    utimesSync(path, 1, 1);
    assert.deepEqual(await held.look(), { gone: [], late: [] }, 'what is old has been taken over, or is in another encoding');
  });
});
