/** The tree of a structural search: files, their matches, and a row that loads more. Owns the search that runs. */
import * as vscode from 'vscode';
import type { Log } from '../core/ports';
import type { Places } from '../core/place';
import { groupByFile, type Ast, type FileGroup, type QueryMatch, type QueryResult } from '../engines/ast';
import { wholeFolders } from '../engines/search/targets';
import { fileLabel, matchLabel, moreLabel, plain, staleSummary, summary, type Wanted } from './structural-matches';
import { TextChanges } from './text-changes';

export interface StructuralPorts {
  readonly ast: Pick<Ast, 'languageOf' | 'languages' | 'looksInto' | 'checkPattern' | 'query'>;
  readonly places: Places;
  readonly log: Log;
}

type Row = { readonly is: 'file'; readonly group: FileGroup } | { readonly is: 'match'; readonly match: QueryMatch; readonly id: string; readonly parent: Row } | { readonly is: 'more'; readonly label: string };

/** Matches that one search, and one press on the last row, brings. */
const pageSize = 200;

const viewId = 'sightline.structuralResults';

/** Milliseconds of a search that is repeated by itself when the text has changed; a longer one waits to be asked for. */
const cheapMs = 3_000;

export class StructuralResults implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Row>;
  readonly #disposable: vscode.Disposable;
  #rows: readonly Row[] = [];
  #shown: { readonly wanted: Wanted; readonly limit: number } | undefined;
  #running: AbortController | undefined;
  /** Milliseconds that the last whole search took; undefined after one that was stopped or failed. */
  #took: number | undefined;
  #isStale = false;
  readonly #changes = new TextChanges(
    (path) => this.#shown !== undefined && this.ports.ast.looksInto(this.#shown.wanted.language, path),
    () => void this.#textChanged(),
  );

  constructor(readonly ports: StructuralPorts) {
    this.#view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
    this.#disposable = vscode.Disposable.from(
      this.#view,
      this.#changed,
      this.#changes,
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.#isStale) void this.#textChanged();
      }),
      this.#view.onDidChangeSelection(({ selection: [row] }) => {
        if (row?.is === 'match') void preview(row.match);
      }),
      vscode.commands.registerCommand('sightline.structuralSearch.refresh', () => this.#again(0)),
      vscode.commands.registerCommand('sightline.structuralSearch.more', () => this.#again(pageSize)),
      vscode.commands.registerCommand('sightline.structuralSearch.stop', () => this.#running?.abort()),
      vscode.commands.registerCommand('sightline.structuralSearch.clear', () => this.#clear()),
    );
  }

  /** Shows the view and fills it. A search that still runs is given up. */
  async search(wanted: Wanted): Promise<void> {
    this.#show([]);
    this.#view.message = '';
    await setContext('shown', true);
    await vscode.commands.executeCommand(`${viewId}.focus`);
    await this.#run(wanted, pageSize);
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) return [...this.#rows];
    return row.is === 'file' ? matchRows(row, row.group.matches) : [];
  }

  getParent(row: Row): Row | undefined {
    return row.is === 'match' ? row.parent : undefined;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    switch (row.is) {
      case 'file':
        return fileItem(row.group);
      case 'match':
        return matchItem(row.match, row.id);
      case 'more':
        return moreItem(row.label);
    }
  }

  dispose(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#disposable.dispose();
  }

  /** A cheap search that is in sight is repeated; the others are said to be of an older text. */
  async #textChanged(): Promise<void> {
    if (this.#shown === undefined) return;
    this.#isStale = true;
    if (this.#running !== undefined) return;
    if (this.#view.visible && this.#took !== undefined && this.#took <= cheapMs) return this.#again(0);
    this.#view.message = staleSummary(this.#view.message ?? '');
  }

  async #again(more: number): Promise<void> {
    if (this.#shown !== undefined) await this.#run(this.#shown.wanted, this.#shown.limit + more);
  }

  /** From the first match on, also for more of them: files may have changed, and the engine remembers those that did not. */
  async #run(wanted: Wanted, limit: number): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#view.description = `${wanted.title} · ${wanted.pattern}`;
    this.#shown = { wanted, limit };
    this.#took = undefined;
    this.#isStale = false;
    void setContext('running', true);
    // Before the search: a change while it runs must not be missed.
    this.#changes.start();
    const started = performance.now();
    try {
      const result = await vscode.window.withProgress({ location: { viewId } }, () => this.#query(wanted, limit, running.signal));
      if (this.#running !== running) return;
      this.#took = performance.now() - started;
      this.#view.message = summary(wanted, result);
      this.#show(rowsOf(result));
    } catch (error) {
      if (this.#running !== running) return;
      this.#view.message = running.signal.aborted ? 'The search was stopped.' : plain(error);
      if (!running.signal.aborted) this.ports.log.error('A structural search failed', error);
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
        void setContext('running', false);
        if (this.#isStale) void this.#textChanged();
      }
    }
  }

  async #query({ pattern, language }: Wanted, limit: number, signal: AbortSignal): Promise<QueryResult> {
    // Before the engine: without a folder this throws the reason.
    const targets = wholeFolders(this.ports.places);
    return this.ports.ast.query({ pattern, language, targets, kinds: [], offset: 0, limit, countOnly: false }, signal);
  }

  async #clear(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    this.#shown = undefined;
    this.#isStale = false;
    this.#changes.dispose();
    this.#show([]);
    await setContext('running', false);
    await setContext('shown', false);
  }

  #show(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#changed.fire(undefined);
  }
}

function rowsOf(result: QueryResult): readonly Row[] {
  const label = moreLabel(result, pageSize);
  const files = groupByFile(result.matches).map((group): Row => ({ is: 'file', group }));
  return label === undefined ? files : [...files, { is: 'more', label }];
}

/** Nodes of one stretch, as an expression and its statement, have the same place; rows must not have the same id. */
function matchRows(parent: Row, matches: readonly QueryMatch[]): Row[] {
  const often = new Map<string, number>();
  return matches.map((match) => {
    const { start, end } = match.span;
    const place = `${match.file.path}:${start.line}:${start.column}:${end.line}:${end.column}`;
    const before = often.get(place) ?? 0;
    often.set(place, before + 1);
    return { is: 'match', match, id: `${place}:${before}`, parent };
  });
}

function fileItem(group: FileGroup): vscode.TreeItem {
  const { name, description } = fileLabel(group);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
  item.id = group.file.path;
  item.description = description;
  item.resourceUri = vscode.Uri.file(group.file.path);
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = group.file.display;
  return item;
}

function matchItem(match: QueryMatch, id: string): vscode.TreeItem {
  const { text, highlight } = matchLabel(match);
  const item = new vscode.TreeItem({ label: text, highlights: [[...highlight]] });
  if (match.name !== undefined) item.description = match.name;
  // What is selected stays selected when the search is repeated.
  item.id = id;
  item.tooltip = new vscode.MarkdownString().appendCodeblock(match.lines.join('\n')).appendText(match.kind);
  // Selecting previews; this is for a click on the row that is selected already.
  item.command = { command: 'vscode.open', title: 'Show', arguments: [vscode.Uri.file(match.file.path), showing(match)] };
  return item;
}

function moreItem(label: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'sightline.structuralSearch.more', title: 'Load More' };
  return item;
}

async function preview(match: QueryMatch): Promise<void> {
  try {
    await vscode.window.showTextDocument(vscode.Uri.file(match.file.path), showing(match));
  } catch (error) {
    void vscode.window.showWarningMessage(`Sightline: ${match.file.display} cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The focus stays in the tree, so that arrow keys go on to the next match. */
function showing({ span: { start, end } }: QueryMatch): vscode.TextDocumentShowOptions {
  return { preview: true, preserveFocus: true, selection: new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1) };
}

function setContext(key: 'shown' | 'running', value: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `sightline.structuralSearch.${key}`, value);
}
