import assert from 'node:assert/strict';
import path from 'node:path';
import { Failure } from '../../../src/core/errors';
import { AstBench } from './support';

const go = `package a

func None() {}

func Fails() error {
	return nil
}

func Both(n int) (int, error) {
	return n, nil
}

func (t T) Method() error { return nil }

func Many(a int, b string) error { fmt.Println(a); return errors.New("x") }
`;
const python = `class Plain:
    x = 1
    y = 2


class Child(Plain):
    pass


def one(a, b):
    x = a
    return x


async def two():
    pass


def typed() -> int:
    return 1
`;
const typescript = `export function one(a: number) {
  return a;
}
function two(a: number): void {}
class A {
  x = 1;
  m() { return this.x; }
}
class B extends A {}
const same = x == x, other = x == y;
f(1, 2); f(1, 1); f(); f(1, /* two */ 2,3);
`;
const vue = `<template>
  <Foo :a="x && y" />
</template>

<script setup lang="ts">
const count = ref(1);
</script>

<style>
.a { color: red }
</style>
`;

describe('structural queries', () => {
  let bench: AstBench;
  before(() => {
    bench = new AstBench({
      files: {
        'a.go': go,
        'b.py': python,
        'c.ts': typescript,
        'view.tsx': 'const view = <Foo a={1} />;\n',
        'plain.jsx': 'const plain = <Foo b={2} />;\n',
        'one.vue': vue,
        'head.h': 'int shared(int a);\n',
        'impl.cc': 'int shared(int a) { return a; }\nint *pointer(void) { return 0; }\nvoid Box::open(int how) {}\n',
        'data.json': '{ "name": "x", "nested": { "name": [1, 2] } }\n',
        '.gitignore': 'ignored/\n',
        'ignored/z.ts': 'ignoredCall(1);\n',
        'deep/mod.mts': 'moduleCall(1);\n',
        'deep/common.cjs': 'moduleCall(2);\n',
        'script.pyw': 'windowCall(1)\n',
      },
    });
  });
  after(() => bench.dispose());

  it('matches only the exact return type of a Go function, whatever its body', async () => {
    assert.deepEqual(await bench.places('go', 'func $NAME($$$ARGS) error'), ['a.go:5:1 function_declaration Fails', 'a.go:15:1 function_declaration Many']);
  });

  it('says that the strings of the files have other quotes', async () => {
    const other = new AstBench({ files: { 'quotes.py': "''.join(a)\n" } });
    const result = await other.query('python', '"".join($X)');
    await other.dispose();
    assert.deepEqual([result.total, result.near], [0, [{ says: 'the same in single quotes', pattern: "''.join($X)", count: 1 }]]);
  });

  it('says what a near form would match, where nothing does', async () => {
    const result = await bench.query('go', 'func Method($$$ARGS) error');
    assert.deepEqual([result.total, result.near], [0, [{ says: 'a method_declaration', pattern: 'func ($_ $_) Method($$$ARGS) error', count: 1 }]]);
  });

  it('reads a call in Go as a call, with what it captures', async () => {
    assert.deepEqual(await bench.places('go', 'fmt.Println($A)'), ['a.go:15:36 call_expression']);
    assert.deepEqual((await bench.query('go', 'errors.New($X)')).matches[0]?.captures, [{ name: '$X', text: '"x"' }]);
  });

  it('matches Python functions, async ones among them, and keeps classes with and without bases apart', async () => {
    assert.deepEqual(await bench.places('python', 'def $NAME($$$ARGS): $$$BODY'), ['b.py:10:1 function_definition one', 'b.py:15:1 function_definition two']);
    assert.deepEqual(await bench.places('python', 'async def $NAME($$$ARGS): $$$BODY'), ['b.py:15:1 function_definition two']);
    assert.deepEqual(await bench.places('python', 'class $NAME: $$$BODY'), ['b.py:1:1 class_definition Plain']);
    assert.deepEqual(await bench.places('python', 'class $N($B): $$$BODY'), ['b.py:6:1 class_definition Child']);
    assert.deepEqual(await bench.places('python', 'def $NAME($$$ARGS)'), ['b.py:10:1 function_definition one', 'b.py:15:1 function_definition two']);
  });

  it('matches functions and classes with bodies of any length', async () => {
    assert.deepEqual(await bench.places('typescript', 'function $NAME($PROPS) { $$$BODY }'), ['c.ts:1:8 function_declaration one']);
    assert.deepEqual(await bench.places('typescript', 'class $NAME { $$$BODY }'), ['c.ts:5:1 class_declaration A']);
  });

  it('takes a repeated placeholder for the same text, and $_ for any', async () => {
    assert.deepEqual(await bench.places('typescript', '$A == $A'), ['c.ts:10:14 binary_expression']);
    assert.deepEqual(await bench.places('typescript', 'f($A, $A)'), ['c.ts:11:10 call_expression']);
    const any = await bench.query('typescript', 'f($_, $_)');
    assert.deepEqual(any.matches.map((match) => match.captures), [[], []]);
  });

  it('captures any number of nodes verbatim, separators and comments included', async () => {
    const captured = (await bench.query('typescript', 'f($$$ARGS)')).matches.map((match) => match.captures);
    assert.deepEqual(captured, [[{ name: '$$$ARGS', text: '1, 2' }], [{ name: '$$$ARGS', text: '1, 1' }], [{ name: '$$$ARGS', text: '' }], [{ name: '$$$ARGS', text: '1, /* two */ 2,3' }]]);
  });

  it('searches each extension in its own grammar', async () => {
    assert.deepEqual(await bench.places('typescript', '<Foo $$$P />'), ['view.tsx:1:14 jsx_self_closing_element']);
    assert.deepEqual(await bench.places('react', '<Foo $$$P />'), ['plain.jsx:1:15 jsx_self_closing_element', 'view.tsx:1:14 jsx_self_closing_element']);
    assert.deepEqual(await bench.places('typescript', 'moduleCall($A)'), ['deep/mod.mts:1:1 call_expression']);
    assert.deepEqual(await bench.places('javascript', 'moduleCall($A)'), ['deep/common.cjs:1:1 call_expression']);
    assert.deepEqual(await bench.places('python', 'windowCall($A)'), ['script.pyw:1:1 call']);
  });

  it('counts a header as C and as C++', async () => {
    assert.deepEqual(await bench.places('c', 'int $NAME($$$ARGS)'), ['head.h:1:1 declaration shared']);
    assert.deepEqual(await bench.places('cpp', 'int $NAME($$$ARGS)'), ['head.h:1:1 declaration shared', 'impl.cc:1:1 function_definition shared']);
  });

  it('finds the declared name behind pointers and scopes', async () => {
    assert.deepEqual(await bench.places('cpp', 'int *$NAME($$$ARGS)', { nameExact: 'pointer' }), ['impl.cc:2:1 function_definition pointer']);
    assert.deepEqual(await bench.places('cpp', 'void Box::open($$$ARGS)', { nameExact: 'open' }), ['impl.cc:3:1 function_definition open']);
  });

  it('does not take a call for a signature', async () => {
    bench.workspace.write('calls/A.java', 'class A {\n  A(int a) {}\n  void run(int b) { go(1); return; }\n}\n');
    bench.workspace.write('calls/a.cxx', 'void go() {\n  log(1);\n  int a = log(2);\n}\n');
    assert.deepEqual(await bench.places('java', '$F($A)'), ['calls/A.java:3:21 method_invocation']);
    assert.deepEqual(await bench.places('java', 'void $M($$$A)'), ['calls/A.java:3:3 method_declaration run']);
    assert.deepEqual(await bench.places('cpp', 'log($A)'), ['calls/a.cxx:2:3 call_expression', 'calls/a.cxx:3:11 call_expression']);
  });

  it('looks at the blocks of a component, at positions of the file', async () => {
    assert.deepEqual(await bench.places('typescript', 'const $A = ref($B)'), ['one.vue:6:1 lexical_declaration count']);
    assert.deepEqual(await bench.places('css', 'color: $C'), ['one.vue:10:6 declaration']);
    assert.deepEqual(await bench.places('vue', '<Foo $$$A />'), ['one.vue:2:3 self_closing_tag']);
    assert.deepEqual((await bench.query('vue', '<Foo $$$A />')).matches[0]?.captures, [{ name: '$$$A', text: ':a="x && y"' }]);
    assert.deepEqual(await bench.places('javascript', 'const $A = ref($B)'), []);
  });

  it('matches keys of JSON with values of any kind', async () => {
    const { matches } = await bench.query('json', '"name": $V');
    assert.deepEqual(matches.map((match) => [match.span.start.line, match.span.start.column, match.captures[0]?.text]), [[1, 3, '"x"'], [1, 28, '[1, 2]']]);
  });

  it('combines filters', async () => {
    const pattern = 'func $NAME($$$ARGS) error';
    assert.deepEqual(await bench.places('go', pattern, { nameExact: 'Many' }), ['a.go:15:1 function_declaration Many']);
    assert.deepEqual(await bench.places('go', pattern, { nameExact: 'Many', kinds: ['method_declaration'] }), []);
    assert.deepEqual(await bench.places('go', pattern, { nameMatches: '^F.*s$', kinds: ['function_declaration'] }), ['a.go:5:1 function_declaration Fails']);
    assert.deepEqual(await bench.places('typescript', 'f($$$A)', { nameExact: 'f' }), [], 'a call declares nothing');
  });

  it('skips what ignore files hide, unless it is named', async () => {
    assert.deepEqual(await bench.places('typescript', 'ignoredCall($A)'), []);
    const place = await bench.workspace.services.places.existing('ignored/z.ts');
    assert.deepEqual(await bench.places('typescript', 'ignoredCall($A)', { targets: [{ place, named: true }] }), ['ignored/z.ts:1:1 call_expression']);
  });

  it('sees the text that is not saved, and says so', async () => {
    bench.workspace.type('c.ts', 'onlyUnsaved(1);\n');
    try {
      const result = await bench.query('typescript', 'onlyUnsaved($A)');
      assert.deepEqual(result.matches.map((match) => [match.file.display, match.file.unsaved]), [['c.ts', true]]);
      assert.deepEqual(await bench.places('typescript', 'f($$$ARGS)'), [], 'the text on disk is not looked at');
    } finally {
      bench.workspace.revert();
    }
  });

  it('tells no match from no file', async () => {
    const none = await bench.query('go', 'neverThere($A)');
    assert.deepEqual([none.total, none.complete, none.selected], [0, true, true]);
    const nothing = await bench.query('rust', 'neverThere($A)');
    assert.deepEqual([nothing.total, nothing.complete, nothing.selected], [0, true, false]);
  });

  it('refuses what is no pattern, with the reason', async () => {
    await assert.rejects(bench.query('typescript', 'function ('), isFailure('InvalidPattern', /It ends too early: the `\(` at its character 10 is not closed/));
    await assert.rejects(bench.query('typescript', 'f($A, {'), isFailure('InvalidPattern', /the `\{` at its character 7 is not closed/));
    await assert.rejects(bench.query('typescript', 'f($A))'), isFailure('InvalidPattern', /The `\)` at its character 6 closes nothing/));
    await assert.rejects(bench.query('typescript', 'f(1 2)'), isFailure('InvalidPattern', /It does not parse at its character \d+: `/));
    await assert.rejects(bench.query('typescript', 'a; b'), isFailure('InvalidPattern', /It holds 2 nodes \(expression_statement, expression_statement\) side by side/));
    await assert.rejects(bench.query('kotlin', 'null'), isFailure('InvalidPattern', /It is no node of its own in this grammar, but a keyword/));
    await assert.rejects(bench.query('python', 'a = 1\nimport b\nc()'), isFailure('InvalidPattern', /It holds 3 nodes \(expression_statement, import_statement, expression_statement\) side by side/));
    await assert.rejects(bench.query('typescript', '   '), isFailure('InvalidPattern', /empty/));
    await assert.rejects(bench.query('typescript', '$$$ALL'), isFailure('InvalidPattern', /needs something around it/));
    await assert.rejects(bench.query('ruby', 'class $NAME < QUEUE'), isFailure('InvalidPattern', /`QUEUE` in it cannot be told from a metavariable/));
  });

  it('refuses unknown languages, kinds and regexes, with what is known', async () => {
    await assert.rejects(bench.query('klingon', 'a'), isFailure('InvalidLanguage', /Languages: go, typescript/));
    await assert.rejects(bench.query('markdown', 'a'), isFailure('InvalidLanguage', /no patterns/));
    await assert.rejects(bench.query('go', '$A', { kinds: ['function_decl'] }), isFailure('InvalidArguments', /Near ones: function_declaration/));
    await assert.rejects(bench.query('go', '$A', { nameMatches: '(' }), isFailure('InvalidArguments', /name_matches/));
  });

  it('stops a name filter that never ends', async () => {
    bench.workspace.write('long.py', `def ${'a'.repeat(60)}(): pass\n`);
    await assert.rejects(bench.query('python', 'def $N(): $$$B', { nameMatches: '^(a+)+$_' }), isFailure('QueryTimeout', /name_matches/));
  });

  it('names files that do not parse, and still finds their good parts', async () => {
    bench.workspace.write('broken/bad.ts', 'good(1);\nconst = = ;\nfunction (\n');
    const result = await bench.query('typescript', 'good($A)');
    assert.deepEqual([result.matches.length, result.broken], [1, [path.join('broken', 'bad.ts')]]);
  });

  it('leaves out files over 10 MB and names them', async () => {
    bench.workspace.write('big/big.rs', `fn huge() {}\n${'//'.padEnd(1023, 'x')}\n`.repeat(10_300));
    const result = await bench.query('rust', 'fn huge()');
    assert.deepEqual([result.total, result.tooBig], [0, [path.join('big', 'big.rs')]]);
  });

  it('pages in path order and stops early', async () => {
    for (const name of ['p/a.rb', 'p/b.rb', 'p/c.rb']) bench.workspace.write(name, 'paged 1\n'.repeat(40));
    const first = await bench.query('ruby', 'paged $X', { limit: 50 });
    assert.deepEqual([first.matches.length, first.complete, first.matches[49]?.file.display, first.matches[49]?.span.start.line], [50, false, 'p/b.rb', 10]);
    const last = await bench.query('ruby', 'paged $X', { offset: 100, limit: 50 });
    assert.deepEqual([last.matches.length, last.complete, last.total, last.matches[0]?.span.start.line], [20, true, 120, 21]);
    const exact = await bench.query('ruby', 'paged $X', { limit: 120 });
    assert.deepEqual([exact.matches.length, exact.complete], [120, true], 'exactly as many as the limit is not cut');
    const count = await bench.query('ruby', 'paged $X', { countOnly: true });
    assert.deepEqual([count.total, count.complete, count.files.map((file) => file.count)], [120, true, [40, 40, 40]]);
  });

  it('knows a changed file again, even one of the same size', async () => {
    bench.workspace.write('same.php', '<?php alpha(1);\n');
    assert.equal((await bench.query('php', 'alpha($A)')).total, 1);
    bench.workspace.write('same.php', '<?php gamma(1);\n');
    assert.equal((await bench.query('php', 'alpha($A)')).total, 0);
    bench.workspace.write('same.php', '<?php alpha(2);\n');
    assert.equal((await bench.query('php', 'alpha($A)')).matches[0]?.captures[0]?.text, '2');
  });

  describe('comments in front of the first node of a block or list', () => {
    for (const [language, file, text, pattern, places] of [
      ['javascript', 'a.js', 'if (a) {\n  // why\n  b();\n}\nif (a) { b(); }\nif (a) { c(); /* why */ b(); }\n', 'if ($C) { b(); }', ['a.js:1:1 if_statement', 'a.js:5:1 if_statement']],
      ['typescript', 'a.ts', 'f(// why\n  1);\nf(2);\n', 'f($A)', ['a.ts:1:1 call_expression', 'a.ts:3:1 call_expression']],
      ['python', 'a.py', 'try:\n    a()\nexcept E:\n    # why\n    pass\nexcept F: # why\n    pass\nexcept G:\n    b()\n', 'except $E: pass', ['a.py:3:1 except_clause', 'a.py:6:1 except_clause']],
      ['go', 'a.go', 'package a\n\nfunc f() {\n\tif a {\n\t\t// why\n\t\t// so\n\t\treturn b\n\t}\n}\n', 'if $C { return $X }', ['a.go:4:2 if_statement']],
      ['ruby', 'a.rb', 'if a\n  # why\n  b\nend\n', 'if $C\n  b\nend', ['a.rb:1:1 if']],
      ['bash', 'a.sh', 'if a; then # why\n  b\nfi\n', 'if $C; then\n  b\nfi', ['a.sh:1:1 if_statement']],
    ] as const) {
      it(`keep no match from being found in ${language}`, async () => {
        bench = new AstBench({ files: { [file]: text } });
        assert.deepEqual(await bench.places(language, pattern), places);
      });
    }

    it('are what a rewrite would lose, unless a metavariable holds them', async () => {
      const text = 'if (a) {\n  // why\n  b();\n}\nif (a) {\n  b();\n  // so\n  c();\n}\n';
      bench = new AstBench({ files: { 'a.js': text } });
      const lost = async (pattern: string) => (await bench?.query('javascript', pattern, { rewriting: true }))?.matches.map(({ remainder }) => remainder?.lost);
      assert.deepEqual(await lost('if ($C) { b(); }'), [['// why']]);
      assert.deepEqual(await lost('if ($C) { b(); $$$B }'), [['// why'], []]);
    });
  });
});

/** Whether an error is this failure, with a text like this. */
function isFailure(name: Failure['failure'], text = /./): (error: unknown) => boolean {
  return (error) => error instanceof Failure && error.failure === name && text.test(error.message);
}
