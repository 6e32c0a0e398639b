/** Tells that files changed, typed or on disk, once they have been left alone for a moment. */
import * as vscode from 'vscode';

/** Milliseconds without a change. */
const settleMs = 700;

export class TextChanges implements vscode.Disposable {
  readonly #concerns: (path: string) => boolean;
  readonly #settled: () => void;
  #watching: vscode.Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param concerns whether a change of this file matters @param settled called after the last of several changes */
  constructor(concerns: (path: string) => boolean, settled: () => void) {
    this.#concerns = concerns;
    this.#settled = settled;
  }

  /** Begins to look; what has changed before does not count. */
  start(): void {
    this.#forget();
    this.#watching ??= this.#watch();
  }

  dispose(): void {
    this.#forget();
    this.#watching?.dispose();
    this.#watching = undefined;
  }

  #watch(): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const changed = (uri: vscode.Uri): void => this.#changed(uri);
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(changed),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#changed(document.uri);
      }),
    );
  }

  #changed(uri: vscode.Uri): void {
    if (uri.scheme !== 'file' || !this.#concerns(uri.fsPath)) return;
    this.#forget();
    this.#timer = setTimeout(this.#settled, settleMs);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
