import assert from 'node:assert/strict';
import { Failure } from '../../../src/core/errors';
import type { SymbolQuery } from '../../../src/engines/language';
import { files, removeFolders, scene, type SceneScript } from './harness';

const more = {
  ...files,
  'src/over.py': 'def load(x):\n  pass\n\ndef load(x, y):\n  return 1\n\nclass Loader:\n  def load(self):\n    pass\n',
  'src/odd.py': 'alpha = beta\n\n# gamma is a word\nx.alpha(alpha)\n',
  'data.json': '{ "unique_key": 1 }\n',
};

describe('naming a symbol', () => {
  afterEach(removeFolders);

  const resolve = async (query: SymbolQuery, script: SceneScript = () => ({})) => {
    const { language, signal } = scene(script, { files: more });
    const found = await language.resolve(query, signal);
    if (found.kind === 'candidates') return found.candidates.map(({ file, at, kind, namePath }) => `${file.path}:${at.line}:${at.column} ${kind} ${namePath}`);
    const { place, at, name, note } = found.target;
    return `${place.display}:${at.line}:${at.column} ${name}${note === undefined ? '' : ` (${note})`}`;
  };

  const refused = async (query: SymbolQuery) => {
    try {
      await resolve(query);
    } catch (error) {
      if (error instanceof Failure) return error.message;
      throw error;
    }
    throw new Error('was not refused');
  };

  it('by position takes the whole name, from its first column to just behind it', async () => {
    for (const column of [19, 21, 24]) assert.equal(await resolve({ file: 'src/parser.py', line: 7, column }), 'src/parser.py:7:19 parse');
  });

  it('by a name on a line takes its first occurrence as a whole name', async () => {
    assert.equal(await resolve({ file: 'src/odd.py', line: 4, symbol: 'alpha' }), 'src/odd.py:4:3 alpha ("alpha" stands 2 times on line 4; taken at column 3, not 9)');
    assert.equal(await resolve({ file: 'src/parser.py', line: 7, symbol: 'Parser/parse' }), 'src/parser.py:7:19 parse');
  });

  it('by a name in a file takes its declaration', async () => {
    assert.equal(await resolve({ file: 'src/parser.py', symbol: 'parse' }), 'src/parser.py:2:7 parse');
    assert.equal(await resolve({ file: 'src/over.py', symbol: 'Loader.load' }), 'src/over.py:8:7 load');
    assert.equal(await resolve({ file: 'src/over.py', symbol: 'Loader/load' }), 'src/over.py:8:7 load');
  });

  it('in a file that only uses it says so', async () => {
    assert.equal(
      await resolve({ file: 'src/use.py', symbol: 'Parser' }),
      'src/use.py:1:24 Parser ("Parser" is not declared in src/use.py; taken from its first use there, line 1)',
    );
  });

  it('by a name alone looks in the whole workspace', async () => {
    assert.equal(await resolve({ symbol: 'Parser' }), 'src/parser.py:1:7 Parser');
    assert.equal(await resolve({ symbol: 'Parser/parse' }), 'src/parser.py:2:7 parse');
    assert.equal(await resolve({ symbol: 'test_it' }), 'tests/test_parser.py:1:5 test_it');
  });

  it('with several declarations answers all of them and chooses none', async () => {
    assert.deepEqual(await resolve({ symbol: 'parse' }), ['second/a.py:1:5 function parse', 'src/parser.py:2:7 method Parser/parse']);
    assert.deepEqual(await resolve({ file: 'src/over.py', symbol: 'load' }), [
      'src/over.py:1:5 function load',
      'src/over.py:4:5 function load',
      'src/over.py:8:7 method Loader/load',
    ]);
  });

  it('with several declarations that the server leads to one place takes that one', async () => {
    const script: SceneScript = (place) => ({ loaded: [true], definition: [[place('src/parser.py', 2, 7)]] });
    assert.equal(await resolve({ symbol: 'parse' }, script), 'second/a.py:1:5 parse');
  });

  it('without a symbol at the position shows the line and what is near', async () => {
    assert.equal(
      await refused({ file: 'src/odd.py', line: 1, column: 7 }),
      '[1208 NotASymbol] There is no symbol at src/odd.py:1:7. Line 1: "alpha = beta"; symbols: alpha (column 1), beta (column 9). ' +
        'Next: call again with one of these columns, or with symbol in place of column.',
    );
    assert.match(await refused({ file: 'src/odd.py', line: 2, column: 1 }), /^\[1208 NotASymbol\] There is no symbol at src\/odd\.py:2:1\. Line 2: ""; it holds no symbol\./);
  });

  it('that does not stand on the line tells where it does', async () => {
    assert.equal(
      await refused({ file: 'src/odd.py', line: 1, symbol: 'gamma' }),
      '[1208 NotASymbol] "gamma" does not stand at src/odd.py:1. Line 1: "alpha = beta"; symbols: alpha (column 1), beta (column 9). ' +
        '"gamma" stands on line 3. Next: call again with one of these columns, or with symbol in place of column.',
    );
  });

  it('that is not what stands at the position is refused', async () => {
    assert.match(await refused({ file: 'src/odd.py', line: 1, column: 1, symbol: 'beta' }), /^\[1208 NotASymbol\] At src\/odd\.py:1:1 stands "alpha", not "beta"\./);
  });

  it('out of range quotes the line', async () => {
    assert.equal(
      await refused({ file: 'src/odd.py', line: 0, column: 1 }),
      '[1602 OutOfRange] src/odd.py has lines 1 to 4, not 0. Line 4: "x.alpha(alpha)". Next: file_read shows the file with its line numbers.',
    );
    assert.match(await refused({ file: 'src/odd.py', line: 5, column: 1 }), /^\[1602 OutOfRange\] src\/odd\.py has lines 1 to 4, not 5\./);
    assert.equal(
      await refused({ file: 'src/odd.py', line: 1, column: 14 }),
      '[1602 OutOfRange] src/odd.py:1 has columns 1 to 13, not 14. Line 1: "alpha = beta"; symbols: beta (column 9), alpha (column 1). ' +
        'Next: call again with one of these columns, or with symbol in place of column.',
    );
    assert.match(await refused({ file: 'src/odd.py', line: 1, column: 0 }), /^\[1602 OutOfRange\]/);
  });

  it('that nothing declares tells where the text has it, or that it has it nowhere', async () => {
    assert.match(await refused({ symbol: 'gamma' }), /^\[1208 NotASymbol\] No declaration of "gamma" was found; the text has "gamma" on 1 line in 1 file: src\/odd\.py\. A local variable/);
    assert.match(await refused({ symbol: 'nowhere' }), /^\[1208 NotASymbol\] "nowhere" stands nowhere in the workspace\. /);
    assert.match(await refused({ file: 'src/over.py', symbol: 'Loader/save' }), /"Loader\/save" is not declared in src\/over\.py\. Declared there: load, Loader, Loader\/load\. /);
  });

  it('by arguments that name nothing is refused with the combinations that do', async () => {
    for (const query of [{}, { line: 1 }, { symbol: 'a', line: 1 }, { file: 'src/odd.py' }, { file: 'src/odd.py', column: 1 }]) {
      assert.match(await refused(query), /^\[1601 InvalidArguments\] These arguments name no symbol: .*by file and symbol; or by symbol alone\. /);
    }
    assert.match(await refused({ file: 'src/odd.py', line: 1 }), /^\[1601 InvalidArguments\] src\/odd\.py:1 names no symbol without column or symbol\. Line 1: /);
  });

  it('without a grammar asks the provider of symbols, again when it has none yet', async () => {
    const range = { start: { line: 1, column: 5 }, end: { line: 1, column: 10 } };
    const node = { name: 'parse', kind: 'function', range, selection: range, children: [] };
    const { language, signal } = scene(() => ({ documentSymbols: [undefined, [node]] }), { files: { 'a.toy': 'def parse\n' } });
    const find = () => language.symbols({ query: 'parse', file: 'a.toy' }, signal);
    assert.deepEqual((await find()).symbols, []);
    assert.deepEqual((await find()).symbols.map(({ namePath, at }) => [namePath, at.column]), [['parse', 5]]);
  });

  it('sees the text that is not saved', async () => {
    const { language, providers, folder, signal, documents } = scene(() => ({}), { files: more });
    providers.type(folder.at('src/odd.py'), 'changed()\n');
    documents.type(folder.at('src/odd.py'), 'changed()\n');
    const found = await language.resolve({ file: 'src/odd.py', line: 1, symbol: 'changed' }, signal);
    assert.equal(found.kind, 'target');
  });

  it('waits until the editor has taken over a change on disk', async () => {
    const { language, providers, folder, signal } = scene(() => ({}), { files: more });
    providers.lag(folder.at('src/odd.py'), 'old text\n', 3);
    const found = await language.resolve({ file: 'src/odd.py', line: 1, symbol: 'beta' }, signal);
    assert.equal(found.kind === 'target' && found.target.document.text.startsWith('alpha = beta'), true);
  });
});
