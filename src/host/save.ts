/**
 * Saves through the editor, and holds it to that: the editor truncates a file before it writes it, and on a full disk it
 * takes a short write for a whole one. Then the old bytes are put back, and the text stays in the editor as unsaved.
 */
import { open, readFile, stat } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { NamedFile, SaveOutcome } from '../core/edits';
import { encodeText, findDocument } from './editable';
import { isBeginningOnly, lackOfRoom } from './room';

/** Milliseconds in which no save of ours ends: a save participant of another extension may never end. */
const saveTime = 10_000;

/** Whether the document's text is on disk now, all of it. */
export async function save({ path, display }: NamedFile): Promise<SaveOutcome> {
  const document = findDocument(vscode.Uri.file(path));
  if (document === undefined) return { saved: false, reason: `the editor has closed ${display}` };
  if (!document.isDirty) return { saved: true };
  const crowded = await lackOfRoom(path, (await bytesOf(document)).length);
  if (crowded !== undefined) return { saved: false, reason: crowded };
  const old = await contentOf(path);
  const outcome = await Promise.race([saveDocument(document), standstill()]);
  if (outcome === 'late') return { saved: false, reason: `the save did not end within ${saveTime / 1_000} seconds` };
  if (await isCutOff(path, document)) return { saved: false, reason: await rescue(path, document, old) };
  if (outcome === true || !document.isDirty) return { saved: true };
  return { saved: false, reason: outcome === false ? 'the editor could not save it (it changed on disk meanwhile, or cannot be written)' : outcome };
}

/** `performance.now` when the last save ended. */
let lastEnd = 0;

async function saveDocument(document: vscode.TextDocument): Promise<boolean | string> {
  try {
    return await document.save();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    lastEnd = performance.now();
  }
}

/** Of many files that are saved at once each waits for the others, so only a standstill of all is late. */
async function standstill(): Promise<'late'> {
  const start = performance.now();
  for (let rest = saveTime; rest > 0; rest = Math.max(start, lastEnd) + saveTime - performance.now()) await after(rest, undefined, { ref: false });
  return 'late';
}

async function isCutOff(path: string, document: vscode.TextDocument): Promise<boolean> {
  return isBeginningOnly(path, await bytesOf(document));
}

interface Content {
  readonly bytes: Uint8Array;
  readonly accessed: Date;
  readonly modified: Date;
}

async function contentOf(path: string): Promise<Content | undefined> {
  try {
    const { atime, mtime } = await stat(path);
    return { bytes: await readFile(path), accessed: atime, modified: mtime };
  } catch {
    return undefined;
  }
}

/** Resolves to the reason why the text is not on disk. */
async function rescue(path: string, document: vscode.TextDocument, old: Content | undefined): Promise<string> {
  // First, so that the editor does not take the old text from the disk for the newest.
  if (!document.isDirty) await markUnsaved(document);
  const reason = 'the disk took only a part of it (it is full)';
  if (old === undefined) return reason;
  try {
    await putBack(path, old);
    return `${reason}; the old text is on disk`;
  } catch (error) {
    return `${reason}, and the old text could not be put back: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A character takes its own place: the text stays, and the editor holds it as unsaved. */
async function markUnsaved(document: vscode.TextDocument): Promise<void> {
  const first = new vscode.Range(document.positionAt(0), document.positionAt(1));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, first, document.getText(first));
  await vscode.workspace.applyEdit(edit);
}

/** In place, since there is no room for a copy. With the old time, or the next save would meet a file that is newer. */
async function putBack(path: string, { bytes, accessed, modified }: Content): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(Math.min(bytes.length, (await file.stat()).size));
    await file.writeFile(bytes);
    await file.utimes(accessed, modified);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function bytesOf(document: vscode.TextDocument): Promise<Uint8Array> {
  return encodeText(document.getText(), document.encoding);
}
