import assert from 'node:assert/strict';
import { createBench, places, type Bench } from './support';

describe('ast_query patterns', () => {
  let bench: Bench;
  before(() => {
    bench = createBench({
      'a.go': 'package a\n\nfunc None() {}\n\nfunc Fails() error {\n\treturn nil\n}\n\nfunc Both(n int) (int, error) {\n\treturn n, nil\n}\n\nfunc (t T) Method() error { return nil }\n\nfunc Many(a int, b string) error { fmt.Println(a); return errors.New("x") }\n',
      'b.py': 'class Plain:\n    x = 1\n    y = 2\n\n\nclass Child(Plain):\n    pass\n\n\ndef one(a, b):\n    x = a\n    return x\n\n\nasync def two():\n    pass\n\n\ndef typed() -> int:\n    return 1\n',
      'c.ts': 'export function one(a: number) {\n  return a;\n}\nfunction two(a: number): void {}\nclass A {\n  x = 1;\n  m() { return this.x; }\n}\nclass B extends A {}\nconst same = x == x, other = x == y;\nf(1, 2); f(1, 1); f();\n',
    });
  });
  after(() => bench.dispose());

  it('matches only the exact return type of a Go function, whatever its body', async () => {
    assert.deepEqual(places(await bench.query('go', 'func $NAME($$$ARGS) error')), ['a.go:5:1 function_declaration Fails', 'a.go:15:1 function_declaration Many']);
  });
  it('says what a near form would match', async () => {
    const result = await bench.query('go', 'func Method($$$ARGS) error');
    assert.deepEqual(result.near, [{ says: 'a method_declaration', pattern: 'func ($_ $_) Method($$$ARGS) error', count: 1 }]);
  });
  it('finds calls in Go', async () => {
    assert.deepEqual(places(await bench.query('go', 'fmt.Println($A)')), ['a.go:15:36 call_expression']);
    const [match] = (await bench.query('go', 'errors.New($X)')).matches;
    assert.deepEqual(match?.captures, [{ name: '$X', text: '"x"' }]);
  });
  it('matches Python definitions', async () => {
    assert.deepEqual(places(await bench.query('python', 'def $NAME($$$ARGS): $$$BODY')), ['b.py:10:1 function_definition one', 'b.py:15:1 function_definition two']);
    assert.deepEqual(places(await bench.query('python', 'class $NAME: $$$BODY')), ['b.py:1:1 class_definition Plain']);
    assert.deepEqual(places(await bench.query('python', 'class $N($B): $$$BODY')), ['b.py:6:1 class_definition Child']);
  });
  it('matches TypeScript', async () => {
    assert.deepEqual(places(await bench.query('typescript', 'function $NAME($PROPS) { $$$BODY }')), ['c.ts:1:8 function_declaration one']);
    assert.deepEqual(places(await bench.query('typescript', 'class $NAME { $$$BODY }')), ['c.ts:5:1 class_declaration A']);
    assert.deepEqual(places(await bench.query('typescript', '$A == $A')), ['c.ts:10:14 binary_expression']);
  });
});
