/** The refactorings port: rename and code actions through the editor's commands, with nothing of their edits dropped. */
import * as vscode from 'vscode';
import type { OfferedAction, ProvidedEdit, Refactorings } from '../core/edits';
import type { Range } from '../core/ports';
import { field, fromRange, list, toPosition } from './convert';

export const vscodeRefactorings: Refactorings = {
  rename: async (path, at, newName) => {
    const uri = vscode.Uri.file(path);
    // The command fails on a document that is not open.
    await vscode.workspace.openTextDocument(uri);
    const edit: unknown = await vscode.commands.executeCommand('vscode.executeDocumentRenameProvider', uri, toPosition(at), newName);
    return edit instanceof vscode.WorkspaceEdit ? providedEdit(edit) : undefined;
  },
  codeActions: async (path, { start, end }, kind, resolve) => {
    const uri = vscode.Uri.file(path);
    await vscode.workspace.openTextDocument(uri);
    const range = new vscode.Range(toPosition(start), toPosition(end));
    const found: unknown = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, kind, resolve);
    return list(found).map(offeredAction);
  },
};

function offeredAction(action: unknown): OfferedAction {
  const command = field(action, 'command');
  const edit = field(action, 'edit');
  const kind = field(field(action, 'kind'), 'value');
  const disabled = field(field(action, 'disabled'), 'reason');
  // A bare command has its id where an action has its command.
  const id = typeof command === 'string' ? command : field(command, 'command');
  return {
    title: String(field(action, 'title') ?? ''),
    kind: typeof kind === 'string' ? kind : '',
    preferred: field(action, 'isPreferred') === true,
    disabled: typeof disabled === 'string' ? disabled : undefined,
    edit: edit instanceof vscode.WorkspaceEdit ? providedEdit(edit) : undefined,
    command: typeof id === 'string' ? id : undefined,
  };
}

function providedEdit(edit: vscode.WorkspaceEdit): ProvidedEdit {
  const files: { path: string; changes: { range: Range; text: string }[] }[] = [];
  const elsewhere: string[] = [];
  for (const [uri, changes] of edit.entries()) {
    if (uri.scheme !== 'file') elsewhere.push(uri.toString(true));
    else files.push({ path: uri.fsPath, changes: changes.map(({ range, newText }) => ({ range: fromRange(range), text: newText })) });
  }
  return { files, elsewhere, others: othersOf(edit, files.length + elsewhere.length) };
}

/** The kinds of entry in the editor's own list, which its interface does not give out. */
const entryKinds = { file: 1, text: 2 } as const;

/**
 * File operations, snippets and notebook changes. `entries` leaves them out silently, so they are looked up behind the
 * interface; where that is not possible, a difference in number is said.
 */
function othersOf(edit: vscode.WorkspaceEdit, textual: number): readonly string[] {
  const inside = field(edit, '_edits');
  if (!Array.isArray(inside)) return edit.size > textual ? ['changes that are not of text'] : [];
  return inside.flatMap((entry: unknown) => {
    const kind = field(entry, '_type');
    if (kind === entryKinds.text) return [];
    if (kind !== entryKinds.file) return [`a snippet or notebook change in ${nameOf(field(entry, 'uri'))}`];
    const [from, to] = [field(entry, 'from'), field(entry, 'to')];
    if (from !== undefined && to !== undefined) return [`rename ${nameOf(from)} to ${nameOf(to)}`];
    return [to === undefined ? `delete ${nameOf(from)}` : `create ${nameOf(to)}`];
  });
}

function nameOf(uri: unknown): string {
  return uri instanceof vscode.Uri ? vscode.workspace.asRelativePath(uri) : 'a file';
}
