import assert from 'node:assert/strict';
import { answerOf, errorOf } from '../support/call';

describe('the tools in a window of two folders', () => {
  it('print paths behind the folder name, in workspace order, and take them back', async () => {
    assert.equal(await answerOf('search_file_content', { pattern: 'export' }).then((text) => text.replace(/\n\n\(.*$/s, '')), [
      '2 matches in 2 files', '', 'app/app.ts', "  1:1: export const app = 'app';", '', 'lib/lib.ts', "  1:1: export const lib = 'lib';",
    ].join('\n'));
    assert.match(await answerOf('file_read', { path: 'lib/lib.ts' }), /^lib\/lib\.ts lines 1-1 of 1 /);
    assert.match(await answerOf('file_search', { pattern: 'export', paths: ['lib'] }), /^1 match in 1 file\n\nlib\/lib\.ts/);
  });

  it('ask for the project where it is needed', async () => {
    assert.match(await errorOf('list_all_files_in_project', {}), /project_name is needed: this window has 2 folders\. Projects \(workspace folders\): app, lib\./);
    assert.equal(await answerOf('list_all_files_in_project', { project_name: 'app' }), '1 file\n\napp/\n  app.ts');
  });
});
