import assert from 'node:assert/strict';
import { applied } from '../../../src/core/text-changes';
import { bracketed } from '../../../src/engines/edit/brackets';
import { rewriteOf } from '../../../src/engines/edit/rewrite';
import { AstBench, never } from '../ast/support';

/** Language, file, text, pattern, template, the text after the rewrite. */
type Row = readonly [name: string, language: string, file: string, text: string, pattern: string, template: string, after: string];

describe('what a rewrite writes fits where it is written', () => {
  let bench: AstBench | undefined;
  afterEach(async () => {
    await bench?.dispose();
    bench = undefined;
  });

  const rows = (title: string, all: readonly Row[]): void => {
    describe(title, () => {
      for (const [name, language, file, text, pattern, template, after] of all) {
        it(name, async () => {
          bench = new AstBench({ files: { [file]: text } });
          const { matches } = await bench.query(language, pattern, { rewriting: true });
          const { changes } = rewriteOf(file, text, matches, template);
          assert.equal(applied(text, (await bracketed(bench.ast, { text, language: bench.ast.languageOf(file)?.id ?? '' }, changes, never)).changes), after);
        });
      }
    });
  };

  rows('with brackets where an operator would tear a capture or what stands around the match', [
    ['a weaker operator in a capture', 'javascript', 'a.js', 'x = mul(a + 1, b);\n', 'mul($A, $B)', '$A * $B', 'x = (a + 1) * b;\n'],
    ['none where none are needed', 'javascript', 'a.js', 'x = mul(a.b, f(c + 1));\n', 'mul($A, $B)', '$A * $B', 'x = a.b * f(c + 1);\n'],
    ['both sides', 'javascript', 'a.js', 'x = mul(a + 1, b - 1);\n', 'mul($A, $B)', '$A * $B', 'x = (a + 1) * (b - 1);\n'],
    ['the whole in a stronger surrounding', 'javascript', 'a.js', 'x = add(a, b) * 2;\n', 'add($A, $B)', '$A + $B', 'x = (a + b) * 2;\n'],
    ['the whole in front of a member', 'javascript', 'a.js', 'x = get(a).b;\n', 'get($A)', 'await $A', 'x = (await a).b;\n'],
    ['not', 'typescript', 'a.ts', 'if (isNot(a && b)) c();\n', 'isNot($A)', '!$A', 'if (!(a && b)) c();\n'],
    ['a sequence as an argument', 'javascript', 'a.js', 'for (;;i++, j++) {}\n', 'for (;;$A) {}', 'step($A)', 'step((i++, j++))\n'],
    ['types', 'typescript', 'a.ts', 'let a: Array<B | C>;\n', 'let $N: Array<$T>', 'let $N: $T[]', 'let a: (B | C)[];\n'],
    ['Python', 'python', 'a.py', 'x = both(a or b, c)\n', 'both($A, $B)', '$A and $B', 'x = (a or b) and c\n'],
    ['Go', 'go', 'a.go', 'package a\n\nvar x = mul(a+1, b)\n', 'mul($A, $B)', '$A * $B', 'package a\n\nvar x = (a+1) * b\n'],
    ['Rust', 'rust', 'a.rs', 'fn f() { g(add(a, b).c()); }\n', 'add($A, $B)', '$A + $B', 'fn f() { g((a + b).c()); }\n'],
    ['Java', 'java', 'A.java', 'class A { int x = mul(a + 1, b); }\n', 'mul($A, $B)', '$A * $B', 'class A { int x = (a + 1) * b; }\n'],
    ['C', 'c', 'a.c', 'int x = mul(a + 1, b);\n', 'mul($A, $B)', '$A * $B', 'int x = (a + 1) * b;\n'],
    ['C#', 'csharp', 'A.cs', 'class A { int x = Mul(a + 1, b); }\n', 'Mul($A, $B)', '$A * $B', 'class A { int x = (a + 1) * b; }\n'],
    ['PHP', 'php', 'a.php', '<?php\n$x = mul($a + 1, $b);\n', 'mul($A, $B)', '$A * $B', '<?php\n$x = ($a + 1) * $b;\n'],
    ['Ruby', 'ruby', 'a.rb', 'x = mul(a + 1, b)\n', 'mul($A, $B)', '$A * $B', 'x = (a + 1) * b\n'],
    ['Kotlin', 'kotlin', 'a.kt', 'val x = mul(a + 1, b)\n', 'mul($A, $B)', '$A * $B', 'val x = (a + 1) * b\n'],
    ['Elixir', 'elixir', 'a.ex', 'x = mul(a + 1, b)\n', 'mul($A, $B)', '$A * $B', 'x = (a + 1) * b\n'],
    ['several statements get none', 'javascript', 'a.js', 'f(a, b);\n', 'f($A, $B)', 'g($A); h($B)', 'g(a); h(b);\n'],
    ['a script of a component', 'typescript', 'a.vue', '<script lang="ts">\nconst x = mul(a + 1, b);\n</script>\n', 'mul($A, $B)', '$A * $B', '<script lang="ts">\nconst x = (a + 1) * b;\n</script>\n'],
  ]);

  rows('with the lines of a capture moved', [
    ['out of a block in Python', 'python', 'a.py', 'def f():\n    with a:\n        b()\n        if c:\n            d()\n    e()\n', 'with $X:\n    $$$B', '$$$B', 'def f():\n    b()\n    if c:\n        d()\n    e()\n'],
    ['into a block in Python', 'python', 'a.py', 'def f():\n    for x in y:\n        a()\n        b()\n', 'for $X in $Y:\n    $$$B', 'with z:\n    for $X in $Y:\n        $$$B', 'def f():\n    with z:\n        for x in y:\n            a()\n            b()\n'],
    ['but not those inside a string', 'python', 'a.py', 'with a:\n    b = """one\n      two\n    """\n    c()\n', 'with $X:\n    $$$B', '$$$B', 'b = """one\n      two\n    """\nc()\n'],
    ['but not those inside a template literal', 'javascript', 'a.js', 'if (a) {\n    b(`one\n    two`);\n    c();\n}\n', 'if (a) { $$$B }', '$$$B', 'b(`one\n    two`);\nc();\n'],
    ['with tabs', 'go', 'a.go', 'package a\n\nfunc f() {\n\tif a {\n\t\tb()\n\n\t\tc()\n\t}\n}\n', 'if a { $$$B }', '$$$B', 'package a\n\nfunc f() {\n\tb()\n\n\tc()\n}\n'],
    ['not where the line stays as far in', 'javascript', 'a.js', 'x\n  .f(() => {\n    a();\n  });\n', '$A.f($B)', '$A.g($B)', 'x.g(() => {\n  a();\n});\n'],
    ['not in one line', 'javascript', 'a.js', '  f(() => {\n    a();\n  });\n', 'f($B)', 'g($B, 1)', '  g(() => {\n    a();\n  }, 1);\n'],
  ]);

  rows('with one comma, and with a line end behind a comment', [
    ['a list that ends with a comma', 'javascript', 'a.js', 'f(\n  1,\n  2,\n);\n', 'f($$$A)', 'f($$$A, 3)', 'f(1,\n2, 3);\n'],
    ['a block that ends in a comment', 'javascript', 'a.js', '  if (a) {\n    b(); // why\n  }\n', 'if (a) { $$$B }', 'while (a) { $$$B }', '  while (a) { b(); // why\n  }\n'],
    ['a block that ends in a comment, at the end of the template', 'javascript', 'a.js', 'if (a) {\n  b(); // why\n} c();\n', 'if (a) { $$$B }', '$$$B', 'b(); // why\n c();\n'],
    ['a comment that is closed', 'javascript', 'a.js', 'if (a) {\n  b(); /* why */\n}\n', 'if (a) { $$$B }', 'while (a) { $$$B }', 'while (a) { b(); /* why */ }\n'],
  ]);
});
