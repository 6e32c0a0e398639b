import assert from 'node:assert/strict';
import { Failure } from '../../../src/core/errors';
import { previewOf } from '../../../src/engines/language/preview';
import { splitHover } from '../../../src/engines/language/hover';
import { removeFolders, scene, type SceneScript } from './harness';

describe('definitions of a language server', () => {
  afterEach(removeFolders);

  const ask = async (script: SceneScript, at: readonly [string, number, number] = ['src/use.py', 1, 24]) => {
    const made = scene(script);
    const target = await made.target(...at);
    return { ...made, target, find: () => made.language.definition(target, 'definition', made.signal) };
  };

  it('that stop at the import are asked again until they leave the file', async () => {
    const { find, providers } = await ask((place) => ({
      definition: [[], [place('src/use.py', 1, 24, 6)], [place('src/use.py', 1, 24, 6)], [place('src/parser.py', 1, 7, 6)]],
    }));
    const { value, status } = await find();
    assert.deepEqual(value.map(({ file, location }) => [file.path, location.range.start.line]), [['src/parser.py', 1]]);
    assert.equal(status.state, 'ready');
    assert.equal(providers.asked['definition'], 6, 'three equal answers');
  });

  it('that never leave the import say that the server is still loading', async () => {
    const { find } = await ask((place) => ({ definition: [[place('src/use.py', 1, 24, 6)]] }));
    const { status } = await find();
    assert.equal(status.state, 'loading');
  });

  it('that a loaded server leaves at the import are believed', async () => {
    const { find } = await ask((place) => ({ loaded: [true], definition: [[place('src/use.py', 1, 24, 6)]] }));
    assert.equal((await find()).status.state, 'ready');
  });

  it('do not make the project ready for references', async () => {
    const { find, language, target, signal, place, providers } = await ask((place) => ({
      definition: [[place('src/parser.py', 1, 7, 6)]],
      references: [[place('src/use.py', 1, 24, 6)], [place('src/parser.py', 1, 7, 6), place('src/parser.py', 7, 10, 6), place('src/use.py', 1, 24, 6)]],
    }));
    await find();
    assert.equal(language.states()[0]?.phase, 'ready');
    const { value } = await language.references(target, { declaration: true }, signal);
    assert.equal(value.all.length, 3, `${providers.asked['references']} questions`);
    assert.equal(place('a', 1, 1).onDisk, true);
  });

  it('show the declaration with its kind and lines', async () => {
    const { find } = await ask((place) => ({ loaded: [true], definition: [[place('src/parser.py', 2, 7)]] }));
    const [definition] = (await find()).value;
    assert.equal(definition?.kind, 'method');
    assert.equal(definition?.namePath, 'Parser/parse');
    assert.deepEqual(definition?.lines, [
      { number: 2, text: '  def parse(self):' },
      { number: 3, text: '    text = 1' },
      { number: 4, text: '    return text' },
    ]);
  });

  it('are not called by the name of what only begins on their line', async () => {
    const { find } = await ask((place) => ({ loaded: [true], definition: [[place('src/parser.py', 2, 13, 4)]] }));
    const [definition] = (await find()).value;
    assert.deepEqual([definition?.kind, definition?.namePath], [undefined, undefined]);
  });

  it('outside the workspace may be read from then on', async () => {
    const library = scene(() => ({}), { files: { 'lib.py': 'def helper():\n  pass\n' } });
    const { find } = await ask(() => ({ loaded: [true], definition: [[{ ...library.place('lib.py', 1, 5, 6) }]] }));
    const [definition] = (await find()).value;
    assert.equal(definition?.file.path, library.folder.at('lib.py'));
    assert.deepEqual(definition?.lines.map(({ text }) => text), ['def helper():', '  pass']);
  });

  it('that are not on disk are answered without lines', async () => {
    const { find } = await ask((place) => ({ loaded: [true], definition: [[{ ...place('x', 3, 1), path: 'jdt://contents/A.class', onDisk: false }]] }));
    const [definition] = (await find()).value;
    assert.deepEqual([definition?.file.path, definition?.lines], ['jdt://contents/A.class', []]);
  });

  it('of a word in a comment are refused', async () => {
    const { find } = await ask(() => ({ loaded: [true], definition: [[]] }), ['tests/test_parser.py', 2, 5]);
    assert.deepEqual((await find()).value, [], 'a comment behind code is none');
    const files = { 'a.py': '# only a word\n' };
    const made = scene(() => ({ loaded: [true], definition: [[]] }), { files });
    const target = await made.target('a.py', 1, 3);
    await assert.rejects(made.language.definition(target, 'definition', made.signal), (error) => error instanceof Failure && error.failure === 'NotASymbol');
  });
});

describe('what a symbol is', () => {
  afterEach(removeFolders);

  it('comes from the hover and the definition', async () => {
    const made = scene((place) => ({ loaded: [true], definition: [[place('src/parser.py', 2, 7)]], hover: [['```python\n(method) def parse(self) -> int\n```\nReads all of it.']] }));
    const { value } = await made.language.symbolAt(await made.target('src/use.py', 4, 5), made.signal);
    assert.deepEqual([value.source, value.kind, value.namePath, value.signature, value.documentation], [
      'provider', 'method', 'Parser/parse', ['(method) def parse(self) -> int'], 'Reads all of it.',
    ]);
  });

  it('waits while the hover says that it is loading', async () => {
    const made = scene((place) => ({ definition: [[place('src/parser.py', 2, 7)]], hover: [['(loading...) parse'], ['```python\ndef parse()\n```']] }));
    const { value } = await made.language.symbolAt(await made.target('src/use.py', 4, 5), made.signal);
    assert.deepEqual(value.signature, ['def parse()']);
  });

  it('comes from the syntax tree where there is no provider', async () => {
    const made = scene(() => ({ extensions: [], documentSymbols: [undefined] }));
    const { value, status } = await made.language.symbolAt(await made.target('src/parser.py', 2, 7), made.signal);
    assert.equal(status.state, 'none');
    assert.equal(value.source, 'syntax tree');
    assert.deepEqual(value.definitions.map(({ file, location, namePath }) => [file.path, location.range.start.line, namePath]), [['src/parser.py', 2, 'Parser/parse']]);
  });
});

describe('the preview of a declaration', () => {
  const lines = ['import a', '', '/**', ' * Says.', ' */', '@decorated', 'function f() {', ...Array.from({ length: 30 }, (_, index) => `  ${index};`), '}'];
  const whole = { start: { line: 7, column: 1 }, end: { line: 38, column: 2 } };

  it('begins with its comment, and is cut at ten lines of code', () => {
    const { lines: shown, more } = previewOf(lines, whole, 7);
    assert.deepEqual([shown[0]?.number, shown.at(-1)?.number, more], [3, 16, 22]);
  });

  it('is whole when it is short', () => {
    assert.deepEqual(previewOf(['// a', 'const a = 1;', 'const b = 2;'], { start: { line: 2, column: 7 }, end: { line: 2, column: 8 } }, 2), {
      lines: [{ number: 1, text: '// a' }, { number: 2, text: 'const a = 1;' }],
      more: 0,
    });
  });

  it('does not take directives of the preprocessor for comments', () => {
    assert.equal(previewOf(['#include "a.h"', 'int f(void);'], { start: { line: 2, column: 1 }, end: { line: 2, column: 12 } }, 2).lines.length, 1);
  });
});

describe('a hover', () => {
  it('is split into signature and prose, without what only an editor needs', () => {
    assert.deepEqual(splitHover(['\n```typescript\nfunction f(): void\n```\n', 'Says [it](command:open?x) \\*now\\*&nbsp;&lt;b&gt;\n\n---\n\n```ts\nf();\n```']), {
      signature: ['function f(): void'],
      documentation: 'Says it *now* <b>\n\nf();',
    });
  });

  it('of great length is cut visibly', () => {
    assert.equal(splitHover(['x'.repeat(3_000)]).documentation.length, 2_000 + '… (cut)'.length);
  });
});
