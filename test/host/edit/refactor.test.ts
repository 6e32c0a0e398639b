import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

const path = (name: string): string => inFolder(name).fsPath;
const text = (name: string): Promise<string> => readFile(path(name), 'utf8');
const previewId = (answer: string): string => /preview_id=(\w+)/.exec(answer)?.[1] ?? assert.fail(answer);

describe('a rename', () => {
  before(async function () {
    this.timeout(60_000);
    await mkdir(path('src/many'), { recursive: true });
    await writeFile(path('src/many/base.ts'), 'export function oldName(): number {\n  return 1;\n}\n');
    for (let index = 0; index < 23; index += 1) {
      await writeFile(path(`src/many/user-${index}.ts`), `import { oldName } from './base';\n\nexport const value${index} = oldName() + oldName();\n`);
    }
    await answerOf('find_references', { file: 'src/many/base.ts', symbol: 'oldName' });
  });
  after(() => rm(path('src/many'), { recursive: true, force: true }));

  it('of an imported name is made where it is declared, in all files, in few words, and is one edit to undo', async function () {
    this.timeout(60_000);
    const started = Date.now();
    const answer = await answerOf('rename_symbol', { file: 'src/many/user-3.ts', line: 3, symbol: 'oldName', new_name: 'newName' });
    assert.match(answer, /^preview_id=p\w+ rename of oldName to newName: 24 files, \+47 -47 \(nothing is written yet;/);
    assert.match(answer, /src\/many\/base\.ts \+1 -1 at line 1\n/);
    assert.match(answer, /src\/many\/user-3\.ts \+2 -2 at lines 1, 3\n/);
    assert.match(answer, /renamed at its definition, src\/many\/base\.ts:1:17; typescript server ready/);
    assert.ok(answer.length < 2_000, `${answer.length} characters`);
    assert.match(await text('src/many/user-3.ts'), /oldName/);
    const applied = await answerOf('edit_apply', { preview_id: previewId(answer) });
    console.log(`24-file rename: ${Date.now() - started} ms; answers ${answer.length} and ${applied.length} characters`);
    assert.match(applied, /applied: 24 files, \+47 -47/);
    assert.match(applied, /problems: none added, none removed/);
    assert.ok(applied.length < 2_000, `${applied.length} characters`);
    for (let index = 0; index < 23; index += 1) {
      assert.equal(await text(`src/many/user-${index}.ts`), `import { newName } from './base';\n\nexport const value${index} = newName() + newName();\n`);
    }
    await answerOf('edit_undo', {});
    assert.match(await text('src/many/base.ts'), /function oldName/);
    assert.match(await text('src/many/user-22.ts'), /oldName\(\) \+ oldName/);
  });

  it('refuses what cannot be a name, and what nobody here declares', async () => {
    const ask = (new_name: string): Promise<string> => errorOf('rename_symbol', { file: 'src/many/base.ts', symbol: 'oldName', new_name });
    assert.match(await ask('1bad name'), /1601 InvalidArguments\] "1bad name" cannot be the new name of "oldName": it is not an identifier/);
    assert.match(await ask('class'), /reserved word/);
    assert.match(await ask('oldName'), /it is the old one/);
    await writeFile(path('src/many/lib.ts'), 'export const parsed = JSON.parse("1");\n');
    assert.match(await errorOf('rename_symbol', { file: 'src/many/lib.ts', line: 1, symbol: 'parse', new_name: 'read' }), /defined outside the workspace/);
  });

  it('is refused where the server takes U+2028 for a line end, so that its places are others', async () => {
    await mkdir(path('src/apart'), { recursive: true });
    try {
      await writeFile(path('src/apart/lib.ts'), 'export function target(n: number): number {\n  return n;\n}\nexport const other = 1;\n');
      await writeFile(path('src/apart/other.ts'), 'import { other } from "./lib";\nexport const twice = other + other;\n// \u2028\n');
      await writeFile(path('src/apart/user.ts'), 'import { target } from "./lib";\n// sep\u2028target(9);\n/* \u2029 */ target(1);\n');
      await answerOf('find_references', { file: 'src/apart/lib.ts', symbol: 'target' });
      const message = await errorOf('rename_symbol', { file: 'src/apart/lib.ts', symbol: 'target', new_name: 'goal' });
      assert.match(message, /src\/apart\/user\.ts holds U\+2028 or U\+2029, which the language server takes for line ends.*Nothing was changed/s);
      assert.match(await answerOf('rename_symbol', { file: 'src/apart/lib.ts', symbol: 'other', new_name: 'more' }), /src\/apart\/other\.ts \+2 -2 at lines 1, 2/);
    } finally {
      await rm(path('src/apart'), { recursive: true, force: true });
    }
  });

  it('of an alias renames the alias alone, and what it stands for keeps its name', async () => {
    await writeFile(path('src/many/alias.ts'), "import { oldName as Z } from './base';\nimport { join as glue } from 'node:path';\n\nexport const twice = Z() + Z();\nexport const here = glue('a', 'b');\n");
    const alias = async (line: number, symbol: string, new_name: string): Promise<string> => {
      const answer = await answerOf('rename_symbol', { file: 'src/many/alias.ts', line, symbol, new_name });
      assert.match(answer, /: 1 file, /);
      await answerOf('edit_apply', { preview_id: previewId(answer) });
      return answer;
    };
    assert.match(await alias(4, 'Z', 'plus'), /"Z" is another name of what src\/many\/base\.ts:1:17 defines, which keeps its own/);
    await alias(1, 'plus', 'more');
    // Declared outside the workspace, and the alias is still ours.
    await alias(5, 'glue', 'joined');
    assert.equal(await text('src/many/alias.ts'), "import { oldName as more } from './base';\nimport { join as joined } from 'node:path';\n\nexport const twice = more() + more();\nexport const here = joined('a', 'b');\n");
    assert.equal(await text('src/many/base.ts'), 'export function oldName(): number {\n  return 1;\n}\n');
    assert.match(await answerOf('rename_symbol', { file: 'src/many/alias.ts', line: 1, symbol: 'oldName', new_name: 'newName' }), /: 25 files, \+\d+ -\d+[\s\S]*renamed at its definition, src\/many\/base\.ts:1:17/);
  });

  it('at a keyword is refused with the names of the line, and renames nothing else', async () => {
    await writeFile(path('src/many/words.ts'), "import { oldName } from './base';\nexport async function add(a: number): Promise<number> {\n  return a;\n}\nexport class Pair { constructor(readonly one = oldName()) {} }\n");
    const ask = (line: number, symbol: string): Promise<string> => errorOf('rename_symbol', { file: 'src/many/words.ts', line, symbol, new_name: 'zzz' });
    assert.match(await ask(3, 'return'), /^\[1208 NotASymbol\] .*Line 3: "  return a;"; symbols: a \(column 10\)\. Next: /);
    assert.match(await ask(1, 'from'), /^\[1208 NotASymbol\] .*symbols: oldName \(column 10\)/);
    for (const word of ['export', 'async', 'function']) assert.match(await ask(2, word), /^\[1208 NotASymbol\] .*symbols: .*add \(column 23\)/);
    for (const word of ['class', 'readonly']) assert.match(await ask(5, word), /^\[1208 NotASymbol\] .*symbols: .*Pair \(column 14\)/);
  });

  it('tells that the new name stands there already, and works on unsaved text', async () => {
    const typed = await unsaved(inFolder('src/many/user-0.ts'), "import { oldName } from './base';\nconst taken = 1;\nexport const value0 = oldName() + taken;\n");
    try {
      const answer = await answerOf('rename_symbol', { file: 'src/many/base.ts', symbol: 'oldName', new_name: 'taken' });
      assert.match(answer, /"taken" stands already in src\/many\/user-0\.ts: look whether the names now collide/);
      assert.match(answer, /src\/many\/user-0\.ts \+2 -2 at lines 1, 3\n/);
    } finally {
      await typed.restore();
    }
  });

  it('of a name that an import gives renames that name, and says what a re-export keeps', async () => {
    await writeFile(path('src/many/whole.ts'), 'export default function whole(): number {\n  return 1;\n}\n');
    await writeFile(path('src/many/index.ts'), "export { oldName } from './base';\n");
    await writeFile(path('src/many/entry.ts'), "import part from './whole';\n\nexport const value = part() + part();\n");
    const local = await answerOf('rename_symbol', { file: 'src/many/entry.ts', line: 3, symbol: 'part', new_name: 'piece' });
    assert.match(local, /^preview_id=p\w+ rename of part to piece: 1 file, \+2 -2 .*\nsrc\/many\/entry\.ts \+2 -2 at lines 1, 3\n/);
    assert.match(local, /"part" is another name of what src\/many\/whole\.ts:1:25 defines, which keeps its own/);
    // Opened, since the server has not always noticed by now that the file is there.
    await vscode.workspace.openTextDocument(inFolder('src/many/index.ts'));
    const kept = await answerOf('rename_symbol', { file: 'src/many/base.ts', symbol: 'oldName', new_name: 'newName' });
    assert.match(kept, /the language server keeps the name "oldName" for those who import it from src\/many\/index\.ts:1 \("newName as oldName"\): rename it there too/);
  });
});

describe('a structural rewrite', () => {
  it('ends in a preview that edit_apply applies to live text', async () => {
    await writeFile(path('src/rewrite.ts'), 'export const log = (a: number, b: string) => [a, b];\nlog(1, "x");\n');
    const typed = await unsaved(inFolder('src/rewrite.ts'), 'export const log = (a: number, b: string) => [a, b];\nlog(1, "x");\nlog(2, "y");\n');
    const answer = await answerOf('ast_rewrite', { pattern: 'log($A, $B)', rewrite: 'log($A + 1, $B)', language: 'typescript', paths: ['src/rewrite.ts'] });
    assert.match(answer, /1 file, \+2 -2[\s\S]*\+log\(1 \+ 1, "x"\);\n\+log\(2 \+ 1, "y"\);/);
    const applied = await answerOf('edit_apply', { preview_id: previewId(answer) });
    assert.match(applied, /src\/rewrite\.ts \+2 -2 unsaved: it has the user's unsaved text/);
    assert.equal((await vscode.workspace.openTextDocument(inFolder('src/rewrite.ts'))).getText(), 'export const log = (a: number, b: string) => [a, b];\nlog(1 + 1, "x");\nlog(2 + 1, "y");\n');
    await typed.restore();
    await rm(path('src/rewrite.ts'));
  });
});

describe('code actions', () => {
  let provider: vscode.Disposable;
  before(async () => {
    await writeFile(path('actions.txt'), 'one\ntwo\n');
    provider = vscode.languages.registerCodeActionsProvider({ language: 'plaintext' }, {
      provideCodeActions: (document, range) => {
        const upper = new vscode.CodeAction('Upper case', vscode.CodeActionKind.Refactor);
        upper.edit = new vscode.WorkspaceEdit();
        upper.edit.replace(document.uri, range, document.getText(range).toUpperCase());
        const command = new vscode.CodeAction('Open help', vscode.CodeActionKind.QuickFix);
        command.command = { title: 'Help', command: 'test.help' };
        const mover = new vscode.CodeAction('Move', vscode.CodeActionKind.RefactorMove);
        mover.edit = new vscode.WorkspaceEdit();
        mover.edit.renameFile(document.uri, vscode.Uri.joinPath(document.uri, '../moved.txt'));
        mover.edit.insert(document.uri, new vscode.Position(0, 0), '// moved\n');
        const snippet = new vscode.CodeAction('Snippet', vscode.CodeActionKind.Refactor);
        snippet.edit = new vscode.WorkspaceEdit();
        snippet.edit.set(document.uri, [new vscode.SnippetTextEdit(range, new vscode.SnippetString('${1:x}'))]);
        return [upper, command, mover, snippet];
      },
    });
  });
  after(async () => {
    provider.dispose();
    await rm(path('actions.txt'));
  });

  it('are listed with what they do, and one becomes a preview by its title', async () => {
    const list = await answerOf('code_actions', { file: 'actions.txt', line: 2 });
    assert.match(list, /Upper case \(refactor, 1 file\)/);
    assert.match(list, /Open help \(quickfix, only runs a command, so it cannot be previewed\)/);
    assert.match(list, /Move \(refactor\.move, 1 file, rename actions\.txt to moved\.txt\)/);
    assert.match(list, /Snippet \(refactor, 0 files, make a snippet or notebook change in actions\.txt\)/);
    const answer = await answerOf('code_actions', { file: 'actions.txt', line: 2, title: 'Upper case' });
    assert.match(answer, /-two\n\+TWO$/);
    await answerOf('edit_apply', { preview_id: previewId(answer) });
    assert.equal(await text('actions.txt'), 'one\nTWO\n');
  });

  it('that hide a file operation, a snippet or a command are refused, never half done', async () => {
    for (const [title, why] of [['Move', /also wants to rename actions\.txt to moved\.txt/], ['Snippet', /a snippet or notebook change/], ['Open help', /only runs a command \(test\.help\)/]] as const) {
      assert.match(await errorOf('code_actions', { file: 'actions.txt', line: 1, title }), why);
    }
    assert.match(await errorOf('code_actions', { file: 'actions.txt', line: 1, title: 'Nope' }), /1306 NodeNotFound\].*Offered: "Upper case"/);
    assert.equal(await text('actions.txt'), 'one\nTWO\n');
  });

  it('of TypeScript refactor a selection', async () => {
    await answerOf('find_definition', { file: 'src/use.ts', line: 3, symbol: 'count' });
    const list = await answerOf('code_actions', { file: 'src/count.ts', line: 3, kind: 'refactor' });
    assert.match(list, /\(refactor\./);
  });

  it('says why no quick fix is offered for a problem that the editor has not found by itself', async () => {
    await vscode.workspace.fs.writeFile(inFolder('src/unshown.ts'), Buffer.from('export const a = 1;\nexport const b = nowhere;\n'));
    assert.match(await answerOf('code_actions', { file: 'src/unshown.ts', line: 2, kind: 'quickfix' }), /^No quick fix or refactoring is offered at src\/unshown\.ts:2 of kind quickfix\. There is a problem \("Cannot find name 'nowhere'\."\), but the editor finds it by itself, and offers its fixes, only in files that are shown/);
    assert.match(await answerOf('code_actions', { file: 'src/unshown.ts', line: 1, kind: 'quickfix' }), /The editor shows no problem there/);
  });

  it('of TypeScript become previews although they would create the file that is there, and are refused when they need another', async () => {
    await writeFile(path('src/extract.ts'), 'export function twice(value: number): number {\n  return value + value;\n}\n');
    await answerOf('find_definition', { file: 'src/extract.ts', symbol: 'twice' });
    const list = await answerOf('code_actions', { file: 'src/extract.ts', line: 2, kind: 'refactor' });
    assert.match(list, /\nExtract to function in module scope \(refactor\.extract\.function, 1 file\)\n/);
    const answer = await answerOf('code_actions', { file: 'src/extract.ts', line: 2, title: 'Extract to function in module scope' });
    assert.match(answer, /-  return value \+ value;\n\+  return newFunction\(value\);\n/);
    assert.match(await errorOf('code_actions', { file: 'src/extract.ts', line: 1, title: 'Move to a new file' }), /also wants to create src\/twice\.ts, which cannot be previewed/);
    await rm(path('src/extract.ts'));
  });
});
