/** The providers port: the editor's language features through its commands, on documents that are open but not shown. */
import * as vscode from 'vscode';
import type { DefinitionKind, OpenedDocument, Problem, Providers, Relation } from '../core/ports';
import {
  field,
  fromDiagnostic,
  fromDocumentSymbols,
  fromHierarchyItems,
  fromHierarchyLinks,
  fromHovers,
  fromLocations,
  fromServerDiagnostic,
  fromWorkspaceSymbols,
  list,
  toHierarchyItem,
  toPosition,
} from './convert';

export function vscodeProviders(): Providers & vscode.Disposable {
  const reports = new Reports();
  return { ...features, reported: (path) => reports.has(path), dispose: () => reports.dispose() };
}

const features: Omit<Providers, 'reported'> = {
  open,
  activate,
  definition: async (kind, path, at) => fromLocations(await run(definitionCommands[kind], vscode.Uri.file(path), toPosition(at))),
  references: async (path, at) => fromLocations(await run('vscode.executeReferenceProvider', vscode.Uri.file(path), toPosition(at))),
  hover: async (path, at) => fromHovers(await run('vscode.executeHoverProvider', vscode.Uri.file(path), toPosition(at))),
  documentSymbols: async (path) => fromDocumentSymbols(await run('vscode.executeDocumentSymbolProvider', vscode.Uri.file(path))),
  workspaceSymbols: async (query) => fromWorkspaceSymbols(await run('vscode.executeWorkspaceSymbolProvider', query)),
  prepareHierarchy: async (relation, path, at) =>
    fromHierarchyItems(await run(isCall(relation) ? 'vscode.prepareCallHierarchy' : 'vscode.prepareTypeHierarchy', vscode.Uri.file(path), toPosition(at))),
  hierarchy: async (relation, item) => fromHierarchyLinks(await run(relationCommands[relation], toHierarchyItem(item))),
  loaded: async (path, language) => {
    // Answered by the server that has the project, never by the one that knows open files only; no type is checked.
    const body = await askTypeScript('syntacticDiagnosticsSync', path, language);
    return body === undefined ? undefined : true;
  },
  pullProblems,
  problems: (path) => {
    if (path !== undefined) {
      const uri = vscode.Uri.file(path);
      return vscode.languages.getDiagnostics(uri).map((each) => fromDiagnostic(uri, each));
    }
    return vscode.languages.getDiagnostics().flatMap(([uri, found]) => (uri.scheme === 'file' ? found.map((each) => fromDiagnostic(uri, each)) : []));
  },
  onProblems: (listener) => {
    const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => listener(uris.map((uri) => uri.fsPath)));
    return () => void subscription.dispose();
  },
};

/** Which files problems were reported on since their text last changed. */
class Reports {
  readonly #reported = new Set<string>();
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.#reported.add(uri.fsPath))),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#reported.delete(document.uri.fsPath);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#reported.delete(uri.fsPath)),
    );
  }

  has(path: string): boolean {
    return this.#reported.has(vscode.Uri.file(path).fsPath);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

const definitionCommands: Readonly<Record<DefinitionKind, string>> = {
  definition: 'vscode.executeDefinitionProvider',
  declaration: 'vscode.executeDeclarationProvider',
  type: 'vscode.executeTypeDefinitionProvider',
  implementation: 'vscode.executeImplementationProvider',
};

const relationCommands: Readonly<Record<Relation, string>> = {
  callers: 'vscode.provideIncomingCalls',
  callees: 'vscode.provideOutgoingCalls',
  supertypes: 'vscode.provideSupertypes',
  subtypes: 'vscode.provideSubtypes',
};

const typescriptExtension = 'vscode.typescript-language-features';
const typescriptRequest = 'typescript.tsserverRequest';
const typescriptLanguages = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];

/** An opened document stays open for a while, so that the server keeps its project; a closed one would be reopened by each command. */
async function open(path: string): Promise<OpenedDocument> {
  const uri = vscode.Uri.file(path);
  const key = uri.toString();
  const held = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key && !document.isClosed);
  const document = held ?? (await vscode.workspace.openTextDocument(uri));
  return {
    path,
    text: document.getText(),
    unsaved: document.isDirty,
    language: document.languageId,
    version: document.version,
    wasOpen: held !== undefined,
  };
}

async function activate(language: string): Promise<readonly string[]> {
  const waiting = vscode.extensions.all.filter((extension) => list(field(extension.packageJSON, 'activationEvents')).includes(`onLanguage:${language}`));
  // One that fails to start must not hide the others.
  await Promise.allSettled(waiting.map(async (extension) => extension.activate()));
  return waiting.map((extension) => extension.id);
}

async function pullProblems(path: string, language: string): Promise<readonly Problem[] | undefined> {
  const source = language.startsWith('javascript') ? 'js' : 'ts';
  const problems: Problem[] = [];
  for (const request of ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', 'suggestionDiagnosticsSync']) {
    const body = await askTypeScript(request, path, language);
    if (body === undefined) return undefined;
    problems.push(...list(body).flatMap((each) => fromServerDiagnostic(path, each, source) ?? []));
  }
  return problems;
}

/** The body of an answer of the TypeScript server; undefined where another server has taken its place. */
async function askTypeScript(request: string, path: string, language: string): Promise<unknown> {
  if (!typescriptLanguages.includes(language)) return undefined;
  const extension = vscode.extensions.getExtension(typescriptExtension);
  if (extension === undefined) return undefined;
  if (!extension.isActive) await extension.activate();
  let response: unknown;
  try {
    response = await run(typescriptRequest, request, { file: vscode.Uri.file(path) });
  } catch (error) {
    // Listing all commands to look for it would cost more than asking.
    if (error instanceof Error && /command '.*' not found/.test(error.message)) return undefined;
    throw error;
  }
  if (response === undefined) return undefined;
  if (field(response, 'type') === 'response') return field(response, 'body') ?? [];
  throw new Error(`The TypeScript server did not answer ${request}: ${String(field(response, 'type') ?? 'no answer')}`);
}

function isCall(relation: Relation): boolean {
  return relation === 'callers' || relation === 'callees';
}

async function run(command: string, ...args: readonly unknown[]): Promise<unknown> {
  return vscode.commands.executeCommand<unknown>(command, ...args);
}
