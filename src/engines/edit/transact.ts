/**
 * Makes planned changes, all or nothing: everything is checked first, then prepared, then done, then looked at again.
 * A failure part way takes back what was done. Callers hold the locks of all files.
 */
import type { EditableFile, Edits, EditorStep, Staged } from '../../core/edits';
import { decode } from '../../core/encoding';
import { Failure } from '../../core/errors';
import type { Place, Places } from '../../core/place';
import type { Ports } from '../../core/ports';
import { inverse, type PlannedChange, type PlannedCreation, type PlannedFile, type PlannedRemoval, type WrittenFile } from './planned';

export interface TransactPorts extends Pick<Ports, 'files' | 'settings'> {
  readonly edits: Edits;
  readonly places: Pick<Places, 'target'>;
}

interface FreshChange {
  readonly plan: PlannedChange;
  readonly now: EditableFile;
}

/** How to take back a step that was done; resolves to what could not be taken back. */
type TakeBack = () => Promise<string | undefined>;

/** @throws Failure `Stale`, `FileNotWritable`, `EditFailed`; then nothing is changed, or the failure says what is */
export async function transact(ports: TransactPorts, files: readonly PlannedFile[]): Promise<readonly WrittenFile[]> {
  const changes = await checkAll(ports, files);
  const removals = new Set(files.filter((plan) => plan.kind === 'remove').map((plan) => plan.real));
  const edited = changes.filter(({ plan }) => !removals.has(plan.real));
  const creations = files.filter((plan) => plan.kind === 'create');
  const done: TakeBack[] = [];
  try {
    const staged = await stageAll(ports, edited.filter(({ now }) => now.way === 'disk'), done);
    await throughEditor(ports, edited.filter(({ now }) => now.way === 'editor'), creations, done);
    for (const each of staged) {
      await each.commit();
      done.push(() => attempt('an earlier file', each.revert()));
    }
    for (const plan of files) {
      if (plan.kind !== 'remove') continue;
      await ports.edits.remove(plan.file, plan.directories);
      done.push(() => recreate(ports, plan));
    }
  } catch (error) {
    throw await rolledBack(error, done);
  }
  const written: WrittenFile[] = [];
  for (const plan of files) written.push(await settle(ports, plan, changes.find((each) => each.plan.real === plan.real)?.now));
  return written;
}

/** @throws Failure `Stale`, and those of opening, when something is not as it was planned for */
export async function checkAll(ports: TransactPorts, files: readonly PlannedFile[]): Promise<readonly FreshChange[]> {
  const changes: FreshChange[] = [];
  for (const plan of files) {
    if (plan.kind === 'create') await checkAbsent(ports, plan);
    else changes.push({ plan: asChange(plan), now: await checkFresh(ports, plan) });
  }
  return changes;
}

function asChange(plan: PlannedChange | PlannedRemoval): PlannedChange {
  return plan.kind === 'change' ? plan : { kind: 'change', file: plan.file, real: plan.real, before: plan.before, after: plan.before, changes: [] };
}

/** The file is the one that was planned for, with the text that was planned for. */
async function checkFresh(ports: TransactPorts, plan: PlannedChange | PlannedRemoval): Promise<EditableFile> {
  const { file, real } = plan;
  const place = await ports.places.target(file.path);
  if (place.stat === undefined) throw stale(file.display, 'was deleted or renamed');
  if (place.real !== real) throw stale(file.display, 'is now another file (a link was put in its place)');
  const now = await ports.edits.open(file);
  if (now.text !== plan.before) throw stale(file.display, 'has changed');
  return now;
}

async function checkAbsent(ports: TransactPorts, { file, real }: PlannedCreation): Promise<void> {
  const place: Place = await ports.places.target(file.path);
  if (place.stat !== undefined) throw stale(file.display, 'has come into being');
  if (place.real !== real) throw stale(file.display, 'would now lie elsewhere (a link was put in its path)');
}

async function stageAll(ports: TransactPorts, files: readonly FreshChange[], done: TakeBack[]): Promise<readonly Staged[]> {
  const staged: Staged[] = [];
  for (const { plan, now } of files) {
    const each = await ports.edits.stage(now, plan.after);
    done.push(() => attempt(undefined, each.discard()));
    staged.push(each);
  }
  return staged;
}

async function throughEditor(ports: TransactPorts, files: readonly FreshChange[], creations: readonly PlannedCreation[], done: TakeBack[]): Promise<void> {
  if (files.length === 0 && creations.length === 0) return;
  for (const { file, directories } of creations) {
    done.push(async () => ((await ports.files.stat(file.path)) === undefined ? undefined : attempt(file.display, ports.edits.remove(file, directories))));
  }
  done.push(() => restore(ports, files));
  const step: EditorStep = {
    creates: creations.map(({ file, after }) => ({ ...file, text: after })),
    files: files.map(({ plan, now }) => ({ ...plan.file, path: now.path, before: plan.before, changes: plan.changes })),
  };
  const accepted = await ports.edits.apply(step);
  for (const { plan, now } of files) {
    const { text } = await ports.edits.peek(now);
    if (text === plan.after) continue;
    if (text !== plan.before) throw stale(plan.file.display, 'was changed at the same moment');
    if (accepted) throw new Failure('FileNotWritable', { what: `The editor holds ${plan.file.display} read-only and changed nothing`, next: 'ask the user to make it writable.' });
  }
  for (const { file } of creations) {
    if ((await ports.files.stat(file.path)) === undefined) throw new Failure('EditFailed', { what: `${file.display} was not created`, next: 'check the name and the permissions of its directory.' });
  }
  if (!accepted) {
    throw new Failure('EditFailed', {
      what: `The editor refused to change ${[...files.map(({ plan }) => plan.file.display), ...creations.map(({ file }) => file.display)].join(', ')}`,
      next: 'read the files again, then retry.',
    });
  }
}

/** Puts back the texts that are as we made them; anything else is the user's. */
async function restore(ports: TransactPorts, files: readonly FreshChange[]): Promise<string | undefined> {
  const ours: FreshChange[] = [];
  const left: string[] = [];
  for (const each of files) {
    const { text } = await ports.edits.peek(each.now);
    if (text === each.plan.after) ours.push(each);
    else if (text !== each.plan.before) left.push(each.plan.file.display);
  }
  if (ours.length > 0) {
    const back = ours.map(({ plan, now }) => ({ ...plan.file, path: now.path, before: plan.after, changes: inverse(plan.before, plan.changes) }));
    if (!(await ports.edits.apply({ creates: [], files: back }))) left.push(...back.map((file) => file.display));
    // A file that was clean would otherwise be left with a mark of unsaved changes that are none.
    else for (const { now } of ours) if (!now.unsaved) await ports.edits.save(now);
  }
  return left.length === 0 ? undefined : left.join(', ');
}

async function recreate(ports: TransactPorts, { file, before }: PlannedRemoval): Promise<string | undefined> {
  const accepted = await ports.edits.apply({ creates: [{ ...file, text: before }], files: [] });
  return accepted ? undefined : file.display;
}

async function attempt(what: string | undefined, work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return what === undefined ? undefined : `${what} (${error instanceof Error ? error.message : String(error)})`;
  }
}

async function rolledBack(error: unknown, done: readonly TakeBack[]): Promise<Failure> {
  const left: string[] = [];
  for (const back of [...done].reverse()) {
    const rest = await back().catch((reason: unknown) => String(reason));
    if (rest !== undefined) left.push(rest);
  }
  const failure =
    error instanceof Failure
      ? error
      : new Failure('EditFailed', { what: `The edit failed: ${error instanceof Error ? error.message : String(error)}`, next: 'remove the cause, then call again.' });
  const context = [failure.parts.context, left.length === 0 ? 'Nothing was changed' : `Could not be taken back: ${left.join('; ')}`];
  return new Failure(failure.failure, { ...failure.parts, context: context.filter((part) => part !== undefined).join('. ') });
}

/** Saves as the user's setting says, and looks at what is really there. */
async function settle(ports: TransactPorts, plan: PlannedFile, before: EditableFile | undefined): Promise<WrittenFile> {
  if (plan.kind === 'remove') return { plan, now: undefined, unsaved: undefined, onDisk: undefined, savedOtherwise: false };
  if (plan.kind === 'change' && before?.way === 'disk') {
    return { plan, now: plan.after, unsaved: undefined, onDisk: before.reason ?? 'the editor would not hold it without loss', savedOtherwise: false };
  }
  const reason = plan.kind === 'change' && before !== undefined ? await save(ports, before, plan.after) : undefined;
  // It is done; a file that vanishes at this moment does not undo that.
  const now = await ports.edits.peek(before ?? plan.file).catch(() => ({ text: plan.after, unsaved: false }));
  return {
    plan,
    now: now.text,
    // An auto-save of the editor may have come first.
    unsaved: now.unsaved ? (reason ?? 'the editor has not saved it') : undefined,
    onDisk: undefined,
    savedOtherwise: now.text !== plan.after,
  };
}

async function save(ports: TransactPorts, before: EditableFile, text: string): Promise<string | undefined> {
  switch (ports.settings.editSave()) {
    case 'never':
      return 'sightline.edit.save is never';
    case 'whenClean':
      // An undo may lead back to what is on disk, of which the editor does not know; a save then writes nothing new.
      if (before.unsaved && !(await isOnDisk(ports, before, text))) return "it has the user's unsaved text";
      break;
    case 'always':
      break;
  }
  const outcome = await ports.edits.save(before);
  return outcome.saved ? undefined : outcome.reason;
}

async function isOnDisk(ports: TransactPorts, { path }: EditableFile, text: string): Promise<boolean> {
  const bytes = await ports.files.read(path).catch(() => undefined);
  return bytes !== undefined && decode(bytes)?.text === text;
}

function stale(display: string, what: string): Failure {
  return new Failure('Stale', { what: `${display} ${what} since it was read`, next: 'read it again, then make the edit anew (nothing was written).' });
}
