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
    return Promise.all(list(found).map(offeredAction));
  },
};

async function offeredAction(action: unknown): Promise<OfferedAction> {
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
    edit: edit instanceof vscode.WorkspaceEdit ? await providedEdit(edit) : undefined,
    command: typeof id === 'string' ? id : undefined,
  };
}

async function providedEdit(edit: vscode.WorkspaceEdit): Promise<ProvidedEdit> {
  const files: { path: string; changes: { range: Range; text: string }[] }[] = [];
  const elsewhere: string[] = [];
  for (const [uri, changes] of edit.entries()) {
    if (uri.scheme !== 'file') elsewhere.push(uri.toString(true));
    else files.push({ path: uri.fsPath, changes: changes.map(({ range, newText }) => ({ range: fromRange(range), text: newText })) });
  }
  return { files, elsewhere, others: await othersOf(edit, files.length + elsewhere.length) };
}

/** The kinds of entry in the editor's own list, which its interface does not give out. */
const entryKinds = { file: 1, text: 2 } as const;

/**
 * File operations, snippets and notebook changes. `entries` leaves them out silently, so they are looked up behind the
 * interface; where that is not possible, a difference in number is said.
 */
async function othersOf(edit: vscode.WorkspaceEdit, textual: number): Promise<readonly string[]> {
  const inside = field(edit, '_edits');
  if (!Array.isArray(inside)) return edit.size > textual ? ['changes that are not of text'] : [];
  const others: string[] = [];
  for (const entry of inside) {
    const kind = field(entry, '_type');
    if (kind === entryKinds.text) continue;
    const [from, to] = [field(entry, 'from'), field(entry, 'to')];
    if (kind !== entryKinds.file) others.push(`make a snippet or notebook change in ${nameOf(field(entry, 'uri'))}`);
    else if (from !== undefined && to !== undefined) others.push(`rename ${nameOf(from)} to ${nameOf(to)}`);
    else if (to === undefined) others.push(`delete ${nameOf(from)}`);
    else if (!(await isThereAlready(to, field(entry, 'options')))) others.push(`create ${nameOf(to)}`);
  }
  return others;
}

/** TypeScript creates every file that a refactoring touches, unless it exists: for one that does, nothing happens. */
async function isThereAlready(uri: unknown, options: unknown): Promise<boolean> {
  if (!(uri instanceof vscode.Uri) || field(options, 'ignoreIfExists') !== true || field(options, 'overwrite') === true) return false;
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(() => true, () => false);
}

function nameOf(uri: unknown): string {
  return uri instanceof vscode.Uri ? vscode.workspace.asRelativePath(uri) : 'a file';
}
