import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('a window in Restricted Mode', () => {
  it('is not trusted', () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });
});
