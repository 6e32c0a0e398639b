import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../../../src/core/errors';
import { languages } from '../../../src/engines/ast/languages';
import { createPool, type Pool } from '../../../src/engines/ast/pool';
import type { Literals } from '../../../src/engines/ast/protocol';
import { builtFolder, never } from './support';

/** Snippets that share words, so that a filter that demands too much would lose matches. */
const snippets: Readonly<Record<string, readonly string[]>> = {
  typescript: ['function foo(a) { return bar(a); }', 'const foo = (a) => bar(a, 1);', 'class Foo { bar() { return this.foo; } }', 'class Foo extends Bar { x = 1; }', "import { foo } from 'bar';", 'if (foo === null) { throw new Bar("foo"); }', 'foo?.bar[1];', 'export default foo;', 'foo(`bar ${foo}`);', 'async function bar() { await foo(); }', 'const { foo, bar } = foo;', 'x = { foo: 1, bar() {} };', 'foo\n  .bar(1)\n  // foo.bar\n  .foo?.(bar);', 'foo /* bar */ (bar /* . */ . foo);', 'foo!.bar<Foo>(a); foo2.bar(a); new foo.bar();', 'const f = async (foo) => bar?.foo(a);'],
  go: ['func foo(a int) error { return bar(a) }', 'func (t Foo) bar() { foo(t) }', 'type Foo struct { bar int }', 'var foo = bar.Foo(1)', 'func f() { if err != nil { return err } }', 'func f() { foo := bar; _ = foo }', 'const bar = "foo"', 'func f() { if foo := bar(); foo != nil { foo.\n\tbar() } }', 'func f() { foo := <-bar.foo; foo /* x */ (bar); foo2(bar) }'],
  python: ['def foo(a):\n    return bar(a)', 'class Foo(Bar):\n    bar = 1', 'class Foo:\n    pass', 'foo = bar(foo, bar=1)', 'if foo is None:\n    raise Bar("foo")', 'async def bar(): pass', '@foo\ndef bar(): pass', 'import foo.bar', 'x = (foo\n  .bar()\n  # foo\n  .foo(bar))', 'if (foo := bar(foo)) and foo.bar: pass', 'foo.bar = await foo(bar)'],
  c: ['int foo(int a) { return bar(a); }', 'struct foo { int bar; };', 'int foo(int bar);', '#define FOO bar', 'void f() { if (foo) bar(foo); foo->bar = 1; }', 'void f() { foo /* x */ (bar); foo -> bar(foo); foo2(bar); FOO(bar); }'],
  cpp: ['int foo(int a) { return bar(a); }', 'class Foo : public Bar { int foo(); };', 'void Foo::bar() { foo::bar(1); }', 'namespace foo { int bar = 1; }', 'auto f = [](int foo) { return bar; };', 'void f() { foo.template bar<int>(1); Foo::template bar<1>(foo); foo->bar.foo(bar)(1); Foo :: bar(foo); }'],
  php: ['<?php function foo($a) { return bar($a); }', '<?php FUNCTION foo($a) { RETURN bar($a); }', '<?php class Foo extends Bar { public function foo() {} }', '<?php $foo->bar(1); Foo::bar("x");'],
  html: ['<div class="foo">bar</div>', '<DIV>foo</DIV>', '<foo bar="1"/>', '<div><p>foo</p></div>'],
  css: ['.foo { color: bar; }', '.foo { COLOR: bar }', '@media (foo) { .bar { color: foo } }'],
  json: ['{ "foo": 1, "bar": ["foo"] }', '{ "foo": { "bar": null } }'],
  yaml: ['foo: bar', 'foo:\n  bar: 1\n  foo: [bar]'],
  ruby: ['def foo(a)\n  bar(a)\nend', 'class Foo < Bar\n  BAR = 1\nend', 'foo.each do |bar|\n  foo bar\nend'],
  rust: ['fn foo(a: i32) -> i32 { bar(a) }', 'impl Foo for Bar { fn foo(&self) {} }', 'struct Foo { bar: i32 }', 'let foo = match bar { Foo => 1, _ => 2 };', 'fn f() { foo.bar().await?.foo::<Foo>(bar); Foo::bar(foo); foo\n  .bar(foo); foo!(bar); }'],
  java: ['class Foo { int foo(int a) { return bar(a); } }', 'public class Foo extends Bar { void bar() { foo.bar("x"); } }', 'class Foo { Foo() { this.foo(bar); foo.<Bar>bar(foo); super.foo(bar); Bar.this.foo(); foo . bar ( ); } }'],
  csharp: ['class Foo { int Foo(int a) { return Bar(a); } }', 'namespace Foo { class Bar : Foo { void F() { Foo.Bar("x"); } } }', 'class Foo { void F() { foo?.Bar(foo); foo!.Bar(1); Foo::Bar.Foo(); foo.Bar<Foo>(foo); global::Foo.Bar(foo); } }'],
  kotlin: ['fun foo(a: Int): Int { return bar(a) }', 'class Foo : Bar() { val bar = foo(1) }', 'fun f() { foo?.bar(foo); foo!!.bar(1); Foo::bar; foo\n  .bar { foo } }'],
  bash: ['foo() { bar "$1"; }', 'if foo; then bar; fi', 'foo=bar; echo $foo'],
  elixir: ['defmodule Foo do\n  def foo(a), do: bar(a)\nend', 'defmodule Foo do\n  def foo(a) do\n    Bar.foo(a)\n  end\nend'],
};

/** A generator of its own, so that a failure can be seen again. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Patterns out of a text: a stretch of it, some of its words and brackets' contents replaced by placeholders. */
function patternFrom(text: string, random: (below: number) => number): string {
  const lines = text.split('\n');
  const from = random(lines.length);
  const part = random(3) === 0 ? text : lines.slice(from, from + 1 + random(lines.length - from)).join('\n').trim();
  const placeholders = ['$A', '$B', '$_', '$A'];
  return part
    .replace(/<\?php\s*/, '')
    .replace(/[A-Za-z_]{3,}/g, (word) => (random(4) === 0 ? (placeholders[random(placeholders.length)] ?? '$A') : word))
    .replace(/\(([^()]*)\)/g, (all) => (random(4) === 0 ? '($$$ARGS)' : all))
    .replace(/\{([^{}]*)\}/g, (all) => (random(3) === 0 ? '{ $$$BODY }' : all));
}

describe('the filter before parsing', () => {
  let folder: string;
  let pool: Pool;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sightline-'));
    pool = createPool({
      program: path.join(builtFolder, 'ast-child.js'),
      args: [path.join(builtFolder, 'grammars')],
      env: { NAPI_RS_NATIVE_LIBRARY_PATH: path.join(builtFolder, 'ast-grep.node') },
      size: 1,
    });
  });
  after(async () => {
    await pool.dispose();
    rmSync(folder, { recursive: true });
  });

  for (const [language, texts] of Object.entries(snippets)) {
    it(`loses no match of ${language}`, async function () {
      this.timeout(60_000);
      const extension = languages.find((row) => row.id === language)?.extensions[0] ?? '';
      const files = texts.map((text, index) => {
        const file = path.join(folder, `${index}${extension}`);
        writeFileSync(file, `${text}\n`);
        return { path: file };
      });
      const random = generator(language.length * 7919);
      let matched = 0;
      let demanding = 0;
      for (let round = 0; round < 150; round += 1) {
        const pattern = patternFrom(texts[random(texts.length)] ?? '', random);
        const query = { pattern, language, kinds: [] };
        let literals: Literals;
        try {
          ({ literals } = await pool.ask('compile', [query], never));
        } catch (error) {
          assert.ok(error instanceof Failure && error.failure === 'InvalidPattern', String(error));
          continue;
        }
        if (literals.length > 0) demanding += 1;
        const run = async (unfiltered: boolean) =>
          (await pool.ask('run', [{ query, files, countOnly: true, enough: 1_000_000, unfiltered }], never)).outcomes.map(({ count }) => count);
        const all = await run(true);
        assert.deepEqual(await run(false), all, `the closer look at the text loses matches of ${pattern}`);
        all.forEach((count, index) => {
          if (count === 0) return;
          matched += 1;
          const text = texts[index] ?? '';
          const lost = literals.filter((group) => !group.some((literal) => text.includes(literal)));
          assert.deepEqual(lost, [], `${pattern} matches ${text}`);
        });
      }
      assert.ok(matched > 20 && demanding > 20, `${matched} matches and ${demanding} filters test nothing`);
    });
  }

  /** A file that is parsed is known to be broken. */
  const looks: readonly (readonly [text: string, isParsed: boolean])[] = [
    ['function ( foo.bar(1)', true],
    ['function ( foo\n  .bar\r\n (1)', true],
    ['function ( foo?.bar(1)', true],
    ['function ( foo.bars(1)', false],
    ['function ( myfoo.bar(1)', false],
    ['function ( foo, bar(1)', false],
    ['function ( foo(1).bar(1)', false],
    ['function ( foo /* x */ .bar(1)', false],
  ];
  for (const [text, isParsed] of looks) {
    it(`${isParsed ? 'parses' : 'does not parse'} ${JSON.stringify(text)} for foo.bar($A)`, async () => {
      const file = path.join(folder, 'look.ts');
      writeFileSync(file, text);
      const query = { pattern: 'foo.bar($A)', language: 'typescript', kinds: [] };
      const { outcomes } = await pool.ask('run', [{ query, files: [{ path: file }], countOnly: true, enough: 10 }], never);
      assert.deepEqual(outcomes.map(({ broken }) => broken), [isParsed]);
    });
  }

  it('leaves keywords to files where the pattern has no names', async () => {
    const literalsOf = async (pattern: string) => (await pool.ask('compile', [{ pattern, language: 'typescript', kinds: [] }], never)).literals;
    assert.deepEqual(await literalsOf('return xyz($A)'), [['xyz']]);
    assert.deepEqual(await literalsOf('return $A'), [['return']]);
  });
});
