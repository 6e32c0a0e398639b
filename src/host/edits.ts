/** The edits port over VS Code: one `WorkspaceEdit` for text, an atomic replacement where the editor would lose bytes. */
import { readFile, rmdir } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { EditableFile, Edits, EditorStep, NamedFile, Staged, StepOutcome } from '../core/edits';
import { isEncoding } from '../core/encoding';
import { Failure } from '../core/errors';
import { decodeBytes, EditableFiles, encodeText, findDocument, flat } from './editable';
import { stageReplacement } from './replace-file';
import { isBeginningOnly, lackOfRoom } from './room';
import { save } from './save';
import { textEdits, TextWatch } from './text-watch';

/** Milliseconds. */
const reloadTime = 1_500;

/** @param scratch a directory of ours for half-written files; see `sweep` */
export function vscodeEdits(scratch: string | undefined): Edits {
  const editable = new EditableFiles();
  return {
    open: (file) => editable.open(file),
    peek,
    canEncode: async (text, { path, encoding }) => {
      if (encoding === undefined) return isKept(text, vscode.Uri.file(path));
      return isEncoding(encoding) || (await decodeBytes(await encodeText(text, encoding), encoding)) === text;
    },
    apply,
    save,
    stage: (file, text) => stage(file, text, scratch),
    remove,
  };
}

/** Whether a new file with this text reads the same: the user may have set an encoding without some of its characters. */
async function isKept(text: string, uri: vscode.Uri): Promise<boolean> {
  const bytes = await vscode.workspace.encode(text, { uri });
  if (Buffer.from(text, 'utf8').equals(bytes)) return true;
  const unmarked = (each: string): string => each.replace(/^\ufeff/, '');
  return unmarked(await vscode.workspace.decode(bytes, { uri })) === unmarked(text);
}

/** Of a document that the editor has closed meanwhile, the text that it saved: opening it once more would take longer. */
async function peek({ path, encoding }: Pick<EditableFile, 'path' | 'encoding'>): Promise<{ readonly text: string; readonly unsaved: boolean }> {
  const uri = vscode.Uri.file(path);
  const saved = findDocument(uri) === undefined ? await decodeBytes(await readFile(path), encoding) : undefined;
  if (saved !== undefined) return { text: saved, unsaved: false };
  const document = await vscode.workspace.openTextDocument(uri);
  return { text: document.getText(), unsaved: document.isDirty };
}

/**
 * Text edits are all or nothing, and stale ones are refused by version; of a file that the editor has closed since it was
 * opened there is no version, see `TextWatch`. Files are created first: a creation that fails then leaves the texts alone.
 */
async function apply({ creates, files }: EditorStep): Promise<StepOutcome> {
  const edit = new vscode.WorkspaceEdit();
  const created = await Promise.all(creates.map(async (file) => ({ ...file, contents: await vscode.workspace.encode(file.text, { uri: vscode.Uri.file(file.path) }) })));
  for (const { path, display, contents } of created) {
    const crowded = await lackOfRoom(path, contents.length);
    if (crowded !== undefined) throw notCreated(display, crowded, 'ask the user to make room, then call again.');
    // The editor would put the new text in the place of what the user typed, though nothing is on disk.
    if (findDocument(vscode.Uri.file(path))?.isDirty === true) throw notCreated(display, 'the editor holds unsaved text of it', 'edit that text, or create a file of another name.');
    edit.createFile(vscode.Uri.file(path), { contents, overwrite: false });
  }
  // From here to the request nothing waits, so that a person who types has little time to come between.
  for (const { path, before, changes } of files) {
    const uri = vscode.Uri.file(path);
    const document = findDocument(uri);
    if (document !== undefined && document.getText() !== before) return { accepted: false, made: [] };
    edit.set(uri, textEdits(before, changes));
  }
  const watch = new TextWatch(files);
  let accepted: boolean;
  try {
    accepted = await vscode.workspace.applyEdit(edit);
    if (await watch.putBackStrays()) accepted = false;
  } finally {
    watch.dispose();
  }
  for (const { path, display, contents } of created) {
    if (await isBeginningOnly(path, contents)) throw notCreated(display, (await lackOfRoom(path, contents.length)) ?? 'the disk took only a part of it', 'ask the user to make room, then call again.');
  }
  return { accepted, made: watch.made() };
}

function notCreated(display: string, why: string, next: string): Failure {
  return new Failure('EditFailed', { what: `${display} could not be created: ${why}`, next });
}

async function stage(file: EditableFile, text: string, scratch: string | undefined): Promise<Staged> {
  const staged = await stageReplacement(file.path, await encodeText(text, file.encoding), scratch).catch((error: unknown) => {
    throw new Failure('EditFailed', {
      what: `${file.display} must be edited on disk (${file.reason ?? ''}), and that failed: ${error instanceof Error ? error.message : String(error)}`,
      next: isFull(error) ? 'ask the user to make room on the disk, then call again.' : 'ask the user to make its line ends one, or free the file; then call again.',
    });
  });
  return {
    ...staged,
    commit: async () => {
      await staged.commit();
      await reloaded(file.path, text);
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Waits until the editor has noticed, so that what is asked next is about the new text. */
async function reloaded(path: string, text: string): Promise<void> {
  const wanted = flat(text);
  const document = findDocument(vscode.Uri.file(path));
  for (const until = Date.now() + reloadTime; document !== undefined && Date.now() < until; await after(25)) {
    if (document.isClosed || flat(document.getText()) === wanted) return;
  }
}

async function remove({ path }: NamedFile, directories: readonly string[]): Promise<void> {
  await vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash: false });
  for (const directory of [...directories].reverse()) {
    // One that holds something else by now stays.
    await rmdir(directory).catch(() => undefined);
  }
}
