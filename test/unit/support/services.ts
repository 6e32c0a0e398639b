/** The services over real files in a temporary folder, without an editor. Unsaved documents are what the test says. */
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Dispatcher } from '../../../src/core/call';
import type { Answer } from '../../../src/core/answer';
import { createPlaces } from '../../../src/core/place';
import type { Folder, LiveDocument, Ports, Settings } from '../../../src/core/ports';
import { render } from '../../../src/doors/render';
import { nodeFiles } from '../../../src/host/files';
import { testSettings } from './settings';

export interface TestPorts extends Ports {
  /** Replaces what the editor holds unsaved: absolute path to text. */
  readonly setUnsaved: (texts: Readonly<Record<string, string>>) => void;
}

export function testPorts(folders: readonly Folder[], settings: Partial<Settings> = {}): TestPorts {
  let documents: readonly LiveDocument[] = [];
  return {
    workspace: { folders: () => folders.map((folder) => ({ ...folder })), virtualFolders: () => [], trusted: () => true },
    files: nodeFiles,
    documents: { unsaved: () => documents, held: () => documents, find: (path) => documents.find((document) => document.path === path) },
    languages: testLanguages,
    settings: testSettings(settings),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: performance,
    setUnsaved: (texts) => {
      documents = Object.entries(texts).map(([path, text], index) => ({ path, text, unsaved: true, language: 'plaintext', version: index + 2 }));
    },
  };
}

/** An editor that holds nothing. */
export const noDocuments: Ports['documents'] = { unsaved: () => [], held: () => [], find: () => undefined };

/** A few of the editor's own languages. */
export const testLanguages: Ports['languages'] = {
  of: (path) => Object.entries(languageFiles).find(([, { extensions }]) => extensions.some((extension) => path.endsWith(extension)))?.[0],
  filesOf: (id) => languageFiles[id],
  ids: () => Object.keys(languageFiles),
};

const languageFiles: Readonly<Record<string, { readonly extensions: readonly string[]; readonly names: readonly string[] }>> = {
  typescript: { extensions: ['.ts', '.mts', '.cts'], names: [] },
  typescriptreact: { extensions: ['.tsx'], names: [] },
  javascript: { extensions: ['.js', '.mjs', '.cjs'], names: [] },
  python: { extensions: ['.py', '.pyw'], names: [] },
  go: { extensions: ['.go'], names: [] },
  markdown: { extensions: ['.md'], names: [] },
};

/** A temporary folder with these files (`/` at the end of a name: a directory); `remove` takes it away. */
export async function workspaceWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const root = realpathSync(await mkdtemp(join(tmpdir(), 'sightline-test-')));
  const write = async (name: string, content: string | Uint8Array) => {
    const path = join(root, name);
    if (name.endsWith('/')) return void (await mkdir(path, { recursive: true }));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  for (const [name, content] of Object.entries(files)) await write(name, content);
  return { root, write, remove: () => rm(root, { recursive: true, force: true }) };
}

export { createPlaces, Dispatcher, render, type Answer };
