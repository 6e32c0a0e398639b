/** Every conversion between VS Code's language types and ours. VS Code counts lines and columns from 0, we from 1. */
import * as vscode from 'vscode';
import type { HierarchyItem, HierarchyLink, Location, Position, Problem, Range, Severity, SymbolNode, WorkspaceSymbol } from '../core/ports';

export function toPosition({ line, column }: Position): vscode.Position {
  return new vscode.Position(line - 1, column - 1);
}

export function fromRange({ start, end }: vscode.Range): Range {
  return { start: { line: start.line + 1, column: start.character + 1 }, end: { line: end.line + 1, column: end.character + 1 } };
}

/** Providers of one list may mix `Location` and `LocationLink`; what is neither is left out. */
export function fromLocations(found: unknown): readonly Location[] {
  return list(found).flatMap((each): Location[] => {
    if (each instanceof vscode.Location) return [{ ...place(each.uri), range: fromRange(each.range) }];
    if (isLink(each)) {
      return [{ ...place(each.targetUri), range: fromRange(each.targetSelectionRange ?? each.targetRange), whole: fromRange(each.targetRange) }];
    }
    return [];
  });
}

/** The Markdown of all hovers of a place. */
export function fromHovers(found: unknown): readonly string[] {
  return list(found).flatMap((hover) => (hover instanceof vscode.Hover ? hover.contents.map(markdown) : []));
}

/** Undefined stays undefined: there is no provider. */
export function fromDocumentSymbols(found: unknown): readonly SymbolNode[] | undefined {
  return Array.isArray(found) ? found.flatMap(symbolNode) : undefined;
}

export function fromWorkspaceSymbols(found: unknown): readonly WorkspaceSymbol[] {
  return list(found).flatMap((each): WorkspaceSymbol[] =>
    each instanceof vscode.SymbolInformation
      ? [{ name: withoutCall(each.name), kind: symbolKind(each.kind), container: each.containerName, location: { ...place(each.location.uri), range: fromRange(each.location.range) } }]
      : [],
  );
}

export function fromHierarchyItems(found: unknown): readonly HierarchyItem[] {
  return list(found).flatMap((each) => (isItem(each) ? [hierarchyItem(each)] : []));
}

/** `callers` carry their calls in their own file, `callees` in the caller's, which is the asked one: left out. */
export function fromHierarchyLinks(found: unknown): readonly HierarchyLink[] {
  return list(found).flatMap((each): HierarchyLink[] => {
    if (each instanceof vscode.CallHierarchyIncomingCall) return [{ item: hierarchyItem(each.from), calls: each.fromRanges.map(fromRange) }];
    if (each instanceof vscode.CallHierarchyOutgoingCall) return [{ item: hierarchyItem(each.to), calls: each.fromRanges.map(fromRange) }];
    return isItem(each) ? [{ item: hierarchyItem(each), calls: [] }] : [];
  });
}

/** What VS Code made and gets back; undefined for anything else. */
export function toHierarchyItem({ handle }: HierarchyItem): vscode.CallHierarchyItem | vscode.TypeHierarchyItem | undefined {
  return isItem(handle) ? handle : undefined;
}

export function fromDiagnostic(uri: vscode.Uri, { range, severity, message, source, code }: vscode.Diagnostic): Problem {
  const value = typeof code === 'object' ? code.value : code;
  return { path: uri.fsPath, range: fromRange(range), severity: severities[severity], message, source: source ?? '', code: value === undefined ? '' : `${value}` };
}

/** A diagnostic as the TypeScript server answers it: 1-based, as ours. */
export function fromServerDiagnostic(path: string, found: unknown, source: string): Problem | undefined {
  const [start, end] = [serverPosition(field(found, 'start')), serverPosition(field(found, 'end'))];
  const message = field(found, 'text') ?? field(found, 'message');
  if (start === undefined || typeof message !== 'string') return undefined;
  const code = field(found, 'code');
  const category = field(found, 'category');
  const severity: Severity = category === 'error' ? 'error' : category === 'warning' ? 'warning' : category === 'suggestion' ? 'hint' : 'information';
  return { path, range: { start, end: end ?? start }, severity, message, source, code: typeof code === 'number' ? `${code}` : '' };
}

/** A property of something that VS Code's types do not describe. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const severities: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

function place(uri: vscode.Uri): { readonly path: string; readonly onDisk: boolean } {
  const onDisk = uri.scheme === 'file';
  return { path: onDisk ? withBackslashes(uri.fsPath) : uri.toString(), onDisk };
}

/** Some servers, TypeScript's among them, take a backslash in a name for a separator where it is none: not so in the editor. */
function withBackslashes(path: string): string {
  if (process.platform === 'win32') return path;
  const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  if (open.includes(path)) return path;
  return open.find((each) => each.includes('\\') && each.replaceAll('\\', '/') === path) ?? path;
}

/** Symbol providers answer either kind; a mixed object has what both have. */
function symbolNode(found: unknown): readonly SymbolNode[] {
  if (isDocumentSymbol(found)) {
    return [
      {
        name: withoutCall(found.name),
        kind: symbolKind(found.kind),
        range: fromRange(found.range),
        selection: fromRange(found.selectionRange),
        children: found.children.flatMap(symbolNode),
      },
    ];
  }
  if (!(found instanceof vscode.SymbolInformation)) return [];
  const range = fromRange(found.location.range);
  return [{ name: withoutCall(found.name), kind: symbolKind(found.kind), range, selection: range, children: [] }];
}

/** Some servers put `()` behind the names of functions. */
function withoutCall(name: string): string {
  return name.replace(/\(\)$/, '');
}

/** `EnumMember` as `enum member`. */
function symbolKind(kind: vscode.SymbolKind): string {
  const name: string | undefined = vscode.SymbolKind[kind];
  return name === undefined ? 'symbol' : name.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
}

function hierarchyItem(item: vscode.CallHierarchyItem | vscode.TypeHierarchyItem): HierarchyItem {
  return {
    name: withoutCall(item.name),
    kind: symbolKind(item.kind),
    detail: item.detail ?? '',
    location: { ...place(item.uri), range: fromRange(item.selectionRange), whole: fromRange(item.range) },
    handle: item,
  };
}

function markdown(content: vscode.MarkdownString | vscode.MarkedString): string {
  if (typeof content === 'string') return content;
  if ('language' in content) return `\`\`\`${content.language}\n${content.value}\n\`\`\``;
  return content.value;
}

function isLink(value: unknown): value is vscode.LocationLink {
  return field(value, 'targetUri') instanceof vscode.Uri && field(value, 'targetRange') instanceof vscode.Range;
}

function isDocumentSymbol(value: unknown): value is vscode.DocumentSymbol {
  return field(value, 'selectionRange') instanceof vscode.Range && field(value, 'range') instanceof vscode.Range && Array.isArray(field(value, 'children'));
}

function isItem(value: unknown): value is vscode.CallHierarchyItem | vscode.TypeHierarchyItem {
  return field(value, 'uri') instanceof vscode.Uri && field(value, 'selectionRange') instanceof vscode.Range && typeof field(value, 'name') === 'string';
}

function serverPosition(value: unknown): Position | undefined {
  const [line, column] = [field(value, 'line'), field(value, 'offset') ?? field(value, 'character')];
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined;
}
