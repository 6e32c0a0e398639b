/** A workspace on the real disk and the ports over it, without an editor. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Dispatcher, type Outcome } from '../../../src/core/call';
import { createPlaces } from '../../../src/core/place';
import type { EditorSearch, Folder, Ports, Settings } from '../../../src/core/ports';
import type { Call } from '../../../src/core/tool';
import { render, type Rendered } from '../../../src/doors/render';
import { createAst } from '../../../src/engines/ast';
import { createChunks } from '../../../src/engines/chunk';
import { createSearch } from '../../../src/engines/search/search';
import type { BackEndOptions } from '../../../src/engines/search/choose';
import { noEditing } from '../../fakes/editing';
import { noLanguage } from '../../fakes/language';
import type { Tool } from '../../../src/tools/define';
import type { Services } from '../../../src/tools/services';
import { testPorts } from '../support/services';
import { shippedRipgrepFolder, workerScript } from './binaries';

export interface WorkspaceOptions extends BackEndOptions {
  /** Path below the temporary directory, with `/`, to content; a trailing `/` makes an empty folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Folders of the window; default the temporary directory itself. */
  readonly folders?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
  readonly settings?: Partial<Settings>;
  readonly editorSearch?: EditorSearch;
  readonly excludes?: { readonly files?: readonly string[]; readonly search?: readonly string[] };
}

export class TestWorkspace {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'sightline-')));
  readonly services: Services;
  readonly #setUnsaved: (texts: Readonly<Record<string, string>>) => void;
  readonly #unsaved = new Map<string, string>();

  constructor({ files, folders = [''], links = {}, settings = {}, excludes = {}, editorSearch, ...options }: WorkspaceOptions) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    for (const [name, target] of Object.entries(links)) {
      mkdirSync(path.dirname(this.path(name)), { recursive: true });
      symlinkSync(target, this.path(name));
    }
    const open: readonly Folder[] = folders.map((name) => ({ name: path.basename(this.path(name)), path: this.path(name) }));
    const base = testPorts(open, { excludes: () => ({ files: excludes.files ?? [], search: excludes.search ?? [] }), ...settings });
    this.#setUnsaved = base.setUnsaved;
    const ports: Ports = { ...base, editorSearch };
    const places = createPlaces(ports);
    const search = createSearch({ ...ports, places }, { shippedRipgrepFolder, workerScript: workerScript(), ...options });
    const ast = createAst({ folder: path.resolve('out', 'structure'), ports, search });
    const chunks = createChunks({ ports, places, ast });
    this.services = { ...ports, places, search, ast, chunks, language: noLanguage({ ports, places, search }), editing: noEditing, version: '0.0.0', status: [] };
  }

  path(name: string): string {
    return path.join(this.root, name);
  }

  write(name: string, content: string | Uint8Array): void {
    if (name.endsWith('/')) {
      mkdirSync(this.path(name), { recursive: true });
      return;
    }
    mkdirSync(path.dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  /** What the editor holds of a file and has not saved. */
  type(name: string, text: string): void {
    this.#unsaved.set(this.path(name), text);
    this.#setUnsaved(Object.fromEntries(this.#unsaved));
  }

  /** Takes back what was typed and not saved. */
  revert(): void {
    this.#unsaved.clear();
    this.#setUnsaved({});
  }

  async outcome(tool: Tool, input: unknown, signal = new AbortController().signal): Promise<Outcome> {
    const call: Call = { signal, door: 'mcp', client: 'test' };
    return new Dispatcher<Services>({ tools: [tool], services: this.services }).call(tool.name, input, call);
  }

  async render(tool: Tool, input: unknown): Promise<Rendered> {
    return render(await this.outcome(tool, input), { maxTokens: 6_000 });
  }

  /** The text of the answer, errors included. */
  async text(tool: Tool, input: unknown): Promise<string> {
    return (await this.render(tool, input)).text;
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
