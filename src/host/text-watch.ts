/**
 * Which texts a step makes. VS Code holds at most 60 documents for an extension and closes the oldest, so in a large step
 * some are opened again by the step itself, as another object and perhaps with a text that has just changed on disk.
 */
import * as vscode from 'vscode';
import type { EditorStep, TextChange } from '../core/edits';
import { Failure } from '../core/errors';
import { linesOf, spotAt } from '../core/position';
import { applied, differenceOf } from '../core/text-changes';
import { findDocument } from './editable';

type StepFile = EditorStep['files'][number];

interface Watched {
  readonly file: StepFile;
  readonly after: string;
  /** The text that the step met, when it is another one than was planned for. */
  stray: string | undefined;
  made: boolean;
}

/** Watches from its creation on. Every change is told by itself, in order, before a request to the editor is answered. */
export class TextWatch {
  readonly #watched: ReadonlyMap<string, Watched>;
  readonly #listeners: vscode.Disposable;

  constructor(files: readonly StepFile[]) {
    this.#watched = new Map(files.map((file) => [vscode.Uri.file(file.path).toString(), { file, after: applied(file.before, file.changes), stray: undefined, made: false }]));
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => {
        const watched = this.#watched.get(document.uri.toString());
        // A document that changes its language is told as opened, too.
        if (watched !== undefined && ![watched.file.before, watched.after].includes(document.getText())) watched.stray ??= document.getText();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const watched = this.#watched.get(document.uri.toString());
        if (watched !== undefined && contentChanges.length > 0 && document.getText() === watched.after) watched.made = true;
      }),
    );
  }

  /** The paths, as given, of the files whose text became exactly what the step makes of it. */
  made(): readonly string[] {
    return [...this.#watched.values()].filter(({ made }) => made).map(({ file }) => file.path);
  }

  /**
   * Gives texts that were edited unseen what they were; resolves to whether there were any.
   * @throws Failure `EditFailed` when one of them could not be given back
   */
  async putBackStrays(): Promise<boolean> {
    const strays = [...this.#watched.values()].filter(({ stray, made }) => stray !== undefined && !made);
    for (const { file, stray = '' } of strays) {
      const uri = vscode.Uri.file(file.path);
      const document = findDocument(uri);
      const change = document === undefined ? undefined : differenceOf(document.getText(), stray);
      if (document === undefined || change === undefined) continue;
      const edit = new vscode.WorkspaceEdit();
      edit.set(uri, textEdits(document.getText(), [change]));
      if (!(await vscode.workspace.applyEdit(edit)) || document.getText() !== stray) {
        throw new Failure('EditFailed', {
          what: `${file.display} changed on disk at the same moment, and its unsaved text in the editor is wrong now`,
          next: 'ask the user to revert that file.',
        });
      }
      await document.save();
    }
    return strays.length > 0;
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

/** As the editor takes changes, which are of this text. */
export function textEdits(text: string, changes: readonly TextChange[]): vscode.TextEdit[] {
  const lines = linesOf(text);
  const positionAt = (offset: number): vscode.Position => {
    const { line, column } = spotAt(lines, offset);
    return new vscode.Position(line - 1, column - 1);
  };
  return changes.map(({ start, end, text: written }) => vscode.TextEdit.replace(new vscode.Range(positionAt(start), positionAt(end)), written));
}
