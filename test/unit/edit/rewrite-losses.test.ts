import assert from 'node:assert/strict';
import { rewriteOf, type Rewrite } from '../../../src/engines/edit/rewrite';
import { AstBench } from '../ast/support';

describe('a rewrite of places that hold more than the pattern', () => {
  let bench: AstBench | undefined;
  afterEach(async () => {
    await bench?.dispose();
    bench = undefined;
  });

  /** The text after the rewrite, and what the matches that stay would have lost. */
  const rewritten = async (language: string, file: string, text: string, pattern: string, template: string): Promise<{ readonly after: string; readonly lost: readonly (readonly string[])[] }> => {
    bench = new AstBench({ files: { [file]: text } });
    const { matches } = await bench.query(language, pattern, { rewriting: true });
    const { changes, kept }: Rewrite = rewriteOf(file, text, matches, template);
    const after = [...changes].reverse().reduce((now, change) => now.slice(0, change.start) + change.text + now.slice(change.end), text);
    return { after, lost: kept.map(({ remainder }) => remainder?.lost ?? []) };
  };

  it('leaves functions with async, and rewrites them once the pattern says it', async () => {
    const text = 'async function f1(a) { await a; }\nfunction f2(b) { b(); }\n';
    assert.deepEqual(await rewritten('javascript', 'a.js', text, 'function $N($$$A) { $$$B }', 'function $N(ctx, $$$A) { $$$B }'), {
      after: 'async function f1(a) { await a; }\nfunction f2(ctx, b) { b(); }\n',
      lost: [['async']],
    });
    await bench?.dispose();
    assert.deepEqual(await rewritten('javascript', 'a.js', text, 'async function $N($$$A) { $$$B }', 'async function $N(ctx, $$$A) { $$$B }'), {
      after: 'async function f1(ctx, a) { await a; }\nfunction f2(b) { b(); }\n',
      lost: [],
    });
  });

  for (const [name, language, file, text, pattern, lost] of [
    ['for await', 'javascript', 'a.js', 'for await (const a of b) { c(); }\n', 'for (const $A of $B) { $$$C }', ['await']],
    ['async def', 'python', 'a.py', 'async def f(a):\n    pass\n', 'def $N($$$A):\n    $$$B', ['async']],
    ['static of a method', 'typescript', 'a.ts', 'class A {\n  static async go(a: number) { return a; }\n}\n', 'class $C { go($$$A) { $$$B } }', ['static', 'async']],
    ['readonly of a field', 'typescript', 'a.ts', 'class A {\n  readonly one = 1;\n}\n', 'class $C { one = $V }', ['readonly']],
    ['one of several declarations behind a keyword', 'go', 'a.go', 'package a\n\nconst (\n\tA = 1\n)\n', 'const $N = $X', ['const (']],
    ['else behind a block without brackets', 'python', 'a.py', 'if a:\n    b()\nelse:\n    c()\n', 'if $C:\n    $$$B', ['else:', 'c()']],
    ['else in front of fi', 'bash', 'a.sh', 'if a; then\n  b\nelse\n  c\nfi\n', 'if $C; then\n  $$$B\nfi', ['else', 'c']],
    ['the body of a function whose pattern is a signature', 'javascript', 'a.js', 'function f(a) { work(a); }\n', 'function $N($$$A)', ['{', 'work(a)', '}']],
    ['a comment between nodes', 'javascript', 'a.js', 'f(1, /* two */ 2);\n', 'f($A, $B)', ['/* two */']],
  ] as const) {
    it(`names ${name}`, async () => {
      const answer = await rewritten(language, file, text, pattern, 'gone()');
      assert.deepEqual(answer, { after: text, lost: [lost] });
    });
  }

  it('counts what stands for $_ and $$$ as said, and each of two equal placeholders', async () => {
    const text = 'f(async (x) => x, /* two */ 2);\ng(a.b, a.b);\n';
    assert.equal((await rewritten('javascript', 'a.js', text, 'f($_, $$$)', 'f()')).after, 'f();\ng(a.b, a.b);\n');
    await bench?.dispose();
    assert.equal((await rewritten('javascript', 'a.js', text, 'g($A, $A)', 'h($A)')).after, 'f(async (x) => x, /* two */ 2);\nh(a.b);\n');
  });

  it('keeps a semicolon that the pattern leaves open, but for a template that ends with one', async () => {
    assert.equal((await rewritten('javascript', 'a.js', 'function f() {\n  return a;\n}\n', 'return $A', 'return b($A)')).after, 'function f() {\n  return b(a);\n}\n');
    await bench?.dispose();
    assert.equal((await rewritten('javascript', 'a.js', 'function f() {\n  return a;\n}\n', 'return $A', 'return b($A);')).after, 'function f() {\n  return b(a);\n}\n');
  });

  it('writes long captures in full', async () => {
    const body = '  work();\n'.repeat(1_000);
    assert.equal((await rewritten('javascript', 'a.js', `function f() {\n${body}}\n`, 'function f() { $$$B }', 'function g() {\n  $$$B\n}')).after, `function g() {\n${body}}\n`);
  });

  for (const [language, file, text, pattern, template, after] of [
    ['typescript', 'a.ts', 'if (a) x()\nelse console.log(2);\nawait b(3);\n', 'console.log($$$A);', '', 'if (a) x()\nelse {}\nawait b(3);\n'],
    ['typescript', 'a.ts', 'if (a) x()\nelse console.log(2);\nawait b(3);\n', 'console.log($$$A)', 'one(); two($$$A)', 'if (a) x()\nelse { one(); two(2); }\nawait b(3);\n'],
    ['javascript', 'a.js', 'for (const a of b) go(a);\nnext();\n', 'go($A);', 'one($A);\ntwo($A);', 'for (const a of b) { one(a);\ntwo(a); }\nnext();\n'],
    ['javascript', 'a.js', 'while (a) go(a);\n{ go(1); }\n', 'go($A);', 'run($A);', 'while (a) run(a);\n{ run(1); }\n'],
    ['javascript', 'a.js', 'lbl: go(a);\nnext();\n', 'go($A);', '', 'lbl: {}\nnext();\n'],
    ['c', 'a.c', 'int f() {\n  if (a) go(1);\n  else go(2);\n  return 1;\n}\n', 'go($A);', '', 'int f() {\n  if (a) {}\n  else {}\n  return 1;\n}\n'],
    ['java', 'A.java', 'class A { void f() { if (a) go(1); else go(2); end(); } }\n', 'go($A);', '', 'class A { void f() { if (a) {} else {} end(); } }\n'],
    ['csharp', 'a.cs', 'class A { void F() { foreach (var a in b) Go(a); End(); } }\n', 'Go($A);', '', 'class A { void F() { foreach (var a in b) {} End(); } }\n'],
    ['php', 'a.php', '<?php\nif ($a) go(1);\nelse go(2);\nnext();\n', 'go($A);', '', '<?php\nif ($a) {}\nelse {}\nnext();\n'],
    ['kotlin', 'a.kt', 'fun f() {\n  if (a) go(1) else go(2)\n  end()\n}\n', 'go($A)', '', 'fun f() {\n  if (a) {} else {}\n  end()\n}\n'],
  ] as const) {
    it(`gives braces to ${template === '' ? 'nothing' : 'what stands'} in the place of ${pattern} that is all a statement holds in ${language}: ${template}`, async () => {
      assert.equal((await rewritten(language, file, text, pattern, template)).after, after);
    });
  }

  it('moves the body of a statement whose head and body are read apart', async () => {
    const text = 'class A { void F() { if (a) { G(1); H(); } lock (b) { } } }\n';
    assert.equal((await rewritten('csharp', 'a.cs', text, 'if ($C) { $$$BODY }', 'while ($C) { $$$BODY }')).after, 'class A { void F() { while (a) { G(1); H(); } lock (b) { } } }\n');
  });

  it('keeps nothing back of a template whose pattern says all of it', async () => {
    const text = 'template <typename T> T add(T a, T b) { return a; }\n';
    assert.deepEqual(await rewritten('cpp', 'a.cpp', text, 'template <typename $T> $R $N($$$P) { $$$B }', 'template <typename $T> $R $N($$$P) { log(); $$$B }'), {
      after: 'template <typename T> T add(T a, T b) { log(); return a; }\n',
      lost: [],
    });
  });

  it('moves the body of a function whose signature and body are read apart', async () => {
    const text = 'static int add(int a) { return a; }\nint sub(int a) { return a; }\n';
    assert.deepEqual(await rewritten('cpp', 'a.cpp', text, 'int $N($$$P) { $$$B }', 'int $N($$$P) { log(); $$$B }'), {
      after: 'static int add(int a) { return a; }\nint sub(int a) { log(); return a; }\n',
      lost: [],
    });
  });

  it('leaves out the comma of a list that is empty', async () => {
    const text = 'f(a);\nf(a, b);\n';
    assert.deepEqual(await rewritten('javascript', 'a.js', text, 'f($A, $$$B)', 'g($A, $$$B)'), { after: 'g(a);\ng(a, b);\n', lost: [] });
    await bench?.dispose();
    assert.deepEqual(await rewritten('javascript', 'a.js', text, 'f($$$A)', 'g(x, $$$A, y)'), { after: 'g(x, a, y);\ng(x, a, b, y);\n', lost: [] });
    await bench?.dispose();
    assert.deepEqual(await rewritten('javascript', 'a.js', 'f();\n', 'f($$$A)', 'g(x, $$$A)'), { after: 'g(x);\n', lost: [] });
  });

  it('leaves a foreach that awaits', async () => {
    const text = 'class A { async void F() { await foreach (var a in b) { } } }\n';
    assert.deepEqual(await rewritten('csharp', 'a.cs', text, 'foreach (var $A in $B) { $$$C }', 'foreach (var $A in $B) { X(); $$$C }'), { after: text, lost: [['await']] });
  });

  it('refuses a pattern of several statements', async () => {
    await assert.rejects(rewritten('go', 'a.go', 'package p\nfunc f() {\n\ta()\n\tb()\n}\n', 'a(); b()', 'b()'), /several nodes side by side, and a rewrite replaces one/);
  });

  it('moves the statements of a case', async () => {
    const text = 'void f() {\n  switch (x) {\n    case 1: g(); break;\n  }\n}\n';
    assert.deepEqual(await rewritten('c', 'a.c', text, 'case $X: $$$BODY', 'case -$X: $$$BODY'), { after: text.replace('case 1', 'case -1'), lost: [] });
  });
});
