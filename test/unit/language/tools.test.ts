import assert from 'node:assert/strict';
import { Dispatcher } from '../../../src/core/call';
import type { Location } from '../../../src/core/ports';
import type { Call } from '../../../src/core/tool';
import { render, type Rendered } from '../../../src/doors/render';
import { diagnostics } from '../../../src/tools/diagnostics';
import { findDefinition } from '../../../src/tools/find_definition';
import { findReferences } from '../../../src/tools/find_references';
import { findSymbol } from '../../../src/tools/find_symbol';
import { hierarchy } from '../../../src/tools/hierarchy';
import type { Services } from '../../../src/tools/services';
import { symbolAt } from '../../../src/tools/symbol_at';
import { TestWorkspace } from '../search/workspace';
import { files, fivePlaces, removeFolders, scene, type SceneScript } from './harness';

const tools = [findSymbol, symbolAt, findDefinition, findReferences, hierarchy, diagnostics];

describe('the language tools', () => {
  afterEach(removeFolders);

  // Only its language engine is asked.
  const others = new TestWorkspace({ files: {} });
  after(() => others.dispose());

  const asking = (script: SceneScript, changes: { readonly files?: Readonly<Record<string, string>> } = {}) => {
    const made = scene(script, changes);
    const services: Services = { ...others.services, places: made.places, language: made.language };
    const dispatcher = new Dispatcher<Services>({ tools, services });
    const call: Call = { signal: made.signal, door: 'mcp', client: 'test' };
    return async (tool: string, input: Record<string, unknown>): Promise<Rendered> => render(await dispatcher.call(tool, input, call), { maxTokens: 6_000 });
  };

  it('keep all places of 500 references within the budget', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, file) => [`src/package_${file % 7}/module_number_${file}.py`, Array.from({ length: 9 }, (_, line) => `value_of_line_${line} = parse(argument_number_${line})`).join('\n')]),
    );
    const ask = asking(
      (place) => ({ loaded: [true], references: [Object.keys(many).flatMap((name) => Array.from({ length: 9 }, (_, line) => place(name, line + 1, 19)))] }),
      { files: { 'pyproject.toml': '', ...many } },
    );
    const { text } = await ask('find_references', { file: 'src/package_0/module_number_0.py', line: 1, symbol: 'parse', max_results: 1_000 });
    assert.equal(Buffer.byteLength(text) <= 24_000, true);
    assert.match(text, /^\d+ of 540 references \(offset 0; next: offset=\d+\)\nAll files \(references: lines\):\n/);
    for (const name of Object.keys(many)) assert.equal(text.includes(`${name} 9: 1, 2, 3, 4, 5, 6, 7, 8, 9\n`), true, name);
    const next = Number(/next: offset=(\d+)/.exec(text)?.[1]);
    const second = await ask('find_references', { file: 'src/package_0/module_number_0.py', line: 1, symbol: 'parse', offset: next });
    assert.match(second.text, new RegExp(`^\\d+ of 540 references \\(offset ${next}; `));
    assert.doesNotMatch(second.text, /All files/);
  });

  it('say what they could not tell, with the text as evidence', async () => {
    const ask = asking(() => ({ references: [[]], documentSymbols: [[]] }));
    const { text, isError } = await ask('find_references', { file: 'src/use.py', line: 4, symbol: 'parse' });
    assert.equal(isError, false);
    assert.equal(
      text.replace(/waited [\d.]+ s/, 'waited N s'),
      'Could not tell: no references to "parse" (src/use.py:4:5) so far, but the python server for pyproject.toml is still loading or silent ' +
        '(waited N s; it lists the symbols of the file, but answered nothing to this). Ask again.\n' +
        'The text has "parse" on 6 lines not listed here, in 4 files: second/a.py (1), src/parser.py (2), src/use.py (2), tests/test_parser.py (1) ' +
        '(evidence, not proof: namesakes and comments count too).',
    );
  });

  it('call a partial list a lower bound', async () => {
    const ask = asking((place) => ({ references: [fivePlaces(place).slice(0, 1)], documentSymbols: [[]] }));
    const { text } = await ask('find_references', { file: 'src/use.py', line: 4, symbol: 'parse' });
    assert.match(text, /^at least 1 reference in 1 file\nStill loading: the python server for pyproject\.toml \(waited 1\d\.\d s; its answers have not settled\)\. This may be incomplete: ask again\.\nThe text has "parse" on 5 lines not listed here/);
  });

  it('name the missing provider, and where the name stands', async () => {
    const ask = asking(() => ({ extensions: [], documentSymbols: [undefined] }));
    const { text, isError } = await ask('find_references', { file: 'src/use.py', line: 4, symbol: 'parse' });
    assert.equal(isError, true);
    assert.match(text, /^\[1201 NoProvider\] There is no sign of a language provider for python, so references to "parse" \(src\/use\.py:4:5\) cannot be told: .* The text has "parse" on 6 lines .* Next: use file_search/);
    const symbol = await ask('symbol_at', { file: 'src/use.py', line: 4, symbol: 'parse' });
    assert.match(symbol.text, /^parse \(src\/use\.py:4:5\)\ndefined at second\/a\.py:1:5 function parse\n.*\n.*\ndefined at src\/parser\.py:2:7 method Parser\/parse\n[\s\S]*\(from the syntax tree: there is no answer of a language server/);
  });

  it('do not repeat what a reference shares with the one above', async () => {
    const ask = asking((place) => ({ loaded: [true], references: [[place('src/use.py', 4, 5), place('src/use.py', 5, 12), place('src/use.py', 5, 3)]] }));
    const { text } = await ask('find_references', { file: 'src/use.py', line: 4, symbol: 'parse' });
    assert.match(text, /\n {2}4:5 use \| p\.parse\(\)\n {2}5:3 \| return p\.parse\(\)\n {2}5:12 \(same line\)\n/);
  });

  it('do not repeat a text that stands on several lines, nor name a symbol that the line itself declares', async () => {
    const lines = ['class Reader:', '  def first(self): return parse(self)', '  def second(self):', '    return parse(self)', '', '    return parse(self)', '  parse(Reader)'];
    const ask = asking(
      (place) => ({ loaded: [true], references: [[place('a.py', 2, 27), place('a.py', 4, 12), place('a.py', 6, 12), place('a.py', 7, 3)]] }),
      { files: { 'pyproject.toml': '', 'a.py': `${lines.join('\n')}\n` } },
    );
    const { text } = await ask('find_references', { file: 'a.py', line: 2, symbol: 'parse' });
    assert.match(text, /\n {2}2:27 Reader \| def first\(self\): return parse\(self\)\n {2}4:12 Reader\/second \| return parse\(self\)\n {2}6:12 \(same text\)\n {2}7:3 Reader \| parse\(Reader\)\n/);
  });

  it('show of a long line the part around the reference, and then name the symbol that it declares', async () => {
    const line = `  def first(self): return [${'1, '.repeat(100)}parse(self)${', 2'.repeat(100)}]`;
    const column = line.indexOf('parse') + 1;
    const ask = asking((place) => ({ loaded: [true], references: [[place('a.py', 2, column)]] }), { files: { 'pyproject.toml': '', 'a.py': `class Reader:\n${line}\n` } });
    const { text } = await ask('find_references', { file: 'a.py', line: 2, symbol: 'parse' });
    const [, shown = ''] = /\n {2}2:328 Reader\/first \| (.*)\n/.exec(text) ?? assert.fail(text);
    assert.match(shown, /^\[\+248\]….*1, parse\(self\), 2, .*…\[\+\d+\]$/);
    assert.equal(shown.replace(/^\[\+\d+\]…|…\[\+\d+\]$/g, '').length, 160);
  });

  it('answer candidates as candidates', async () => {
    const { text, isError } = await asking(() => ({}))('hierarchy', { symbol: 'parse', relation: 'callers' });
    assert.equal(isError, false);
    assert.equal(
      text,
      '2 candidates\n"parse" names 2 declarations, and none was chosen. Call again with file and line of one of them (with symbol), or with a longer name path.\n\n' +
        'second/a.py\n  1:5 function parse\n\nsrc/parser.py\n  2:7 method Parser/parse',
    );
  });

  it('say that a server gives no hierarchy for a symbol, and never that there are no types', async () => {
    const ask = asking(() => ({ loaded: [true], prepare: [[]], documentSymbols: [[]] }));
    const { text } = await ask('hierarchy', { file: 'src/parser.py', line: 1, symbol: 'Parser', relation: 'subtypes' });
    assert.equal(
      text,
      'Could not tell the subtypes of "Parser" (src/parser.py:1:7): the python server for pyproject.toml is ready, but gives no type hierarchy for it. ' +
        'Next: find_references lists the types that name it.\nsrc/parser.py\n  1:7 class Parser:',
    );
  });

  it('never take the silence of a feature that has answered nothing yet for "none"', async () => {
    const ask = asking((place) => ({ loaded: [true], references: [[], [], [place('src/use.py', 4, 5)], [], []] }));
    const silent = /^Could not tell: no references to "parse" \(src\/use\.py:4:5\) came\. The python server for pyproject\.toml is ready, but has not answered this kind of question about any symbol yet, so it may not offer it at all\. Next: file_search finds the name in the text\.\nThe text has "parse" on 6 lines/;
    const query = { file: 'src/use.py', line: 4, symbol: 'parse' };
    assert.match((await ask('find_references', query)).text, silent);
    assert.match((await ask('find_references', query)).text, /^1 reference/);
    assert.match((await ask('find_references', query)).text, /^No references to "parse" \(src\/use\.py:4:5\): the python server for pyproject\.toml is ready and gave none\./);
    for (const kind of ['declaration', 'implementation']) {
      assert.match((await ask('find_definition', { ...query, kind })).text, /^Could not tell: no \w+s of "parse" .* may not offer it at all\. Next: ask with kind definition/);
    }
  });

  it('find declarations by kind, exact names before parts of names', async () => {
    const ask = asking(() => ({}), { files: { ...files, 'src/more.py': 'class parser:\n  pass\n' } });
    assert.match((await ask('find_symbol', { query: 'parse' })).text, /^2 symbols in 2 files\n\nsecond\/a\.py\n {2}1:5 function parse\n\nsrc\/parser\.py\n {2}2:7 method Parser\/parse$/);
    assert.match((await ask('find_symbol', { query: 'PARS', kind: 'class' })).text, /^2 symbols in 2 files\nNo declaration has exactly this name; these names contain "PARS"\.\n\nsrc\/more\.py\n {2}1:7 class parser\n\nsrc\/parser\.py\n {2}1:7 class Parser$/);
    assert.match((await ask('find_symbol', { query: 'nothing' })).text, /^No declaration of "nothing" in the workspace: no name is or contains it\.$/);
    assert.match((await ask('find_symbol', {})).text, /^\[1601 InvalidArguments\] find_symbol needs query, or file/);
  });

  it('list what only a server knows where it stands now, and nothing of files and texts that are gone', async () => {
    const known = (name: string, location: Location) => ({ name, kind: 'function', container: '', location });
    const ask = asking(
      (place) => ({
        workspaceSymbols: [[known('churn', place('gone.lua', 1, 1, 30)), known('churn', place('here.lua', 2, 1, 30)), known('churn', place('other.lua', 1, 1, 30))]],
      }),
      { files: { 'here.lua': '\nexport function churn() end\n', 'other.lua': 'function churned() end\n' } },
    );
    assert.equal((await ask('find_symbol', { query: 'churn' })).text, '1 symbol in 1 file\n\nhere.lua\n  2:17 function churn');
  });

  it('say of a file without declarations what was read, and of one that was not read well that they cannot tell', async () => {
    const ask = asking(() => ({ extensions: [], documentSymbols: [undefined] }), {
      files: { 'empty.py': '', 'broken.py': 'def good():\n  pass\ndef open(\n', 'long.py': `def far():\n${' '.repeat(2_000_001)}`, 'notes.txt': 'after\n' },
    });
    const find = async (input: object) => (await ask('find_symbol', { ...input })).text;
    assert.equal(await find({ file: 'empty.py' }), 'No declaration in empty.py.\n\n(from the syntax tree; what is local to a function is not listed)');
    assert.equal(
      await find({ file: 'broken.py', query: 'after' }),
      'Could not tell: no declaration of "after" was found in broken.py.\n\n(the file has syntax errors, so that declarations may be missing)',
    );
    assert.match(await find({ file: 'broken.py' }), /^at least 2 symbols in 1 file\n/);
    assert.equal(await find({ file: 'long.py' }), 'Could not tell: no declaration was found in long.py.\n\n(the file is too long for an outline)');
    assert.equal(await find({ file: 'notes.txt' }), 'Could not tell: no declaration was found in notes.txt.\n\n(no grammar reads this file, and no provider lists its symbols)');
  });

  it('name the files in which a declaration may have been missed', async () => {
    const ask = asking(() => ({ extensions: [], documentSymbols: [undefined] }), {
      files: { 'broken.py': 'class Before(after):\n  pass\ndef open(\n', 'fine.py': 'after = 1\n', 'notes.txt': 'after\n' },
    });
    assert.equal(
      (await ask('find_symbol', { query: 'after' })).text,
      'Could not tell: no declaration of "after" was found in the workspace.\n\n(1 file has the name, with syntax errors, where declarations may be missing: broken.py; ' +
        '1 file has the name, whose symbols nothing lists (no grammar reads them, and no provider answers): notes.txt)',
    );
    assert.match((await ask('find_symbol', { query: 'missing' })).text, /^No declaration of "missing" in the workspace: no name is or contains it\.$/);
  });

  it('never call an unchecked file clean', async () => {
    const { text } = await asking(() => ({}))('diagnostics', { paths: ['src/use.py'] });
    assert.equal(text, 'Could not tell: no file was checked.\nNot checked (no language server reported on it): src/use.py.');
  });
});
