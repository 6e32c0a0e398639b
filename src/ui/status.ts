/** The status bar entry, and the list behind it that says what works, what does not, and why. */
import * as vscode from 'vscode';
import type { Workspace } from '../core/ports';
import type { Offered } from '../doors/mcp/offer';
import type { ServerState } from '../doors/mcp/window-server';

export interface StatusSource {
  readonly workspace: Workspace;
  readonly server: () => ServerState;
  /** Whether VS Code has asked for this window's server. */
  readonly offered: () => Offered;
  /** What the engines say of themselves. */
  readonly engines: () => Promise<readonly string[]>;
  readonly onChange: (listener: () => void) => vscode.Disposable;
}

export function showStatus(source: StatusSource): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('sightline.status', vscode.StatusBarAlignment.Right, 10);
  item.name = 'Sightline';
  item.command = 'sightline.showStatus';
  const refresh = (): void => {
    const problem = problems(source)[0];
    item.text = problem === undefined ? '$(eye) Sightline' : '$(warning) Sightline';
    item.tooltip = problem ?? serverLine(source.server());
  };
  refresh();
  item.show();
  return vscode.Disposable.from(
    item,
    source.onChange(refresh),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    vscode.commands.registerCommand('sightline.showStatus', () => pick(source)),
  );
}

async function pick(source: StatusSource): Promise<void> {
  const line = (label: string, icon: string): vscode.QuickPickItem => ({ label: `$(${icon}) ${label}` });
  const copy: vscode.QuickPickItem = { label: '$(copy) Copy MCP Configuration' };
  const log: vscode.QuickPickItem = { label: '$(output) Show Log' };
  const chosen = await vscode.window.showQuickPick(
    [
      ...problems(source).map((problem) => line(problem, 'warning')),
      ...source.workspace.folders().map((folder) => line(`Folder ${folder.name}`, 'folder')),
      line(serverLine(source.server()), 'plug'),
      ...(await source.engines()).map((engine) => line(engine, 'search')),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      copy,
      log,
    ],
    { title: 'Sightline', placeHolder: 'What works in this window' },
  );
  if (chosen === copy) await vscode.commands.executeCommand('sightline.copyMcpConfiguration');
  if (chosen === log) await vscode.commands.executeCommand('sightline.showLog');
}

/** Plain sentences, the gravest first. */
function problems({ workspace, server, offered }: StatusSource): readonly string[] {
  const found: string[] = [];
  const virtual = workspace.virtualFolders();
  if (workspace.folders().length === 0 && virtual.length === 0) found.push('No folder is open: there is nothing to work on');
  if (virtual.length > 0) found.push(`Not on disk, so tools cannot work there: ${virtual.join(', ')}`);
  if (!workspace.trusted()) found.push('Restricted Mode: reading tools work, writing tools are off');
  const state = server();
  if (state.is === 'failed') found.push(`The MCP server could not be opened: ${state.reason}`);
  if (state.is === 'open' && state.refusedPort !== undefined) found.push(state.refusedPort);
  if (state.is === 'open' && offered() === 'not asked') found.push('The MCP server runs, but VS Code has not asked for it: it is not offered to VS Code');
  return found;
}

function serverLine(state: ServerState): string {
  switch (state.is) {
    case 'off':
      return 'MCP server off (sightline.mcp.enabled)';
    case 'opening':
      return 'MCP server opening';
    case 'open':
      return `MCP server on ${state.url}`;
    case 'failed':
      return 'MCP server failed';
  }
}
