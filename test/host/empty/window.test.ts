import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('a window without a folder', () => {
  it('has none', () => {
    assert.equal(vscode.workspace.workspaceFolders, undefined);
    assert.equal(vscode.workspace.name, undefined);
  });
});
