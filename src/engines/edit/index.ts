/**
 * Edits an agent and its user can trust: shown first, made exactly as shown, all or nothing, taken back on request.
 * Writes to one file wait for each other by its real path, whichever door they come through.
 */
import { etagOf } from '../../core/etag';
import { Failure } from '../../core/errors';
import type { Dialogs, EditableFile, NamedFile, Refactorings } from '../../core/edits';
import { Locks } from '../../core/lock';
import { readLive } from '../../core/live';
import type { Ports } from '../../core/ports';
import type { Call } from '../../core/tool';
import { assign } from './assign';
import { diffOf } from './diff';
import { differenceOf } from '../../core/text-changes';
import { inverse, sizeOf, type PlannedFile, type WrittenFile } from './planned';
import { lockKeys, plan, planComputed, type ComputedChanges, type Planned, type PlannerPorts } from './planner';
import { askForProtected, guardedFiles, requireTrust } from './policy';
import { Store, type AppliedEdit, type Preview } from './previews';
import { ReportedLanguages, watchProblems, type ProblemChanges, type ProblemSource } from './problems';
import { Refactoring } from './refactor';
import type { EditRequest } from './request';
import { checkAll, transact } from './transact';

export interface EditPorts extends PlannerPorts, Pick<Ports, 'clock' | 'languages'> {
  readonly dialogs: Dialogs;
  readonly providers: ProblemSource;
  readonly refactorings: Refactorings;
}

/** What became of a file. */
export interface FileResult {
  readonly display: string;
  readonly path: string;
  readonly done: 'changed' | 'created' | 'removed';
  /** Lines, by what is there now. */
  readonly added: number;
  readonly removed: number;
  /** Why it is not on disk; undefined when it is. */
  readonly unsaved: string | undefined;
  /** Why it was changed on disk, outside the editor's undo. */
  readonly onDisk: string | undefined;
  /** The save changed it further (format, trim, final newline). */
  readonly savedOtherwise: boolean;
  /** Undefined for a removed file. */
  readonly etag: string | undefined;
}

export interface EditResult {
  /** Undefined for an undo, which is not to be undone. */
  readonly id: string | undefined;
  readonly files: readonly FileResult[];
  readonly notes: readonly string[];
  readonly problems: ProblemChanges;
}

/** How often an edit is planned anew because the text changes under it. */
const mostAttempts = 5;

type Caller = Pick<Call, 'signal' | 'ask' | 'client' | 'door'>;

export class Editing {
  readonly previews = new Store<Preview>('preview', 'p', (preview) => preview.files.reduce((sum, { plan, diff }) => sum + sizeOf(plan) + diff.text.length, 0));
  /** Renames and code actions, which end in previews too. */
  readonly refactoring: Refactoring;
  readonly #applied = new Store<AppliedEdit>('edit', 'e', (edit) => edit.files.reduce((sum, file) => sum + sizeOf(file), 0));
  readonly #locks = new Locks();
  readonly #ports: EditPorts;
  readonly #reported: ReportedLanguages;

  constructor(ports: EditPorts) {
    this.#ports = ports;
    this.#reported = new ReportedLanguages(ports);
    this.refactoring = new Refactoring(ports, (title, files, signal) => this.previewComputed(title, files, signal));
  }

  dispose(): void {
    this.#reported.dispose();
  }

  /** Plans and keeps; nothing is written. @throws Failure those of planning */
  async preview(title: string, requests: readonly EditRequest[], signal: AbortSignal, transient = false): Promise<Preview> {
    return this.#keep(title, await plan(this.#ports, await assign(this.#ports, requests), signal), transient);
  }

  /** The same for changes that another engine computed. */
  async previewComputed(title: string, files: readonly ComputedChanges[], signal: AbortSignal): Promise<Preview> {
    return this.#keep(title, await planComputed(this.#ports, files, signal));
  }

  /** A file's text as an edit would see it. @throws Failure as `Edits.open` */
  async textOf(file: NamedFile): Promise<EditableFile> {
    return this.#ports.edits.open(file);
  }

  /** Makes exactly what was previewed. @throws Failure `UnknownId`, `StaleId`, `Stale`, `Protected`, `Untrusted`, those of writing */
  async applyPreview(id: string, call: Caller): Promise<EditResult> {
    requireTrust(this.#ports);
    const preview = this.previews.get(id);
    const plans = preview.files.map((file) => file.plan);
    // Nobody is asked about an edit that is refused anyway.
    if (preview.protectedFiles.length > 0) await checkAll(this.#ports, plans);
    await askForProtected(this.#ports, preview, call);
    return this.#locked(plans, call.signal, async () => {
      // A second call that waited for its turn finds the preview used up.
      this.previews.get(id);
      const result = await this.#write(plans, preview.notes, call);
      this.previews.take(id, 'applied');
      return result;
    });
  }

  /** Plans and makes at once, on the text that is there when its turn comes. @throws Failure as `preview` and `applyPreview` */
  async apply(requests: readonly EditRequest[], call: Caller): Promise<EditResult> {
    requireTrust(this.#ports);
    const assignments = await assign(this.#ports, requests);
    const places = assignments.map(({ place }) => place);
    const guarded = await guardedFiles(this.#ports, places);
    let shown: Planned | undefined;
    if (guarded.length > 0) {
      // Nobody is asked about an edit that is refused anyway.
      shown = await plan(this.#ports, assignments, call.signal, guarded);
      await askForProtected(this.#ports, shown, call);
    }
    return this.#locks.run(lockKeys(places.map(({ real }) => real)), call.signal, async () => {
      // An etag means this text and no other; without one the edit is meant for whatever text is there.
      const following = requests.every((request) => request.etag === undefined);
      for (let attempt = 1; ; attempt += 1) {
        const now = await assign(this.#ports, requests);
        // What was locked, and what the user was asked about, must be what is written.
        const moved = now.find(({ place }, index) => place.real !== assignments[index]?.place.real);
        if (moved !== undefined) throw new Failure('Stale', { what: `${moved.place.display} has become another file meanwhile`, next: 'call again.' });
        const planned = await plan(this.#ports, now, call.signal, guarded);
        if (shown !== undefined && diffText(shown) !== diffText(planned)) throw new Failure('Stale', { what: `${guarded.join(', ')} changed while the user was asked`, next: 'call again.' });
        try {
          return await this.#write(planned.files.map((file) => file.plan), planned.notes, call, following);
        } catch (error) {
          // Nothing was changed; the user typed where the edit was to be made. It is selected again on the new text.
          if (!following || attempt === mostAttempts || call.signal.aborted || !(error instanceof Failure && error.failure === 'Stale')) throw error;
        }
      }
    });
  }

  /**
   * Takes an edit back, the caller's last one unless an id is given.
   * @throws Failure `UnknownId`, `StaleId`, `Stale` when a file changed since, `Untrusted`, those of writing
   */
  async undo(id: string | undefined, call: Caller): Promise<EditResult> {
    requireTrust(this.#ports);
    const edit = id === undefined ? this.lastEdit(call) : this.#applied.get(id);
    if (edit === undefined) throw new Failure('UnknownId', { what: 'This client has applied no edit that could be undone', next: 'give the edit_id of an edit.' });
    const plans = edit.files.map(reversed);
    return this.#locked(plans, call.signal, async () => {
      this.#applied.get(edit.id);
      const { files, problems } = await this.#perform(plans, call).catch((error: unknown) => Promise.reject(notUndone(error)));
      this.#applied.take(edit.id, 'undone');
      return { id: undefined, files: await this.#results(files), notes: [`${edit.id} is undone`], problems };
    });
  }

  /** The last edit that a client made through a door and that was not undone. */
  lastEdit({ client, door }: Pick<Caller, 'client' | 'door'>): AppliedEdit | undefined {
    return this.#applied.find((edit) => edit.client === client && edit.door === door);
  }

  /** @throws Failure `UnknownId`, `StaleId` */
  applied(id: string): AppliedEdit {
    return this.#applied.get(id);
  }

  /** The last edit of any client that was not undone. */
  lastEditOfAll(): AppliedEdit | undefined {
    return this.#applied.find(() => true);
  }

  #keep(title: string, planned: Planned, transient = false): Preview {
    return this.previews.add((id) => ({ id, title, transient, ...planned }));
  }

  #locked<T>(plans: readonly PlannedFile[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#locks.run(lockKeys(plans.map((file) => file.real)), signal, work);
  }

  async #write(plans: readonly PlannedFile[], notes: readonly string[], call: Caller, following = false): Promise<EditResult> {
    const { files, problems } = await this.#perform(plans, call, following);
    // What an undo must find is the text after the save.
    const reals = new Set(plans.map((file) => file.real));
    for (const preview of this.previews.all()) {
      if (preview.transient && preview.files.some((file) => reals.has(file.plan.real))) this.previews.take(preview.id, 'overtaken by an edit');
    }
    const edit = this.#applied.add((id) => ({ id, client: call.client, door: call.door, files: files.map(asWritten) }));
    return { id: edit.id, files: await this.#results(files), notes, problems };
  }

  async #perform(plans: readonly PlannedFile[], call: Caller, following = false): Promise<{ readonly files: readonly WrittenFile[]; readonly problems: ProblemChanges }> {
    const watch = await watchProblems(this.#ports, this.#reported, plans);
    try {
      const files = await transact(this.#ports, plans, following);
      return { files, problems: await watch.changes(call.signal) };
    } finally {
      watch.dispose();
    }
  }

  async #results(files: readonly WrittenFile[]): Promise<readonly FileResult[]> {
    return Promise.all(files.map((file) => this.#result(file)));
  }

  async #result({ plan: planned, now, unsaved, onDisk, savedOtherwise }: WrittenFile): Promise<FileResult> {
    const { display, path } = planned.file;
    const before = planned.kind === 'create' ? undefined : planned.before;
    const { added, removed } = diffOf(display, before, now);
    const done = planned.kind === 'create' ? 'created' : planned.kind === 'remove' ? 'removed' : 'changed';
    return { display, path, done, added, removed, unsaved, onDisk, savedOtherwise, etag: now === undefined ? undefined : await this.#etag(path, now) };
  }

  /** As file_read will print it. */
  async #etag(path: string, text: string): Promise<string> {
    const place = await this.#ports.places.target(path);
    const live = await readLive(this.#ports, place).catch(() => undefined);
    return etagOf(live?.text ?? text);
  }
}

function diffText({ files }: Planned): string {
  return files.map(({ diff }) => diff.text).join('');
}

/** What an undo must find: the text after the save, but without what a person typed behind the edit. */
function asWritten({ plan: planned, now, savedOtherwise }: WrittenFile): PlannedFile {
  if (planned.kind === 'remove' || now === undefined || now === planned.after) return planned;
  if (planned.kind === 'create') return { ...planned, after: now };
  if (!savedOtherwise) return planned;
  const change = differenceOf(planned.before, now);
  return { ...planned, after: now, changes: change === undefined ? [] : [change] };
}

/** A stale edit is not taken back by reading again. */
function notUndone(error: unknown): unknown {
  if (!(error instanceof Failure) || error.failure !== 'Stale') return error;
  return new Failure('Stale', { ...error.parts, what: error.parts.what.replace(/since it was read$/, 'since the edit'), next: 'read the file and make the reverse change with edit_apply, or leave it as it is.' });
}

function reversed(planned: PlannedFile): PlannedFile {
  const { file, real } = planned;
  switch (planned.kind) {
    case 'change':
      return { kind: 'change', file, real, before: planned.after, after: planned.before, changes: inverse(planned.before, planned.changes) };
    case 'create':
      return { kind: 'remove', file, real, before: planned.after, directories: planned.directories };
    case 'remove':
      return { kind: 'create', file, real, after: planned.before, directories: planned.directories };
  }
}

export { checkNewName } from './names';
export type { Spot } from './renaming';
export { bracketed, bracketNote } from './brackets';
export { innerNote, keptNote, rewriteOf } from './rewrite';
export { checkTemplate } from './template';
export { diffOf } from './diff';
export { operations, type EditRequest } from './request';
export type { ComputedChanges, Planned } from './planner';
export type { Preview, PreviewedFile, AppliedEdit } from './previews';
export type { ProblemChanges } from './problems';
