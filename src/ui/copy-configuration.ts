/** The command that puts a ready-to-paste MCP configuration on the clipboard. */
import * as vscode from 'vscode';
import { clientConfiguration, forwardedAddress, validOn } from '../doors/mcp/configuration';
import type { ServerState } from '../doors/mcp/window-server';

export function registerCopyConfiguration(settled: () => Promise<ServerState>): vscode.Disposable {
  return vscode.commands.registerCommand('sightline.copyMcpConfiguration', async () => {
    const state = await settled();
    if (state.is !== 'open') {
      const reason = state.is === 'failed' ? `could not be opened: ${state.reason}` : 'is off (setting sightline.mcp.enabled)';
      void vscode.window.showWarningMessage(`Sightline: this window's MCP server ${reason}.`);
      return;
    }
    const { url, forwarded } = await reachable(state.url);
    await vscode.env.clipboard.writeText(clientConfiguration({ url, token: state.token }));
    void vscode.window.showInformationMessage(`Sightline: MCP configuration copied. ${validOn(vscode.env.remoteName, forwarded)}`);
  });
}

/** In a remote window the editor forwards the port to the user's machine, perhaps under another number. */
async function reachable(url: string): Promise<{ readonly url: string; readonly forwarded: boolean }> {
  if (vscode.env.remoteName === undefined) return { url, forwarded: false };
  const external = await vscode.env.asExternalUri(vscode.Uri.parse(url, true));
  const address = forwardedAddress(url, external.toString(true));
  return { url: address ?? url, forwarded: address !== undefined };
}
