/** Offers the window's own server to VS Code, where the settings want Copilot to see it. */
import * as vscode from 'vscode';
import type { Log, Settings } from '../../core/ports';
import type { PublishedTool } from '../published';
import { mcpProviderId, mcpProviderLabel } from './ids';
import { Offer, toolsVersion, type Offered } from './offer';

export interface McpProviderOptions {
  readonly settings: Pick<Settings, 'copilotVia' | 'mcpEnabled'>;
  /** The tools that the door offers now. */
  tools(): readonly PublishedTool[];
  /** The version of this extension. */
  readonly version: string;
  /** Resolves when the door is open; undefined when it is not to be had. Never rejects. */
  address(): Promise<{ readonly url: string; readonly token: string } | undefined>;
  readonly log: Log;
}

export interface McpProvider extends vscode.Disposable {
  /** Whether VS Code has taken the server. */
  offered(): Offered;
  readonly onDidChangeOffered: vscode.Event<void>;
  /** To be called when a setting of the doors, the tools offered, or the door itself changed. */
  changed(): void;
}

/** An address for the time before the door is open. The editor connects only to the one that `resolve` gives. */
const notYet = 'http://127.0.0.1:0/mcp';

export function registerMcpProvider(options: McpProviderOptions): McpProvider {
  const definitions = new vscode.EventEmitter<void>();
  const status = new vscode.EventEmitter<void>();
  const offer = new Offer({ settings: options.settings, onChange: () => status.fire() });

  const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
    onDidChangeMcpServerDefinitions: definitions.event,
    provideMcpServerDefinitions: () => {
      offer.asked();
      if (!offer.isOn()) return [];
      const version = toolsVersion(options.version, options.tools());
      return [new vscode.McpHttpServerDefinition(mcpProviderLabel, vscode.Uri.parse(notYet), {}, version)];
    },
    resolveMcpServerDefinition: async (server) => {
      const address = offer.isOn() ? await options.address() : undefined;
      if (address === undefined) return undefined;
      server.uri = vscode.Uri.parse(address.url);
      server.headers = { Authorization: `Bearer ${address.token}` };
      return server;
    },
  };

  const all = vscode.Disposable.from(register(provider, options.log), definitions, status, { dispose: () => offer.dispose() });
  return {
    offered: () => offer.status(),
    onDidChangeOffered: status.event,
    changed: () => {
      definitions.fire();
      status.fire();
    },
    dispose: () => {
      all.dispose();
    },
  };
}

/** Editors built on VS Code may lack the interface; then the server is there for other clients only. */
function register(provider: vscode.McpServerDefinitionProvider, log: Log): vscode.Disposable {
  try {
    return vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, provider);
  } catch (error) {
    log.warn(`The MCP server cannot be offered to this editor: ${String(error)}`);
    return new vscode.Disposable(() => undefined);
  }
}
