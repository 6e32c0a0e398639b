/** What the editing tools answer and what the user is asked. */
import { counted, type Answer } from '../core/answer';
import { cutLine } from '../core/budget';
import type { Problem } from '../core/ports';
import type { Confirmation } from '../core/tool';
import type { EditResult, FileResult, Planned, Preview, ProblemChanges } from '../engines/edit/index';
import type { Services } from './services';

/** The diff, behind the id that applies it. */
export function previewAnswer(preview: Preview): Answer {
  return {
    kind: 'passage',
    head: `preview_id=${preview.id} ${sums(preview)} (nothing is written yet; edit_apply with this preview_id makes exactly this)`,
    text: [...perFile(preview), diffs(preview)].join('\n').trimEnd(),
    notes: [...preview.notes, ...protectedNote(preview)],
  };
}

/** Where changes are, without the diff: for one that is the same at every place, such as a rename. */
export function shortPreviewAnswer(preview: Preview, what: string): Answer {
  return {
    kind: 'passage',
    head: `preview_id=${preview.id} ${what}: ${sums(preview)} (nothing is written yet; edit_apply with this preview_id makes exactly this)`,
    text: preview.files.map(({ plan, diff }) => `${plan.file.display} ${delta(diff)} at ${lineList(diff.hunks.flatMap(changedLines))}`).join('\n'),
    notes: [...preview.notes, ...protectedNote(preview)],
  };
}

const mostFiles = 60;
const mostProblems = 15;

export function appliedAnswer(services: Services, result: EditResult): Answer {
  const { files, id, notes, problems } = result;
  const [added, removed] = [sum(files, 'added'), sum(files, 'removed')];
  const head = `${id === undefined ? 'undone' : `edit_id=${id} applied`}: ${counted(files.length, ['file', 'files'])}, +${added} -${removed}`;
  const lines = files.slice(0, mostFiles).map(fileLine);
  if (files.length > lines.length) lines.push(`… and ${files.length - lines.length} more files`);
  const paths = files.map((file) => file.path);
  return { kind: 'passage', head, text: [...lines, ...problemLines(services, problems, paths)].join('\n'), notes: id === undefined ? [] : notes };
}

/** The question before a writing tool runs. */
export function confirmation(preview: Preview): Confirmation {
  const diff = diffs(preview);
  const shown = diff.length > 4_000 ? `${diff.slice(0, diff.lastIndexOf('\n', 4_000))}\n…` : diff;
  // A fence longer than any in the diff keeps the diff from ending it.
  const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map((run) => run[0].length + 1)));
  const notes = [...preview.notes, ...protectedNote(preview)].map((note) => `\n\n${note}`).join('');
  const link = `[Open as a diff](command:${openPreviewCommand}?${encodeURIComponent(JSON.stringify([preview.id]))})`;
  const files = perFile(preview).map((line) => `\n- ${line}`).join('');
  return { title: `Apply ${preview.title}?`, message: `${sums(preview)} ${link}\n${files}\n\n${fence}diff\n${shown.trimEnd()}\n${fence}${notes}` };
}

/** Opens a preview in the editor; its argument is the id. */
export const openPreviewCommand = 'sightline.openPreview';

function sums({ files }: Pick<Planned, 'files'>): string {
  const [added, removed] = [files.reduce((all, { diff }) => all + diff.added, 0), files.reduce((all, { diff }) => all + diff.removed, 0)];
  return `${counted(files.length, ['file', 'files'])}, +${added} -${removed}`;
}

function perFile({ files }: Pick<Planned, 'files'>): readonly string[] {
  return files.length < 2 ? [] : files.slice(0, mostFiles).map(({ plan, diff }) => `${plan.file.display} ${delta(diff)}`);
}

function diffs({ files }: Pick<Planned, 'files'>): string {
  return files.map(({ diff }) => diff.text).join('');
}

function delta({ added, removed }: { readonly added: number; readonly removed: number }): string {
  return `+${added} -${removed}`;
}

/** 1-based numbers of the lines that a hunk writes, or of the line where it only removes. */
function changedLines(hunk: { readonly newStart: number; readonly lines: readonly string[] }): readonly number[] {
  const numbers: number[] = [];
  let at = hunk.newStart;
  for (const line of hunk.lines) {
    if (line.startsWith('+')) numbers.push(at);
    if (line.startsWith('+') || line.startsWith(' ')) at += 1;
  }
  return numbers.length > 0 ? numbers : [hunk.newStart];
}

function lineList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 8).join(', ');
  return numbers.length > 8 ? `lines ${shown}, and ${numbers.length - 8} more` : `${numbers.length === 1 ? 'line' : 'lines'} ${shown}`;
}

function protectedNote({ protectedFiles }: Pick<Planned, 'protectedFiles'>): readonly string[] {
  return protectedFiles.length === 0 ? [] : [`protected, so the user will be asked: ${protectedFiles.join(', ')}`];
}

function fileLine({ display, done, added, removed, unsaved, onDisk, savedOtherwise, etag }: FileResult): string {
  if (done === 'removed') return `${display} removed`;
  const state = unsaved === undefined ? (onDisk === undefined ? 'saved' : `written on disk, outside the editor's undo (${onDisk})`) : `unsaved: ${unsaved}`;
  const more = savedOtherwise ? `, and the save${unsaved === undefined ? '' : ' settings'} changed it further` : '';
  return `${display} ${done === 'created' ? 'created ' : ''}+${added} -${removed} ${state}${more} etag=${etag ?? ''}`;
}

function problemLines(services: Services, { added, removed, checked, unchecked, uncompared }: ProblemChanges, edited: readonly string[]): readonly string[] {
  const name = (path: string): string => services.places.display(path);
  const lines: string[] = [];
  // That files nobody touched are as they were says nothing about the edit.
  if (added.length + removed.length > 0 || checked.some((path) => edited.includes(path))) {
    const none = added.length === 0 && removed.length === 0 ? 'none added, none removed' : `${added.length} added, ${removed.length} removed`;
    lines.push(`problems: ${none} (checked: ${names(checked.map(name))})`);
    if (uncompared.length > 0) lines.push(`what ${names(uncompared.map(name))} had before the edit is not known, so all of its problems count as added`);
    lines.push(...marked('+', added, name), ...marked('-', removed, name));
  }
  if (unchecked.length > 0) lines.push(`problems not checked: ${names(unchecked.map(name))} (nothing reported on ${unchecked.length === 1 ? 'it' : 'them'} in time)`);
  return lines;
}

function marked(mark: string, problems: readonly Problem[], name: (path: string) => string): readonly string[] {
  const lines = problems.slice(0, mostProblems).map(({ path, range, severity, message, source, code }) => {
    const origin = [source, code].filter((part) => part !== '').join(' ');
    return cutLine(`${mark} ${name(path)}:${range.start.line}:${range.start.column} ${severity}: ${message.replace(/\s*\n\s*/g, ' ')}${origin === '' ? '' : ` (${origin})`}`);
  });
  if (problems.length > lines.length) lines.push(`${mark} … and ${problems.length - lines.length} more`);
  return lines;
}

function names(all: readonly string[]): string {
  return all.length > 6 ? `${all.slice(0, 5).join(', ')} and ${all.length - 5} more files` : all.join(', ');
}

function sum(files: readonly FileResult[], key: 'added' | 'removed'): number {
  return files.reduce((all, file) => all + file[key], 0);
}
