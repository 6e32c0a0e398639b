import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('a window with two folders', () => {
  it('has both open, in the order of the workspace file', () => {
    assert.deepEqual(vscode.workspace.workspaceFolders?.map(({ name }) => name), ['app', 'lib']);
    assert.match(vscode.workspace.workspaceFile?.path ?? '', /multiroot\.code-workspace$/);
  });
});
