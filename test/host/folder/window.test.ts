import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('a window with one folder', () => {
  it('has the folder open and trusted', () => {
    assert.deepEqual(vscode.workspace.workspaceFolders?.map(({ name }) => name), ['folder']);
    assert.equal(vscode.workspace.isTrusted, true);
  });

  it('runs Sightline from the sources', async () => {
    const extension = vscode.extensions.getExtension('sightline.sightline');
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it('saves nothing on its own', () => {
    assert.equal(vscode.workspace.getConfiguration('files').get('autoSave'), 'off');
  });
});
