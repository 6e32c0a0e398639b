/** An edit engine over real files in a temporary folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlaces } from '../../../src/core/place';
import type { Settings } from '../../../src/core/ports';
import { Failure, type FailureName } from '../../../src/core/errors';
import { Editing, type EditPorts, type EditRequest, type EditResult } from '../../../src/engines/edit/index';
import { testPorts, workspaceWith } from '../support/services';
import { diskEdits, type DiskEdits } from './disk-edits';

export interface Bench {
  readonly root: string;
  readonly edits: DiskEdits;
  readonly editing: Editing;
  readonly ports: EditPorts;
  readonly at: (name: string) => string;
  readonly bytes: (name: string) => Promise<Buffer>;
  readonly text: (name: string) => Promise<string>;
  readonly write: (name: string, content: string | Uint8Array) => Promise<void>;
  /** Sets what the editor holds unsaved. */
  readonly type: (name: string, text: string) => void;
  readonly apply: (...requests: EditRequest[]) => Promise<EditResult>;
  /** The failure's text; fails when there is none. */
  readonly refused: (name: FailureName, work: Promise<unknown>) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export const caller = { signal: new AbortController().signal, client: 'one', door: 'mcp' } as const;

const noGrammar: EditPorts['ast'] = {
  languageOf: () => undefined,
  nodesOf: async () => [],
  outline: async () => ({ nodes: [], imports: [], broken: false }),
  syntaxErrors: async () => [],
};

export async function bench(files: Readonly<Record<string, string | Uint8Array>>, settings: Partial<Settings> = {}, parts: Partial<EditPorts> = {}): Promise<Bench> {
  const { root, write, remove } = await workspaceWith(files);
  const edits = diskEdits();
  const base = { ...testPorts([{ name: 'project', path: root }], settings), documents: edits.documents };
  const ports: EditPorts = {
    ...base,
    edits,
    places: createPlaces(base),
    ast: noGrammar,
    chunks: { find: async () => ({ start: 0, end: 0, filledEnd: 0 }), fileOf: async () => '' },
    dialogs: { confirm: async () => undefined },
    providers: { problems: () => [], onProblems: () => () => undefined, pullProblems: async () => [] },
    refactorings: { rename: async () => undefined, codeActions: async () => [] },
    ...parts,
  };
  const editing = new Editing(ports);
  return {
    root,
    edits,
    editing,
    ports,
    write: async (name, content) => void (await write(name, content)),
    at: (name) => join(root, name),
    bytes: (name) => readFile(join(root, name)),
    text: (name) => readFile(join(root, name), 'utf8'),
    type: (name, text) => void edits.held.set(join(root, name), { text, unsaved: true, version: 2 }),
    apply: (...requests) => editing.apply(requests, caller),
    refused: async (name, work) => {
      const outcome = await work.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(outcome instanceof Failure)) throw new Error(`Expected ${name}, but got ${outcome === undefined ? 'no failure' : String(outcome)}`);
      if (outcome.failure !== name) throw new Error(`Expected ${name}, but got: ${outcome.message}`);
      return outcome.message;
    },
    remove,
  };
}
