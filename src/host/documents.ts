/** The documents port: what the editor holds, read without showing, saving or focusing anything. */
import * as vscode from 'vscode';
import type { Documents, LiveDocument } from '../core/ports';

export const vscodeDocuments: Documents = {
  unsaved: () => vscode.workspace.textDocuments.filter((document) => onDisk(document) && document.isDirty).map(live),
  held: () => vscode.workspace.textDocuments.filter(onDisk).map(live),
  find: (path) => {
    const wanted = vscode.Uri.file(path).fsPath;
    const found = vscode.workspace.textDocuments.find((document) => onDisk(document) && document.uri.fsPath === wanted);
    return found === undefined ? undefined : live(found);
  },
};

function onDisk(document: vscode.TextDocument): boolean {
  return document.uri.scheme === 'file' && !document.isClosed;
}

function live(document: vscode.TextDocument): LiveDocument {
  return {
    path: document.uri.fsPath,
    // The text of a large document costs milliseconds, and most askers want to know only whether there is one.
    get text() {
      return document.getText();
    },
    unsaved: document.isDirty,
    language: document.languageId,
    version: document.version,
  };
}
