/** Random texts and random nested outlines: whatever they are, the chunks are the text. */
import assert from 'node:assert/strict';
import type { Outline, OutlineNode, Role, Span } from '../../../src/engines/ast';
import { linesOf } from '../../../src/core/position';
import { chunksOf } from '../../../src/engines/chunk/chunks';
import type { Layout } from '../../../src/engines/chunk/regions';

/** The same numbers for the same seed, so that a failure can be looked at again. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 3) % below;
  };
}

/** Only offsets matter to chunks. */
function span(start: number, end: number): Span {
  return { start: { offset: start, line: 1, column: 1 }, end: { offset: end, line: 1, column: 1 } };
}

const pieces = ['a', 'bc {', '}', '  ', '\t', '\n', '\r\n', '\r', '\n\n', '😀', '// c\n', '"""', '\ufffd', 'import x\n', 'x'.repeat(30), '\ud83d'];
const roles: readonly Role[] = ['callable', 'class', 'value', 'section', 'block', 'key'];
const names = ['f', 'A', '', 'body', 'html', 'a"\\', 'run'];

function randomText(next: (below: number) => number): string {
  let text = '';
  for (let count = next(60); count > 0; count -= 1) text += pieces[next(pieces.length)];
  if (next(8) === 0) text += 'y'.repeat(next(25_000)) + (next(2) === 0 ? '\r\n' : '');
  if (next(8) === 0) text += 'line 😀\n'.repeat(next(4_000));
  return text;
}

function randomNodes(text: string, next: (below: number) => number, from: number, to: number, depth: number): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  for (let at = from; at < to && nodes.length < 6; ) {
    const start = at + next(to - at);
    const end = start + 1 + next(to - start);
    const body = start + next(end - start);
    const node = span(start, end);
    nodes.push({
      name: names[next(names.length)] ?? '',
      owner: next(5) === 0 ? 'O' : undefined,
      kind: 'x',
      role: roles[next(roles.length)] ?? 'value',
      nodeKind: next(2) === 0 ? 'element' : 'x',
      inner: node,
      node,
      full: span(Math.max(0, start - next(5)), end),
      body: next(2) === 0 ? undefined : span(body, end),
      nameAt: undefined,
      children: depth === 0 ? [] : randomNodes(text, next, start, end, depth - 1),
    });
    // Now and then the next one begins inside this one.
    at = next(10) === 0 ? start : end;
  }
  return nodes;
}

describe('chunks of random texts', () => {
  it('are together the text, in order, each of whole lines and of bounded size, with labels of their own', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = numbers(seed);
      const text = randomText(next);
      const imports = Array.from({ length: next(4) }, () => next(Math.max(1, text.length))).map((start) => span(start, Math.min(text.length, start + next(20))));
      const outline: Outline | undefined = next(10) === 0 ? undefined : { nodes: randomNodes(text, next, 0, text.length, 3), imports, broken: false };
      const layouts: readonly Layout[] = ['code', 'sections', 'blocks'];
      const chunks = chunksOf(text, outline, layouts[next(3)] ?? 'code');
      const why = `seed ${seed}`;

      assert.equal(chunks.map((chunk) => text.slice(chunk.start, chunk.end)).join(''), text, why);
      assert.equal(new Set(chunks.map((chunk) => chunk.label)).size, chunks.length, why);
      const lines = linesOf(text);
      let previous = 0;
      for (const chunk of chunks) {
        assert.equal(chunk.start, previous, why);
        assert.ok(chunk.end > chunk.start && chunk.end - chunk.start <= 10_000, why);
        assert.ok(chunk.filledEnd > chunk.start && chunk.filledEnd <= chunk.end, why);
        assert.equal(text.slice(chunk.filledEnd, chunk.end).trim(), '', why);
        assert.equal(JSON.stringify(chunk.label), `"${chunk.label}"`, why);
        assert.notEqual(chunk.name, '', why);
        if (chunk.columns === undefined) {
          const own = lines.slice(chunk.firstLine - 1, chunk.lastLine).map((line) => line.text + line.end).join('');
          assert.equal(text.slice(chunk.start, chunk.end), own, why);
        } else {
          const line = lines[chunk.firstLine - 1];
          assert.ok(line !== undefined && line.text.length + line.end.length > 10_000, why);
          assert.equal(text.slice(chunk.start, chunk.end), (line.text + line.end).slice(chunk.columns.first - 1, chunk.columns.last), why);
          assert.ok(!/[\ud800-\udbff]$/.test(text.slice(chunk.start, chunk.end)) || !/^[\udc00-\udfff]/.test(text.slice(chunk.end)), why);
        }
        previous = chunk.end;
      }
    }
  });

  it('are made of a generated file with very many members', function () {
    this.timeout(20_000);
    const count = 130_000;
    const text = `class A {\n${'f(){}\n'.repeat(count)}}\n`;
    const node = (start: number, end: number, role: Role, children: readonly OutlineNode[]): OutlineNode => {
      const all = span(start, end);
      return { name: role === 'class' ? 'A' : `f${start}`, owner: undefined, kind: role, role, nodeKind: 'x', inner: all, node: all, full: all, body: span(start + 3, end), nameAt: undefined, children };
    };
    const members = Array.from({ length: count }, (_, index) => node(10 + index * 6, 15 + index * 6, 'callable', []));
    const chunks = chunksOf(text, { nodes: [node(0, text.length - 1, 'class', members)], imports: [], broken: false }, 'code');
    assert.equal(chunks.length, count + 2);
  });
});
