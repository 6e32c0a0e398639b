/** Files that the user's settings make read-only: the editor says yes to an edit of one, and changes nothing. */
import picomatch from 'picomatch';
import * as vscode from 'vscode';

/** @param path absolute and native */
export function isReadOnly(path: string): boolean {
  const uri = vscode.Uri.file(path);
  const settings = vscode.workspace.getConfiguration('files', uri);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const names = [path.replaceAll('\\', '/'), ...(folder === undefined ? [] : [vscode.workspace.asRelativePath(uri, false)])];
  const matches = (key: string): boolean => {
    const globs = switchedOn(settings.get<unknown>(key));
    return globs.length > 0 && names.some((name) => picomatch.isMatch(name, [...globs], { dot: true }));
  };
  return matches('readonlyInclude') && !matches('readonlyExclude');
}

function switchedOn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, on]) => on === true).map(([glob]) => glob);
}
