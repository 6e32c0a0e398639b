/** What follows once a change is made: the save, and a look at what is there then. */
import type { EditableFile } from '../../core/edits';
import { decode } from '../../core/encoding';
import type { FreshChange, PlannedFile, WrittenFile } from './planned';
import type { TransactPorts } from './transact';

/** Saves as the user's setting says, and looks at what is really there. */
export async function settle(ports: TransactPorts, planned: PlannedFile, fresh: FreshChange | undefined): Promise<WrittenFile> {
  const done = { plan: planned, unsaved: undefined, onDisk: undefined, savedOtherwise: false };
  if (planned.kind === 'remove') return { ...done, now: undefined };
  if (planned.kind === 'create' || fresh === undefined) {
    // The editor would show line ends of one kind, whatever was written.
    const text = await ports.edits.open(planned.file).then((file) => file.text, () => planned.after);
    return { ...done, now: text };
  }
  const { plan, now: before } = fresh;
  if (before.way === 'disk') return { ...done, now: plan.after, onDisk: before.reason ?? 'the editor would not hold it without loss' };
  const typed = (await peekAt(ports, fresh)).text !== plan.after;
  const reason = await save(ports, typed ? { ...before, unsaved: true } : before, plan.after);
  const now = await peekAt(ports, fresh);
  return {
    ...done,
    plan,
    now: now.text,
    // An auto-save of the editor may have come first.
    unsaved: now.unsaved ? (reason ?? (typed ? "it has the user's unsaved text" : 'the editor has not saved it')) : undefined,
    // What is unsaved behind a save that went well was typed.
    savedOtherwise: !typed && now.text !== plan.after && !(now.unsaved && reason === undefined),
  };
}

/** It is done; a file that vanishes at this moment does not undo that. */
async function peekAt(ports: TransactPorts, { plan, now }: FreshChange): Promise<{ readonly text: string; readonly unsaved: boolean }> {
  return ports.edits.peek(now).catch(() => ({ text: plan.after, unsaved: false }));
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
