import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

const source = '"""Doc."""\n\nclass Server:\n\tdef run(self):\n\t\treturn "never saved"\n';

describe('browsing by chunks', () => {
  before(() => vscode.workspace.fs.writeFile(inFolder('chunks/server.py'), Buffer.from(source)));
  after(() => vscode.workspace.fs.delete(inFolder('chunks'), { recursive: true }));

  it('goes from a string to files, from a file to chunks, from a chunk to its text', async () => {
    assert.equal(await answerOf('find_files_by_chunk_content', { chunk_contents_filter: ['Server.run'] }), '1 file\n\nchunks/server.py (1 of 3 chunks)');
    assert.equal(
      await answerOf('find_matching_chunks_in_file', { rel_path: 'chunks/server.py', filter_: ['run'] }),
      '(1 of 3 chunks)\nid=chunks/server.py::Server.run (category=callable chars=39 lines=4-5)',
    );
    assert.match(await answerOf('chunk_details', { chunk_id: 'chunks/server.py::Server.run' }), /^chunks\/server\.py lines 4-5 of 5 \(callable, Server\.run, 39 chars, etag=\w{12}\)\n\tdef run\(self\):\n\t\treturn "never saved"\n$/);
  });

  it('shows what the user has typed and not saved', async () => {
    const typed = await unsaved(inFolder('chunks/server.py'), 'def typed():\r\n    pass\r\n');
    try {
      assert.match(await answerOf('chunk_details', { chunk_id: 'chunks/server.py::typed' }), /^chunks\/server\.py \(unsaved\) lines 1-2 of 2 /);
      assert.match(await errorOf('chunk_details', { chunk_id: 'chunks/server.py::Server.run' }), /\[1606 StaleId\]/);
    } finally {
      await typed.restore();
    }
  });

  it('replaces a chunk by its id', async () => {
    await answerOf('edit_apply', { chunk_id: 'chunks/server.py::Server.run', operation: 'replace', new_content: '\tdef run(self):\n\t\treturn 2\n' });
    assert.match(await answerOf('chunk_details', { chunk_id: 'chunks/server.py::Server.run' }), /\n\tdef run\(self\):\n\t\treturn 2\n$/);
  });
});
