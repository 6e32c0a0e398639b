import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { createAst, type Ast } from '../../../src/engines/ast';
import { testSettings } from '../support/settings';
import { bench, type Bench } from './bench';

describe('edits of members and of what stands in lists', () => {
  let ast: Ast;
  let workspace: Bench;
  before(() => {
    const nothing = async () => ({ files: [], leftOut: { binary: [], unreadable: [], remarks: [] } });
    ast = createAst({ folder: resolve('out', 'structure'), ports: { documents: { unsaved: () => [], held: () => [], find: () => undefined }, settings: testSettings() }, search: { files: nothing, filesWith: nothing } });
  });
  after(() => ast.dispose());
  afterEach(() => workspace.remove());

  const make = async (files: Readonly<Record<string, string>>): Promise<Bench> => (workspace = await bench(files, {}, { ast }));

  it('do not double the semicolon or comma that stands behind a member', async () => {
    const { apply, text } = await make({
      'a.ts': 'class A {\n  field = 1;\n  arrow = () => 1;\n}\ninterface Conf {\n  name: string;\n}\n',
      'o.ts': 'let o = {\n  key: 1,\n  meth() { return 2; },\n};\n',
    });
    await apply(
      { file: 'a.ts', operation: 'replace', name: 'A/field', newContent: 'field = 2;' },
      { file: 'a.ts', operation: 'replace', name: 'A/arrow', newContent: 'arrow = () => 2;\n' },
      { file: 'a.ts', operation: 'replace', name: 'Conf/name', newContent: 'name?: string;' },
      { file: 'o.ts', operation: 'replace', name: 'o/meth', newContent: 'meth() { return 4; },' },
    );
    assert.equal(await text('a.ts'), 'class A {\n  field = 2;\n  arrow = () => 2;\n}\ninterface Conf {\n  name?: string;\n}\n');
    assert.equal(await text('o.ts'), 'let o = {\n  key: 1,\n  meth() { return 4; },\n};\n');
  });

  it('take the comma of a deleted member along, of the last one that in front of it', async () => {
    const { apply, text } = await make({ 'o.ts': 'let o = { key: 1, meth() { return 2; }, "q-k": 3 };\nlet p = { a: 1, last() {} };\n' });
    await apply({ file: 'o.ts', operation: 'delete', name: 'o/meth' }, { file: 'o.ts', operation: 'delete', name: 'p/last' });
    assert.equal(await text('o.ts'), 'let o = { key: 1, "q-k": 3 };\nlet p = { a: 1 };\n');
  });

  it('mean the field on a line, not the class around it', async () => {
    const files = {
      'a.ts': 'class A {\n  field = 1;\n  run() {}\n}\nenum Hue {\n  Red,\n  Blue = 2,\n}\ninterface One { name: string }\n',
      'a.go': 'package a\n\ntype S struct {\n\tA int\n\tB string\n}\n',
      'A.java': 'class A {\n  int a = 1;\n  int b;\n}\n',
      'a.rs': 'struct S {\n    a: i32,\n    b: i32,\n}\n',
      'a.c': 'struct S {\n  int a;\n  int b;\n};\n',
      'a.cs': 'class A {\n  int a = 1;\n  int b;\n}\n',
    };
    const { apply, text } = await make(files);
    await apply(
      { file: 'a.ts', operation: 'delete', line: 2 },
      { file: 'a.ts', operation: 'delete', line: 6 },
      { file: 'a.ts', operation: 'replace', line: 9, newContent: 'interface One { name: number }' },
      { file: 'a.go', operation: 'delete', line: 4 },
      { file: 'A.java', operation: 'delete', line: 2 },
      { file: 'a.rs', operation: 'delete', line: 2 },
      { file: 'a.c', operation: 'delete', line: 2 },
      { file: 'a.cs', operation: 'delete', line: 2 },
    );
    assert.equal(await text('a.ts'), 'class A {\n  run() {}\n}\nenum Hue {\n  Blue = 2,\n}\ninterface One { name: number }\n');
    assert.equal(await text('a.go'), 'package a\n\ntype S struct {\n\tB string\n}\n');
    assert.equal(await text('A.java'), 'class A {\n  int b;\n}\n');
    assert.equal(await text('a.rs'), 'struct S {\n    b: i32,\n}\n');
    assert.equal(await text('a.c'), 'struct S {\n  int b;\n};\n');
    assert.equal(await text('a.cs'), 'class A {\n  int b;\n}\n');
  });

  it('ask which one is meant where a line holds several declarations', async () => {
    const { apply, refused, text } = await make({ 'a.ts': 'class A {\n  one() {} two() {}\n}\n' });
    const message = await refused('AmbiguousSelection', apply({ file: 'a.ts', operation: 'delete', line: 2 }));
    assert.match(message, /selector_line matches 2 places in a\.ts.*\n {2}0: 2:3: .*\n {2}1: 2:12: /s);
    await apply({ file: 'a.ts', operation: 'delete', line: 2, index: 1 });
    assert.equal(await text('a.ts'), 'class A {\n  one() {} \n}\n');
  });

  it('refuse to take along what is declared together with the name', async () => {
    const { apply, refused, text } = await make({ 'a.go': 'package a\n\ntype S struct {\n\tA, B int\n\tC int\n}\n\nvar p, q = 1, 2\n', 'A.java': 'class A {\n  private int f = 1, g = 2;\n}\n' });
    assert.match(await refused('InvalidSelection', apply({ file: 'a.go', operation: 'delete', name: 'S/B' })), /B is declared together with A on line 4, so delete would reach that too/);
    assert.match(await refused('InvalidSelection', apply({ file: 'a.go', operation: 'replace', name: 'q', newContent: 'q = 3' })), /q is declared together with p on line 8/);
    assert.match(await refused('InvalidSelection', apply({ file: 'A.java', operation: 'delete', name: 'A/f' })), /f is declared together with g on line 2/);
    await apply({ file: 'a.go', operation: 'insert_after', name: 'S/B', newContent: '\tD int' }, { file: 'A.java', operation: 'delete', line: 2 });
    assert.equal(await text('a.go'), 'package a\n\ntype S struct {\n\tA, B int\n\tD int\n\tC int\n}\n\nvar p, q = 1, 2\n');
    assert.equal(await text('A.java'), 'class A {\n}\n');
  });

  it('keep annotations and attributes that the grammar counts to the declaration', async () => {
    const { apply, text } = await make({
      'A.java': 'class A {\n  @Override\n  public int m() { return 1; }\n  @Deprecated @Tag("x") void n() {}\n}\n',
      'a.cs': 'class A {\n  [Test]\n  public int M() { return 1; }\n}\n',
      'a.kt': 'class A {\n  @Test\n  fun m() = 1\n}\n',
      'a.ts': 'class A {\n  @Input() name = 1;\n}\n',
      'a.rb': 'class A\n  private def q; end\n  def r; end\n  private def s\n    1\n  end\nend\n',
      'a.php': '<?php\nclass A {\n  #[Pure]\n  public function m() { return 1; }\n}\n',
    });
    await apply(
      { file: 'A.java', operation: 'replace', name: 'A/m', newContent: 'public int m(int a) { return 2; }' },
      { file: 'A.java', operation: 'replace', name: 'A/n', newContent: 'void n() { m(1); }' },
      { file: 'a.cs', operation: 'replace', name: 'A/M', newContent: 'public int M() { return 2; }' },
      { file: 'a.kt', operation: 'replace', name: 'A/m', newContent: 'fun m() = 2' },
      { file: 'a.ts', operation: 'replace', name: 'A/name', newContent: 'name = 2;' },
      { file: 'a.rb', operation: 'delete', name: 'A/q' },
      { file: 'a.rb', operation: 'replace', name: 'A/s', newContent: 'def s; 2; end' },
      { file: 'a.php', operation: 'replace', name: 'A/m', newContent: 'public function m() { return 2; }' },
    );
    assert.equal(await text('A.java'), 'class A {\n  @Override\n  public int m(int a) { return 2; }\n  @Deprecated @Tag("x") void n() { m(1); }\n}\n');
    assert.equal(await text('a.cs'), 'class A {\n  [Test]\n  public int M() { return 2; }\n}\n');
    assert.equal(await text('a.kt'), 'class A {\n  @Test\n  fun m() = 2\n}\n');
    assert.equal(await text('a.ts'), 'class A {\n  @Input() name = 2;\n}\n');
    assert.equal(await text('a.rb'), 'class A\n  def r; end\n  private def s; 2; end\nend\n');
    assert.equal(await text('a.php'), '<?php\nclass A {\n  #[Pure]\n  public function m() { return 2; }\n}\n');
    await apply({ file: 'A.java', operation: 'replace', name: 'A/m', newContent: '@Override\n  public int m() { return 3; }' });
    assert.match(await text('A.java'), /class A \{\n {2}@Override\n {2}public int m\(\) \{ return 3; \}\n {2}@Deprecated/);
  });
});
