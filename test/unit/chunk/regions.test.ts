import assert from 'node:assert/strict';
import { chunksOf } from '../../../src/engines/chunk/chunks';
import type { Layout } from '../../../src/engines/chunk/regions';
import { outline, type Described } from './outlines';

/** `name category first-last` of every chunk. */
function layout(text: string, described: Described, how: Layout = 'code'): readonly string[] {
  const chunks = chunksOf(text, outline(text, described), how);
  assert.equal(chunks.map((chunk) => text.slice(chunk.start, chunk.end)).join(''), text);
  return chunks.map((chunk) => `${chunk.name} ${chunk.category} ${chunk.firstLine}-${chunk.lastLine}`);
}

describe('chunk layout', () => {
  it('takes a declaration with its comment and decorators, blank lines behind it, and the rest as module_level', () => {
    const text = '#!/bin/x\nstart();\n\n// Doc.\n@dec\nfunction f() {\n\n}\n\n\nend();\n';
    const f = '@dec\nfunction f() {\n\n}';
    assert.deepEqual(layout(text, { declared: [{ name: 'f', code: 'function f() {\n\n}', full: `// Doc.\n${f}` }] }), [
      'module_level module_level 1-3',
      'f callable 4-10',
      'module_level module_level 11-11',
    ]);
  });

  it('gives a line to the first declaration on it', () => {
    const text = 'f() {} g() {\n} h() {}\nk() {}\n';
    const declared = [
      { name: 'k', code: 'k() {}' },
      { name: 'f', code: 'f() {}' },
      { name: 'g', code: 'g() {\n}' },
      { name: 'h', code: 'h() {}' },
    ];
    assert.deepEqual(layout(text, { declared }), ['f callable 1-1', 'g callable 2-2', 'k callable 3-3']);
  });

  it('puts imports together over blank lines and comments, but not over code', () => {
    const text = '\n// License.\nimport a;\n\n# local\nimport b;\nrun();\nimport c;\n';
    assert.deepEqual(layout(text, { imports: ['import a;', 'import b;', 'import c;'] }), [
      'module_level module_level 1-2',
      'imports imports 3-6',
      'module_level module_level 7-7',
      'imports imports 8-8',
    ]);
  });

  it('takes a class apart: header, members, what lies between; no line twice', () => {
    const text = ['class A {', '  x = 1;', '', '  run() {', '  }', '', '  y = 2;', '  // Doc.', '  stop() {', '  }', '}', 'end();', ''].join('\n');
    const stop = 'stop() {\n  }';
    const declared = [
      {
        name: 'A',
        role: 'class' as const,
        code: text.slice(0, text.indexOf('\nend')),
        body: '{',
        children: [
          { name: 'run', code: 'run() {\n  }', body: '{' },
          { name: 'y', role: 'value' as const, code: 'y = 2;' },
          { name: 'stop', code: stop, full: `// Doc.\n  ${stop}`, body: '{' },
        ],
      },
    ];
    assert.deepEqual(layout(text, { declared }), [
      'A class 1-1',
      'A (body) class 2-3',
      'A.run callable 4-6',
      'A (body) class 7-7',
      'A.stop callable 8-10',
      'A (body) class 11-11',
      'module_level module_level 12-12',
    ]);
  });

  it('keeps a class without members in one piece, and one whose members share its line', () => {
    const text = 'class A {\n  x\n}\nclass B { f() {} }\n';
    const declared = [
      { name: 'A', role: 'class' as const, code: 'class A {\n  x\n}', body: '{' },
      { name: 'B', role: 'class' as const, code: 'class B { f() {} }', body: '{', children: [{ name: 'f', code: 'f() {}' }] },
    ];
    assert.deepEqual(layout(text, { declared }), ['A class 1-3', 'B class 4-4']);
  });

  it('ends a header at the bracket, before the first statement, or behind a docstring', () => {
    const bracket = 'class A\n  : B\n{\n  f() {}\n}\n';
    assert.deepEqual(layout(bracket, { declared: [{ name: 'A', role: 'class', code: bracket.trimEnd(), body: '{', children: [{ name: 'f', code: 'f() {}' }] }] }), [
      'A class 1-3',
      'A.f callable 4-4',
      'A (body) class 5-5',
    ]);
    const statement = 'class A:\n  a = 1\n  def f(): pass\n';
    assert.deepEqual(layout(statement, { declared: [{ name: 'A', role: 'class', code: statement.trimEnd(), body: 'a = 1', children: [{ name: 'f', code: 'def f(): pass' }] }] }), [
      'A class 1-1',
      'A (body) class 2-2',
      'A.f callable 3-3',
    ]);
    const docstring = 'class A:\n  r"""One.\n\n  Two."""\n  a = 1\n  def f(): pass\n';
    assert.deepEqual(layout(docstring, { declared: [{ name: 'A', role: 'class', code: docstring.trimEnd(), body: 'r"""', children: [{ name: 'f', code: 'def f(): pass' }] }] }), [
      'A class 1-4',
      'A (body) class 5-5',
      'A.f callable 6-6',
    ]);
  });

  it('takes nested classes apart too, and names what belongs to something elsewhere', () => {
    const text = 'class A {\n  class B {\n    f() {\n    }\n  }\n}\nfunc (s *S) Run() {\n}\n';
    const b = 'class B {\n    f() {\n    }\n  }';
    const declared = [
      {
        name: 'A',
        role: 'class' as const,
        code: `class A {\n  ${b}\n}`,
        body: '{',
        children: [{ name: 'B', role: 'class' as const, code: b, body: '{', children: [{ name: 'f', code: 'f() {\n    }', body: '{' }] }],
      },
      { name: 'Run', owner: 'S', code: 'func (s *S) Run() {\n}' },
    ];
    assert.deepEqual(layout(text, { declared }), [
      'A class 1-1',
      'A.B class 2-2',
      'A.B.f callable 3-4',
      'A.B (body) class 5-5',
      'A (body) class 6-6',
      'S.Run callable 7-8',
    ]);
  });

  it('keeps what a function holds, and the signatures of an overloaded one, in its chunk', () => {
    const text = 'f(a: 1);\n\nf(a: 2);\nf(a) {\n  g() {\n  }\n}\nf(b) {\n}\n@overload\ndef h(a): ...\n@typing.overload\ndef h(b): ...\ndef h(c): 1\n';
    const body = 'f(a) {\n  g() {\n  }\n}';
    const declared = [
      { name: 'f', code: 'f(a: 1);' },
      { name: 'f', code: 'f(a: 2);' },
      { name: 'f', code: body, body: '{', children: [{ name: 'g', code: 'g() {\n  }' }] },
      { name: 'f', code: 'f(b) {\n}', body: '{' },
      { name: 'h', code: 'def h(a): ...', full: '@overload\ndef h(a): ...', body: '...' },
      { name: 'h', code: 'def h(b): ...', full: '@typing.overload\ndef h(b): ...', body: '...' },
      { name: 'h', code: 'def h(c): 1', body: '1' },
    ];
    assert.deepEqual(layout(text, { declared }), ['f callable 1-7', 'f callable 8-9', 'h callable 10-14']);
  });

  it('does not take functions of two owners for overloads', () => {
    const text = 'A::f();\nB::f();\n';
    assert.deepEqual(layout(text, { declared: [{ name: 'f', owner: 'A', code: 'A::f();' }, { name: 'f', owner: 'B', code: 'B::f();' }] }), ['A.f callable 1-1', 'B.f callable 2-2']);
  });

  it('does not take two functions for overloads when something stands between them', () => {
    const text = 'f(a: 1);\nrun();\nf(a: 2);\n';
    assert.deepEqual(layout(text, { declared: [{ name: 'f', code: 'f(a: 1);' }, { name: 'f', code: 'f(a: 2);' }] }), [
      'f callable 1-1',
      'module_level module_level 2-2',
      'f callable 3-3',
    ]);
  });

  it('leaves values on one line with what stands around them, and takes longer ones on their own', () => {
    const text = 'var (\n  a = 1\n  b = 2\n)\nconst c = {\n  d: 1,\n};\n';
    const declared = [
      { name: 'a', role: 'value' as const, code: 'a = 1' },
      { name: 'b', role: 'value' as const, code: 'b = 2' },
      { name: 'c', role: 'value' as const, code: 'const c = {\n  d: 1,\n};' },
    ];
    assert.deepEqual(layout(text, { declared }), ['module_level module_level 1-4', 'c module_level 5-7']);
  });

  it('ends a section at the next heading, whatever its level', () => {
    const text = 'Before.\n\n# A\n\nText.\n\n## B\n\n### C\nx\n## D\ny\n';
    const c = '### C\nx';
    const b = `## B\n\n${c}`;
    const d = '## D\ny';
    const declared = [
      {
        name: 'A',
        role: 'section' as const,
        code: `# A\n\nText.\n\n${b}\n${d}`,
        children: [
          { name: 'B', role: 'section' as const, code: b, children: [{ name: 'C', role: 'section' as const, code: c }] },
          { name: 'D', role: 'section' as const, code: d },
        ],
      },
    ];
    assert.deepEqual(layout(text, { declared }, 'sections'), [
      '(no heading) markdown section 1-2',
      'A markdown section 3-6',
      'A/B markdown section 7-8',
      'A/B/C markdown section 9-10',
      'A/D markdown section 11-12',
    ]);
  });

  it('names what stands below an empty heading by its own heading', () => {
    const text = '#\n\n## B\nx\n';
    const b = '## B\nx';
    assert.deepEqual(layout(text, { declared: [{ name: '', role: 'section', code: text.trimEnd(), children: [{ name: 'B', role: 'section', code: b }] }] }, 'sections'), [
      '(no heading) markdown section 1-2',
      'B markdown section 3-4',
    ]);
  });

  it('divides data by its top-level keys, and a page by the blocks of its body', () => {
    const data = '{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}\n';
    const a = '"a": {\n    "b": 1\n  }';
    const keys = { declared: [{ name: 'a', role: 'key' as const, code: a, children: [{ name: 'b', role: 'key' as const, code: '"b": 1' }] }, { name: 'c', role: 'key' as const, code: '"c": 2' }] };
    assert.deepEqual(layout(data, keys, 'blocks'), ['other other 1-1', 'a other 2-4', 'c other 5-5', 'other other 6-6']);

    const page = '<!doctype html>\n<html>\n<body class="x">\n<div>\n<p></p>\n</div>\n</body>\n</html>\n';
    const element = { role: 'block' as const, nodeKind: 'element' };
    const div = { ...element, name: 'div', code: '<div>\n<p></p>\n</div>', children: [{ ...element, name: 'p', code: '<p></p>' }] };
    const body = { ...element, name: 'body', code: page.slice(page.indexOf('<body'), page.indexOf('\n</html>')), children: [div] };
    const html = { ...element, name: 'html', code: page.slice(page.indexOf('<html>')).trimEnd(), children: [body] };
    assert.deepEqual(layout(page, { declared: [html] }, 'blocks'), ['other other 1-1', 'html other 2-2', 'body other 3-3', 'div other 4-6', 'other other 7-7', 'other other 8-8']);
  });

  it('has no chunk for an empty text, and one for a text of blank lines or comments', () => {
    assert.deepEqual(layout('', {}), []);
    assert.deepEqual(layout('\n \n', {}), ['module_level module_level 1-2']);
    assert.deepEqual(layout('// a\n\n// b', {}), ['module_level module_level 1-3']);
    assert.deepEqual(layout('\n\nf() {}', { declared: [{ name: 'f', code: 'f() {}' }] }), ['f callable 1-3']);
    assert.deepEqual(layout('\n\nimport a;\n', { imports: ['import a;'] }), ['imports imports 1-3']);
  });

  it('is one whole_file without an outline', () => {
    const [chunk, ...more] = chunksOf('a\nb', undefined, 'code');
    assert.deepEqual([chunk?.name, chunk?.category, chunk?.firstLine, chunk?.lastLine, more.length], ['whole_file', 'whole_file', 1, 2, 0]);
    assert.deepEqual(chunksOf('', undefined, 'code'), []);
  });

  it('counts lines as the editor does', () => {
    const text = 'a();\r\nf() {\r\n}\r\nb();\rc();';
    assert.deepEqual(layout(text, { declared: [{ name: 'f', code: 'f() {\r\n}' }] }), ['module_level module_level 1-1', 'f callable 2-3', 'module_level module_level 4-5']);
  });
});
