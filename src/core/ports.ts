/**
 * What the host gives. The core and the engines know the editor only through these; `host/` implements them with
 * `vscode`, tests with real files and no editor.
 * Paths here are absolute and native (`/a/b` or `C:\a\b`).
 */
import type { Dialogs, Edits } from './edits';

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
  /** The open document of this path. */
  find(path: string): LiveDocument | undefined;
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
  readonly edits: Edits;
  readonly dialogs: Dialogs;
  readonly log: Log;
  readonly clock: Clock;
}
