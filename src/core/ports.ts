/**
 * What the host gives. The core and the engines know the editor only through these; `host/` implements them with
 * `vscode`, tests with real files and no editor.
 * Paths here are absolute and native (`/a/b` or `C:\a\b`).
 */

/** A workspace folder on disk. */
export interface Folder {
  /** Unique in the window: of two folders of the same name the later ones get a suffix, `app-2`. */
  readonly name: string;
  readonly path: string;
}

export interface Workspace {
  /** The folders on disk, in workspace order. */
  folders(): readonly Folder[];
  /** Addresses of folders that are not on disk (`vscode-vfs://github/…`), where tools cannot work. */
  virtualFolders(): readonly string[];
  /** False in Restricted Mode: reading works, writing does not. */
  trusted(): boolean;
}

export interface Stat {
  readonly type: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
}

export interface Files {
  /** Follows links. Undefined when there is nothing, or a link to nothing. Throws when it may not be looked at. */
  stat(path: string): Promise<Stat | undefined>;
  /** The path without links. Throws when there is nothing. */
  realPath(path: string): Promise<string>;
  read(path: string): Promise<Uint8Array>;
  list(path: string): Promise<readonly DirectoryEntry[]>;
}

/** A document that the editor holds, shown or not. */
export interface LiveDocument {
  readonly path: string;
  /** With the document's own line ends, without BOM. */
  readonly text: string;
  readonly unsaved: boolean;
  /** VS Code's language id. */
  readonly language: string;
  /** Changes with every edit. */
  readonly version: number;
}

export interface Documents {
  /** Documents on disk whose text differs from what the disk holds. */
  unsaved(): readonly LiveDocument[];
  /** All documents on disk that the editor holds, shown or not, those whose file is gone among them. */
  held(): readonly LiveDocument[];
  /** The open document of this path. */
  find(path: string): LiveDocument | undefined;
}

/** 1-based; the column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** From `start` up to, without, `end`. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Where a language server points to. */
export interface Location {
  /** Absolute and native; the whole URI when it is not on disk. */
  readonly path: string;
  readonly onDisk: boolean;
  /** The name where the server tells it apart, else all that it points to. */
  readonly range: Range;
  /** The whole declaration, where the server tells. */
  readonly whole?: Range | undefined;
}

/** A declaration as a document symbol provider lists it. */
export interface SymbolNode {
  readonly name: string;
  /** `class`, `function`, `enum member`, …: VS Code's kinds in lower case, with spaces. */
  readonly kind: string;
  readonly range: Range;
  /** The name. */
  readonly selection: Range;
  readonly children: readonly SymbolNode[];
}

export interface WorkspaceSymbol {
  readonly name: string;
  readonly kind: string;
  /** What holds it, as the server calls it; may be empty. */
  readonly container: string;
  readonly location: Location;
}

/** A function or type in a call or type hierarchy. */
export interface HierarchyItem {
  readonly name: string;
  readonly kind: string;
  /** As the server says it: a file, a signature, a container; may be empty. */
  readonly detail: string;
  readonly location: Location;
  /** What the host needs to ask on; nobody else looks into it. */
  readonly handle: unknown;
}

export type Relation = 'callers' | 'callees' | 'supertypes' | 'subtypes';

export interface HierarchyLink {
  readonly item: HierarchyItem;
  /** Where the calls are: in the caller's file. Empty for types. */
  readonly calls: readonly Range[];
}

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface Problem {
  readonly path: string;
  readonly range: Range;
  readonly severity: Severity;
  readonly message: string;
  /** Who says so: `ts`, `eslint`, …; may be empty. */
  readonly source: string;
  /** May be empty. */
  readonly code: string;
}

export type DefinitionKind = 'definition' | 'declaration' | 'type' | 'implementation';

export interface OpenedDocument extends LiveDocument {
  /** Whether the editor, and so the language server, held it already. */
  readonly wasOpen: boolean;
}

/**
 * The editor's language providers. None of them can be cancelled, and most hide a failure behind an empty answer;
 * `engines/language` knows how far to trust them. Positions are of the open document, unsaved text included.
 */
export interface Providers {
  /** Opens a document without showing it. Throws when the editor cannot hold it as text. */
  open(path: string): Promise<OpenedDocument>;
  /** Starts the extensions that wait for this language; the ids of those that started or run. */
  activate(language: string): Promise<readonly string[]>;
  definition(kind: DefinitionKind, path: string, at: Position): Promise<readonly Location[]>;
  /** The declaration is among them. */
  references(path: string, at: Position): Promise<readonly Location[]>;
  /** Markdown. */
  hover(path: string, at: Position): Promise<readonly string[]>;
  /** Undefined when no provider is registered. */
  documentSymbols(path: string): Promise<readonly SymbolNode[] | undefined>;
  workspaceSymbols(query: string): Promise<readonly WorkspaceSymbol[]>;
  prepareHierarchy(relation: Relation, path: string, at: Position): Promise<readonly HierarchyItem[]>;
  hierarchy(relation: Relation, item: HierarchyItem): Promise<readonly HierarchyLink[]>;
  /**
   * Resolves once the server has loaded the open file's whole project, to true; to undefined where no such request is
   * known (today only TypeScript has one). Throws what the server says.
   */
  loaded(path: string, language: string): Promise<true | undefined>;
  /** The problems of an open file, asked for and computed now; undefined where no such request is known. */
  pullProblems(path: string, language: string): Promise<readonly Problem[] | undefined>;
  /** The problems that the editor shows; of all files without a path. */
  problems(path?: string): readonly Problem[];
  /** Whether problems of the open file were reported, be it none, since its text last changed. */
  reported(path: string): boolean;
  /** Called with the files whose problems were reported anew, also when there are none. Returns how to stop it. */
  onProblems(listener: (paths: readonly string[]) => void): () => void;
}

/** The user's settings, read when asked, so that a change takes effect with the next call. */
export interface Settings {
  /** Where a tool is offered. */
  tool(name: string): 'both' | 'mcp' | 'copilot' | 'off' | undefined;
  copilotVia(): 'languageModelTools' | 'mcp' | 'both';
  searchEngine(): 'auto' | 'ripgrep' | 'editor' | 'javascript';
  /** Empty when the shipped ripgrep is to be used. */
  ripgrepPath(): string;
  searchTimeoutMs(): number;
  answerMaxTokens(): number;
  readOutside(): 'navigated' | 'never';
  languageWaitMs(): number;
  editSave(): 'whenClean' | 'never' | 'always';
  /** Globs beside the built-in ones. */
  editProtected(): readonly string[];
  mcpEnabled(): boolean;
  mcpPort(): number;
  mcpAllowedOrigins(): readonly string[];
  /** The globs of `files.exclude` and `search.exclude` that are switched on for a folder. */
  excludes(folder: Folder): { readonly files: readonly string[]; readonly search: readonly string[] };
}

/** The languages that the editor knows, built in or from its extensions. */
export interface Languages {
  /** VS Code's language id by file name and `files.associations`; undefined where only the content could tell. */
  of(path: string): string | undefined;
  /** Of a language id: extensions with their dot, and whole file names. Undefined for an unknown id. */
  filesOf(id: string): { readonly extensions: readonly string[]; readonly names: readonly string[] } | undefined;
  ids(): readonly string[];
}

/** A line that the editor's own search found, or one beside it. */
export interface EditorLine {
  /** Absolute and native. */
  readonly path: string;
  /** 1-based. */
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
  /** Of a matching line: its first match, 0-based UTF-16 offsets. */
  readonly hit: { readonly start: number; readonly end: number } | undefined;
}

export interface EditorQuery {
  /** The folder to search, absolute and native. */
  readonly folder: string;
  readonly pattern: string;
  readonly isRegExp: boolean;
  readonly ignoreCase: boolean;
  /** Globs below the folder. */
  readonly exclude: readonly string[];
  /** Whether the editor leaves out what ignore files hide. */
  readonly useIgnoreFiles: boolean;
  readonly context: number;
}

/**
 * The editor's own text search. Lines come in no order, a line with several matches several times.
 * Resolves to whether the editor left some out because there were too many.
 * @throws Failure `SearchFailed` where the build does not open it to extensions, `InvalidPattern`
 */
export type EditorSearch = (query: EditorQuery, found: (line: EditorLine) => void, signal: AbortSignal) => Promise<{ readonly isCut: boolean }>;

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
}

export interface Ports {
  readonly workspace: Workspace;
  readonly files: Files;
  readonly documents: Documents;
  readonly languages: Languages;
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  /** Absent where there is no editor, or none that has one. */
  readonly editorSearch?: EditorSearch | undefined;
}
