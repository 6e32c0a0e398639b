/** Table of contents: builds the services, opens both doors, registers the user interface. */
import path from 'node:path';
import * as vscode from 'vscode';
import { Dispatcher } from './core/call';
import { createPlaces } from './core/place';
import type { Ports } from './core/ports';
import { openLmDoor } from './doors/lm/index';
import { connectionFileVariable } from './doors/mcp/connection';
import { registerMcpProvider } from './doors/mcp/provider';
import { bearerToken } from './doors/mcp/token';
import { mcpTools } from './doors/mcp/calls';
import { WindowServer } from './doors/mcp/window-server';
import { createAst, structureLine } from './engines/ast';
import { createChunks } from './engines/chunk';
import { Editing } from './engines/edit/index';
import { createLanguage } from './engines/language/index';
import { createSearch } from './engines/search/search';
import { vscodeDialogs } from './host/dialogs';
import { vscodeDocuments } from './host/documents';
import { vscodeEdits } from './host/edits';
import { vscodeEditorSearch } from './host/editor-search';
import { nodeFiles } from './host/files';
import { vscodeLanguages } from './host/languages';
import { channelLog } from './host/log';
import { vscodeProviders } from './host/providers';
import { vscodeRefactorings } from './host/refactorings';
import { sweep } from './host/replace-file';
import { vscodeSettings as settings } from './host/settings';
import { vscodeWorkspace as workspace } from './host/workspace';
import { tools } from './tools/index';
import type { Services } from './tools/services';
import { registerCopyConfiguration } from './ui/copy-configuration';
import { languageLines, registerLanguageStatus } from './ui/language-status';
import { registerPreviews } from './ui/preview';
import { showStatus } from './ui/status';
import { registerStructuralSearch } from './ui/structural-search';
import { registerStructuralRewrite } from './ui/structural-rewrite';

export function activate(context: vscode.ExtensionContext): void {
  const started = performance.now();
  const channel = vscode.window.createOutputChannel('Sightline', { log: true });
  const log = channelLog(channel);
  const languages = vscodeLanguages();
  const ports: Ports = { workspace, files: nodeFiles, documents: vscodeDocuments, languages, settings, log, clock: performance, editorSearch: vscodeEditorSearch };
  const version = versionOf(context.extension);
  const places = createPlaces(ports);
  const search = createSearch(
    { ...ports, places },
    { shippedRipgrepFolder: path.join(__dirname, 'bin'), appRoot: vscode.env.appRoot, workerScript: path.join(__dirname, 'search-worker.js') },
  );
  const ast = createAst({ folder: __dirname, ports, search });
  const chunks = createChunks({ ports, places, ast });
  const providers = vscodeProviders();
  const language = createLanguage({ ports, places, providers, search, ast });
  const scratch = context.storageUri?.fsPath;
  const editing = new Editing({ ...ports, places, ast, chunks, edits: vscodeEdits(scratch), dialogs: vscodeDialogs(), providers, refactorings: vscodeRefactorings });
  const status = [async () => [`text search: ${await search.describe()}`, structureLine(ast)], async () => languageLines(language)];
  const services: Services = { ...ports, places, search, ast, chunks, language, editing, version, status };

  const dispatcher = new Dispatcher<Services>({ tools, services });
  const maxTokens = (): number => settings.answerMaxTokens();
  const offered = mcpTools(dispatcher, settings);
  const server = new WindowServer({
    tools: offered,
    settings,
    workspace,
    log,
    version,
    token: () => bearerToken(context.secrets, log),
    connectionFile: process.env[connectionFileVariable],
    load: () => import('./doors/mcp/main'),
  });
  const provider = registerMcpProvider({
    settings,
    log,
    version,
    tools: () => offered.tools(),
    address: async () => {
      const state = await server.settled();
      return state.is === 'open' ? state : undefined;
    },
  });

  const previews = registerPreviews(editing);
  context.subscriptions.push(
    channel,
    languages,
    { dispose: () => ast.dispose() },
    openLmDoor({ dispatcher, tools, maxTokens }),
    { dispose: () => server.close() },
    provider,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('sightline.mcp.enabled') || change.affectsConfiguration('sightline.mcp.port')) void server.apply();
      if (change.affectsConfiguration('sightline.tools')) server.toolsChanged();
      if (change.affectsConfiguration('sightline')) provider.changed();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => server.foldersChanged()),
    showStatus({
      workspace,
      server: () => server.state,
      offered: () => provider.offered(),
      engines: async () => (await Promise.all(services.status.map((status) => status()))).flat(),
      onChange: (listener) => vscode.Disposable.from({ dispose: server.onChange(listener) }, provider.onDidChangeOffered(listener)),
    }),
    registerLanguageStatus(language),
    registerStructuralSearch({ ast, places, log }),
    previews,
    registerStructuralRewrite(services, previews),
    { dispose: () => editing.dispose() },
    registerCopyConfiguration(() => server.settled()),
    vscode.commands.registerCommand('sightline.showLog', () => channel.show()),
  );
  if (scratch !== undefined) void sweep(scratch);
  // After `activate` has returned: loading the protocol's libraries would hold the window up.
  setImmediate(() => void server.apply());
  log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms`);
}

function versionOf(extension: vscode.Extension<unknown>): string {
  const manifest: unknown = extension.packageJSON;
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
