import assert from 'node:assert/strict';
import { languageOfFile, languages } from '../../../src/engines/ast/languages';
import { findByNamePath, flatten, type OutlineNode } from '../../../src/engines/ast';
import { skip } from '../../support/skip';
import { fetchSample, samples, textOf } from './samples';
import { AstBench, never } from './support';

describe('the table of languages', () => {
  let bench: AstBench;
  before(() => {
    bench = new AstBench({});
  });
  after(() => bench.dispose());

  it('has a sample for every row', () => {
    assert.deepEqual(samples.map((sample) => sample.language).sort(), languages.map((row) => row.id).sort());
  });

  for (const sample of samples) {
    it(`reads a real file of ${sample.language}`, async function () {
      this.timeout(150_000);
      const fetched = fetchSample(sample);
      if ('reason' in fetched) return skip(this, fetched.reason);
      const text = textOf(fetched.path);
      const { nodes, broken } = await bench.outline(sample.language, text);

      const paths = flatten(nodes).map(({ node, path }) => `${node.kind} ${path}`);
      for (const wanted of sample.declares) assert.ok(paths.includes(wanted), `${wanted} is not among ${paths.slice(0, 60).join(', ')}`);
      assert.equal(broken, false);
      assert.deepEqual(await bench.ast.syntaxErrors({ text, language: sample.language }, never), []);
      checkSpans(nodes, text, { start: 0, end: text.length });
      for (const wanted of sample.declares) {
        const [, path = ''] = wanted.split(/ (.*)/s);
        assert.ok(findByNamePath(nodes, path).some(({ node }) => text.slice(node.node.start.offset, node.node.end.offset).length > 0));
      }
      if (sample.pattern === undefined) return;
      const [pattern, count] = sample.pattern;
      const extension = languages.find((row) => row.id === sample.language)?.extensions[0] ?? '';
      bench.workspace.write(`${sample.language}${extension}`, text);
      assert.equal((await bench.query(sample.language, pattern, { countOnly: true })).files.find(({ file }) => file.display === `${sample.language}${extension}`)?.count, count);
    });
  }

  it('finds the language of a file by its name, and by the editor where the name does not tell', () => {
    const of = (name: string, editor?: string): string | undefined => languageOfFile(name, editor)?.id;
    assert.deepEqual(['a.tsx', 'a.jsx', 'a.mjs', 'a.cjs', 'a.mts', 'a.cts', 'a.pyw', 'a.hpp', 'a.cc', 'a.h', 'Gemfile', 'a.unknown'].map((name) => of(name)), [
      'tsx', 'jsx', 'javascript', 'javascript', 'typescript', 'typescript', 'python', 'cpp', 'cpp', 'cpp', 'ruby', undefined,
    ]);
    assert.equal(of('a.h', 'c'), 'c');
    assert.equal(of('a.tsx', 'typescriptreact'), 'tsx');
    assert.equal(of('a.unknown', 'python'), 'python');
  });

  it('knows which files a query of a language looks into', () => {
    const into = (language: string): readonly string[] => ['a.ts', 'dir/a.TSX', 'a.js', 'a.vue', 'a.css', 'a.h', 'Gemfile', 'a.md'].filter((name) => bench.ast.looksInto(language, name));
    assert.deepEqual(into('typescript'), ['a.ts', 'dir/a.TSX', 'a.vue']);
    assert.deepEqual(into('css'), ['a.vue', 'a.css']);
    assert.deepEqual(into('c'), ['a.h']);
    assert.deepEqual(into('ruby'), ['Gemfile']);
    assert.deepEqual(into('klingon'), []);
  });
});

/** Every span lies in what holds it, names stand where they are said to, and siblings do not overlap. */
function checkSpans(nodes: readonly OutlineNode[], text: string, outer: { readonly start: number; readonly end: number }): void {
  let previous = outer.start;
  for (const { node, full, inner, nameAt, name, children } of nodes) {
    assert.ok(full.start.offset <= node.start.offset && node.start.offset <= inner.start.offset && inner.end.offset <= node.end.offset, name);
    assert.ok(inner.start.offset >= previous && inner.end.offset <= outer.end, name);
    if (nameAt !== undefined) assert.ok(nameAt.start.offset >= inner.start.offset && nameAt.end.offset <= inner.end.offset, name);
    assert.equal(text.split(/\r\n|\n/).length >= node.end.line, true);
    checkSpans(children, text, { start: inner.start.offset, end: inner.end.offset });
    previous = inner.end.offset;
  }
}
