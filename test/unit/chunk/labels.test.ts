import assert from 'node:assert/strict';
import { chunksOf } from '../../../src/engines/chunk/chunks';
import { partsOfId } from '../../../src/engines/chunk/labels';
import { outline, span } from './outlines';

interface Function {
  readonly name: string;
  readonly code: string;
}

function labels(text: string, functions: readonly Function[] = []): readonly string[] {
  return chunksOf(text, outline(text, { declared: functions }), 'code').map((chunk) => chunk.label);
}

describe('labels of chunks', () => {
  it('is the name alone where that is enough, and lasts while the rest of the file changes', () => {
    const functions = [{ name: 'f', code: 'f() {}' }, { name: 'g', code: 'g() {}' }];
    assert.deepEqual(labels('f() {}\ng() {}\n', functions), ['f', 'g']);
    assert.deepEqual(labels('// More.\nrun();\n\nf() {}\n\ng() {}\n', functions).slice(1), ['f', 'g']);
  });

  it('adds a hash of the content to what has no name, the same after lines were inserted above or line ends changed', () => {
    const [first] = labels('run();\n');
    assert.match(first ?? '', /^module_level~[0-9a-f]{6}$/);
    assert.deepEqual(labels('f() {}\nrun();\n', [{ name: 'f', code: 'f() {}' }]), ['f', first]);
    assert.deepEqual(labels('run();\r\n\r\n'), [first]);
    assert.notDeepEqual(labels('walk();\n'), [first]);
  });

  it('tells namesakes apart by their content, and true duplicates by an ordinal', () => {
    const text = 'f(a) {}\nf(b) {}\nf(a) {}\n';
    const nodes = [0, 8, 16].map((start) => {
      const code = span(text, start, start + 7);
      return { name: 'f', owner: undefined, kind: 'function', role: 'callable' as const, nodeKind: 'x', inner: code, node: code, full: code, body: code, nameAt: undefined, children: [] };
    });
    const [one, two, three] = chunksOf(text, { nodes, imports: [], broken: false }, 'code').map((chunk) => chunk.label);
    assert.match(one ?? '', /^f~[0-9a-f]{6}$/);
    assert.match(two ?? '', /^f~[0-9a-f]{6}$/);
    assert.notEqual(one, two);
    assert.equal(three, `${one}-2`);
  });

  it('needs no escaping in JSON, and stays on one line', () => {
    const odd = 'say "a\\b"\n\t\u2028now\u0007 \ud800';
    assert.deepEqual(labels('f() {}\n', [{ name: odd, code: 'f() {}' }]), ["say 'a/b' now \ufffd"]);
    const long = labels('f() {}\ng() {}\n', [{ name: `${'n'.repeat(300)}1`, code: 'f() {}' }, { name: `${'n'.repeat(300)}2`, code: 'g() {}' }]);
    assert.match(long[0] ?? '', /^n{80}…[0-9a-f]{6}$/);
    assert.notEqual(long[0], long[1]);
  });

  it('gives different labels to names that look the same when printed', () => {
    const [one, two] = labels('f() {}\ng() {}\n', [{ name: 'a"', code: 'f() {}' }, { name: "a'", code: 'g() {}' }]);
    assert.match(one ?? '', /^a'~/);
    assert.match(two ?? '', /^a'~/);
    assert.notEqual(one, two);
  });

  it('takes an id apart wherever its separator stands', () => {
    assert.deepEqual(partsOfId('src/a.ts::A.run'), [{ path: 'src/a.ts', label: 'A.run' }]);
    assert.deepEqual(partsOfId('a::b.rs::f::g'), [
      { path: 'a', label: 'b.rs::f::g' },
      { path: 'a::b.rs', label: 'f::g' },
      { path: 'a::b.rs::f', label: 'g' },
    ]);
    assert.deepEqual(partsOfId('src/a.ts'), []);
    assert.deepEqual(partsOfId('::f'), []);
    assert.deepEqual(partsOfId('a.ts::'), []);
  });
});
