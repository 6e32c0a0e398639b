/** The command that puts a ready-to-paste MCP configuration on the clipboard. */
import * as vscode from 'vscode';
import type { ServerState } from '../doors/mcp/window-server';

export function registerCopyConfiguration(settled: () => Promise<ServerState>): vscode.Disposable {
  return vscode.commands.registerCommand('sightline.copyMcpConfiguration', async () => {
    const state = await settled();
    if (state.is !== 'open') {
      const reason = state.is === 'failed' ? `could not be opened: ${state.reason}` : 'is off (setting sightline.mcp.enabled)';
      void vscode.window.showWarningMessage(`Sightline: this window's MCP server ${reason}.`);
      return;
    }
    const url = await reachable(state.url);
    await vscode.env.clipboard.writeText(configurationText(url, state.token));
    void vscode.window.showInformationMessage(`Sightline: MCP configuration copied. ${validity()}`);
  });
}

/** The form that most clients share. */
export function configurationText(url: string, token: string): string {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  return `${JSON.stringify({ mcpServers: { sightline: server } }, null, 2)}\n`;
}

/** In a remote window the editor forwards the port to the user's machine, perhaps under another number. */
async function reachable(url: string): Promise<string> {
  const uri = vscode.Uri.parse(url, true);
  const external = await vscode.env.asExternalUri(uri);
  // Forwarding through the editor's own server gives an address that no MCP client can use without its session.
  return external.scheme === 'http' && /^(localhost|127\.0\.0\.1)(:|$)/.test(external.authority) ? external.toString(true) : url;
}

function validity(): string {
  const remote = vscode.env.remoteName;
  const where = remote === undefined ? 'on this machine' : `where the workspace is (${remote}) and, while this window forwards the port, on your machine`;
  return `It is valid ${where}, until the window is closed; the port may change then unless sightline.mcp.port is set.`;
}
