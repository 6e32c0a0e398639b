/** Fragments that agents write and that are no whole file: each counted by hand in a small text. */
import assert from 'node:assert/strict';
import { AstBench } from './support';

/** Language, file, text, and patterns with how many places each matches. */
const cases: readonly (readonly [language: string, file: string, text: string, patterns: readonly (readonly [pattern: string, count: number])[]])[] = [
  [
    'java',
    'A.java',
    'class A {\n  @Deprecated int a = 1;\n  @Override @Deprecated public void f() { g(null); }\n  @Named("x") String s = null;\n  @Named(value = "y") void h() {}\n}\n',
    [['@Deprecated', 2], ['@Override', 1], ['@Named($X)', 2], ['@Named("x")', 1], ['null', 2]],
  ],
  [
    'kotlin',
    'A.kt',
    '@Suppress("DEPRECATION")\nclass A {\n  @Suppress("X") fun f() {}\n  @JvmStatic fun g() { h() }\n}\n',
    [['@Suppress("DEPRECATION")', 1], ['@Suppress($X)', 2], ['@JvmStatic', 1], ['h()', 1]],
  ],
  [
    'csharp',
    'A.cs',
    'class A {\n  [Test] public void F() { }\n  [Test, Slow] public void G() { }\n  [Case(1)] public void H() { var x = new[] { 1 }; return; }\n}\n',
    [['[Test]', 1], ['[Case($X)]', 1], ['[$$$A]', 3]],
  ],
  [
    'php',
    'a.php',
    '<?php\nwhile (true) { if (f()) break; if (g()) continue; break; }\n#[Pure]\nfunction h() { return; }\nfunction i() { return 1; }\n',
    [['break', 2], ['continue', 1], ['break;', 2], ['return $X', 1], ['#[Pure]', 1]],
  ],
  [
    'rust',
    'a.rs',
    '#[derive(Debug)]\nstruct A;\n#[test]\nfn f() { g!(1); }\nmacro_rules! g { ($x:expr) => { $x }; }\n',
    [['#[derive(Debug)]', 1], ['#[test]', 1], ['#[derive($A)]', 1], ['macro_rules! $NAME', 1], ['macro_rules! g', 1], ['g!($A)', 1]],
  ],
  [
    'python',
    'a.py',
    '@once\ndef f(): pass\n\n@app.route("/")\nasync def g(): pass\n\n@app.route("/x")\nclass A: pass\n',
    [['@once', 1], ['@app.route($X)', 2], ['@app.route("/")', 1]],
  ],
  [
    'typescript',
    'a.ts',
    '@Component({ a: 1 })\nclass A {\n  @Input() x = 1;\n  @Input() y = 2;\n  @Once f() {}\n}\n',
    [['@Component($X)', 1], ['@Input()', 2], ['@Once', 1]],
  ],
  [
    'typescript',
    'types.ts',
    'let a: Array<string>;\nfunction f(x: Map<string, number>): Array<number> { return x | 1; }\ntype U = string | null;\nlet c: U[];\nconst g = make<U>;\n',
    [['Array<$T>', 2], ['Map<$K, $V>', 1], ['$A | null', 1], ['string | null', 1], ['$T[]', 1], ['x | $B', 1], ['make<$T>', 1]],
  ],
  [
    'tsx',
    'a.tsx',
    'const a = <Box width={1}>x</Box>;\nconst b = <Box><Icon name="i" /></Box>;\nconst c = <Box width={2}></Box>;\n',
    [['<Box>', 1], ['<Box $$$A>', 3], ['<Box width={$W}>', 2], ['<Icon $$$A />', 1], ['<Box $$$A>$$$B</Box>', 3]],
  ],
  [
    'css',
    'a.css',
    'code { color: red; }\npre code, .framework > a { color: blue; }\n.framework { margin: 0; }\n#main:hover { content: code; }\n@media (max-width: 10px) { .framework { margin: 1px; } }\n@media print { a:hover { color: red; } }\n',
    [['.framework', 3], ['code', 3], ['#main', 1], ['@media (max-width: 10px)', 1], ['@media print', 1], ['color: $C', 3], ['color: red;', 2], ['margin: $X', 2], ['a:hover', 1], ['color:red', 2]],
  ],
  [
    'bash',
    'a.sh',
    'function one {\n  echo a\n}\nfunction two() {\n  echo b\n  echo c\n}\nthree() { echo d; }\n',
    [['function $NAME', 1], ['function one', 1], ['function $NAME()', 1], ['$NAME()', 1], ['echo $X', 4]],
  ],
  [
    'bash',
    'names.sh',
    'ONE=1\nexport TWO=2\nif true; then\n  THREE="$ONE"\nfi\nfor each in 1 2; do\n  FOUR=$(date)\ndone\n',
    [['$NAME=$VALUE', 4], ['ONE=$VALUE', 1], ['export $NAME=$VALUE', 1], ['$NAME=$($COMMAND)', 1], ['for $EACH in $$$LIST; do $$$BODY; done', 1]],
  ],
  [
    'c',
    'switch.c',
    'void f(int x) {\n  switch (x) {\n    case 10:\n      g();\n      break;\n    case 11: break;\n    default: h();\n  }\n}\n',
    [['case $X: $$$BODY', 2], ['case $X:', 2], ['default: $$$BODY', 1], ['case 10: $$$BODY', 1]],
  ],
  [
    'csharp',
    'heads.cs',
    'class H {\n  void F(int x) {\n    if (x > 1) { G(); } else { H(); }\n    if (x < 1) { G(); }\n    if (x == 1) H();\n    while (x > 1) { H(); }\n    foreach (string y in z) { G(); }\n    foreach (var y in z) G();\n    using (var s = Open()) { G(); H(); }\n    lock (x) { G(); }\n    for (int i = 0; i < 3; i++) { G(); }\n    switch (x) { case 1: G(); break; default: break; }\n  }\n}\n',
    [['if ($C) { $$$BODY }', 1], ['if ($C) $S', 2], ['if (x < 1) { $$$BODY }', 1], ['while ($C) { $$$BODY }', 1], ['foreach (string $X in $Y) { $$$BODY }', 1], ['foreach (var $X in $Y) $S', 1], ['using (var $X = $Y) { $$$BODY }', 1], ['lock ($X) { $$$BODY }', 1], ['for ($A; $B; $C) { $$$BODY }', 1], ['case $X: $$$BODY', 1], ['case $X:', 1]],
  ],
  [
    'jsx',
    'elements.jsx',
    'className = "no element";\nclass Box extends C {\n  state = { one: 1 };\n  static kind = 2;\n  handle = () => { go(); };\n}\nconst row = <Row className="badge" onClick={go} style={{ top: 1 }} {...item}>{items.map((each) => <li />)}{count > 0 && <b>{count}</b>}</Row>;\n',
    [['className="$C"', 2], ['onClick={$F}', 1], ['{...$P}', 1], ['style={{ $$$A }}', 1], ['style={$X}', 1], ['{$X.map($$$A)}', 1], ['{$C && <$E>$$$B</$E>}', 1], ['state = $X', 1], ['static $N = $X', 1], ['$N = () => { $$$B }', 1]],
  ],
  [
    'go',
    'locks.go',
    'package p\n\nfunc (s *S) f() {\n\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\tgo f(); g()\n}\n',
    [['$X.mu.Lock(); defer $X.mu.Unlock()', 1], ['$X.mu.Lock()\ndefer $X.mu.Unlock()', 1]],
  ],
  [
    'go',
    'turns.go',
    'package p\n\nfunc f(x any) error {\n\tg()\n\ta, err := h()\n\tif err != nil { return err }\n\ti(); j()\n\tswitch x.(type) {\n\tcase int: g()\n\tdefault:\n\t}\n\tb := T{A: 1}\n\treturn b.c(a)\n}\n',
    [['$X, err := $Y; if err != nil { $$$B }', 1], ['i(); j()', 1], ['j(); i()', 0], ['g(); i()', 0], ['case $X: $$$B', 1], ['default: $$$B', 1], ['A: $V', 1]],
  ],
  [
    'bash',
    'blocks.sh',
    'for x in a b\ndo\n  g "$x"\ndone\nif [ -n "$a" ]; then\n  b\nfi\nif [ -z "$a" ]\nthen\n  c; d; fi\nwhile read -r l; do\n  h\ndone\nuntil a; do b; done\nf() {\n  i\n}\n',
    [['for $X in $$$L; do $$$B; done', 1], ['if [ $$$C ]; then $$$B; fi', 2], ['while $C; do $$$B; done', 1], ['until $C; do $$$B; done', 1], ['$N() { $$$B; }', 1]],
  ],
  [
    'ruby',
    'lines.rb',
    'class A < B\n  def m(a)\n    begin\n      b\n    rescue E => e\n      c\n    end\n    case a\n    when 1 then d\n    end\n  end\nend\n',
    [['class $N < $B; $$$C; end', 1], ['def $N($$$P); $$$B; end', 1], ['rescue $E => $V; $$$B', 1], ['when $X then $Y', 1]],
  ],
  [
    'typescript',
    'parameters.ts',
    'class A { private readonly a: B; constructor(private readonly b: C) {} async m() {} }\nconst o = { [k]: 1 };\nswitch (a) { case 1: f(); break; default: g(); }\n',
    [['private readonly $N: $T', 2], ['[$K]: $V', 1], ['default: $$$B', 1], ['case $X: $$$B', 1], ['async $N($$$P) { $$$B }', 1]],
  ],
  [
    'cpp',
    'lambdas.cpp',
    'template <typename T> T add(T a, T b) { return a + b; }\nint sub(int a, int b) { auto f = [&](int x) { return x; }; return f(a) - b; }\n',
    [['[$$$C]($$$P) { $$$B }', 1], ['[&]($$$P) { $$$B }', 1], ['template <typename $T> $R $N($$$P) { $$$B }', 1], ['template <class $T> $R $N($$$P) { $$$B }', 0], ['$R $N($$$P) { $$$B }', 2]],
  ],
  [
    'java',
    'Inner.java',
    'class A extends B {\n  A(int a) { super(a); }\n  A() { this(1); }\n  Runnable r = new Runnable() { public void run() { f(); } };\n  Object o = new Object();\n}\n',
    [['new $T() { $$$B }', 1], ['new $T()', 2], ['super($$$A)', 1], ['this($A)', 1]],
  ],
  [
    'csharp',
    'Switches.cs',
    'class A {\n  async void F() { var z = x switch { 1 => 2, _ => 3 }; foreach (var q in w) { } await foreach (var e in r) { G(); } }\n}\n',
    [['$X switch { $$$A }', 1], ['await foreach (var $I in $J) { $$$B }', 1], ['foreach (var $I in $J) { $$$B }', 2]],
  ],
  ['csharp', 'Calls.cs', 'class A {\n  A(int a) { F(a); F(a, b); Console.WriteLine(a); }\n}\n', [['F($A)', 1], ['F($$$A)', 2], ['F($A, $$$B)', 2], ['F($A);', 1], ['$F($A)', 2], ['Console.WriteLine($A, $$$B)', 1]]],
  [
    'typescript',
    'lists.ts',
    'f(a);\nf(a, b);\nfunction g(a) {}\nfunction g(a, b) {}\nimport { h } from "x";\nimport { h, i } from "x";\nimport { i, h } from "x";\nconst j = { a: 1 };\nconst k = [a];\n',
    [['f($A, $$$B)', 2], ['function g($A, $$$B) { $$$C }', 2], ['import { h, $$$A } from "x"', 2], ['import { $$$A, h, $$$B } from "x"', 3], ['{ $$$A, a: $V, $$$B }', 1], ['[$A, $$$B]', 1]],
  ],
  ['python', 'lists.py', 'class A:\n    def __init__(self): pass\n    def b(self, x): pass\nc(1, key=2)\nc(key=2)\n', [['def $N(self, $$$A): $$$B', 2], ['c($$$A, key=$K, $$$B)', 2]]],
  [
    'kotlin',
    'Whens.kt',
    'class A {\n  companion object { val x = 1 }\n  fun f(x: Any) {\n    when (x) {\n      is Int -> g()\n      else -> h()\n    }\n  }\n}\n',
    [['companion object { $$$B }', 1], ['is $T -> $Y', 1], ['else -> $X', 1]],
  ],
  [
    'php',
    'switch.php',
    '<?php switch ($a) { case 1: f(); break; default: g(); }\n',
    [['case $X: $$$B', 1], ['default: $$$B', 1]],
  ],
  [
    'rust',
    'tests.rs',
    '#[test]\nfn a() { b(); }\n\n#[test]\n// Slow.\n#[ignore]\nfn c() {}\n\n#[inline]\nfn d() {}\nfn e() {}\n',
    [['#[test]\nfn $N() { $$$B }', 2], ['#[test] #[ignore] fn $N() { $$$B }', 1], ['#[ignore] #[test] fn $N() { $$$B }', 1], ['#[inline] fn e() { $$$B }', 0]],
  ],
  ['python', 'match.py', 'match x:\n    case 1: y()\n    case [a, b]: z()\n', [['case $X: $$$B', 2], ['case [a, b]: $$$B', 1]]],
  ['json', 'values.json', '{"a": true, "b": null, "c": [true, false, 1]}\n', [['true', 2], ['null', 1], ['"a": true', 1]]],
  [
    'kotlin',
    'values.kt',
    'class V {\n  private var x: Int? = null\n  private var y: List<Int> = g()\n  init { h() }\n  fun f(): Int? {\n    if (x == null) return null\n    try { k("abc") } catch (e: E) { l("d $x") }\n    return 1\n  }\n}\n',
    [['private var $X: $T = $Y', 2], ['$X == $Y', 1], ['return $X', 2], ['"$S"', 2], ['"$$$"', 2], ['List<$T>', 1], ['init { $$$BODY }', 1], ['catch ($E: $T) { $$$BODY }', 1]],
  ],
  ['bash', 'sums.sh', 'a=$(($b - $c))\necho $((1 + 2))\n', [['$(($X))', 2]]],
  [
    'csharp',
    'else.cs',
    'class S {\n  void F() {\n    if (a > 900) { G(); } else { H(); }\n    if (a > 901) G(); else H();\n    var f = each => { G(); };\n    try { G(); } catch (Odd e) { H(); }\n  }\n}\n',
    [['if (a > 900) { $$$A } else { $$$B }', 1], ['if (a > 901) $A else $B', 1], ['each => { $$$BODY }', 1], ['catch (Odd $E) { $$$BODY }', 1]],
  ],
  [
    'java',
    'Types.java',
    'class T {\n  Map<String, Integer> m;\n  List<String> l;\n  void f() { try { g(); } catch (E e) { h(); } finally { i(); } }\n}\n',
    [['Map<$K, $V>', 1], ['List<$T>', 1], ['catch ($T $E) { $$$BODY }', 1], ['finally { $$$BODY }', 1]],
  ],
  [
    'typescript',
    'types.ts',
    'class A { x: any; m(y: any) {} }\nconst z: any = 1;\nfunction f(b?: any, c: Foo[]) { return; }\nconst o = { k: Foo };\ninterface I { p: any; q?: string }\nfunction g() { for (;;) { break; } return 1; }\n',
    [['$X: any', 4], ['$X?: any', 1], ['any', 5], ['string', 1], ['$X: Foo[]', 1], ['$K: Foo', 1], ['return', 1], ['return;', 1], ['return $X', 1], ['break', 1]],
  ],
  ['python', 'alone.py', 'def f():\n    return\n\ndef g():\n    pass\n    return 1\n', [['return', 1], ['return $X', 1], ['pass', 1]]],
  [
    'go',
    'groups.go',
    'package a\n\nimport (\n\t"fmt"\n\tx "os"\n)\n\nimport "io"\n\nconst (\n\tA = 1\n\tB = 2\n)\n\nconst C = 3\n\nvar D = 4\n\nvar (\n\tE     = 5\n\tF int = 6\n)\n\ntype T int\n\ntype (\n\tU struct{ a int }\n)\n',
    [['import "fmt"', 1], ['import "io"', 1], ['import $N "os"', 1], ['const A = $X', 1], ['const $N = $X', 3], ['var $N = $X', 2], ['var $N $T = $X', 1], ['type U struct { $$$ }', 1], ['type $N $T', 2]],
  ],
  [
    'go',
    'exact.go',
    'package a\n\nfunc f(t *testing.T, c context.Context, err error) (int, error) {\n\tselect {\n\tcase <-c.Done():\n\t\treturn 1, err\n\tcase x := <-d:\n\tcase e <- 1:\n\t}\n\ta, b := f()\n\ta, b, c := g()\n\tif *p {\n\t\treturn\n\t}\n\treturn 1, 2, 3\n}\n',
    [['case <-c.Done(): $$$', 1], ['case $X := <-$C: $$$', 1], ['case $X <- $Y: $$$B', 1], ['err', 2], ['*testing.T', 1], ['context.Context', 1], ['*$X', 2], ['$A, $B := $C', 1], ['$A, $B, $C := $D', 1], ['return $A, $B', 1], ['return $A, $B, $C', 1], ['return', 1]],
  ],
  [
    'cpp',
    'members.cpp',
    'class A {\n  void run() { go(); }\n  virtual int area() const = 0;\n  void later(int x);\n  static A make();\n  A();\n  A& operator=(const A& o);\n  int n;\n};\nvoid A::later(int x) { go(); }\nint n;\n',
    [
      ['void run() { $$$ }', 1],
      ['void run()', 1],
      ['virtual int area() const = 0;', 1],
      ['virtual $T $N($$$) const = 0', 1],
      ['void later(int x);', 1],
      ['void $N($$$A)', 3],
      ['static A make()', 1],
      ['A& operator=(const A& o);', 1],
      ['int n;', 2],
      ['int $N', 2],
    ],
  ],
  ['c', 'members.c', 'struct A { int n; char *p; };\nint n;\nint f(void);\n', [['int n;', 2], ['char *$N', 1], ['int $N(void)', 1]]],
  ['cpp', 'try.cpp', 'void f() { try { g(); } catch (const E& e) { h(); } }\n', [['catch (const $T& $E) { $$$BODY }', 1]]],
  ['rust', 'types.rs', "fn t(a: Option<i32>, b: &'static str, c: Box<dyn T>) -> Result<i32, E> { u(&x) }\n", [['Option<$T>', 1], ["&'static str", 1], ['dyn $T', 1], ['Result<$T, $E>', 1], ['&x', 1]]],
  ['php', 'pairs.php', '<?php\ntry { a(); } catch (E $e) { b(); }\nforeach ($a as $k => $v) { c(); }\n$x = ["k" => 1];\n', [['catch ($T $E) { $$$BODY }', 1], ['$K => $V', 2]]],
  ['typescript', 'try.ts', 'try { a(); } catch (e) { b(); } finally { c(); }\n', [['catch ($E) { $$$BODY }', 1], ['finally { $$$BODY }', 1]]],
];

describe('fragments that are no whole file', () => {
  let bench: AstBench;
  afterEach(() => bench.dispose());

  for (const [language, file, text, patterns] of cases) {
    it(`match what they stand for in ${language}: ${file}`, async () => {
      bench = new AstBench({ files: { [file]: text } });
      const found: (readonly [string, number | string])[] = [];
      for (const [pattern] of patterns) {
        const result = await bench.query(language, pattern, { countOnly: true }).catch((error: unknown) => String(error));
        found.push([pattern, typeof result === 'string' ? result : result.total]);
      }
      assert.deepEqual(found, patterns.map(([pattern, count]) => [pattern, count]));
    });
  }
});
