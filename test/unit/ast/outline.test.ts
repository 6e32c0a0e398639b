import assert from 'node:assert/strict';
import { Failure } from '../../../src/core/errors';
import { findByNamePath, flatten, outlineLines, type OutlineNode } from '../../../src/engines/ast';
import { AstBench, names, never } from './support';

const typescript = `import { x } from 'y';

/** About it. */
@Injectable()
export class Parser<T> extends Base {
  count = 1;
  handler = () => 2;
  // Not a doc comment: a line is between.

  /** Parses. */
  @log
  async parse(text: string): Promise<T> {
    const local = 1;
    function inner() {}
    return this.later(() => { const deep = 2; });
  }
}

export interface Shape {
  area(): number;
  name: string;
}

export type Name = string;
export const answer = 42, other = 43; // trailing
export const twice = (n: number) => n * 2;
export function over(a: string): void;
export function over(a: unknown): void {}
enum Color { Red, Green = 2 }
namespace Inner { export function deep() {} }
declare module 'z' { const q: number; }
export default { methods: { run() {} } };
`;

describe('outlines', () => {
  let bench: AstBench;
  before(() => {
    bench = new AstBench({});
  });
  after(() => bench.dispose());
  const namesOf = async (language: string, text: string): Promise<readonly string[]> => names((await bench.outline(language, text)).nodes);
  const find = async (language: string, text: string, path: string): Promise<OutlineNode> => {
    const [found] = findByNamePath((await bench.outline(language, text)).nodes, path);
    assert.ok(found, path);
    return found.node;
  };

  it('lists declarations, nested, without locals', async () => {
    assert.deepEqual(await namesOf('typescript', typescript), [
      'class Parser',
      ' method handler',
      ' method parse',
      'interface Shape',
      ' method area',
      'type Name',
      'variable answer',
      'variable other',
      'function twice',
      'function over',
      'function over',
      'enum Color',
      'namespace Inner',
      ' function deep',
      'module z',
      ' variable q',
      'export default',
      ' method run',
    ]);
  });

  it('prints a line for each, the same every time', async () => {
    const first = outlineLines((await bench.outline('typescript', typescript)).nodes);
    assert.deepEqual(first.slice(0, 3), ['4-17 class Parser', ' 7 method handler', ' 12-16 method parse']);
    assert.deepEqual(outlineLines((await bench.outline('typescript', typescript)).nodes), first);
  });

  it('counts doc comment and decorators to a declaration, but not to its node', async () => {
    const parser = await find('typescript', typescript, 'Parser');
    assert.deepEqual([parser.full.start.line, parser.inner.start.line, parser.node.end.line, parser.body?.start.line], [3, 5, 17, 5]);
    const parse = await find('typescript', typescript, 'Parser/parse');
    assert.deepEqual([parse.full.start.line, parse.full.start.column, parse.node.start.line, parse.nameAt?.start.column], [10, 3, 12, 9]);
    assert.ok(typescript.slice(parse.full.start.offset).startsWith('/** Parses. */'));
    assert.ok(typescript.slice(parse.nameAt?.start.offset).startsWith('parse(text'));
    const answer = await find('typescript', typescript, 'answer');
    assert.equal(typescript.slice(answer.node.start.offset, answer.node.end.offset), 'answer = 42');
    const twice = await find('typescript', typescript, 'twice');
    assert.equal(typescript.slice(twice.full.start.offset, twice.full.end.offset), 'export const twice = (n: number) => n * 2;');
  });

  it('knows imports and broken texts', async () => {
    const { imports, broken } = await bench.outline('typescript', typescript);
    assert.deepEqual([imports.map((span) => span.start.line), broken], [[1], false]);
    const bad = await bench.outline('typescript', 'function good() {}\nconst = = 3;\n');
    assert.deepEqual([names(bad.nodes), bad.broken], [['function good'], true]);
  });

  it('resolves names and name paths, outer parts left out', async () => {
    const { nodes } = await bench.outline('typescript', typescript);
    assert.deepEqual(findByNamePath(nodes, 'Parser.parse').map(({ path }) => path), ['Parser/parse']);
    assert.deepEqual(findByNamePath(nodes, 'parse').map(({ path }) => path), ['Parser/parse']);
    assert.deepEqual(findByNamePath(nodes, 'over').length, 2);
    assert.deepEqual(findByNamePath(nodes, 'local'), []);
    assert.deepEqual(findByNamePath(nodes, ''), []);
    assert.equal(flatten(nodes).length, 18);
  });

  it('mean the class and not its constructor, which has a path, and types with parameters without them', async () => {
    const paths = async (language: string, text: string, path: string): Promise<readonly string[]> => findByNamePath((await bench.outline(language, text)).nodes, path).map((found) => `${found.node.kind} ${found.path}`);
    assert.deepEqual(await paths('java', 'class A {\n  A(int x) { }\n}\n', 'A'), ['class A']);
    assert.deepEqual(await paths('java', 'class A {\n  A(int x) { }\n}\n', 'A/A'), ['constructor A/A']);
    assert.deepEqual(await paths('rust', 'impl<T> Point<T> { fn new() {} }\nimpl Other { fn new() {} }\n', 'Point::new'), ['function Point<T>/new']);
  });

  it('gives methods that stand apart from their type its name', async () => {
    const go = 'package a\n\n// Parser parses.\ntype Parser struct{ n int }\n\n// Parse does.\nfunc (p *Parser) Parse() error {\n\tvar local int\n\treturn nil\n}\n\nvar (\n\ta = 1\n\tb = 2\n)\n';
    assert.deepEqual(await namesOf('go', go), ['struct Parser', 'method Parser.Parse', 'var a', 'var b']);
    assert.equal((await find('go', go, 'Parser/Parse')).full.start.line, 6);
    assert.equal((await find('go', go, 'Parser')).full.start.line, 3);
    assert.deepEqual(await namesOf('cpp', 'void Box::open(int how) { int x; }\n'), ['function Box.open']);
    assert.deepEqual(await namesOf('javascript', 'Runner.prototype.run = function () { var x; };\nexports.go = () => 1;\n'), ['function Runner.run', 'function go']);
  });

  it('looks into what is called at once at the top level', async () => {
    assert.deepEqual(await namesOf('javascript', '(function () {\n  function inner() { function local() {} }\n})();\nuse(function () { function hidden() {} });\n'), ['function inner']);
  });

  it('attaches decorated Python definitions and module variables', async () => {
    const python = 'X = 1\n\n# about f\n@wrap\n@twice(1)\ndef f(a):\n    y = 2\n    def local(): pass\n\nclass A:\n    """Doc."""\n    z = 3\n    async def g(self): pass\n\nif x:\n    def late(): pass\n';
    assert.deepEqual(await namesOf('python', python), ['variable X', 'function f', 'class A', ' variable z', ' function g', 'function late']);
    const f = await find('python', python, 'f');
    assert.deepEqual([f.full.start.line, f.node.start.line, f.inner.start.line], [3, 4, 6]);
  });

  it('reads a component block by block, at the lines of the file', async () => {
    const vue = '<template>\n  <div/>\n</template>\n\n<script lang="ts">\nexport default { data() { return {}; } };\n</script>\n\n<style scoped>\n.a { color: red }\n</style>\n';
    const lines = outlineLines((await bench.outline('vue', vue)).nodes);
    assert.deepEqual(lines, ['1-3 block template', '5-7 block script lang="ts"', ' 6 export default', '  6 method data', '9-11 block style scoped', ' 10 rule .a']);
  });

  it('nests Markdown sections, and takes keys of data files at the top', async () => {
    assert.deepEqual(await namesOf('markdown', '# One\ntext\n## Two *x*\n# Three\n'), ['section One', ' section Two *x*', 'section Three']);
    assert.deepEqual(await namesOf('json', '{ "a": { "b": 1 }, "c d": [] }\n'), ['key a', 'key c d']);
    assert.deepEqual(await namesOf('yaml', 'a:\n  b: 1\n"c": []\n'), ['key a', 'key c']);
  });

  it('counts lines and columns as the editor does', async () => {
    const text = 'const a = "\u{1F600}"; function b() {}\rfunction c() {}\r\nfunction d() {}';
    const { nodes } = await bench.outline('javascript', text);
    assert.deepEqual(nodes.map(({ nameAt, name }) => [name, nameAt?.start.line, nameAt?.start.column]), [['a', 1, 7], ['b', 1, 26], ['c', 2, 10], ['d', 3, 10]]);
  });

  it('is empty for an empty text', async () => {
    assert.deepEqual(await bench.outline('go', ''), { nodes: [], imports: [], broken: false });
  });
});

describe('syntax errors', () => {
  let bench: AstBench;
  before(() => {
    bench = new AstBench({});
  });
  after(() => bench.dispose());
  const errorsOf = async (language: string, text: string): Promise<readonly string[]> =>
    (await bench.ast.syntaxErrors({ text, language }, never)).map(({ start, end }) => `${start.line}:${start.column}-${end.line}:${end.column}`);

  it('finds what is wrong and what is missing', async () => {
    assert.deepEqual(await errorsOf('typescript', 'const a = 1;\n'), []);
    assert.equal((await errorsOf('typescript', 'const a = 1;\nconst = = 2;\n'))[0]?.split(':')[0], '2');
    assert.deepEqual(await errorsOf('c', 'int f(void) {\n  return 1\n}\n'), ['2:11-2:11']);
    assert.deepEqual(await errorsOf('json', '{ "a": 1, }\n'), ['1:9-1:10']);
    assert.notDeepEqual(await errorsOf('python', 'def f(:\n    pass\n'), []);
    assert.deepEqual(await errorsOf('yaml', 'a: 1\nb:\n  - c\n'), []);
    assert.deepEqual(await errorsOf('markdown', '# a\n\n```js\n}{\n```\n'), []);
  });

  it('takes what HTML takes as text: a bare ampersand, a bracket, and what a template puts between braces', async () => {
    for (const text of ['<p>Fish & chips</p>\n', '<p>$& \\n &lt; AT&T</p>\n', '<p>1 > 0</p>\n', '<p>{{ a < b && c > d }}</p>\n', '<a href="?a=1&b=2" title=\'>\'>x & y</a>\n', '<!-- a & > --><br>\n']) {
      assert.deepEqual(await errorsOf('html', text), [], text);
    }
    assert.deepEqual(await errorsOf('vue', '<template>\n  <b v-if="a > b && c" @click="() => x">{{ a && (b > c) }} & d</b>\n</template>\n'), []);
    assert.deepEqual(await errorsOf('html', '<p>a & b\n<p\n'), ['2:3-2:3']);
    assert.equal((await errorsOf('vue', '<script>\nconst a = {{ b: 1 };\n</script>\n<template>\n  {{ a }}\n</template>\n'))[0]?.split(':')[0], '2');
  });

  it('looks into the blocks of a component', async () => {
    assert.deepEqual(await errorsOf('vue', '<template>\n  <div/>\n</template>\n<script>\nconst a = 1;\n</script>\n'), []);
    assert.equal((await errorsOf('vue', '<template>\n  <div/>\n</template>\n<script>\nconst = 1;\n</script>\n'))[0]?.split(':')[0], '5');
  });
});

describe('selecting nodes', () => {
  let bench: AstBench;
  before(() => {
    bench = new AstBench({});
  });
  after(() => bench.dispose());
  const text = 'class A {\n  /** Runs. */\n  run() {\n    return run(1);\n  }\n  x = 1;\n}\nclass B { run() {} }\nrun(2);\n';
  const select = async (selector: { kind?: string; name?: string; line?: number }): Promise<readonly string[]> =>
    (await bench.ast.nodesOf({ text, language: 'typescript' }, selector, never)).map((node) => `${node.inner.start.line}:${node.inner.start.column} ${node.nodeKind} ${node.name}`.trim());

  it('sees what stands in the braces of a namespace of PHP', async () => {
    const outline = await bench.outline('php', '<?php\nnamespace A\\B {\n  class C {\n    function d() { function local() {} }\n  }\n}\n');
    assert.deepEqual(flatten(outline.nodes).map(({ path, node }) => `${node.kind} ${path}`), ['namespace A\\B', 'class A\\B/C', 'method A\\B/C/d']);
  });

  it('finds declarations by name, never call sites', async () => {
    assert.deepEqual(await select({ name: 'run' }), ['3:3 method_definition run', '8:11 method_definition run']);
    assert.deepEqual(await select({ name: 'A.run' }), ['3:3 method_definition run']);
    assert.deepEqual(await select({ name: 'A/x' }), ['6:3 public_field_definition x']);
    assert.deepEqual(await select({ name: 'run', kind: 'class_declaration' }), []);
    assert.deepEqual(await select({ name: 'run', line: 8 }), ['8:11 method_definition run']);
  });

  it('finds every node of a kind, of the grammar or as printed', async () => {
    assert.deepEqual(await select({ kind: 'call_expression' }), ['4:12 call_expression', '9:1 call_expression']);
    assert.deepEqual(await select({ kind: 'method' }), ['3:3 method_definition run', '8:11 method_definition run']);
    await assert.rejects(select({ kind: 'class_decl' }), (error) => error instanceof Failure && error.failure === 'InvalidArguments' && /Near ones: class_declaration/.test(error.message));
  });

  it('finds the innermost declaration that holds a line', async () => {
    assert.deepEqual(await select({ line: 4 }), ['3:3 method_definition run']);
    assert.deepEqual(await select({ line: 2 }), ['3:3 method_definition run']);
    assert.deepEqual(await select({ line: 1 }), ['1:1 class_declaration A']);
    assert.deepEqual(await select({ line: 9 }), []);
  });
});
