/**
 * The edits port over real files, without an editor: what VS Code does, as far as it was seen. Documents are held in
 * memory once they were changed; saving writes in place; the disk way is the real one.
 */
import { constants } from 'node:fs';
import { access, mkdir, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { EditableFile, Edits, NamedFile } from '../../../src/core/edits';
import { decode, encode, type Encoding } from '../../../src/core/encoding';
import { Failure } from '../../../src/core/errors';
import type { LiveDocument } from '../../../src/core/ports';
import { applied } from '../../../src/core/text-changes';
import { stageReplacement } from '../../../src/host/replace-file';

interface Held {
  text: string;
  unsaved: boolean;
  version: number;
}

export interface DiskEdits extends Edits {
  /** By real path. */
  readonly held: Map<string, Held>;
  readonly documents: { unsaved(): readonly LiveDocument[]; held(): readonly LiveDocument[]; find(path: string): LiveDocument | undefined };
  /** Faults, switched on by a test. */
  readonly faults: {
    /** Files that the editor holds read-only: it says yes and changes nothing. */
    readOnly: Set<string>;
    refuseApply: boolean;
    /** Called just before the text of documents changes. */
    beforeApply: (() => Promise<void> | void) | undefined;
    /** Called just after. */
    afterApply: (() => Promise<void> | void) | undefined;
    failSave: string | undefined;
    /** What the user's save settings do. */
    onSave: ((text: string) => string) | undefined;
    failStage: string | undefined;
    /** By path: what happens between staging and the end of a commit. */
    failCommit: Set<string>;
    failRemove: boolean;
  };
  /** How many steps the editor's undo knows. */
  steps: number;
}

export function diskEdits(scratch?: string): DiskEdits {
  const held = new Map<string, Held>();
  const faults: DiskEdits['faults'] = {
    readOnly: new Set(),
    refuseApply: false,
    beforeApply: undefined,
    afterApply: undefined,
    failSave: undefined,
    onSave: undefined,
    failStage: undefined,
    failCommit: new Set(),
    failRemove: false,
  };

  const realOf = (path: string): Promise<string> => (held.get(path)?.unsaved === true ? Promise.resolve(path) : realpath(path));

  const load = async (path: string) => {
    const bytes = await readFile(path);
    const decoded = decode(bytes);
    if (decoded === undefined) throw new Failure('Binary', { what: `${path} is binary`, next: 'name a text file.' });
    return decoded;
  };

  const open = async (file: NamedFile): Promise<EditableFile> => {
    const gone = held.get(file.path);
    if (gone?.unsaved === true && (await stat(file.path).catch(() => undefined)) === undefined) {
      return { ...file, text: gone.text, encoding: 'utf8', language: 'plaintext', eol: '\n', unsaved: true, way: 'editor' };
    }
    const real = await realpath(file.path);
    const { mode } = await stat(real);
    if ((mode & 0o222) === 0) throw new Failure('FileNotWritable', { what: `${file.display} is read-only`, next: 'ask the user.' });
    await access(real, constants.W_OK);
    const { text, encoding, lossy } = await load(real);
    if (lossy) throw new Failure('EditFailed', { what: `${file.display} is not valid ${encoding}`, next: 'ask the user for its encoding.' });
    const document = held.get(real);
    const mixed = new Set(text.match(/\r\n|\n|\r/g) ?? []).size > 1;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const common = { ...file, path: real, encoding, language: 'plaintext', eol } as const;
    if (document?.unsaved === true) {
      if (mixed) throw new Failure('EditFailed', { what: `${file.display} has mixed line ends and unsaved text`, next: 'ask the user to save it.' });
      return { ...common, text: document.text, eol: document.text.includes('\r\n') ? '\r\n' : eol, unsaved: true, way: 'editor' };
    }
    return mixed ? { ...common, text, unsaved: false, way: 'disk', reason: 'its line ends are mixed' } : { ...common, text, unsaved: false, way: 'editor' };
  };

  const self: DiskEdits = {
    held,
    faults,
    steps: 0,
    documents: {
      unsaved: () => [...held].filter(([, document]) => document.unsaved).map(([path, document]) => live(path, document)),
      held: () => [...held].map(([path, document]) => live(path, document)),
      find: (path) => {
        const document = held.get(path);
        return document === undefined ? undefined : live(path, document);
      },
    },
    open,
    peek: async ({ path }) => {
      const real = await realOf(path);
      const document = held.get(real);
      return document?.unsaved === true ? { text: document.text, unsaved: true } : { text: (await load(real)).text, unsaved: false };
    },
    canEncode: async () => true,
    apply: async ({ creates, files }) => {
      await faults.beforeApply?.();
      for (const { path, text } of creates) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text, { flag: 'wx' });
      }
      if (faults.refuseApply) return { accepted: false, made: [] };
      const texts = [];
      for (const { path, before, changes } of files) {
        const real = await realOf(path);
        const now = await self.peek({ path, encoding: 'utf8' });
        if (now.text !== before) return { accepted: false, made: [] };
        if (!faults.readOnly.has(real)) texts.push({ path, real, wanted: applied(before, changes), text: withLineEnds(applied(before, changes), before) });
      }
      for (const { real, text } of texts) held.set(real, { text, unsaved: true, version: (held.get(real)?.version ?? 1) + 1 });
      self.steps += 1;
      await faults.afterApply?.();
      return { accepted: true, made: texts.filter(({ text, wanted }) => text === wanted).map(({ path }) => path) };
    },
    save: async ({ path }) => {
      if (faults.failSave !== undefined) return { saved: false, reason: faults.failSave };
      const real = await realpath(path);
      const document = held.get(real);
      if (document === undefined) return { saved: true };
      const text = faults.onSave?.(document.text) ?? document.text;
      await writeFile(real, encode(text, (await load(real)).encoding));
      held.set(real, { text, unsaved: false, version: document.version + 1 });
      return { saved: true };
    },
    stage: async (file, text) => {
      if (faults.failStage !== undefined) throw new Error(faults.failStage);
      const staged = await stageReplacement(file.path, encode(text, file.encoding as Encoding), scratch);
      return faults.failCommit.has(file.path) ? { ...staged, commit: async () => Promise.reject(new Error('EIO: i/o error, rename')) } : staged;
    },
    remove: async ({ path }, directories) => {
      if (faults.failRemove) throw new Error('EBUSY: resource busy');
      await rm(path);
      for (const directory of [...directories].reverse()) await rmdir(directory).catch(() => undefined);
    },
  };
  return self;
}

function live(path: string, { text, unsaved, version }: Held): LiveDocument {
  return { path, text, unsaved, language: 'plaintext', version };
}

/** A document of the editor has line ends of one kind: those that it was opened with. */
function withLineEnds(text: string, before: string): string {
  return text.replace(/\r\n|\n|\r/g, before.includes('\r\n') ? '\r\n' : '\n');
}
