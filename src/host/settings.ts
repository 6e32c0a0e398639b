/** The settings port. Values are read when asked and checked, since a settings file may hold anything. */
import * as vscode from 'vscode';
import type { Folder, Settings } from '../core/ports';

export const vscodeSettings: Settings = {
  tool: (name) => oneOf(record('tools')[name], ['both', 'mcp', 'copilot', 'off']),
  copilotVia: () => oneOf(get('copilot.via'), ['languageModelTools', 'mcp', 'both']) ?? 'languageModelTools',
  searchEngine: () => oneOf(get('search.engine'), ['auto', 'ripgrep', 'editor', 'javascript']) ?? 'auto',
  ripgrepPath: () => text('search.ripgrepPath'),
  searchTimeoutMs: () => number('search.timeoutMs', 30_000, 100),
  answerMaxTokens: () => number('answer.maxTokens', 6_000, 500),
  readOutside: () => oneOf(get('read.outside'), ['navigated', 'never']) ?? 'navigated',
  languageWaitMs: () => number('language.waitMs', 15_000, 0),
  editSave: () => oneOf(get('edit.save'), ['whenClean', 'never', 'always']) ?? 'whenClean',
  editProtected: () => texts('edit.protected'),
  mcpEnabled: () => get('mcp.enabled') !== false,
  mcpPort: () => number('mcp.port', 0, 0),
  mcpAllowedOrigins: () => texts('mcp.allowedOrigins'),
  excludes: (folder) => ({ files: switchedOn('files.exclude', folder), search: switchedOn('search.exclude', folder) }),
};

function get(key: string): unknown {
  return vscode.workspace.getConfiguration('sightline').get<unknown>(key);
}

function text(key: string): string {
  const value = get(key);
  return typeof value === 'string' ? value.trim() : '';
}

function number(key: string, otherwise: number, least: number): number {
  const value = get(key);
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(least, Math.floor(value)) : otherwise;
}

function texts(key: string): readonly string[] {
  const value = get(key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function record(key: string): Readonly<Record<string, unknown>> {
  const value = get(key);
  return isRecord(value) ? value : {};
}

/** Globs whose value is `true`. One with a `when` sibling condition is left out: it hides single files, not a pattern. */
function switchedOn(key: 'files.exclude' | 'search.exclude', folder: Folder): readonly string[] {
  const value = vscode.workspace.getConfiguration(undefined, vscode.Uri.file(folder.path)).get<unknown>(key);
  return isRecord(value) ? Object.entries(value).filter(([, on]) => on === true).map(([glob]) => glob) : [];
}

function oneOf<const Values extends readonly string[]>(value: unknown, values: Values): Values[number] | undefined {
  return values.find((each) => each === value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
