import assert from 'node:assert/strict';
import type { SymbolNode, WorkspaceSymbol } from '../../../src/core/ports';
import type { FindQuery, SymbolQuery } from '../../../src/engines/language';
import { AstBench } from '../ast/support';
import { removeFolders, scene, type SceneScript } from './harness';

/** Declarations that outlines leave out, and a class that has the name of one of them. */
const files = {
  'tsconfig.json': '{}',
  'en.ts': 'export enum Color { Red, Green }\nexport enum Hue { Red = 1 }\nexport interface Conf { name: string }\n',
  'signs.ts': "@sealed\nclass D {\n  @log m() {}\n  #p = 1;\n  ['lit']() {}\n  [Symbol.iterator]() {}\n  'q-r' = 1;\n  get p() { return this.#p; }\n}\nexport const { a, b: c } = x;\n",
  'k.ts': 'export class K {\n  field = 1;\n  #priv = 2;\n  priv = 3;\n  constructor(public pub: number) {}\n  "q-k"() {}\n}\nexport class Blue {}\nexport enum Shade { Blue }\n',
};

describe('fields, properties and members of enums', () => {
  let bench: AstBench;
  before(() => {
    bench = new AstBench({});
  });
  after(() => bench.dispose());
  afterEach(removeFolders);

  const find = async (query: FindQuery, script: SceneScript = () => ({})): Promise<readonly string[]> => {
    const { language, signal } = scene((place) => ({ language: 'typescript', ...script(place) }), { files, ast: bench.ast });
    const { symbols, match } = await language.symbols(query, signal);
    return symbols.map(({ file, at, kind, namePath }) => `${match} ${file.path}:${at.line}:${at.column} ${kind} ${namePath}`);
  };

  const resolve = async (query: SymbolQuery, script: SceneScript = () => ({})): Promise<string | readonly string[]> => {
    const { language, signal } = scene((place) => ({ language: 'typescript', ...script(place) }), { files, ast: bench.ast });
    const found = await language.resolve(query, signal);
    if (found.kind === 'candidates') return found.candidates.map(({ namePath }) => namePath);
    return `${found.target.place.display}:${found.target.at.line}:${found.target.at.column} ${found.target.name}`;
  };

  it('are found by name in the workspace and in a file', async () => {
    assert.deepEqual(await find({ query: 'Red' }), ['exact en.ts:1:21 enum member Color/Red', 'exact en.ts:2:19 enum member Hue/Red']);
    assert.deepEqual(await find({ query: 'Red', file: 'en.ts' }), ['exact en.ts:1:21 enum member Color/Red', 'exact en.ts:2:19 enum member Hue/Red']);
    assert.deepEqual(await find({ query: 'field', file: 'k.ts' }), ['exact k.ts:2:3 field K/field']);
    assert.deepEqual(await find({ query: 'ree' }), ['contains en.ts:1:26 enum member Color/Green']);
  });

  it('are listed for a kind', async () => {
    assert.deepEqual(await find({ file: 'en.ts', kind: 'property' }), ['exact en.ts:3:25 property Conf/name']);
    assert.deepEqual(await find({ query: 'Blue', kind: 'enum member' }), ['exact k.ts:9:21 enum member Shade/Blue']);
  });

  it('are told apart by the qualifier of a name path, which nothing fits that does not have it', async () => {
    assert.deepEqual(await find({ query: 'Hue/Red' }), ['exact en.ts:2:19 enum member Hue/Red']);
    assert.deepEqual(await find({ query: 'Zzz/Red' }), []);
    assert.equal(await resolve({ symbol: 'Hue/Red' }), 'en.ts:2:19 Red');
    assert.equal(await resolve({ symbol: 'Color.Green' }), 'en.ts:1:26 Green');
    assert.deepEqual(await resolve({ symbol: 'Red' }), ['Color/Red', 'Hue/Red']);
    await assert.rejects(async () => resolve({ symbol: 'Zzz/Red' }), /No declaration of "Zzz\/Red" was found; the text has "Red" on 2 lines/);
  });

  it('of a server that knows more than the tree are told apart, too', async () => {
    const known: SceneScript = (place) => ({
      workspaceSymbols: [['K', 'Other'].map((container): WorkspaceSymbol => ({ name: 'pub', kind: 'property', container, location: place('k.ts', 5, 15) }))],
    });
    assert.deepEqual(await find({ query: 'K/pub' }, known), ['exact k.ts:5:22 property K/pub']);
    assert.deepEqual(await find({ query: 'L/pub' }, known), []);
  });

  it('are accepted in a file as find_symbol prints them', async () => {
    assert.equal(await resolve({ file: 'en.ts', symbol: 'Hue/Red' }), 'en.ts:2:19 Red');
    assert.equal(await resolve({ file: 'en.ts', symbol: 'Conf/name' }), 'en.ts:3:25 name');
    assert.equal(await resolve({ file: 'k.ts', symbol: 'K/field' }), 'k.ts:2:3 field');
    assert.equal(await resolve({ file: 'k.ts', symbol: 'K/q-k' }), 'k.ts:6:3 q-k');
  });

  it('are accepted at the signs in front of their names, where find_symbol and searches place them', async () => {
    for (const [line, column] of [[1, 1], [1, 2]] as const) assert.equal(await resolve({ file: 'signs.ts', line, column }), 'signs.ts:1:2 sealed');
    assert.equal(await resolve({ file: 'signs.ts', line: 3, symbol: 'log' }), 'signs.ts:3:4 log');
    assert.equal(await resolve({ file: 'signs.ts', line: 3, symbol: '@log' }), 'signs.ts:3:4 log');
    assert.equal(await resolve({ file: 'signs.ts', line: 4, column: 3 }), 'signs.ts:4:4 p');
    assert.equal(await resolve({ file: 'signs.ts', line: 5, column: 3 }), 'signs.ts:5:5 lit');
    assert.equal(await resolve({ file: 'signs.ts', line: 5, symbol: "D/['lit']" }), 'signs.ts:5:5 lit');
    assert.equal(await resolve({ file: 'signs.ts', symbol: "D/['lit']" }), "signs.ts:5:4 ['lit']");
  });

  it('are told apart on a line by the sign of a private name, and found in quotes', async () => {
    assert.equal(await resolve({ file: 'signs.ts', line: 8, symbol: '#p' }), 'signs.ts:8:26 p');
    assert.equal(await resolve({ file: 'signs.ts', line: 8, symbol: 'D/#p' }), 'signs.ts:8:26 p');
    assert.equal(await resolve({ file: 'signs.ts', line: 8, symbol: 'p' }), 'signs.ts:8:7 p');
    for (const symbol of ['q-r', "'q-r'", "D/'q-r'"]) assert.equal(await resolve({ file: 'signs.ts', line: 7, symbol }), 'signs.ts:7:4 q-r');
  });

  it('that are no names are refused with the names on their line', async () => {
    await assert.rejects(async () => resolve({ file: 'signs.ts', symbol: 'D/[Symbol.iterator]' }), /is no name that a language server knows\. Line 6: .*symbols: Symbol \(column 4\), iterator \(column 11\)/);
    await assert.rejects(async () => resolve({ file: 'signs.ts', symbol: '{ a, b: c }' }), /is no name that a language server knows\. Line 10: .*a \(column 16\)/);
  });

  it('that are private are not those of the same name that are not', async () => {
    assert.equal(await resolve({ file: 'k.ts', symbol: 'K/#priv' }), 'k.ts:3:3 #priv');
    assert.equal(await resolve({ file: 'k.ts', symbol: 'K/priv' }), 'k.ts:4:3 priv');
  });

  it('that a parameter declares are found where the server lists them', async () => {
    const range = { start: { line: 5, column: 15 }, end: { line: 5, column: 33 } };
    const pub: SymbolNode = { name: 'pub', kind: 'property', range, selection: { start: { line: 5, column: 22 }, end: { line: 5, column: 25 } }, children: [] };
    const whole = { start: { line: 1, column: 1 }, end: { line: 7, column: 2 } };
    const script: SceneScript = () => ({ documentSymbols: [[{ name: 'K', kind: 'class', range: whole, selection: whole, children: [pub] }]] });
    assert.equal(await resolve({ file: 'k.ts', symbol: 'K/pub' }, script), 'k.ts:5:22 pub');
    assert.deepEqual(await find({ query: 'pub', file: 'k.ts' }, script), ['exact k.ts:5:22 property K/pub']);
  });

  it('stand back where a name alone is that of another declaration', async () => {
    assert.equal(await resolve({ symbol: 'Blue' }), 'k.ts:8:14 Blue');
    assert.deepEqual(await find({ query: 'Blue' }), ['exact k.ts:8:14 class Blue', 'exact k.ts:9:21 enum member Shade/Blue']);
  });
});
