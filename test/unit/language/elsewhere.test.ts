import assert from 'node:assert/strict';
import type { Location } from '../../../src/core/ports';
import { removeFolders, scene, type Scene } from './harness';

/** Two projects that use a name of a third; `local` stands in all of them. */
const files = {
  'tsconfig.json': '{}',
  'core.ts': 'helper\nlocal\n',
  'use.ts': 'helper\n',
  'near/far.ts': 'helper\n',
  'app/tsconfig.json': '{}',
  'app/a.ts': 'helper\nlocal\n',
  'apart/tsconfig.json': '{}',
  'apart/b.ts': 'helper\nhelper\n',
};

describe('references in projects that the server has not loaded', () => {
  afterEach(removeFolders);

  const own = (place: Scene['place']): readonly Location[] => [place('core.ts', 1, 1, 6), place('use.ts', 1, 1, 6)];

  const ask = (answers: (place: Scene['place']) => readonly (readonly Location[])[], more: Readonly<Record<string, string>> = files) => {
    const made = scene((place) => ({ language: 'typescript', loaded: [true], references: answers(place) }), { files: more });
    const find = async () => {
      const { value } = await made.language.references(await made.target('core.ts', 1, 1), { declaration: true }, made.signal);
      return { places: value.all.length, elsewhere: value.elsewhere?.files.map(({ display, lines }) => [display, lines]) };
    };
    return { ...made, find };
  };

  it('are asked for again once the files that have the name are open, and the rest is told', async () => {
    const { find, providers } = ask((place) => [own(place), [...own(place), place('app/a.ts', 1, 1, 6)]]);
    assert.deepEqual(await find(), { places: 3, elsewhere: [['apart/b.ts', 2]] });
    assert.equal(providers.asked['references'], 2);
  });

  it('are not looked for twice while the answer stays the same, and are when it shrinks', async () => {
    const all = (place: Scene['place']): readonly Location[] => [...own(place), place('app/a.ts', 1, 1, 6)];
    const { find, providers } = ask((place) => [own(place), all(place), all(place), own(place), all(place)]);
    for (const asked of [2, 3, 5]) {
      assert.deepEqual(await find(), { places: 3, elsewhere: [['apart/b.ts', 2]] });
      assert.equal(providers.asked['references'], asked);
    }
  });

  it('of a workspace with one project are asked for once', async () => {
    const { find, providers } = ask((place) => [own(place)], { 'tsconfig.json': '{}', 'core.ts': 'helper\n', 'use.ts': 'helper\n', 'near/far.ts': 'helper\n' });
    assert.deepEqual(await find(), { places: 2, elsewhere: undefined });
    assert.equal(providers.asked['references'], 1);
  });
});
