/**
 * Makes planned changes, all or nothing: everything is checked first, then prepared, then done, then looked at again.
 * A failure part way takes back what was done. Callers hold the locks of all files.
 */
import { filesAtOnce, type EditableFile, type Edits, type EditorStep, type Staged, type StepOutcome } from '../../core/edits';
import { Failure } from '../../core/errors';
import { allInOrder } from '../../core/parallel';
import type { Place, Places } from '../../core/place';
import type { Ports } from '../../core/ports';
import { applied, rebased } from '../../core/text-changes';
import { inverse, type FreshChange, type PlannedChange, type PlannedCreation, type PlannedFile, type PlannedRemoval, type WrittenFile } from './planned';
import { settle } from './settle';
import { anyLineEnd } from './source';

export interface TransactPorts extends Pick<Ports, 'files' | 'settings'> {
  readonly edits: Edits;
  readonly places: Pick<Places, 'target'>;
}

/** How to take back a step that was done; resolves to what could not be taken back. */
type TakeBack = () => Promise<string | undefined>;

/** How often a step is tried while somebody types: each try is the span of one request to the editor. */
const mostTries = 25;

/**
 * @param following whether a change follows what is typed elsewhere in its file meanwhile; else any other text is stale
 * @throws Failure `Stale`, `FileNotWritable`, `EditFailed`; then nothing is changed, or it is `EditFailed` and says what is
 */
export async function transact(ports: TransactPorts, files: readonly PlannedFile[], following: boolean): Promise<readonly WrittenFile[]> {
  const changes = await checkAll(ports, files, following);
  const removals = new Set(files.filter((plan) => plan.kind === 'remove').map((plan) => plan.real));
  const edited = changes.filter(({ plan }) => !removals.has(plan.real));
  const creations = files.filter((plan) => plan.kind === 'create');
  const done: TakeBack[] = [];
  let made: readonly FreshChange[] = [];
  try {
    const staged = await stageAll(ports, edited.filter(({ now }) => now.way === 'disk'), done);
    made = await throughEditor(ports, edited.filter(({ now }) => now.way === 'editor'), creations, done, following);
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
  const fresh = new Map([...changes, ...made].map((each) => [each.plan.real, each]));
  // All saves begin at once: the editor shows a tab for each text that waits unsaved for most of a second.
  return Promise.all(files.map((plan) => settle(ports, plan, fresh.get(plan.real))));
}

/** @throws Failure `Stale`, and those of opening, when something is not as it was planned for */
export async function checkAll(ports: TransactPorts, files: readonly PlannedFile[], following = false): Promise<readonly FreshChange[]> {
  const checked = await allInOrder(files, filesAtOnce, (plan) => (plan.kind === 'create' ? checkAbsent(ports, plan) : checkFresh(ports, plan, following)));
  return checked.filter((change) => change !== undefined);
}

function asChange(plan: PlannedChange | PlannedRemoval): PlannedChange {
  return plan.kind === 'change' ? plan : { kind: 'change', file: plan.file, real: plan.real, before: plan.before, after: plan.before, changes: [] };
}

/** The file is the one that was planned for, with the text that was planned for or one that leaves the places alone. */
async function checkFresh(ports: TransactPorts, plan: PlannedChange | PlannedRemoval, following: boolean): Promise<FreshChange> {
  const { file, real } = plan;
  const place = await ports.places.target(file.path);
  if (place.stat === undefined) throw stale(file.display, 'was deleted or renamed');
  if (place.real !== real) throw stale(file.display, 'is now another file (a link was put in its place)');
  const now = await ports.edits.open(file);
  const fresh = { plan: asChange(plan), now: heldBy(now, plan) };
  if (now.text === plan.before) return fresh;
  const moved = following && now.way === 'editor' ? movedTo(fresh, now) : undefined;
  if (moved === undefined) throw stale(file.display, 'has changed');
  return moved;
}

/**
 * The editor makes all line ends of a text one. A text that has others, as an undo brings back, goes to the disk.
 * @throws Failure `EditFailed` when the user's unsaved text would be lost by that
 */
function heldBy(now: EditableFile, plan: PlannedChange | PlannedRemoval): EditableFile {
  if (now.way === 'disk' || plan.kind === 'remove' || (plan.after.match(anyLineEnd) ?? []).every((end) => end === now.eol)) return now;
  if (!now.unsaved) return { ...now, way: 'disk', reason: 'the editor would make its line ends one' };
  throw new Failure('EditFailed', {
    what: `${now.display} would have other line ends than the editor gives it, and has unsaved text there`,
    context: 'Nothing was changed',
    next: 'ask the user to save or revert it first.',
  });
}

/** The change on a text of the same file that was changed elsewhere meanwhile. */
function movedTo({ plan, now }: FreshChange, { text, unsaved }: { readonly text: string; readonly unsaved: boolean }): FreshChange | undefined {
  const changes = rebased(plan.changes, plan.before, text);
  return changes && { plan: { ...plan, before: text, after: applied(text, changes), changes }, now: { ...now, text, unsaved } };
}

async function checkAbsent(ports: TransactPorts, { file, real }: PlannedCreation): Promise<undefined> {
  const place: Place = await ports.places.target(file.path);
  if (place.stat !== undefined) throw stale(file.display, 'has come into being');
  if (place.real !== real) throw stale(file.display, 'would now lie elsewhere (a link was put in its path)');
  return undefined;
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

/** Resolves to the changes as they were made. */
async function throughEditor(ports: TransactPorts, files: readonly FreshChange[], creations: readonly PlannedCreation[], done: TakeBack[], following: boolean): Promise<readonly FreshChange[]> {
  if (files.length === 0 && creations.length === 0) return files;
  for (const { file, directories } of creations) {
    done.push(async () => ((await ports.files.stat(file.path)) === undefined ? undefined : attempt(file.display, ports.edits.remove(file, directories))));
  }
  let current = files;
  let made: readonly string[] = [];
  done.push(() => restore(ports, current.filter(({ now }) => made.includes(now.path))));
  for (let tries = 1; ; tries += 1) {
    const step: EditorStep = {
      creates: creations.map(({ file, after }) => ({ ...file, text: after })),
      files: current.map(({ plan, now }) => ({ ...plan.file, path: now.path, before: plan.before, changes: plan.changes })),
    };
    const outcome = await ports.edits.apply(step);
    made = outcome.made;
    const failure = await failureOf(ports, current, creations, outcome);
    if (failure === undefined) return current;
    if (!following || tries === mostTries || made.length > 0 || creations.length > 0 || failure.failure !== 'Stale') throw failure;
    // Right behind a key there is the most time before the next one.
    const moved = await Promise.all(current.map(async (each) => movedTo(each, await ports.edits.peek(each.now))));
    if (moved.includes(undefined)) throw failure;
    current = moved.filter((each) => each !== undefined);
  }
}

async function failureOf(ports: TransactPorts, files: readonly FreshChange[], creations: readonly PlannedCreation[], { accepted, made }: StepOutcome): Promise<Failure | undefined> {
  for (const { plan, now } of files) {
    // What is typed behind our change does not undo it.
    if (made.includes(now.path)) continue;
    const { text } = await ports.edits.peek(now);
    if (text !== plan.before) return changed(plan.file.display, 'was changed at the same moment');
    if (accepted) return new Failure('FileNotWritable', { what: `The editor holds ${plan.file.display} read-only and changed nothing`, next: 'ask the user to make it writable.' });
  }
  for (const { file } of creations) {
    if ((await ports.files.stat(file.path)) === undefined) return new Failure('EditFailed', { what: `${file.display} was not created`, next: 'check the name and the permissions of its directory.' });
  }
  if (accepted) return undefined;
  return new Failure('EditFailed', {
    what: `The editor refused to change ${[...files.map(({ plan }) => plan.file.display), ...creations.map(({ file }) => file.display)].join(', ')}`,
    next: 'read the files again, then retry.',
  });
}

/** Takes our own change back, also out of a text that was typed on behind it; what the user typed stays. */
async function restore(ports: TransactPorts, files: readonly FreshChange[]): Promise<string | undefined> {
  let ours = files;
  for (let tries = 1; ours.length > 0 && tries <= mostTries; tries += 1) {
    const back: (EditorStep['files'][number] & { readonly clean: boolean })[] = [];
    for (const { plan, now } of ours) {
      const { text } = await ports.edits.peek(now);
      const changes = rebased(inverse(plan.before, plan.changes), plan.after, text);
      if (changes !== undefined) back.push({ ...plan.file, path: now.path, before: text, changes, clean: !now.unsaved && text === plan.after });
    }
    if (back.length === 0) break;
    const { made } = await ports.edits.apply({ creates: [], files: back });
    // A file that was clean would otherwise be left with a mark of unsaved changes that are none.
    for (const file of back) if (file.clean && made.includes(file.path)) await ports.edits.save(file);
    ours = ours.filter(({ now }) => !made.includes(now.path));
  }
  return ours.length === 0 ? undefined : ours.map(({ plan }) => plan.file.display).join(', ');
}

async function recreate(ports: TransactPorts, { file, before }: PlannedRemoval): Promise<string | undefined> {
  const { accepted } = await ports.edits.apply({ creates: [{ ...file, text: before }], files: [] });
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
  // What is half done is never called stale, which promises that nothing was changed.
  const name = left.length > 0 && failure.failure === 'Stale' ? 'EditFailed' : failure.failure;
  return new Failure(name, { ...failure.parts, context: context.filter((part) => part !== undefined).join('. ') });
}

/** Before anything was done. */
function stale(display: string, what: string): Failure {
  const { failure, parts } = changed(display, what);
  return new Failure(failure, { ...parts, context: 'Nothing was changed' });
}

function changed(display: string, what: string): Failure {
  return new Failure('Stale', { what: `${display} ${what} since it was read`, next: 'read it again, then make the edit anew.' });
}
