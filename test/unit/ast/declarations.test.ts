/** The most ordinary declarations as patterns, with metavariables in every position: each counted by hand in a small text. */
import assert from 'node:assert/strict';
import { AstBench } from './support';

const cases: readonly (readonly [language: string, file: string, text: string, patterns: readonly (readonly [pattern: string, count: number])[]])[] = [
  [
    'go',
    'a.go',
    'package a\n\nimport "fmt"\n\nfunc Good(x int) error { return nil }\nfunc Two(a, b int) (string, error) {\n\t// c\n\treturn "", nil\n}\nfunc None() {}\nfunc (t *T) M(x int) error { return nil }\nfunc g(x int) {\n\tswitch x {\n\tcase 1:\n\t\t// c\n\t\tg(1)\n\tcase 2: g(2)\n\tdefault:\n\t\t// d\n\t\tg(3)\n\t}\n}\n',
    [['func $N($$$A) error { $$$B }', 1], ['func $N($$$A) $R { $$$B }', 2], ['func $N($$$A) (string, error) { $$$B }', 1], ['func $N() { $$$B }', 1], ['func $_($$$) { $$$ }', 2], ['func ($R *$T) $N($$$A) error { $$$B }', 1], ['func ($$$R) $N($$$A) $X { $$$B }', 1], ['import $X', 1], ['case $X: $$$B', 2], ['default: $$$B', 1]],
  ],
  [
    'typescript',
    'a.ts',
    'import x from "x";\nimport { a, b } from \'y\';\nimport * as n from "z";\nimport type { T } from "t";\nimport "side";\nexport * from "e";\nexport { c } from \'f\';\n',
    [['import { $$$A } from $P', 1], ['import $D from $P', 3], ['import * as $N from $P', 1], ['import type { $$$A } from $P', 1], ['export * from $P', 1], ['export { $$$A } from $P', 1]],
  ],
  ['php', 'a.php', '<?php\n$a = 1;\nfunction f() { $this->b = $c; }\n', [['$A = $B', 2], ['$A = $B;', 2], ['function $N($$$A) { $$$B }', 1]]],
  ['csharp', 'A.cs', 'class A {\n  A() { }\n  void f() { var t = typeof(A); }\n}\n', [['typeof($T)', 1], ['$N($$$A) { $$$B }', 1]]],
  ['cpp', 'a.cpp', 'class A { int x; class B {}; };\nclass C : public A {};\nclass D;\n', [['class $N { $$$B };', 2], ['class $N;', 4], ['class $N : public $P { $$$B };', 1]]],
  ['rust', 'a.rs', 'struct A { a: u8, pub b: T }\nfn f(x: i32) -> A { A { a: b } }\n', [['$N: $T', 3], ['fn $N($$$A) -> $R { $$$B }', 1]]],
];

describe('ordinary declarations with metavariables in them', () => {
  const bench = new AstBench({ files: Object.fromEntries(cases.map(([, file, text]) => [file, text])) });
  after(() => bench.dispose());

  for (const [language, , , patterns] of cases) {
    it(`are found in ${language}`, async () => {
      const found: (readonly [string, number | string])[] = [];
      for (const [pattern] of patterns) {
        const result = await bench.query(language, pattern, { countOnly: true }).catch((error: unknown) => String(error));
        found.push([pattern, typeof result === 'string' ? result : result.total]);
      }
      assert.deepEqual(found, patterns.map(([pattern, count]) => [pattern, count]));
    });
  }
});
