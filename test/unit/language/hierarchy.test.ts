import assert from 'node:assert/strict';
import type { HierarchyItem, HierarchyLink, Location } from '../../../src/core/ports';
import type { HierarchyTree } from '../../../src/engines/language';
import { removeFolders, scene, type SceneScript } from './harness';

const item = (name: string, location: Location): HierarchyItem => ({ name, kind: 'function', detail: '', location, handle: name });

describe('a hierarchy', () => {
  afterEach(removeFolders);

  const script: SceneScript = (place) => {
    const parse = item('parse', place('src/parser.py', 2, 7));
    const other = item('other', place('src/parser.py', 6, 5));
    const use = item('use', place('src/use.py', 3, 5, 3));
    const test = item('test_it', place('tests/test_parser.py', 1, 5, 7));
    const call = (from: HierarchyItem, ...lines: number[]): HierarchyLink => ({ item: from, calls: lines.map((line) => place('', line, 5).range) });
    const callers: Readonly<Record<string, readonly HierarchyLink[]>> = {
      parse: [call(test, 2), call(use, 4, 5), call(other, 7)],
      use: [call(use, 6), call(other, 7)],
      other: [],
    };
    return { loaded: [true], prepare: [[parse]], links: ({ name }) => callers[name] ?? [] };
  };

  const flat = (nodes: readonly HierarchyTree[], depth = 0): readonly string[] =>
    nodes.flatMap(({ name, file, at, calls, cut, children }) => [
      `${'  '.repeat(depth)}${name} ${file.path}:${at.line} [${calls.join(',')}]${cut === undefined ? '' : ` ${cut}`}`,
      ...flat(children, depth + 1),
    ]);

  const grow = async (depth: number, made = scene(script)) => {
    const answer = await made.language.hierarchy(await made.target('src/parser.py', 2, 7), { relation: 'callers', depth }, made.signal);
    return { ...answer, lines: flat(answer.value.flatMap((root) => root.children)) };
  };

  it('of one level lists the callers with their calls, test files last', async () => {
    assert.deepEqual((await grow(1)).lines, ['other src/parser.py:6 [7]', 'use src/use.py:3 [4,5]', 'test_it tests/test_parser.py:1 [2]']);
  });

  it('of more levels is a tree that does not follow recursion', async () => {
    assert.deepEqual((await grow(3)).lines, [
      'other src/parser.py:6 [7]',
      'use src/use.py:3 [4,5]',
      '  other src/parser.py:6 [7]',
      '  use src/use.py:3 [6] again',
      'test_it tests/test_parser.py:1 [2]',
    ]);
  });

  it('of a function that nobody calls is empty and ready', async () => {
    const made = scene((place) => ({ loaded: [true], prepare: [[item('parse', place('src/parser.py', 2, 7))]] }));
    const { lines, status } = await grow(1, made);
    assert.deepEqual([lines, status.state], [[], 'ready']);
  });

  it('is no tree at all where the server gives none, which is not an empty one', async () => {
    const made = scene(() => ({ loaded: [true], prepare: [[]], documentSymbols: [[]] }));
    const answer = await made.language.hierarchy(await made.target('src/parser.py', 1, 7), { relation: 'subtypes', depth: 1 }, made.signal);
    assert.deepEqual([answer.value, answer.status.state], [[], 'ready']);
  });

  it('of subtypes is made of implementations where the server has no type hierarchy and no header is read', async () => {
    const made = scene(
      (place) => ({ language: 'lua', loaded: [true], prepare: [[]], definition: [[place('a.py', 1, 7, 4)], [place('b.py', 1, 7), place('a.py', 1, 7, 4), place('b.py', 2, 7)]] }),
      { files: { 'a.py': 'class Base:\n  pass\n', 'b.py': 'class First:\n  def second(self):\n    pass\n' } },
    );
    const answer = await made.language.hierarchy(await made.target('a.py', 1, 7), { relation: 'subtypes', depth: 1 }, made.signal);
    const [root] = answer.value;
    assert.deepEqual([root?.name, root?.source], ['Base', 'implementations']);
    assert.deepEqual(flat(root?.children ?? []), ['First b.py:1 []']);
  });

  const types = { 'pyproject.toml': '', 'a.py': 'class Base:\n  pass\n', 'b.py': 'class First(Base, made()):\n  pass\nclass Second(List[Base]):\n  pass\n' };

  it('of subtypes is made of the declarations that name the type, where the server has no type hierarchy', async () => {
    const made = scene(
      (place) => ({ loaded: [true], prepare: [[]], definition: [[place('a.py', 1, 7, 4)]], references: [[place('a.py', 1, 7, 4), place('b.py', 1, 13, 4), place('b.py', 3, 19, 4)]] }),
      { files: types },
    );
    const [root] = (await made.language.hierarchy(await made.target('a.py', 1, 7), { relation: 'subtypes', depth: 1 }, made.signal)).value;
    assert.deepEqual([root?.name, root?.source, flat(root?.children ?? [])], ['Base', 'declarations', ['First b.py:1 []']]);
  });

  it('of supertypes is made of the names in the header, those that are no types marked so', async () => {
    const made = scene(
      (place) => ({ loaded: [true], prepare: [[]], definition: [[place('b.py', 1, 7, 5)], [place('b.py', 1, 7, 5)], [place('a.py', 1, 7, 4)], [place('b.py', 2, 3, 4)]] }),
      { files: types },
    );
    const [root] = (await made.language.hierarchy(await made.target('b.py', 1, 7), { relation: 'supertypes', depth: 1 }, made.signal)).value;
    assert.deepEqual([root?.name, root?.source, flat(root?.children ?? [])], ['First', 'declarations', ['Base a.py:1 []', 'made b.py:1 [] unknown']]);
  });

  it('of a function that calls nothing is asked once', async () => {
    let asked = 0;
    const made = scene((place) => ({
      loaded: [true],
      prepare: [[item('parse', place('src/parser.py', 2, 7))]],
      links: () => {
        asked += 1;
        return [];
      },
    }));
    await made.language.hierarchy(await made.target('src/parser.py', 2, 7), { relation: 'callees', depth: 1 }, made.signal);
    assert.equal(asked, 1);
  });

  it('that is empty while the text has calls is waited for', async () => {
    let asked = 0;
    const made = scene((place) => ({
      prepare: [[item('parse', place('src/parser.py', 2, 7))]],
      links: () => ((asked += 1) < 4 ? [] : [{ item: item('use', place('src/use.py', 3, 5, 3)), calls: [place('', 4, 5).range] }]),
    }));
    const { lines } = await grow(1, made);
    assert.deepEqual(lines, ['use src/use.py:3 [4]']);
  });
});
