import assert from 'node:assert/strict';
import { Dispatcher } from '../../../src/core/call';
import type { Range, SymbolNode } from '../../../src/core/ports';
import { render } from '../../../src/doors/render';
import { fileRead } from '../../../src/tools/file_read';
import type { Services } from '../../../src/tools/services';
import type { Script } from '../../fakes/providers';
import { TestWorkspace } from '../search/workspace';
import { removeFolders, scene } from './harness';

const lua = `local M = {}

-- Adds two numbers.
-- Both of them.
function M.add(a, b)
  local sum = a + b
  return sum
end

function M.sub(a, b) return a - b end
-- of sub
function M.last() end`;

/** A symbol on these lines, with its name at the end of the first one. */
function symbol(name: string, kind: string, first: number, last: number, children: readonly SymbolNode[] = [], end = 1_000): SymbolNode {
  const range: Range = { start: { line: first, column: 1 }, end: { line: last, column: end } };
  return { name, kind, range, selection: { start: { line: first, column: 10 }, end: { line: first, column: 10 + name.length } }, children };
}

const symbols: readonly SymbolNode[] = [
  symbol('M', 'module', 1, 1, [
    // Not in the order of the text, and the last one beyond its end.
    symbol('last', 'function', 12, 40),
    symbol('add', 'function', 5, 9, [symbol('sum', 'variable', 6, 6)], 1),
    symbol('sub', 'function', 10, 10),
  ]),
];

describe('outlines of files without a grammar', () => {
  afterEach(removeFolders);

  // Only its language engine is replaced.
  const others = new TestWorkspace({ files: {} });
  after(() => others.dispose());

  const reading = (script: Script, text = lua) => {
    const made = scene(() => ({ language: 'lua', ...script }), { files: { 'a.lua': text, 'b.go': 'package b\n\nfunc Run() {}\n' } });
    const services: Services = { ...others.services, places: made.places, language: made.language };
    const dispatcher = new Dispatcher<Services>({ tools: [fileRead], services });
    const read = async (args: Record<string, unknown>): Promise<string> =>
      render(await dispatcher.call('file_read', args, { signal: made.signal, door: 'mcp', client: 'test' }), { maxTokens: 6_000 }).text.replace(/etag=\w+/, 'etag=E');
    return { read, made };
  };

  it('are the language server\'s symbols, in order, without locals, and inside the file', async () => {
    const { read } = reading({ documentSymbols: [symbols] });
    assert.equal(
      await read({ path: 'a.lua', symbols_only: true }),
      'a.lua 12 lines (etag=E, last line not terminated)\noutline (lua language server, 4 declarations):\n1 module M\n 5-8 function add\n 10 function sub\n 12 function last',
    );
  });

  it('read one symbol with the comment right above it, and never the lines of another', async () => {
    const { read } = reading({ documentSymbols: [symbols] });
    assert.match(await read({ path: 'a.lua', symbol: 'M/add' }), /^a\.lua lines 3-8 of 12 .*\n3\t-- Adds two numbers\.\n4\t-- Both of them\.\n5\tfunction M\.add\(a, b\)\n[\s\S]*\n8\tend$/);
    assert.match(await read({ path: 'a.lua', symbol: 'sub' }), /^a\.lua lines 10-10 of 12 /);
    assert.match(await read({ path: 'a.lua', symbol: 'last' }), /^a\.lua lines 11-12 of 12 .*\n11\t-- of sub\n12\tfunction M\.last\(\) end$/);
    assert.match(await read({ path: 'a.lua', symbol: 'sum' }), /^\[1306 NodeNotFound\] a\.lua declares no "sum"\. Near ones: /);
  });

  it('list what touches the lines asked for, also inside a declaration that does not', async () => {
    const { read } = reading({ documentSymbols: [symbols] });
    assert.match(await read({ path: 'a.lua', include_ast: true, line_start: 9, line_end: 10 }), /\noutline \(lua language server, 2 declarations\):\n1 module M\n 10 function sub\n\n9\t\n10\tfunction M\.sub/);
  });

  it('leave the server alone where a grammar reads the file', async () => {
    const { read, made } = reading({ documentSymbols: [symbols] });
    assert.match(await read({ path: 'b.go', symbols_only: true }), /\noutline \(syntax tree, 1 declaration\):\n3 function Run$/);
    assert.deepEqual(made.providers.asked, {});
  });

  it('wait for a server that does not answer yet', async () => {
    const { read } = reading({ documentSymbols: [undefined, undefined, symbols] });
    assert.match(await read({ path: 'a.lua', symbols_only: true }), /\noutline \(lua language server, 4 declarations\):/);
  });

  it('say that there is no sign of a server, and wait for it once only', async () => {
    const { read, made } = reading({ extensions: [], documentSymbols: [undefined] });
    const reason = /no grammar reads a\.lua, and there is no sign of a language server that lists its symbols: no installed extension asks for this language, and nothing answered within \d\.\d s/;
    assert.match(await read({ path: 'a.lua', include_ast: true }), new RegExp(`12\\tfunction M\\.last\\(\\) end\\n\\n\\(no outline: ${reason.source}; last|\\(no outline: ${reason.source}\\)$`));
    const asked = made.providers.asked['documentSymbols'] ?? 0;
    const error = await read({ path: 'a.lua', symbol: 'add' });
    assert.match(error, /^\[1201 NoProvider\] Symbols cannot be found here: no grammar reads a\.lua, /);
    assert.ok((made.providers.asked['documentSymbols'] ?? 0) - asked <= 2, 'asked for long again');
  });

  it('name an installed extension whose server stays silent', async () => {
    const { read } = reading({ extensions: ['some.lua'], documentSymbols: [undefined] });
    assert.match(await read({ path: 'a.lua', symbols_only: true }), /\n\(no outline: .*: nothing answered within 1\d\.\d s, although some\.lua is installed for it\)$/);
  });

  it('keep the text when the server fails or hangs, and are an error when nothing else was asked for', async () => {
    for (const [step, name, why] of [[new Error('out of memory'), '1202 ProviderFailed', 'failed on document symbols: out of memory'], ['hangs', '1203 ProviderTimeout', 'did not answer within 1\\d\\.\\d s: document symbols']] as const) {
      const { read } = reading({ documentSymbols: [step] });
      assert.match(await read({ path: 'a.lua', include_ast: true, line_end: 1 }), new RegExp(`\\n1\\tlocal M = \\{\\}\\n\\n\\(no outline: no grammar reads a\\.lua, and The lua provider \\(project app\\) ${why}\\)$`));
      assert.match(await read({ path: 'a.lua', symbols_only: true }), new RegExp(`^\\[${name}\\] Symbols cannot be found here: .*${why}`));
      assert.match(await read({ path: 'a.lua', symbol: 'add' }), new RegExp(`^\\[${name}\\] `));
    }
  });

  it('are not those of a text that the editor has not read yet', async () => {
    const { read, made } = reading({ documentSymbols: [symbols] });
    made.providers.lag(made.folder.at('a.lua'), 'older\n', 1_000);
    assert.match(await read({ path: 'a.lua', symbols_only: true }), /\n\(no outline: .*the lua language server is still loading or silent \(waited [\d.]+ s; the editor does not show the text of the disk yet\): ask again\)$/);
  });

  it('of a file without text are empty, without asking anybody', async () => {
    const { read, made } = reading({ documentSymbols: [undefined] }, '\n\n');
    assert.equal(await read({ path: 'a.lua', symbols_only: true }), 'a.lua 2 lines (etag=E)\noutline (empty file): no declarations');
    assert.deepEqual(made.providers.asked, {});
  });
});
