/** From requests, or from changes that another engine computed, to what is to become of each file. */
import { etagOf } from '../../core/etag';
import { filesAtOnce, type EditableFile, type Edits, type TextChange } from '../../core/edits';
import { Failure, throwIfCancelled } from '../../core/errors';
import { readLive } from '../../core/live';
import { allInOrder } from '../../core/parallel';
import { pathRules } from '../../core/path-rules';
import type { Place, Places } from '../../core/place';
import type { Ports } from '../../core/ports';
import type { Ast } from '../ast';
import { labelled, type Assignment } from './assign';
import { diffOf } from './diff';
import { planText, type LabelledChange } from './plan';
import type { PlannedFile } from './planned';
import { guardedFiles } from './policy';
import type { Preview, PreviewedFile } from './previews';
import type { ChangeOrder } from './request';
import { select, type FindChunk } from './select';
import { anyLineEnd, Source } from './source';
import { changeOf } from './units';
import { checkSyntax } from './validate';

export interface PlannerPorts extends Pick<Ports, 'files' | 'documents' | 'settings' | 'workspace'> {
  readonly edits: Edits;
  readonly places: Places;
  readonly ast: Pick<Ast, 'languageOf' | 'nodesOf' | 'outline' | 'syntaxErrors'>;
  readonly chunks: {
    /** Where a chunk stands in a text now: whole lines. @throws Failure `UnknownId`, `StaleId` */
    readonly find: FindChunk;
    /** The file that a chunk id names, as a path that places take. @throws Failure `UnknownId` */
    readonly fileOf: (id: string) => Promise<string>;
  };
}

export type Planned = Omit<Preview, 'id' | 'title' | 'transient'>;

/** The keys of the locks that a plan needs. */
export function lockKeys(reals: readonly string[]): readonly string[] {
  const rules = pathRules(process.platform);
  return reals.map((real) => rules.key(real));
}

/**
 * @param guarded what `guardedFiles` said of these files, if it was asked already
 * @throws Failure those of selecting and checking, `Stale` for another etag, `NoChange` when nothing would differ
 */
export async function plan(ports: PlannerPorts, assignments: readonly Assignment[], signal: AbortSignal, guarded?: readonly string[]): Promise<Planned> {
  const byFile = new Map<string, Assignment[]>();
  for (const assignment of assignments) {
    const [key = ''] = lockKeys([assignment.place.real]);
    byFile.set(key, [...(byFile.get(key) ?? []), assignment]);
  }
  const texts = await allInOrder([...byFile.values()], filesAtOnce, async (group) => {
    throwIfCancelled(signal);
    const orders = group.filter(isChange);
    const [first] = orders;
    return first === undefined || orders.length < group.length ? creation(group) : changed(ports, first.place, orders, signal);
  });
  return finish(ports, texts, signal, guarded);
}

/** Changes that were computed elsewhere. */
export interface ComputedChanges {
  readonly place: Place;
  /** The file as it was when they were computed. */
  readonly now: EditableFile;
  /** Ascending and apart; their text gets the file's line ends. */
  readonly changes: readonly TextChange[];
}

/** @throws Failure those of checking, `NoChange` when nothing would differ */
export async function planComputed(ports: PlannerPorts, files: readonly ComputedChanges[], signal: AbortSignal): Promise<Planned> {
  const texts = files.map(({ place, now, changes }): FileText => {
    const source = new Source(now.text);
    const wanted = changes.map((change) => ({ ...change, text: change.text.replace(anyLineEnd, eolAt(now, source, change.start)), wholeLines: false, label: 'an edit' }));
    return { place, now, ...planText(source, wanted, now.eol) };
  });
  return finish(ports, texts, signal);
}

interface FileText {
  readonly notes?: readonly string[];
  readonly place: Place;
  /** Undefined for a file that is created. */
  readonly now: EditableFile | undefined;
  readonly after: string;
  readonly changes: readonly TextChange[];
}

async function changed(ports: PlannerPorts, place: Place, orders: readonly ChangeAssignment[], signal: AbortSignal): Promise<FileText> {
  const now = await ports.edits.open(place);
  const source = new Source(now.text);
  const info = ports.ast.languageOf(place.path, now.language);
  const subject = { display: place.display, source, language: info?.available === true ? info.id : undefined, isCode: info?.kind === 'code' };
  const wanted: LabelledChange[] = [];
  const notes: string[] = [];
  for (const { order, label } of orders) {
    await labelled(label, async () => {
      if (order.etag !== undefined) await checkEtag(ports, place, now, order.etag);
      const target = await select({ ast: ports.ast, findChunk: ports.chunks.find }, subject, order, signal);
      const change = changeOf(source, order, target, eolAt(now, source, target.span.start));
      wanted.push({ ...change, label: label === '' ? 'the edit' : label });
      if (change.note !== undefined) notes.push(`${place.display}: ${change.note}`);
    });
  }
  return { notes, place, now, ...planText(source, wanted, eolAt(now, source, source.text.length)) };
}

function creation(group: readonly Assignment[]): FileText {
  const [first] = group;
  if (first === undefined || first.order.operation !== 'create' || group.length > 1) {
    throw new Failure('InvalidEdit', { what: `${first?.place.display ?? ''} is created and edited in one call`, next: 'create it with its whole content.' });
  }
  const { content } = first.order;
  return { place: first.place, now: undefined, after: content, changes: [{ start: 0, end: 0, text: content }] };
}

async function finish(ports: PlannerPorts, texts: readonly FileText[], signal: AbortSignal, guarded?: readonly string[]): Promise<Planned> {
  const finished = await allInOrder(texts, filesAtOnce, (text) => finishFile(ports, text, signal));
  const files = finished.map(({ file }) => file).filter((file) => file !== undefined);
  const notes = finished.flatMap((each) => each.notes);
  const unchanged = finished.filter(({ file }) => file === undefined).map(({ display }) => display);
  const unchecked = finished.filter(({ checked }) => !checked).map(({ display }) => display);
  if (files.length === 0) {
    throw new Failure('NoChange', { what: `${unchanged.join(', ')} would stay as it is: the new text is what is there`, next: 'nothing is to be done, or select another place.' });
  }
  if (unchanged.length > 0) notes.push(`${unchanged.join(', ')} would stay as it is`);
  if (unchecked.length > 0) notes.push(`syntax not checked, for want of a grammar: ${unchecked.join(', ')}`);
  const changed = new Set(files.map((file) => file.plan.file.path));
  const places = texts.map((text) => text.place).filter((place) => changed.has(place.path));
  return { files, notes, protectedFiles: guarded ?? (await guardedFiles(ports, places)) };
}

interface FinishedFile {
  readonly display: string;
  /** Undefined for one that would stay as it is. */
  readonly file: PreviewedFile | undefined;
  readonly notes: readonly string[];
  /** False where no grammar could check the syntax of what may have one. */
  readonly checked: boolean;
}

async function finishFile(ports: PlannerPorts, { place, now, after, changes, notes: own = [] }: FileText, signal: AbortSignal): Promise<FinishedFile> {
  throwIfCancelled(signal);
  const { display } = place;
  const before = now?.text ?? '';
  if (now !== undefined && changes.length === 0) return { display, file: undefined, notes: own, checked: true };
  if (!(await ports.edits.canEncode(after, now ?? { path: place.path }))) throw notEncodable(display, now?.encoding ?? 'files.encoding');
  const language = ports.ast.languageOf(place.path, now?.language);
  const check = { display, isNew: now === undefined, language: language?.available === true ? language.id : undefined, before, after, changes };
  const checked = (await checkSyntax(ports.ast, check, signal)) || now?.language === 'plaintext';
  const onDisk = now?.way === 'disk' ? [`${display} is edited on disk, outside the editor's undo (edit_undo works): ${now.reason ?? ''}`] : [];
  const file = { plan: await planned(ports, { place, now, after, changes }), diff: diffOf(display, now === undefined ? undefined : before, after) };
  return { display, file, notes: [...own, ...onDisk], checked };
}

async function planned(ports: PlannerPorts, { place, now, after, changes }: FileText): Promise<PlannedFile> {
  const file = { path: place.path, display: place.display };
  if (now !== undefined) return { kind: 'change', file, real: place.real, before: now.text, after, changes };
  return { kind: 'create', file, real: place.real, after, directories: await missingDirectories(ports, place) };
}

/** @throws Failure `InvalidEdit` where a file stands in the path */
async function missingDirectories(ports: PlannerPorts, { path, display }: Place): Promise<readonly string[]> {
  const rules = pathRules(process.platform);
  const missing: string[] = [];
  for (let at = rules.path.dirname(path); rules.path.dirname(at) !== at; at = rules.path.dirname(at)) {
    const found = await ports.files.stat(at);
    if (found === undefined) missing.unshift(at);
    else if (found.type === 'directory') break;
    else throw new Failure('InvalidEdit', { what: `${display} cannot be created: ${ports.places.display(at)} is no directory`, next: 'choose another path.' });
  }
  return missing;
}

async function checkEtag(ports: PlannerPorts, place: Place, now: EditableFile, etag: string): Promise<void> {
  if (etag === etagOf(now.text)) return;
  // What file_read shows of a file in a rare encoding has an etag of its own.
  const live = await readLive(ports, place);
  if (live.lossy && etag === etagOf(live.text)) return;
  throw stale(place.display, `etag is now ${etagOf(now.text)}, not ${etag}`);
}

/** How lines end at a place: of the line itself, else of the one before; in a file of one kind, that kind. */
function eolAt(file: EditableFile, source: Source, offset: number): string {
  if (file.way === 'editor') return file.eol;
  const line = source.lineAt(offset);
  for (let at = line; at >= 1; at -= 1) {
    const { end } = source.line(at);
    if (end !== '') return end;
  }
  return file.eol;
}

interface ChangeAssignment extends Assignment {
  readonly order: ChangeOrder;
}

function isChange(assignment: Assignment): assignment is ChangeAssignment {
  return assignment.order.operation !== 'create';
}

function stale(display: string, context?: string): Failure {
  return new Failure('Stale', { what: `${display} has changed since it was read`, context, next: 'read it again, then make the edit anew (nothing was written).' });
}

function notEncodable(display: string, encoding: string): Failure {
  return new Failure('InvalidEdit', {
    what: `new_content holds characters that ${encoding}, the encoding of ${display}, cannot express`,
    next: 'use characters of that encoding, or ask the user to save the file as UTF-8 first.',
  });
}

