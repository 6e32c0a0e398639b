import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { skip } from '../../support/skip';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

describe('TypeScript in a fresh window', () => {
  it('answers the first question about references with all of them', async () => {
    assert.deepEqual(vscode.workspace.textDocuments.filter(({ languageId }) => languageId === 'typescript'), [], 'the window is fresh');
    assert.equal(
      await answerOf('find_references', { symbol: 'toNumber' }),
      text(
        '6 references in 3 files',
        '',
        'ts/src/index.ts',
        "  1:18 export { Parser, toNumber as asNumber } from './parser';",
        '  1:30 (same line)',
        '',
        'ts/src/parser.ts',
        '  13:12 Parser/parse | return toNumber(text);',
        '  18:17 export function toNumber(text: string): number {',
        '',
        'ts/src/use.ts',
        "  1:10 import { asNumber, Parser } from './index';",
        "  9:16 run | return sum + asNumber('1');",
        '',
        '(typescript server ready for ts/tsconfig.json)',
      ),
    );
  });

  it('starts cold again in a second project', async () => {
    assert.equal(
      await answerOf('find_references', { file: 'ts-second/a.ts', symbol: 'second', include_declaration: false }),
      text(
        '3 references in 1 file',
        '',
        'ts-second/b.ts',
        "  1:10 import { second } from './a';",
        '  3:22 export const value = second() + second();',
        '  3:33 (same line)',
        '',
        '(typescript server ready for ts-second/tsconfig.json)',
      ),
    );
    const states = await answerOf('ping', {});
    assert.match(states, /language: typescript \(ts\/tsconfig\.json\) ready: the server has loaded the project/);
    assert.match(states, /language: typescript \(ts-second\/tsconfig\.json\) ready: /);
  });

  it('opened nothing for the user to see', () => {
    // Files that other tests made dirty have a tab, which the editor opens a moment later.
    assert.deepEqual(vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label)).filter((label) => label.endsWith('.ts')), []);
  });
});

describe('references in TypeScript', () => {
  it('put test files last and leave the declaration out when told so', async () => {
    assert.equal(
      await answerOf('find_references', { file: 'ts/src/parser.ts', line: 12, symbol: 'parse', include_declaration: false }),
      text(
        '2 references in 2 files',
        '',
        'ts/src/use.ts',
        '  8:43 run | for (const text of texts) sum += parser.parse(text);',
        '',
        'ts/test/parser.test.ts',
        "  4:23 testParser | return new Parser().parse('3') === 3;",
        '',
        '(typescript server ready for ts/tsconfig.json)',
      ),
    );
  });

  it('are right at once after the server was started anew', async () => {
    await vscode.commands.executeCommand('typescript.restartTsServer');
    assert.match(await answerOf('find_references', { file: 'ts/src/parser.ts', symbol: 'toNumber' }), /^6 references in 3 files\n/);
    await vscode.commands.executeCommand('typescript.restartTsServer');
    assert.match(await answerOf('find_definition', { file: 'ts/src/use.ts', line: 9, symbol: 'asNumber' }), /^1 definition\n\nts\/src\/parser\.ts\n {2}18:17 /);
  });

  it('come in pages', async () => {
    const page = await answerOf('find_references', { symbol: 'toNumber', max_results: 2, offset: 2 });
    assert.match(page, /^2 of 6 references \(offset 2; next: offset=4\)\n/);
    assert.match(page, /13:12 Parser\/parse \| return toNumber/);
    assert.match(await answerOf('find_references', { symbol: 'toNumber', offset: 6 }), /^offset 6 is past the end of 6 references/);
  });

  it('begin with all places when they do not fit', async () => {
    assert.match(
      await answerOf('find_references', { symbol: 'toNumber', max_results: 2 }),
      /^2 of 6 references \(offset 0; next: offset=2\)\nAll files \(references: lines\):\nts\/src\/index\.ts 2: 1\(2\)\nts\/src\/parser\.ts 2: 13, 18\nts\/src\/use\.ts 2: 1, 9\n/,
    );
  });

  it('are of the unsaved text', async () => {
    const edit = await unsaved(inFolder('ts/test/parser.test.ts'), "import { toNumber } from '../src/parser';\n\n\nexport const three = toNumber('3');\n");
    try {
      const answer = await answerOf('find_references', { symbol: 'toNumber' });
      assert.match(answer, /ts\/test\/parser\.test\.ts \(unsaved\)\n {2}1:10 import \{ toNumber \}.*\n {2}4:22 export const three = toNumber\('3'\);/);
    } finally {
      await edit.restore();
    }
  });

  it('of a word in a comment are refused with what stands on the line', async () => {
    assert.equal(
      await errorOf('find_references', { file: 'ts/src/use.ts', line: 3, symbol: 'word' }),
      '[1208 NotASymbol] "word" at ts/src/use.ts:3:20 stands in a comment, and the language server knows no symbol there. ' +
        'Line 3: "// parse is only a word here"; symbols: word (column 20), a (column 18), only (column 13), here (column 25), parse (column 4). ' +
        'Next: name the symbol where it is declared or used.',
    );
  });
});

describe('definitions in TypeScript', () => {
  it('show the declaration with its doc comment', async () => {
    assert.equal(
      await answerOf('find_definition', { file: 'ts/src/use.ts', line: 9, symbol: 'asNumber' }),
      text(
        '1 definition',
        '',
        'ts/src/parser.ts',
        '  18:17 function toNumber',
        '    17\t/** The number that a text stands for. */',
        '    18\texport function toNumber(text: string): number {',
        '    19\t  return Number(text);',
        '    20\t}',
        '',
        '(typescript server ready for ts/tsconfig.json)',
      ),
    );
  });

  it('are of the unsaved text, in new places at once', async () => {
    const parser = inFolder('ts/src/parser.ts');
    const before = (await vscode.workspace.openTextDocument(parser)).getText();
    const edit = await unsaved(parser, `\n\n${before}`);
    try {
      const answer = await answerOf('find_definition', { file: 'ts/src/use.ts', line: 9, symbol: 'asNumber' });
      assert.match(answer, /^1 definition\n\nts\/src\/parser\.ts \(unsaved\)\n {2}20:17 function toNumber\n/);
    } finally {
      await edit.restore();
    }
  });

  it('and references take what a search prints, and print what reading takes', async () => {
    const hit = /^(ts\/src\/use\.ts)\n {2}(\d+):(\d+): /m.exec(await answerOf('file_search', { pattern: 'asNumber\\(', paths: ['ts'], context_lines: 0 }));
    const [, file, line, column] = hit ?? [];
    const definition = /^(\S+)\n {2}(\d+):(\d+) /m.exec(await answerOf('find_definition', { file, line: Number(line), column: Number(column) }));
    const [, where, at, from] = definition ?? [];
    const references = await answerOf('find_references', { file: where, line: Number(at), column: Number(from) });
    assert.match(references, /^6 references in 3 files/);
    const [, used, usedLine] = /^(ts\/src\/use\.ts)\n {2}(\d+):/m.exec(references) ?? [];
    assert.match(await answerOf('file_read', { path: used, line_start: Number(usedLine), line_end: Number(usedLine) }), /\n1\timport \{ asNumber, Parser \} from '\.\/index';/);
  });

  it('print a file with a backslash in its name as it is', async function () {
    if (process.platform === 'win32') skip(this, 'a backslash cannot be part of a name here');
    const uri = inFolder('ts/src').with({ path: `${inFolder('ts/src').path}/back\\slash.ts` });
    await vscode.workspace.fs.writeFile(uri, Buffer.from('export function slashed(): void {}\nslashed();\n'));
    const answer = await answerOf('find_definition', { file: 'ts/src/back\\slash.ts', line: 2, symbol: 'slashed' });
    assert.match(answer, /^1 definition\n\nts\/src\/back\\slash\.ts\n {2}1:17 function slashed\n/);
    assert.match(await answerOf('find_references', { file: 'ts/src/back\\slash.ts', line: 2, symbol: 'slashed' }), /\nts\/src\/back\\slash\.ts\n {2}1:17 /);
    await vscode.workspace.fs.delete(uri);
  });

  it('list implementations', async () => {
    const answer = await answerOf('find_definition', { file: 'ts/src/parser.ts', symbol: 'Reader', kind: 'implementation' });
    assert.match(answer, /^1 implementation\n\nts\/src\/parser\.ts\n {2}11:14 class Parser\n {4}7\t\/\*\*\n/);
  });

  it('of the standard library may be read', async () => {
    const answer = await answerOf('find_definition', { file: 'ts/src/parser.ts', line: 19, symbol: 'Number' });
    const path = /^(\/.*lib\.[\w.]+\.d\.ts)$/m.exec(answer)?.[1];
    assert.notEqual(path, undefined, answer);
    assert.match(await answerOf('file_read', { path, line_start: 1, line_end: 2 }), /lines 1-2 of/);
  });
});

describe('naming a symbol', () => {
  it('answers the candidates when a name has several declarations', async () => {
    const answer = await answerOf('find_references', { symbol: 'parse' });
    assert.match(answer, /^10 candidates\n"parse" names 10 declarations, and none was chosen\. Call again with file and line/);
    assert.match(answer, /ts\/src\/parser\.ts\n {2}4:3 method \S*Reader\/parse\n {2}12:3 method Parser\/parse/);
  });

  it('takes name paths in both spellings', async () => {
    for (const symbol of ['Parser/parse', 'Parser.parse']) {
      assert.match(await answerOf('symbol_at', { symbol }), /^method Parser\/parse \(ts\/src\/parser\.ts:12:3\)\n\(method\) Parser\.parse\(text: string\): number/);
    }
  });

  it('takes the overloads of a function for one', async () => {
    assert.match(await answerOf('symbol_at', { symbol: 'pick' }), /^function pick \(ts\/src\/parser\.ts:2[234]:17\)/);
  });

  it('is refused for whitespace with the nearest symbols', async () => {
    assert.equal(
      await errorOf('find_definition', { file: 'ts/src/use.ts', line: 9, column: 1 }),
      '[1208 NotASymbol] There is no symbol at ts/src/use.ts:9:1. Line 9: "  return sum + asNumber(\'1\');"; ' +
        'symbols: sum (column 10), asNumber (column 16). Next: call again with one of these columns, or with symbol in place of column.',
    );
  });

  it('is refused out of range, quoting the line', async () => {
    assert.equal(
      await errorOf('symbol_at', { file: 'ts/src/index.ts', line: 0, column: 1 }),
      '[1602 OutOfRange] ts/src/index.ts has lines 1 to 1, not 0. ' +
        'Line 1: "export { Parser, toNumber as asNumber } from \'./parser\';". Next: file_read shows the file with its line numbers.',
    );
    assert.match(await errorOf('symbol_at', { file: 'ts/src/use.ts', line: 9, column: 99 }), /^\[1602 OutOfRange\] ts\/src\/use\.ts:9 has columns 1 to 30, not 99\. Line 9: /);
  });
});

describe('hierarchies in TypeScript', () => {
  const note = '(the server gives no type hierarchy: read from the declarations that name each other';

  it('of types are read from the declarations, in both directions', async () => {
    assert.equal(
      await answerOf('hierarchy', { file: 'ts/src/shapes.ts', symbol: 'Shape', relation: 'subtypes', depth: 2 }),
      text(
        '5 subtypes',
        'subtypes of interface Shape ts/src/shapes.ts:1:18',
        '',
        'class Point ts/src/points.ts:3:14',
        'interface Closed ts/src/shapes.ts:3:18',
        '  class Circle ts/src/shapes.ts:7:14',
        'class Line ts/src/shapes.ts:5:14',
        '  class Circle ts/src/shapes.ts:7:14',
        '',
        `${note}; typescript server ready for ts/tsconfig.json)`,
      ),
    );
    assert.equal(
      await answerOf('hierarchy', { file: 'ts/src/shapes.ts', symbol: 'Circle', relation: 'supertypes', depth: 2 }),
      text(
        '4 supertypes',
        'supertypes of class Circle ts/src/shapes.ts:7:14',
        '',
        'interface Closed ts/src/shapes.ts:3:18',
        '  interface Shape ts/src/shapes.ts:1:18',
        'class Line ts/src/shapes.ts:5:14',
        '  interface Shape ts/src/shapes.ts:1:18',
        '',
        `${note}; typescript server ready for ts/tsconfig.json)`,
      ),
    );
  });

  it('of types of several levels show each type below those that it names', async () => {
    await vscode.workspace.fs.writeFile(
      inFolder('ts/src/types.ts'),
      Buffer.from('export interface Base {}\nexport class One implements Base {}\nexport class Two extends One {}\nexport class Three extends Two {}\nexport class Four implements Base {}\n'),
    );
    assert.match(
      await answerOf('hierarchy', { file: 'ts/src/types.ts', symbol: 'Base', relation: 'subtypes', depth: 3 }),
      /^4 subtypes\nsubtypes of interface Base ts\/src\/types\.ts:1:18\n\nclass One \S+:2:14\n {2}class Two \S+:3:14\n {4}class Three \S+:4:14\nclass Four \S+:5:14\n/,
    );
    await vscode.workspace.fs.delete(inFolder('ts/src/types.ts'));
  });

  it('of types are said to be none only where the declarations tell', async () => {
    assert.equal(await answerOf('hierarchy', { file: 'ts/src/shapes.ts', symbol: 'Circle', relation: 'subtypes' }), `No subtypes of "Circle" (ts/src/shapes.ts:7:14).\n\n${note})`);
    assert.match(
      await answerOf('hierarchy', { file: 'ts/src/parser.ts', symbol: 'toNumber', relation: 'supertypes' }),
      /^Could not tell the supertypes of "toNumber" \(ts\/src\/parser\.ts:18:17\): the typescript server for ts\/tsconfig\.json is ready, but gives no type hierarchy for it\. /,
    );
    assert.match(await answerOf('hierarchy', { file: 'ts/src/shapes.ts', symbol: 'Both', relation: 'supertypes' }), /^Could not tell the supertypes of "Both" .* gives no type hierarchy for it\./);
  });

  it('of declarations say that the server has none to offer', async () => {
    assert.match(await answerOf('find_definition', { file: 'ts/src/use.ts', line: 9, symbol: 'asNumber', kind: 'declaration' }), /^Could not tell: no declarations of "asNumber" .* may not offer it at all\. Next: ask with kind definition/);
  });

  it('are trees of callers', async () => {
    assert.equal(
      await answerOf('hierarchy', { symbol: 'toNumber', relation: 'callers', depth: 3 }),
      text(
        '6 callers',
        'callers of function toNumber ts/src/parser.ts:18:17',
        '',
        'method Parser/parse ts/src/parser.ts:12:3 (line 13)',
        '  function run ts/src/use.ts:6:17 (line 8)',
        '    function main ts/src/use.ts:12:17 (line 13)',
        '  function testParser ts/test/parser.test.ts:3:17 (line 4)',
        'function run ts/src/use.ts:6:17 (line 9)',
        '  function main ts/src/use.ts:12:17 (line 13)',
        '',
        '(typescript server ready for ts/tsconfig.json)',
      ),
    );
  });

  it('are trees of callees', async () => {
    assert.match(await answerOf('hierarchy', { symbol: 'main', file: 'ts/src/use.ts', relation: 'callees', depth: 2 }), /function run ts\/src\/use\.ts:6:17 \(called on line 13\)\n {2}.*Parser\/parse/);
  });
});

describe('diagnostics', () => {
  it('check closed files and name them', async () => {
    assert.equal(
      await answerOf('diagnostics', { paths: ['ts/src/broken.ts', 'ts/src/use.ts'] }),
      text(
        '1 problem in 1 file',
        'Checked 2 files: ts/src/broken.ts, ts/src/use.ts.',
        '',
        'ts/src/broken.ts',
        "  1:14 error ts(2322): Type 'string' is not assignable to type 'number'.",
      ),
    );
  });

  it('say so where a folder has no file', async () => {
    await vscode.workspace.fs.createDirectory(inFolder('ts/empty'));
    assert.equal(await answerOf('diagnostics', { paths: ['ts/empty'] }), 'No file was selected, so none was checked.\n\n(no files in ts/empty)');
  });

  it('call checked files clean, and no others', async () => {
    assert.equal(
      await answerOf('diagnostics', { paths: ['ts/src/use.ts'], severity: 'error' }),
      'No problems of severity error or more in the files checked.\nChecked 1 file: ts/src/use.ts.',
    );
    assert.match(await answerOf('diagnostics', { paths: ['failing/unserved/a.unserved'] }), /^Could not tell: no file was checked\.\nNot checked \(no language server reported on it\): failing\/unserved\/a\.unserved\.$/);
  });
});

describe('find_symbol', () => {
  it('finds declarations by name, and by a part of it', async () => {
    assert.match(await answerOf('find_symbol', { query: 'toNumber' }), /^1 symbol in 1 file\n\nts\/src\/parser\.ts\n {2}18:17 function toNumber$/);
    assert.match(await answerOf('find_symbol', { query: 'testparser' }), /^1 symbol in 1 file\nNo declaration has exactly this name; these names contain "testparser"\.\n\nts\/test\/parser\.test\.ts\n {2}3:17 function testParser$/);
    assert.match(await answerOf('find_symbol', { query: 'noSuchName' }), /^No declaration of "noSuchName" in the workspace: no name is or contains it\.$/);
  });

  it('lists a file', async () => {
    assert.match(await answerOf('find_symbol', { file: 'ts/src/use.ts', kind: 'function' }), /^2 symbols in 1 file\n\nts\/src\/use\.ts\n {2}6:17 function run\n {2}12:17 function main$/);
  });
});

function text(...lines: readonly string[]): string {
  return lines.join('\n');
}
