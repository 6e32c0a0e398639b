import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Failure } from '../../../src/core/errors';
import { Dispatcher } from '../../../src/core/call';
import { Editing } from '../../../src/engines/edit/index';
import { render } from '../../../src/doors/render';
import { astRewrite } from '../../../src/tools/ast_rewrite';
import { editApply } from '../../../src/tools/edit_apply';
import { editPreview } from '../../../src/tools/edit_preview';
import { editUndo } from '../../../src/tools/edit_undo';
import type { Services } from '../../../src/tools/services';
import { TestWorkspace } from '../search/workspace';
import { diskEdits, type DiskEdits } from './disk-edits';

describe('the editing tools', () => {
  let workspace: TestWorkspace;
  let edits: DiskEdits;
  let dispatcher: Dispatcher<Services>;
  let editing: Editing;

  const open = (files: Readonly<Record<string, string>>): void => {
    workspace = new TestWorkspace({ files });
    edits = diskEdits();
    const base = workspace.services;
    editing = new Editing({
      ...base,
      edits,
      chunks: { find: async () => ({ start: 0, end: 0, filledEnd: 0 }), fileOf: async () => '' },
      dialogs: { confirm: async () => undefined },
      providers: { problems: () => [], onProblems: () => () => undefined, pullProblems: async () => [] },
    refactorings: { rename: async () => undefined, codeActions: async () => [] },
    });
    dispatcher = new Dispatcher<Services>({ tools: [astRewrite, editApply, editPreview, editUndo], services: { ...base, editing } });
  };
  const call = { signal: new AbortController().signal, door: 'mcp', client: 'test' } as const;
  const ask = async (name: string, input: unknown): Promise<string> => render(await dispatcher.call(name, input, { ...call, signal: new AbortController().signal }), { maxTokens: 6_000 }).text;
  const text = (name: string): Promise<string> => readFile(workspace.path(name), 'utf8');
  const idOf = (answer: string): string => /preview_id=(\w+)/.exec(answer)?.[1] ?? assert.fail(answer);
  afterEach(async () => {
    await workspace.services.ast.dispose();
    editing.dispose();
    workspace.dispose();
  });

  it('rewrite every place of a shape, shown first', async () => {
    open({ 'src/a.ts': 'if (x) {\r\n  log(1, "a");\r\n  log(2,\r\n    "b");\r\n}\r\n// log(3, 4)\r\n', 'src/b.ts': 'const s = "log(1, 2)";\nlog(f(x), [y]);\n' });
    const answer = await ask('ast_rewrite', { pattern: 'log($A, $B)', rewrite: 'write(\n  $B,\n  $A,\n)', language: 'typescript' });
    assert.match(answer, /^preview_id=p\w+ 2 files, \+12 -4 \(nothing is written yet;[\s\S]*3 places rewritten/);
    assert.match(await text('src/a.ts'), /log\(1/);
    await ask('edit_apply', { preview_id: idOf(answer) });
    assert.equal(await text('src/a.ts'), 'if (x) {\r\n  write(\r\n    "a",\r\n    1,\r\n  );\r\n  write(\r\n    "b",\r\n    2,\r\n  );\r\n}\r\n// log(3, 4)\r\n');
    assert.equal(await text('src/b.ts'), 'const s = "log(1, 2)";\nwrite(\n  [y],\n  f(x),\n);\n');
    await ask('edit_undo', {});
    assert.match(await text('src/b.ts'), /\nlog\(f\(x\), \[y\]\);\n/);
  });

  it('rewrite the outer of two matches and say so; refuse what the pattern does not capture, and broken results', async () => {
    open({ 'a.ts': 'f(f(1));\nf("$&");\n' });
    const answer = await ask('ast_rewrite', { pattern: 'f($A)', rewrite: 'g($A)', language: 'typescript' });
    assert.match(answer, /-f\(f\(1\)\);\n-f\("\$&"\);\n\+g\(f\(1\)\);\n\+g\("\$&"\);[\s\S]*2 places rewritten; 1 match inside another match was left/);
    assert.match(await ask('ast_rewrite', { pattern: 'f($A)', rewrite: 'g($B)', language: 'typescript' }), /1601 InvalidArguments\] rewrite uses \$B, which pattern does not capture\. It captures \$A/);
    assert.match(await ask('ast_rewrite', { pattern: 'f($A)', rewrite: 'g($A', language: 'typescript' }), /1307 ValidationFailed/);
    assert.match(await ask('ast_rewrite', { pattern: 'h($A)', rewrite: 'g($A)', language: 'typescript' }), /^No matches for `h\(\$A\)`/);
    assert.match(await ask('ast_rewrite', { pattern: 'f($A)', rewrite: 'f($A)', language: 'typescript' }), /1311 NoChange/);
    assert.equal(await text('a.ts'), 'f(f(1));\nf("$&");\n');
  });

  it('take everything in edits, or one edit, or a preview id, and nothing together', async () => {
    open({ 'a.txt': 'one\ntwo\n' });
    assert.match(await ask('edit_apply', { operation: 'delete', edits: [{ file: 'a.txt', operation: 'delete', selector_text: 'one' }] }), /1302 InvalidEdit\] edits is given together with operation/);
    assert.match(await ask('edit_apply', { preview_id: 'p1', file: 'a.txt' }), /1302 InvalidEdit\] preview_id is given together with file/);
    assert.match(await ask('edit_apply', { edits: [{ operation: 'delete', selector_txt: 'one' }] }), /no argument "edits\.selector_txt"|no argument "edits\.0\.selector_txt"/);
    assert.match(await ask('edit_apply', { edits: [{ file: 'a.txt', operation: 'delete', selector_text: 'one\n' }, { file: 'a.txt', operation: 'delete', selector_text: 'x' }] }), /1306 NodeNotFound\] edits\[1\]: /);
    const answer = await ask('edit_apply', { file: 'a.txt', edits: [{ operation: 'replace', selector_line: '1', new_content: 'ONE' }, { operation: 'replace', selector_line: 2, new_content: 'TWO' }] });
    assert.match(answer, /^edit_id=e\w+ applied: 1 file, \+2 -2\na\.txt \+2 -2 saved etag=\w{12}/);
    assert.equal(await text('a.txt'), 'ONE\nTWO\n');
  });

  it('ask the user with the diff, in a fence that the diff cannot end', async () => {
    open({ 'a.md': '```js\none\n```\n' });
    const confirmation = await dispatcher.confirmation('edit_apply', { file: 'a.md', operation: 'replace', selector_text: 'one', new_content: 'two' }, call);
    if (confirmation === undefined || confirmation instanceof Failure) return assert.fail('not asked');
    assert.equal(confirmation.title, 'Apply replace in a.md?');
    assert.match(confirmation.message, /^1 file, \+1 -1 \[Open as a diff\]\(command:sightline\.openPreview\?%5B%22p\w{8}%22%5D\)\n\n\n````diff\n--- a\/a\.md\n\+\+\+ b\/a\.md\n@@ -1,3 \+1,3 @@\n ```js\n-one\n\+two\n ```\n````$/);
    const failing = await dispatcher.confirmation('edit_apply', { file: 'a.md', operation: 'replace', selector_text: 'nowhere', new_content: 'x' }, call);
    assert.match(failing instanceof Failure ? failing.message : '', /1306 NodeNotFound/);
  });

  it('name the places of a shape that hold more than the pattern says, and leave them', async () => {
    open({ 'a.js': 'async function f1(a) { a(); }\nfunction f2(b) { b(); }\n' });
    const pattern = 'function $N($$$A) { $$$B }';
    const answer = await ask('ast_rewrite', { pattern, rewrite: 'const $N = ($$$A) => { $$$B };', language: 'javascript' });
    assert.match(answer, /1 file, \+1 -1 [\s\S]*\+const f2 = \(b\) => \{ b\(\); \};\n[\s\S]*1 place rewritten; left as it is: 1 match with code or comments that the pattern does not say and the rewrite would lose: a\.js:1:1 \(`async`\); /);
    const none = await ask('ast_rewrite', { pattern, rewrite: 'gone()', language: 'javascript', name_exact: 'f1' });
    assert.match(none, /^\[1311 NoChange\] No place would be rewritten\. left as it is: 1 match .*a\.js:1:1 \(`async`\)/);
  });

  it('stay short when many files change', async () => {
    open(Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`src/module-${index}.ts`, 'oldName();\n'])));
    const preview = await ask('ast_rewrite', { pattern: 'oldName()', rewrite: 'newName()', language: 'typescript' });
    const answer = await ask('edit_apply', { preview_id: idOf(preview) });
    assert.match(answer, /applied: 24 files, \+24 -24/);
    assert.ok(answer.length < 2_000, String(answer.length));
  });
});
