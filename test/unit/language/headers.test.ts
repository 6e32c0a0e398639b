import assert from 'node:assert/strict';
import { readHeaders } from '../../../src/engines/language/headers';
import type { Declaration } from '../../../src/engines/language';

function read(language: string, text: string, kind = 'class'): readonly string[] | undefined {
  const lines = text.split('\n');
  const column = text.indexOf('Own') + 1;
  const at = { line: 1, column };
  const own: Declaration = { path: '/a', file: { path: 'a', unsaved: false }, name: 'Own', namePath: 'Own', kind, at, whole: { start: at, end: at }, callable: false, data: false, body: true };
  return readHeaders.get(language)?.(own, lines)?.map((each) => `${each.name} ${each.at.line}:${each.at.column}`);
}

describe('the types that a header names', () => {
  it('in TypeScript are those that it extends and implements, without type arguments, calls and comments', () => {
    assert.deepEqual(read('typescript', 'class Own<T extends Other = () => void>\n  extends lib.Base<T, Inner> // not This\n  implements First, /* nor That */ Second<{ a: Third }> { field: Fourth }'), [
      'Base 2:15',
      'First 3:14',
      'Second 3:36',
    ]);
    assert.deepEqual(read('typescript', 'interface Own extends A, B {}', 'interface'), ['A 1:23', 'B 1:26']);
    assert.deepEqual(read('typescript', 'class Own extends mixed(Base) {}'), ['mixed 1:19']);
  });

  it('in Python are those in its parentheses, without type arguments, calls and keyword arguments', () => {
    assert.deepEqual(read('python', 'class Own(lib.Base, Generic[T], # not This\n  made(Inner), metaclass=Meta, flag=a.b):\n  x: Other'), ['Base 1:15', 'Generic 1:21', 'made 2:3']);
    assert.deepEqual(read('python', 'class Own[T: Bound]:\n  pass'), []);
  });

  it('are none where it has none, and unknown where no header tells', () => {
    assert.deepEqual(read('typescript', 'class Own {}'), []);
    assert.equal(read('typescript', 'type Own = A & B', 'type'), undefined);
    assert.equal(read('go', 'type Own struct {}', 'struct'), undefined);
  });
});
