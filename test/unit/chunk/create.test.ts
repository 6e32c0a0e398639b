/** What the engine asks of the parser, and what it does when the parser cannot. */
import assert from 'node:assert/strict';
import { Failure, type FailureName } from '../../../src/core/errors';
import { createChunks, type ChunkOptions, type Chunks } from '../../../src/engines/chunk';
import { TestWorkspace } from '../search/workspace';

const signal = new AbortController().signal;

describe('the chunk engine and its parser', () => {
  let workspace: TestWorkspace;
  let asked: string[];
  afterEach(() => workspace.dispose());

  /** A parser that finds nothing, or fails. */
  const chunksWith = (failure?: FailureName): Chunks => {
    asked = [];
    const { ast: own, places } = workspace.services;
    const ast: ChunkOptions['ast'] = {
      languages: () => own.languages(),
      languageOf: (path, editorLanguage) => own.languageOf(path, editorLanguage),
      outline: async ({ text, language }) => {
        asked.push(`${language} ${text}`);
        if (failure !== undefined) throw new Failure(failure, { what: 'No grammar here', next: 'go on.' });
        return { nodes: [], imports: [], broken: false };
      },
    };
    return createChunks({ ports: workspace.services, places, ast });
  };
  const of = async (chunks: Chunks, name: string) => chunks.of(await workspace.services.places.existing(name), signal);

  it('parses a text once, however often it is asked for, and again in another language or after a change', async () => {
    workspace = new TestWorkspace({ files: { 'a.py': 'f()\n', 'copy.py': 'f()\n', 'a.rb': 'f()\n' } });
    const chunks = chunksWith();
    for (const name of ['a.py', 'a.py', 'copy.py', 'a.rb']) await of(chunks, name);
    workspace.write('a.py', 'g()\n');
    await of(chunks, 'a.py');
    workspace.type('a.py', 'h()\n');
    await of(chunks, 'a.py');
    assert.deepEqual(asked, ['python f()\n', 'ruby f()\n', 'python g()\n', 'python h()\n']);
  });

  it('leaves a file whole, and says why, where there is no grammar or it crashes', async () => {
    workspace = new TestWorkspace({ files: { 'a.py': 'f()\n', 'a.txt': 'f()\n' } });
    for (const failure of ['ParserNotFound', 'ParseFailed'] as const) {
      const { chunks, remarks } = await of(chunksWith(failure), 'a.py');
      assert.deepEqual(chunks.map((chunk) => chunk.label), ['whole_file']);
      assert.deepEqual(remarks, ['it is not divided: No grammar here']);
    }
    assert.deepEqual((await of(chunksWith(), 'a.txt')).remarks, []);
    assert.deepEqual(asked, []);
  });

  it('does not take a passing failure for a file without declarations', async () => {
    workspace = new TestWorkspace({ files: { 'a.py': 'f()\n' } });
    for (const failure of ['Busy', 'Cancelled'] as const) await assert.rejects(of(chunksWith(failure), 'a.py'), { failure });
  });
});
