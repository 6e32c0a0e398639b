/** A folder of real files, the ports over them, and a plain text search. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPlaces, type Places } from '../../src/core/place';
import type { Documents, Folder, LiveDocument, Log } from '../../src/core/ports';
import type { FoundFile, Search } from '../../src/engines/search';
import { nodeFiles } from '../../src/host/files';
import { noDocuments } from '../unit/support/services';
import { testSettings } from '../unit/support/settings';

export class TempFolder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'sightline-')));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  at(name: string): string {
    return join(this.path, name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Documents that the editor holds, unsaved or as they were when it took them over. */
export class FakeDocuments implements Documents {
  readonly #unsaved = new Map<string, LiveDocument>();
  readonly #saved = new Map<string, LiveDocument>();

  /** The editor has this text of a saved file, whatever the disk has by now. */
  hold(path: string, text: string): void {
    this.#saved.set(path, { path, text, unsaved: false, language: 'plaintext', version: 1 });
  }

  type(path: string, text: string): void {
    this.#unsaved.set(path, { path, text, unsaved: true, language: 'plaintext', version: (this.#unsaved.get(path)?.version ?? 1) + 1 });
  }

  unsaved(): readonly LiveDocument[] {
    return [...this.#unsaved.values()];
  }

  held(): readonly LiveDocument[] {
    return [...this.#saved.values(), ...this.#unsaved.values()];
  }

  find(path: string): LiveDocument | undefined {
    return this.#unsaved.get(path) ?? this.#saved.get(path);
  }
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export function placesIn(folders: readonly Folder[], settings = testSettings()): Places {
  // As in the editor, the same folders are new objects each time.
  const workspace = { folders: () => folders.map((folder) => ({ ...folder })), virtualFolders: () => [], trusted: () => true };
  return createPlaces({ workspace, files: nodeFiles, documents: noDocuments, settings });
}

/** Reads every file of a folder; no ignore rules. For tests of what builds on search, not of search. */
export function plainSearch(folder: Folder): Pick<Search, 'find' | 'files' | 'filesWith'> {
  const all = (): readonly FoundFile[] =>
    readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
      .sort()
      .filter((relative) => statSync(join(folder.path, relative)).isFile())
      .map((relative) => ({ folder, path: join(folder.path, relative), relative, display: relative, unsaved: false }));
  const leftOut = { binary: [], unreadable: [], remarks: [] };
  const textOf = (file: FoundFile): string => readFileSync(file.path, 'utf8');
  return {
    files: async () => ({ files: all(), leftOut }),
    filesWith: async (_, groups) => ({
      files: all().filter((file) => groups.every((group) => group.some((text) => textOf(file).includes(text)))),
      leftOut,
    }),
    find: async ({ pattern }) => {
      const shape = new RegExp(pattern.literal ? pattern.text.replace(/\W/g, '\\$&') : pattern.text, pattern.ignoreCase ? 'i' : 'u');
      const files = all().map((file) => ({ file, group: 0, count: textOf(file).split('\n').filter((line) => shape.test(line)).length, lines: async () => [] }));
      const found = files.filter((each) => each.count > 0);
      return { files: found, totals: [found.reduce((sum, each) => sum + each.count, 0)], exact: true, unselected: [], isEmpty: false, leftOut };
    },
  };
}
