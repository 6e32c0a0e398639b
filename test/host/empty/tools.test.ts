import assert from 'node:assert/strict';
import { answerOf, errorOf } from '../support/call';

describe('the tools without an open folder', () => {
  it('say so in a plain sentence', async () => {
    for (const [tool, input] of [
      ['file_read', { path: 'a.ts' }], ['file_search', { pattern: 'x' }], ['search_file_content', { pattern: 'x' }], ['list_all_files_in_project', {}],
    ] as const) {
      assert.match(await errorOf(tool, input), /\[1503 WorkspaceNotSet\] No folder is open in this window\. Next: /, tool);
    }
    assert.match(await answerOf('ping', {}), /no folder is open in this window/);
  });
});
