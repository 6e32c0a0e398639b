/** What edits ask of chunks: which file an id names, and where its chunk stands in a text that is about to change. */
import assert from 'node:assert/strict';
import { Failure } from '../../../src/core/errors';
import { createChunks, type Chunks } from '../../../src/engines/chunk';
import { TestWorkspace } from '../search/workspace';

const text = 'def f():\n    pass\n\n\nclass A:\n    def run(self):\n        pass\n';

describe('chunks as places of edits', function () {
  this.timeout(20_000);
  const signal = new AbortController().signal;
  let workspace: TestWorkspace;
  let chunks: Chunks;
  const failure = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      if (error instanceof Failure) return error.message;
      throw error;
    }
    return '';
  };
  before(() => {
    workspace = new TestWorkspace({ files: { 'src/a.py': text, 'src/b.py': text, 'line.txt': 'x'.repeat(20_000) } });
    const { ast, places } = workspace.services;
    chunks = createChunks({ ports: workspace.services, places, ast });
  });
  after(async () => {
    await workspace.services.ast.dispose();
    workspace.dispose();
  });

  it('tells the file of an id', async () => {
    assert.equal(await chunks.fileOf('src/a.py::A.run'), workspace.path('src/a.py'));
    assert.match(await failure(chunks.fileOf('src/a.py::B')), /^\[1606 StaleId\]/);
    assert.match(await failure(chunks.fileOf('17')), /^\[1605 UnknownId\]/);
  });

  it('finds the lines of a chunk in the text given, and where the blank ones at their end begin', async () => {
    const find = async (source: string, id: string): Promise<string> => {
      const { start, filledEnd } = await chunks.find(id, { display: 'src/a.py', source: { text: source }, language: 'python' }, signal);
      return source.slice(start, filledEnd);
    };
    assert.equal(await find(text, 'src/a.py::f'), 'def f():\n    pass\n');
    assert.equal(await find(`# More.\n\n${text}`, 'src/a.py::A.run'), '    def run(self):\n        pass\n');
    assert.equal(await find(text, `${workspace.path('src/a.py')}::A`), 'class A:\n');
    const plain = { display: 'line.txt', source: { text: 'a\nb\n\n' }, language: undefined };
    assert.deepEqual(await chunks.find('line.txt::whole_file', plain, signal), { start: 0, end: 5, filledEnd: 4 });
    assert.match(await failure(find('def g(): 1\n', 'src/a.py::f')), /^\[1606 StaleId\] src\/a\.py has no chunk "f" now\. Nearest: id=src\/a\.py::g lines=1-1\./);
  });

  it('refuses an id of another file, and a piece of a line', async () => {
    const subject = { display: 'src/b.py', source: { text }, language: 'python' };
    assert.match(await failure(chunks.find('src/a.py::f', subject, signal)), /^\[1308 InvalidSelection\] The chunk "src\/a\.py::f" is not one of src\/b\.py/);
    const line = { display: 'line.txt', source: { text: 'x'.repeat(20_000) }, language: undefined };
    assert.match(await failure(chunks.find('line.txt::whole_file_part2', line, signal)), /^\[1308 InvalidSelection\] .* is a piece of line 1/);
  });
});
