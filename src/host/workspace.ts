/** The workspace port: folders on disk under names that are unique in the window. */
import * as vscode from 'vscode';
import type { Folder, Workspace } from '../core/ports';

export const vscodeWorkspace: Workspace = {
  folders: () => named((vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file')),
  virtualFolders: () =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme !== 'file')
      .map((folder) => folder.uri.toString(true)),
  trusted: () => vscode.workspace.isTrusted,
};

/** Of folders that bear the same name the second becomes `app-2`, the third `app-3`. */
function named(folders: readonly vscode.WorkspaceFolder[]): readonly Folder[] {
  const taken = new Set<string>();
  return folders.map((folder) => {
    let name = folder.name;
    for (let suffix = 2; taken.has(name); suffix += 1) name = `${folder.name}-${suffix}`;
    taken.add(name);
    return { name, path: folder.uri.fsPath };
  });
}
