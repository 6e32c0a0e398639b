/** The workspace port: folders on disk under names that are unique in the window. */
import * as vscode from 'vscode';
import { folderNames } from '../core/folder-names';
import type { Folder, Workspace } from '../core/ports';

export const vscodeWorkspace: Workspace = {
  folders: () => named((vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file')),
  virtualFolders: () =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme !== 'file')
      .map((folder) => folder.uri.toString(true)),
  trusted: () => vscode.workspace.isTrusted,
};

function named(folders: readonly vscode.WorkspaceFolder[]): readonly Folder[] {
  const names = folderNames(folders.map((folder) => folder.name));
  return folders.map((folder, index) => ({ name: names[index] ?? folder.name, path: folder.uri.fsPath }));
}
