import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../../src/core/errors';
import type { SymbolNode } from '../../../src/core/ports';
import { files, fivePlaces, removeFolders, scene, type SceneScript } from './harness';

const symbols: readonly SymbolNode[] = [
  { name: 'Parser', kind: 'class', range: range(1, 4), selection: range(1, 1), children: [] },
];

/** Without the file whose only line is of a namesake. */
const oneProject = Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith('second/')));

describe('references of a language server', () => {
  afterEach(removeFolders);

  const ask = async (script: SceneScript, changes = { files: oneProject }) => {
    const made = scene(script, changes);
    const target = await made.target('src/parser.py', 2, 7);
    const find = async (declaration = true) =>
      made.language.references(await made.target('src/parser.py', 2, 7), { declaration }, made.signal);
    return { ...made, target, find };
  };

  it('are believed at once when they cover every line that has the name', async () => {
    const { find, providers, time, language } = await ask((place) => ({ references: [fivePlaces(place)] }));
    const { value, status } = await find();
    assert.equal(value.all.length, 5);
    assert.equal(status.state, 'ready');
    assert.equal(value.evidence, undefined);
    assert.equal(providers.asked['references'], 1);
    assert.equal(time.clock.now(), 0);
    assert.deepEqual(
      language.states().map(({ language: name, project, phase, why }) => ({ name, project, phase, why })),
      [
        {
          name: 'python',
          project: 'pyproject.toml',
          phase: 'ready',
          why: 'an answer covered every place where the text has the name, in 3 files',
        },
      ],
    );
  });

  it('are waited for while a server answers empty three times', async () => {
    const { find, providers, time } = await ask((place) => ({ references: [[], [], [], fivePlaces(place)], documentSymbols: [symbols] }));
    const { value, status } = await find();
    assert.equal(value.all.length, 5);
    assert.equal(status.state, 'ready');
    assert.equal(providers.asked['references'], 4);
    assert.equal(time.clock.now(), 150 + 300 + 600);
  });

  it('are waited for while a server knows two of five', async () => {
    const two = (place: Parameters<SceneScript>[0]) => fivePlaces(place).slice(0, 2);
    const { find } = await ask((place) => ({ references: [two(place), two(place), two(place), two(place), fivePlaces(place)] }));
    const { value, status } = await find();
    assert.equal(value.all.length, 5);
    assert.equal(status.state, 'ready');
  });

  it('are waited for while each file misses some of its lines', async () => {
    const some = (place: Parameters<SceneScript>[0]) => fivePlaces(place).filter((_, index) => index !== 1 && index !== 3);
    const { find } = await ask((place) => ({ references: [some(place), fivePlaces(place)] }));
    assert.equal((await find()).value.all.length, 5);
  });

  it('of one file only are never called whole while the text has the name elsewhere', async () => {
    const { find, time } = await ask((place) => ({ references: [fivePlaces(place).slice(0, 2)], documentSymbols: [symbols] }));
    const { value, status } = await find();
    assert.equal(value.all.length, 2);
    assert.equal(status.state, 'loading');
    assert.equal(time.clock.now() > 10_000 && time.clock.now() <= 15_000, true, `${time.clock.now()} ms`);
    assert.deepEqual(value.evidence?.files.map(({ display, lines }) => [display, lines]), [
      ['src/use.py', 2],
      ['tests/test_parser.py', 1],
    ]);
  });

  it('that stay empty are not called none', async () => {
    const { find, language } = await ask(() => ({ references: [[]], documentSymbols: [symbols] }));
    const { value, status } = await find();
    assert.equal(status.state, 'loading');
    assert.equal(value.all.length, 0);
    assert.equal(value.evidence?.lines, 5);
    assert.equal(language.states()[0]?.phase, 'starting');
    const second = await find();
    assert.equal(second.status.state, 'loading');
    assert.equal(second.status.waited <= 1_500, true, 'the first requests have used the waiting up');
  });

  it('across files that the text exceeds are believed when they stay the same', async () => {
    const { find } = await ask((place) => ({ references: [fivePlaces(place)] }), { files });
    const { value, status } = await find();
    assert.equal(status.state, 'ready');
    assert.equal(status.waited >= 4_000 && status.waited < 10_000, true);
    assert.deepEqual(value.evidence?.files.map(({ display, lines }) => [display, lines]), [['second/a.py', 1]]);
  });

  it('of a local name are believed in one file', async () => {
    const { language, signal, target, time } = await ask((place) => ({
      references: [[place('src/parser.py', 3, 5, 4), place('src/parser.py', 4, 12, 4)]],
      definition: [[place('src/parser.py', 3, 5, 4)]],
    }), { files: { ...oneProject, 'src/more.py': 'text = 2\n' } });
    const local = await language.resolve({ file: target.place.display, line: 3, symbol: 'text' }, signal);
    assert.equal(local.kind, 'target');
    if (local.kind !== 'target') return;
    const { value, status } = await language.references(local.target, { declaration: true }, signal);
    assert.equal(status.state, 'ready');
    assert.equal(value.all.length, 2);
    assert.equal(value.evidence, undefined);
    assert.equal(time.clock.now() < 2_000, true);
  });

  it('of a server that says when it has loaded are asked once', async () => {
    const { find, providers, language } = await ask((place) => ({ loaded: [true], references: [fivePlaces(place)] }), { files });
    const { value, status } = await find();
    assert.equal(value.all.length, 5);
    assert.equal(status.why, 'the server has loaded the project');
    assert.equal(value.evidence, undefined);
    assert.equal(providers.asked['references'], 1);
    await find();
    assert.equal(providers.asked['references'], 2);
    assert.equal(language.states()[0]?.phase, 'ready');
  });

  it('of a server that has started anew are waited for, across files as they may be', async () => {
    const { find, language, time } = await ask((place) => ({ loaded: [true, 'late'], references: [fivePlaces(place), fivePlaces(place).slice(0, 3), fivePlaces(place)] }));
    await find();
    const { value, status } = await find();
    assert.equal(value.all.length, 5);
    assert.equal(status.state, 'ready');
    assert.equal(time.clock.now() >= 1_000, true);
    assert.equal(language.states()[0]?.why, 'the server has loaded the project');
  });

  it('are held back until the project is loaded again when the editor has dropped the file', async () => {
    const { find, providers, folder } = await ask((place) => ({ loaded: [true, 'hangs'], references: [fivePlaces(place), fivePlaces(place).slice(0, 3)] }));
    await find();
    providers.close(folder.at('src/parser.py'));
    assert.equal((await find()).status.state, 'loading');
  });

  it('of a server that is still loading say so', async () => {
    const { find, time } = await ask((place) => ({ loaded: ['hangs'], references: [fivePlaces(place).slice(0, 1)] }));
    const { value, status } = await find();
    assert.equal(status.state, 'loading');
    assert.equal(status.why, 'the server has not finished loading the project');
    assert.equal(time.clock.now(), 15_000);
    assert.equal(value.all.length, 1);
    assert.equal(value.evidence?.lines, 4);
  });

  it('without any provider are refused as such', async () => {
    const { find, time } = await ask(() => ({ references: [[]], documentSymbols: [undefined], extensions: [] }));
    const { value, status } = await find();
    assert.equal(status.state, 'none');
    assert.match(status.why, /^no installed extension asks for this language, and nothing answered within \d\.\d s$/);
    assert.equal(time.clock.now() < 5_000, true);
    assert.equal(value.evidence?.lines, 5);
  });

  it('wait for an extension that is installed and registers late, or never', async () => {
    const late = await ask((place) => ({ references: [[], [], [], [], fivePlaces(place)], documentSymbols: [undefined, undefined, undefined, undefined, symbols] }));
    assert.equal((await late.find()).value.all.length, 5);
    const never = await ask(() => ({ references: [[]], documentSymbols: [undefined] }));
    const { status } = await never.find();
    assert.equal(status.state, 'none');
    assert.match(status.why, /although test\.server is installed for it$/);
    const again = await never.find();
    assert.equal(again.status.waited < 100, true, 'what is not there is not waited for twice');
  });

  it('name the error of a provider that throws', async () => {
    const { find, language } = await ask(() => ({ references: [new Error('out of memory\nat x')] }));
    await assert.rejects(find(), (error) => {
      assert.equal(error instanceof Failure && error.failure, 'ProviderFailed');
      assert.match(String(error), /python provider \(project pyproject\.toml\) failed on references: out of memory\. Next/);
      return true;
    });
    assert.equal(language.states()[0]?.phase, 'failed');
  });

  it('survive a provider that throws once', async () => {
    const { find } = await ask((place) => ({ references: [new Error('not ready'), fivePlaces(place)] }));
    assert.equal((await find()).value.all.length, 5);
  });

  it('name the time-out of a provider that hangs, and start anew after it', async () => {
    const { find, time, language } = await ask((place) => ({ references: ['hangs', fivePlaces(place)] }));
    await assert.rejects(find(), (error) => error instanceof Failure && error.failure === 'ProviderTimeout' && /did not answer within 15\.0 s/.test(error.message));
    assert.equal(time.clock.now(), 15_000);
    assert.equal(language.states()[0]?.phase, 'failed');
    assert.equal((await find()).value.all.length, 5);
    assert.equal(language.states()[0]?.phase, 'ready');
  });

  it('notice a server that has crashed, and are right once it is back', async () => {
    const { find, language } = await ask((place) => ({
      references: [fivePlaces(place), [], [], [], [], fivePlaces(place).slice(0, 1), fivePlaces(place)],
      documentSymbols: [undefined, symbols],
    }));
    assert.equal((await find()).value.all.length, 5);
    const { value, status } = await find();
    assert.equal(value.all.length, 5);
    assert.equal(status.state, 'ready');
    assert.equal(language.states()[0]?.phase, 'ready');
  });

  it('that a ready server leaves empty are held against the text', async () => {
    const { find, time } = await ask((place) => ({ references: [fivePlaces(place), []], documentSymbols: [symbols] }));
    await find();
    const before = time.clock.now();
    const { value, status } = await find();
    assert.equal(status.state, 'ready');
    assert.equal(value.all.length, 0);
    assert.equal(value.evidence?.lines, 5);
    assert.equal(time.clock.now() - before < 5_000, true);
  });

  it('start cold again in a second project', async () => {
    const { language, signal, target, find } = await ask((place) => ({ references: [fivePlaces(place), [place('second/a.py', 1, 5)]] }), { files });
    await find();
    const second = await language.resolve({ file: 'second/a.py', symbol: 'parse' }, signal);
    if (second.kind !== 'target') throw new Error('several candidates');
    assert.equal(target.name, 'parse');
    await language.references(second.target, { declaration: true }, signal);
    assert.deepEqual(language.states().map(({ project }) => project), ['pyproject.toml', 'second/pyproject.toml']);
  });

  it('stop within a second when cancelled', async () => {
    const { find, abort, providers, time } = await ask(() => ({ references: ['hangs'] }));
    time.frozen = true;
    const asked = find();
    while (providers.asked['references'] === undefined) await turn();
    abort();
    await assert.rejects(asked, (error) => error instanceof Failure && error.failure === 'Cancelled');
  });

  it('without the declaration are the other four', async () => {
    const { find } = await ask((place) => ({ loaded: [true], references: [fivePlaces(place)], definition: [[place('src/parser.py', 2, 7)]] }));
    const { value } = await find(false);
    assert.deepEqual(
      value.files.map(({ file, lines, test }) => [file.path, lines, test]),
      [
        ['src/parser.py', [7], false],
        ['src/use.py', [4, 5], false],
        ['tests/test_parser.py', [2], true],
      ],
    );
  });

  it('carry their line and what encloses them, test files last', async () => {
    const { find, signal } = await ask((place) => ({ loaded: [true], references: [[...fivePlaces(place)].reverse()] }));
    const { value } = await find();
    assert.deepEqual(
      (await value.detail(0, 5, signal)).map(({ file, at, text, enclosing }) => [`${file.path}:${at.line}:${at.column}`, text, enclosing]),
      [
        ['src/parser.py:2:7', 'def parse(self):', 'Parser'],
        ['src/parser.py:7:19', 'return Parser().parse()', 'other'],
        ['src/use.py:4:5', 'p.parse()', 'use'],
        ['src/use.py:5:12', 'return p.parse()', 'use'],
        ['tests/test_parser.py:2:5', 'p.parse() # once', 'test_it'],
      ],
    );
  });
});

function range(first: number, last: number) {
  return { start: { line: first, column: 1 }, end: { line: last, column: 1 } };
}
