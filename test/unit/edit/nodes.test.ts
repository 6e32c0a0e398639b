import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { createAst, type Ast } from '../../../src/engines/ast';
import { testSettings } from '../support/settings';
import { bench, type Bench } from './bench';

describe('edits by declaration', () => {
  let ast: Ast;
  let it_: Bench;
  before(() => {
    const nothing = async () => ({ files: [], leftOut: { binary: [], unreadable: [], remarks: [] } });
    ast = createAst({ folder: resolve('out', 'structure'), ports: { documents: { unsaved: () => [], held: () => [], find: () => undefined }, settings: testSettings() }, search: { files: nothing, filesWith: nothing } });
  });
  after(() => ast.dispose());
  afterEach(() => it_.remove());

  const make = async (files: Readonly<Record<string, string>>): Promise<Bench> => (it_ = await bench(files, {}, { ast }));

  const ts = [
    '/** Greets. */',
    'export function greet(name: string): string {',
    '  return `hi ${name}`;',
    '}',
    '',
    '@sealed',
    'export class Box {',
    '  /** Opens. */',
    '  open() {',
    '    return greet("x");',
    '  }',
    '  close() {}',
    '}',
    '',
    'function close() {}',
    '',
  ].join('\n');

  it('replaces the node only, with or without its export, and keeps what stands above', async () => {
    const { apply, text } = await make({ 'a.ts': ts });
    await apply({ file: 'a.ts', operation: 'replace', name: 'greet', newContent: 'export function greet(): string {\n  return "";\n}\n' });
    assert.equal((await text('a.ts')).split('\n').slice(0, 6).join('\n'), '/** Greets. */\nexport function greet(): string {\n  return "";\n}\n\n@sealed');
    await apply({ file: 'a.ts', operation: 'replace', kind: 'function_declaration', name: 'greet', newContent: 'function greet(): number {\n  return 1;\n}' });
    assert.equal((await text('a.ts')).split('\n').slice(0, 6).join('\n'), '/** Greets. */\nexport function greet(): number {\n  return 1;\n}\n\n@sealed');
    await apply({ file: 'a.ts', operation: 'replace', kind: 'function_declaration', name: 'greet', newContent: 'export function greet() {}' });
    assert.equal((await text('a.ts')).split('\n').slice(0, 4).join('\n'), '/** Greets. */\nexport function greet() {}\n\n@sealed');
  });

  it('does not double a comment or an indentation that new content brings along', async () => {
    const { apply, text, editing } = await make({ 'a.ts': ts });
    await apply({ file: 'a.ts', operation: 'replace', name: 'greet', newContent: '/** Greets. */\nexport function greet() {}\n' });
    await apply({ file: 'a.ts', operation: 'replace', name: 'Box.open', newContent: '  open() {\n    return 1;\n  }' });
    assert.equal(await text('a.ts'), '/** Greets. */\nexport function greet() {}\n\n@sealed\nexport class Box {\n  /** Opens. */\n  open() {\n    return 1;\n  }\n  close() {}\n}\n\nfunction close() {}\n');
    await apply({ file: 'a.ts', operation: 'replace', name: 'Box/open', newContent: '/** Opens. */\n  open() {}' });
    assert.match(await text('a.ts'), /Box \{\n {2}\/\*\* Opens\. \*\/\n {2}open\(\) \{\}\n {2}close/);
    const preview = await editing.preview('', [{ file: 'a.ts', operation: 'replace', name: 'greet', newContent: '/** Other. */\nexport function greet() {}' }], new AbortController().signal);
    assert.deepEqual(preview.notes, ['a.ts: the comment or decorators above line 2 were kept beside those of new_content']);
  });

  it('keeps decorators, wherever the grammar puts them', async () => {
    const { apply, text } = await make({ 'a.ts': ts, 'b.ts': '@a(f("x)"))\n@b export default class C {}\n' });
    await apply({ file: 'a.ts', operation: 'replace', name: 'Box', newContent: 'export class Box {}' }, { file: 'b.ts', operation: 'replace', name: 'C', newContent: 'export default class C { x = 1; }' });
    assert.match(await text('a.ts'), /\n@sealed\nexport class Box \{\}\n\nfunction/);
    assert.equal(await text('b.ts'), '@a(f("x)"))\n@b export default class C { x = 1; }\n');
    await apply({ file: 'a.ts', operation: 'replace', name: 'Box', newContent: '@sealed\nexport class Box { }' });
    assert.match(await text('a.ts'), /\n\n@sealed\nexport class Box \{ \}\n\nfunction/);
  });

  it('inserts above the comment and the decorators, and below the last line', async () => {
    const { apply, text } = await make({ 'a.ts': ts });
    await apply(
      { file: 'a.ts', operation: 'insert_before', name: 'greet', newContent: '// first' },
      { file: 'a.ts', operation: 'insert_before', name: 'Box', newContent: '// second' },
      { file: 'a.ts', operation: 'insert_after', name: 'Box/close', newContent: '  more() {}' },
    );
    const lines = (await text('a.ts')).split('\n');
    assert.deepEqual([lines[0], lines[1], lines[6], lines[7], lines[14], lines[15]], ['// first', '/** Greets. */', '// second', '@sealed', '  more() {}', '}']);
  });

  it('deletes with the comment and the decorators, whole lines', async () => {
    const { apply, text } = await make({ 'a.ts': ts });
    await apply({ file: 'a.ts', operation: 'delete', name: 'greet' }, { file: 'a.ts', operation: 'delete', name: 'Box/open' });
    assert.equal(await text('a.ts'), '\n@sealed\nexport class Box {\n  close() {}\n}\n\nfunction close() {}\n');
    await apply({ file: 'a.ts', operation: 'delete', name: 'Box' });
    assert.equal(await text('a.ts'), '\n\nfunction close() {}\n');
  });

  it('touches nothing else on a line that several nodes share', async () => {
    const { apply, text } = await make({ 'a.ts': 'class A { x() {} y() {} }\n' });
    await apply({ file: 'a.ts', operation: 'delete', name: 'A/y' });
    assert.equal(await text('a.ts'), 'class A { x() {}  }\n');
    await apply({ file: 'a.ts', operation: 'insert_after', name: 'A/x', newContent: '  z() {}' });
    assert.equal(await text('a.ts'), 'class A { x() {}\n  z() {}\n  }\n');
    await apply({ file: 'a.ts', operation: 'insert_before', name: 'A/x', newContent: '  w() {}' });
    assert.equal(await text('a.ts'), 'class A { \n  w() {}\nx() {}\n  z() {}\n  }\n');
  });

  it('looks for a name at declarations, never at calls, and lists several', async () => {
    const { apply, refused, text } = await make({ 'a.ts': ts });
    const close = { file: 'a.ts', operation: 'replace', name: 'close', newContent: 'close() { }' } as const;
    assert.match(await refused('AmbiguousSelection', apply(close)), /selector_name close matches 2 places in a\.ts[\s\S]*0: 12:3:[\s\S]*1: 15:1:/);
    await apply({ ...close, index: 0 });
    await apply({ ...close, kind: 'function_declaration', newContent: 'function close() { }' });
    await apply({ ...close, line: 12, newContent: 'close() {  }' });
    assert.match(await text('a.ts'), / {2}close\(\) \{ {2}\}\n\}\n\nfunction close\(\) \{ \}/);
  });

  it('names near declarations when there is none of that name, and kinds when there is none of that kind', async () => {
    const { apply, refused } = await make({ 'a.ts': ts });
    const nothing = { file: 'a.ts', operation: 'delete' } as const;
    assert.match(await refused('NodeNotFound', apply({ ...nothing, name: 'gret' })), /Nearest: greet \(function_declaration, line 2\)/);
    assert.match(await refused('NodeNotFound', apply({ ...nothing, kind: 'interface_declaration' })), /of kind function_declaration/);
    await refused('NodeNotFound', apply({ ...nothing, name: 'hi' }));
  });

  it('takes a line alone for the innermost declaration in code, for the line in data', async () => {
    const { apply, refused, text } = await make({ 'a.ts': ts, 'a.json': '{\n  "a": 1,\n  "b": 2\n}\n', 'a.md': '# A\n\ntext\n', 'a.css': 'a {\n}\nb {\n}\n' });
    await apply({ file: 'a.ts', operation: 'replace', line: 10, newContent: 'open() {}' });
    assert.match(await text('a.ts'), /\/\*\* Opens\. \*\/\n {2}open\(\) \{\}\n/);
    assert.match(await refused('NodeNotFound', apply({ file: 'a.ts', operation: 'delete', line: 5 })), /No declaration holds line 5/);
    await apply({ file: 'a.ts', operation: 'replace', line: 2, lineEnd: 4, newContent: 'export {};' });
    await apply({ file: 'a.json', operation: 'replace', line: 2, newContent: '  "a": 3,' });
    assert.equal(await text('a.json'), '{\n  "a": 3,\n  "b": 2\n}\n');
    await apply({ file: 'a.md', operation: 'replace', line: 1, newContent: '# B' }, { file: 'a.css', operation: 'delete', line: 3, lineEnd: 4 });
    assert.equal(await text('a.md'), '# B\n\ntext\n');
    assert.equal(await text('a.css'), 'a {\n}\n');
  });

  it('refuses to add syntax errors, at the place, unless the file was broken and does not get worse', async () => {
    const { apply, refused, text } = await make({ 'a.ts': 'const a = 1;\nfunction f() {}\n', 'broken.ts': 'const a = ;\nconst b = 2;\n', 'a.json': '{"a": 1}\n' });
    const message = await refused('ValidationFailed', apply({ file: 'a.ts', operation: 'replace', name: 'f', newContent: 'function f( {}' }));
    assert.match(message, /syntax error.* in a\.ts \(it has none now\), at 2:\d+[\s\S]*2\tfunction f\( \{\}/);
    await refused('ValidationFailed', apply({ file: 'a.json', operation: 'replace', text: '1', newContent: '1,,' }));
    await refused('ValidationFailed', apply({ file: 'new.ts', operation: 'create', newContent: 'const = 1' }));
    assert.equal(await text('a.ts'), 'const a = 1;\nfunction f() {}\n');
    await apply({ file: 'broken.ts', operation: 'replace', text: '2', newContent: '3' });
    await refused('ValidationFailed', apply({ file: 'broken.ts', operation: 'replace', text: '3', newContent: '' + ';;) (' }));
    await apply({ file: 'broken.ts', operation: 'replace', text: '= ;', newContent: '= 1;' });
    assert.equal(await text('broken.ts'), 'const a = 1;\nconst b = 3;\n');
  });

  it('edits Go, Python and CRLF files the same way', async () => {
    const { apply, text } = await make({
      'a.go': 'package a\r\n\r\n// F does.\r\nfunc F() int {\r\n\treturn 1\r\n}\r\n',
      'a.py': 'class A:\n    @property\n    def x(self):\n        return 1\n\n    def y(self):\n        return 2',
    });
    await apply({ file: 'a.go', operation: 'replace', kind: 'function_declaration', name: 'F', newContent: 'func F() int {\n\treturn 2\n}' });
    assert.equal(await text('a.go'), 'package a\r\n\r\n// F does.\r\nfunc F() int {\r\n\treturn 2\r\n}\r\n');
    await apply({ file: 'a.go', operation: 'insert_before', name: 'F', newContent: '// G.\nfunc G() {}\n\n' });
    assert.equal(await text('a.go'), 'package a\r\n\r\n// G.\r\nfunc G() {}\r\n\r\n// F does.\r\nfunc F() int {\r\n\treturn 2\r\n}\r\n');
    await apply({ file: 'a.py', operation: 'replace', name: 'A.x', newContent: 'def x(self):\n        return 3\n' });
    await apply({ file: 'a.py', operation: 'insert_after', name: 'A.y', newContent: '\n    def z(self):\n        return 4\n' });
    assert.equal(await text('a.py'), 'class A:\n    @property\n    def x(self):\n        return 3\n\n    def y(self):\n        return 2\n\n    def z(self):\n        return 4');
    await apply({ file: 'a.py', operation: 'delete', name: 'A.x' });
    assert.equal(await text('a.py'), 'class A:\n\n    def y(self):\n        return 2\n\n    def z(self):\n        return 4');
  });
});
