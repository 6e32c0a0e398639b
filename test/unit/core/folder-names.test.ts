import assert from 'node:assert/strict';
import { folderNames } from '../../../src/core/folder-names';

describe('the names of workspace folders', () => {
  it('are as they were given where they differ', () => {
    assert.deepEqual(folderNames(['app', 'lib of ours', 'app.web']), ['app', 'lib of ours', 'app.web']);
  });

  it('get a number where they are equal, also where another bears that one', () => {
    assert.deepEqual(folderNames(['app', 'app-2', 'app', 'app']), ['app', 'app-2', 'app-3', 'app-4']);
  });

  it('hold nothing that a path would take for something else', () => {
    assert.deepEqual(folderNames(['Pretty Name/slash', 'a\\b', '..', '.', '']), ['Pretty Name-slash', 'a-b', 'folder', 'folder-2', 'folder-3']);
  });
});
