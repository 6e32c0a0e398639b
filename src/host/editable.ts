/**
 * Opens files for editing: finds the document that stands for a file, and whether the editor holds the file without
 * loss. The test is the whole one: the document's text, encoded again, must be the bytes on disk.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { EditableFile, NamedFile } from '../core/edits';
import { decode, encode, isEncoding } from '../core/encoding';
import { Failure } from '../core/errors';
import { largestFile } from '../core/live';
import { pathRules } from '../core/path-rules';
import { isReadOnly } from './read-only';

/** Milliseconds that the editor gets to notice that a file has changed on disk. */
const reloadTime = 2_000;

/** Opens files for editing, and remembers which documents it has waited for in vain. */
export class EditableFiles {
  /** By URI: the document's version and the bytes on disk that it does not show. */
  readonly #stale = new Map<string, string>();

  /** @throws Failure as `Edits.open` */
  async open(file: NamedFile): Promise<EditableFile> {
    const real = await realpath(file.path).catch(() => undefined);
    if (real === undefined) return heldOnly(file);
    await checkWritable(file, real);
    const own = vscode.Uri.file(await ownName(file.path, real));
    let uri = (await documentUri(file, real)) ?? own;
    let document = await openDocument(file, uri);
    for (const until = Date.now() + reloadTime; ; await nextChange(document, until - Date.now())) {
      const bytes = await readBytes(file, real);
      document = await openDocument(file, uri);
      if (document.isDirty) return dirty(file, document, bytes);
      const text = document.getText();
      if (same(await encodeText(text, document.encoding), bytes)) return { ...described(file, document), text, unsaved: false, way: 'editor' };
      const onDisk = await decodeBytes(bytes, document.encoding);
      if (onDisk === undefined || !same(await encodeText(onDisk, document.encoding), bytes)) {
        // A byte-order mark that has just come or gone: the editor notices with the change.
        if (isEncoding(document.encoding) && decode(bytes)?.encoding !== document.encoding && Date.now() < until) continue;
        throw notLossless(file, document.encoding);
      }
      const common = { ...described(file, document), text: onDisk, unsaved: false, way: 'disk' } as const;
      if (flat(onDisk) === flat(text)) return { ...common, reason: 'its line ends are mixed, and the editor would make them one' };
      // The editor holds an older text. A document under a link's name hears of no change; the file's own name does.
      if (uri.toString() !== own.toString()) uri = own;
      else if (this.#waitedFor(document, bytes, Date.now() >= until)) return { ...common, reason: 'the editor has not noticed that it changed on disk' };
    }
  }

  /** Whether it is known that waiting does not help. What is on disk then counts, since the document is clean. */
  #waitedFor(document: vscode.TextDocument, bytes: Uint8Array, isOver: boolean): boolean {
    const uri = document.uri.toString();
    const state = `${document.version} ${createHash('sha256').update(bytes).digest('hex')}`;
    if (isOver) this.#stale.set(uri, state);
    return isOver || this.#stale.get(uri) === state;
  }
}

/** The document that stands for a file: the one with unsaved text, else one that is open. */
async function documentUri(file: NamedFile, real: string): Promise<vscode.Uri | undefined> {
  const unsaved: vscode.TextDocument[] = [];
  for (const document of vscode.workspace.textDocuments) {
    if (document.uri.scheme !== 'file' || !document.isDirty || document.isClosed) continue;
    if ((await realpath(document.uri.fsPath).catch(() => undefined)) === real) unsaved.push(document);
  }
  if (unsaved.length > 1) {
    throw new Failure('EditFailed', {
      what: `${file.display} is open under ${unsaved.length} names, each with unsaved text: ${unsaved.map((document) => document.uri.fsPath).join(', ')}`,
      next: 'ask the user to save or revert one of them.',
    });
  }
  if (unsaved[0] !== undefined) return unsaved[0].uri;
  const named = vscode.Uri.file(file.path);
  return findDocument(named) === undefined ? undefined : named;
}

/** Without links below the workspace folder, in the spelling of the folder. */
async function ownName(path: string, real: string): Promise<string> {
  const rules = pathRules(process.platform);
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (folder.uri.scheme !== 'file') continue;
    const root = await realpath(folder.uri.fsPath).catch(() => folder.uri.fsPath);
    const relative = rules.relative(root, real);
    if (relative !== undefined) return join(folder.uri.fsPath, relative);
  }
  return path;
}

export function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted && !document.isClosed);
}

async function openDocument({ display }: NamedFile, uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/binary/i.test(reason)) throw binary(display);
    throw new Failure('FileNotReadable', { what: `The editor cannot open ${display}: ${reason}`, next: 'check the file, or name another one.' });
  }
}

/** The user's text is in the editor and counts; the disk tells only whether a save would keep what is not touched. */
async function dirty(file: NamedFile, document: vscode.TextDocument, bytes: Uint8Array): Promise<EditableFile> {
  const onDisk = await decodeBytes(bytes, document.encoding);
  if (onDisk === undefined || !same(await encodeText(onDisk, document.encoding), bytes)) throw notLossless(file, document.encoding);
  if (new Set(onDisk.match(/\r\n|\n|\r/g) ?? []).size > 1) {
    throw new Failure('EditFailed', {
      what: `${file.display} has mixed line ends on disk and unsaved text in the editor, so a save would rewrite every line`,
      next: 'ask the user to save or revert it first.',
    });
  }
  return { ...described(file, document), text: document.getText(), unsaved: true, way: 'editor' };
}

function described({ display }: NamedFile, document: vscode.TextDocument): Pick<EditableFile, 'path' | 'display' | 'encoding' | 'eol' | 'language'> {
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return { path: document.uri.fsPath, display, encoding: document.encoding, eol, language: document.languageId };
}

/** What the editor holds of a file that is gone from disk: the user's text, which is nowhere else. */
async function heldOnly(file: NamedFile): Promise<EditableFile> {
  const directory = await realpath(dirname(file.path)).catch(() => dirname(file.path));
  const document = [file.path, join(directory, basename(file.path))].map((path) => findDocument(vscode.Uri.file(path))).find((each) => each?.isDirty === true);
  if (document !== undefined) return { ...described(file, document), text: document.getText(), unsaved: true, way: 'editor' };
  throw new Failure('FileNotFound', { what: `There is no file ${file.display}`, next: 'list_all_files_in_project shows what there is.' });
}

async function checkWritable({ path, display }: NamedFile, real: string): Promise<void> {
  const found = await stat(real);
  if (!found.isFile()) throw new Failure('FileNotReadable', { what: `${display} is not a regular file`, next: 'name a file.' });
  if (found.size > largestFile) {
    throw new Failure('FileTooBig', { what: `${display} has ${found.size.toLocaleString('en-US')} bytes; at most ${largestFile.toLocaleString('en-US')} are edited`, next: 'ask the user, or use a program for it.' });
  }
  // The superuser may write what nobody else may; a file without any write bit is meant to stay as it is.
  const permitted = (found.mode & 0o222) !== 0 && (await access(real, constants.W_OK).then(() => true, () => false));
  const setting = permitted ? isReadOnly(path) || isReadOnly(real) : false;
  if (permitted && !setting) return;
  throw new Failure('FileNotWritable', {
    what: `${display} is read-only${setting ? ' by the setting files.readonlyInclude' : ''}`,
    next: 'ask the user to make it writable.',
  });
}

async function readBytes({ display }: NamedFile, real: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(real);
    if (decode(bytes) === undefined) throw binary(display);
    return bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('FileNotReadable', { what: `${display} could not be read: ${error instanceof Error ? error.message : String(error)}`, next: 'check its permissions.' });
  }
}

/** Without a byte-order mark. Undefined when it cannot be decoded. */
export async function decodeBytes(bytes: Uint8Array, encoding: string): Promise<string | undefined> {
  const decoded = decode(bytes);
  if (isEncoding(encoding) && decoded?.encoding === encoding) return decoded.text;
  try {
    return (await vscode.workspace.decode(bytes, { encoding })).replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}

/** With the byte-order mark that the encoding stands for. The common ones need not travel to the editor and back. */
export async function encodeText(text: string, encoding: string): Promise<Uint8Array> {
  return isEncoding(encoding) ? encode(text, encoding) : vscode.workspace.encode(text, { encoding });
}

/** Resolves when the document changes, or after so many milliseconds. */
async function nextChange(document: vscode.TextDocument, time: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    // Not longer than this at once: a document can also be closed, or have changed already.
    const timer = setTimeout(done, Math.max(0, Math.min(time, 100)));
    const listener = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document.uri.toString() === document.uri.toString()) done();
    });
  });
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

export function flat(text: string): string {
  return text.replace(/\r\n|\r/g, '\n');
}

function binary(display: string): Failure {
  return new Failure('Binary', { what: `${display} is binary`, next: 'name a text file.' });
}

function notLossless({ display }: NamedFile, encoding: string): Failure {
  return new Failure('EditFailed', {
    what: `${display} holds bytes that are not valid ${encoding}, the encoding in which the editor opens it, and saving would destroy them`,
    context: 'Nothing was changed',
    next: 'ask the user to reopen the file with its real encoding (Reopen with Encoding, or the setting files.encoding), then call again.',
  });
}
