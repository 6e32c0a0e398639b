import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder } from '../support/call';

/** Two projects of which one uses what the other declares, and a third that only has the name. */
const files = {
  'shared/core/tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'shared/core/core.ts': 'export function sharedHelper(): number {\n  return 1;\n}\nexport enum Hue { Red, Blue }\nexport class Odd {\n  field = 1;\n  #secret = 2;\n  constructor(public pub: number) {}\n  "quo-ted"(): number {\n    return this.#secret;\n  }\n}\n',
  'shared/core/use.ts': "import { sharedHelper } from './core';\n\nexport const one = sharedHelper();\n",
  'shared/app/tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'shared/app/test/t.ts': "import { sharedHelper } from '../../core/core';\n\nexport const two = sharedHelper();\n",
  'shared/odd/tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'shared/odd/odd.ts': "import { Odd } from '../core/core';\n\nexport const seen = new Odd(1).pub;\n\nexport function made(): Odd {\n  return new Odd(2);\n}\n\nexport const again = made();\nexport type Of = Odd;\n",
  'shared/apart/tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'shared/apart/own.ts': 'export const sharedHelper = 1;\n',
};

describe('a TypeScript project that the server has not loaded', () => {
  before(async () => {
    for (const [name, text] of Object.entries(files)) await vscode.workspace.fs.writeFile(inFolder(name), Buffer.from(text));
  });
  after(() => vscode.workspace.fs.delete(inFolder('shared'), { recursive: true }));

  const isOpen = (name: string): boolean => vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === inFolder(name).toString());

  it('is part of a rename, and what only has the name is told', async () => {
    assert.equal(isOpen('shared/app/test/t.ts'), false, 'nobody has opened it yet');
    const answer = await answerOf('rename_symbol', { file: 'shared/core/core.ts', symbol: 'sharedHelper', new_name: 'renamed' });
    assert.match(answer, /rename of sharedHelper to renamed: 3 files, \+5 -5 /);
    assert.match(answer, /shared\/app\/test\/t\.ts \+2 -2 at lines 1, 3\n/);
    assert.match(answer, /the name "sharedHelper" also stands in 1 file of other projects that the server did not name \(namesakes count too\): shared\/apart\/own\.ts; typescript server ready/);
  });

  it('has references, and what only has the name is told', async () => {
    await vscode.commands.executeCommand('typescript.restartTsServer');
    const answer = await answerOf('find_references', { file: 'shared/core/core.ts', symbol: 'sharedHelper' });
    assert.match(answer, /^5 references in 3 files\n/);
    assert.match(answer, /\nshared\/app\/test\/t\.ts\n {2}1:10 /);
    assert.match(answer, /\(the name "sharedHelper" also stands in 1 file of other projects that the server did not name \(namesakes count too\): shared\/apart\/own\.ts; typescript server ready/);
  });

  it('has callers, at every level', async () => {
    await vscode.commands.executeCommand('typescript.restartTsServer');
    assert.match(
      await answerOf('hierarchy', { file: 'shared/core/core.ts', symbol: 'Odd', relation: 'callers', depth: 2 }),
      /^3 callers\ncallers of class Odd shared\/core\/core\.ts:5:14\n\nfile odd\.ts shared\/odd\/odd\.ts:3:25 \(line 3\)\nfunction made shared\/odd\/odd\.ts:5:17 \(line 6\)\n {2}module .*odd\.ts shared\/odd\/odd\.ts:1:1 \(line 9\)\n/,
    );
    assert.match(await answerOf('hierarchy', { file: 'shared/core/core.ts', symbol: 'sharedHelper', relation: 'callers' }), /shared\/app\/test\/t\.ts:3:20 \(line 3\)/);
  });

  it('is not asked for what no other project can see', async () => {
    assert.doesNotMatch(await answerOf('find_references', { file: 'shared/core/use.ts', symbol: 'one' }), /other projects/);
  });
});

describe('what find_symbol prints of a TypeScript file', () => {
  before(async () => {
    for (const [name, text] of Object.entries(files)) await vscode.workspace.fs.writeFile(inFolder(name), Buffer.from(text));
  });
  after(() => vscode.workspace.fs.delete(inFolder('shared'), { recursive: true }));

  it('names the symbol for the other tools', async () => {
    for (const [symbol, kind, place, references] of [
      ['Hue/Red', 'enum member', '4:19', '1 reference in 1 file'],
      ['Odd/field', 'field', '6:3', '1 reference in 1 file'],
      ['Odd/#secret', 'field', '7:3', '2 references in 1 file'],
      ['Odd/pub', 'property', '8:22', '2 references in 2 files'],
      ['Odd/quo-ted', 'method', '9:3', '1 reference in 1 file'],
    ] as const) {
      const file = 'shared/core/core.ts';
      assert.match(await answerOf('find_symbol', { query: symbol, file }), new RegExp(`\n  ${place} ${kind} ${symbol}$`));
      assert.match(await answerOf('symbol_at', { symbol, file }), new RegExp(`\\(shared/core/core\\.ts:${place}\\)`));
      assert.equal((await answerOf('find_references', { symbol, file })).split('\n')[0], references);
    }
  });

  it('is renamed where its name is quoted, and called by no other name', async () => {
    const answer = await answerOf('rename_symbol', { file: 'shared/core/core.ts', symbol: 'Odd/quo-ted', new_name: 'plain-er' });
    assert.match(answer, /rename of quo-ted to plain-er: 1 file, \+1 -1 /);
    assert.doesNotMatch(answer, /another name/);
  });

  it('is renamed in other projects where a parameter declares it', async () => {
    const answer = await answerOf('rename_symbol', { file: 'shared/core/core.ts', symbol: 'Odd/pub', new_name: 'open' });
    assert.match(answer, /rename of pub to open: 2 files, \+2 -2 /);
    assert.match(answer, /shared\/odd\/odd\.ts \+1 -1 at line 3\n/);
  });

  it('is renamed where its name is private, and stays private', async () => {
    const answer = await answerOf('rename_symbol', { file: 'shared/core/core.ts', symbol: 'Odd/#secret', new_name: '#hidden' });
    assert.match(answer, /rename of #secret to #hidden: 1 file, \+2 -2 /);
    assert.doesNotMatch(answer, /another name/);
    const file = 'shared/core/core.ts';
    for (const spot of [{ symbol: 'Odd/#secret' }, { line: 10, symbol: 'secret' }]) {
      assert.match(await errorOf('rename_symbol', { file, ...spot, new_name: 'hidden' }), /"hidden" cannot be the new name of "#secret": the "#" is a part of a private name/);
    }
  });
});

describe('a file that is deleted while the editor holds its text', () => {
  const kept = { 'gone/tsconfig.json': '{ "compilerOptions": { "strict": true } }', 'gone/a.ts': 'export function lasting(): number {\n  return 1;\n}\n', 'gone/b.ts': "import { lasting } from './a';\n\nexport const b = lasting();\n", 'gone/c.ts': "import { b } from './b';\n\nexport const c = b;\n" };
  before(async () => {
    for (const [name, text] of Object.entries(kept)) await vscode.workspace.fs.writeFile(inFolder(name), Buffer.from(text));
  });
  after(() => vscode.workspace.fs.delete(inFolder('gone'), { recursive: true }));

  it('is left out of answers and renames, and the check of those that import it says that it may be mistaken', async () => {
    await vscode.workspace.openTextDocument(inFolder('gone/b.ts'));
    assert.match(await answerOf('find_references', { file: 'gone/a.ts', symbol: 'lasting' }), /^3 references in 2 files\n/);
    rmSync(inFolder('gone/b.ts').fsPath);
    assert.match(await answerOf('find_references', { file: 'gone/a.ts', symbol: 'lasting' }), /^1 reference in 1 file\n/);
    assert.match(await answerOf('rename_symbol', { file: 'gone/a.ts', symbol: 'lasting', new_name: 'brief' }), /rename of lasting to brief: 1 file, \+1 -1 /);
    assert.match(await answerOf('diagnostics', { paths: ['gone/c.ts'] }), /the editor still holds the text of deleted files, so problems that their deletion causes may be missing here for some minutes: gone\/b\.ts/);
  });

  it('is not mistaken for one that has changed: places and lines are of one text', async () => {
    await vscode.workspace.openTextDocument(inFolder('gone/a.ts'));
    assert.match(await answerOf('find_references', { file: 'gone/a.ts', symbol: 'lasting' }), /gone\/a\.ts\n {2}1:17 .*lasting/);
    writeFileSync(inFolder('gone/a.ts').fsPath, `// one\n// two\n${kept['gone/a.ts']}`);
    assert.match(await answerOf('find_references', { symbol: 'lasting' }), /gone\/a\.ts\n {2}3:17 .*lasting/);
  });
});
