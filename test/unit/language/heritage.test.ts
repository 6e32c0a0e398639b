import assert from 'node:assert/strict';
import { parentsNamed } from '../../../src/engines/language/heritage';

describe('the parents that a declaration names', () => {
  const named = (text: string, name: string, language = 'typescript', kind = 'class'): readonly string[] | undefined => {
    const lines = text.split('\n');
    const line = lines.findIndex((each) => each.includes(name)) + 1;
    const column = (lines[line - 1] ?? '').indexOf(name) + 1;
    return parentsNamed(lines, { name, kind, at: { line, column } }, language)?.map((parent) => `${parent.name} ${parent.at.line}:${parent.at.column}`);
  };

  it('are those behind extends and implements, without their arguments and without constraints', () => {
    assert.deepEqual(named('export class Box<T extends Item> extends ns.Base<Other> implements First, Second<{ a: Third }> {\n  x = Fourth;\n}', 'Box'), ['Base 1:45', 'First 1:68', 'Second 1:75']);
    assert.deepEqual(named('interface A extends B, C {}', 'A', 'typescript', 'interface'), ['B 1:21', 'C 1:24']);
    assert.deepEqual(named('class Deep\n  extends Base // not This\n  implements One,\n    Two {\n}', 'Deep'), ['Base 2:11', 'One 3:14', 'Two 4:5']);
  });

  it('are none where the declaration names none', () => {
    assert.deepEqual(named('class A { b: B }', 'A'), []);
    assert.deepEqual(named('class A:\n    x = B', 'A', 'python'), []);
  });

  it('stand in parentheses in Python, keywords left out', () => {
    assert.deepEqual(named('class Reader(io.Base, Generic[T], metaclass=Meta):\n    pass', 'Reader', 'python'), ['Base 1:17', 'Generic 1:23']);
    assert.deepEqual(named('class Reader(\n    First,\n    Second,\n):\n    pass', 'Reader', 'python'), ['First 2:5', 'Second 3:5']);
  });

  it('are not known of other languages and of what is neither class nor interface', () => {
    assert.equal(named('class A : public B {}', 'A', 'cpp'), undefined);
    assert.equal(named('type A = B & C;', 'A', 'typescript', 'type'), undefined);
  });
});
