/** What is to become of a file. */
import type { EditableFile, NamedFile, TextChange } from '../../core/edits';

export type PlannedFile = PlannedChange | PlannedCreation | PlannedRemoval;

export interface PlannedChange {
  readonly kind: 'change';
  readonly file: NamedFile;
  /** Without links, when it was planned. */
  readonly real: string;
  readonly before: string;
  readonly after: string;
  /** Ascending and apart, of `before`. */
  readonly changes: readonly TextChange[];
}

export interface PlannedCreation {
  readonly kind: 'create';
  readonly file: NamedFile;
  readonly real: string;
  readonly after: string;
  /** Directories that it needs and that do not exist, the outermost first. */
  readonly directories: readonly string[];
}

/** Takes back a creation. */
export interface PlannedRemoval {
  readonly kind: 'remove';
  readonly file: NamedFile;
  readonly real: string;
  readonly before: string;
  readonly directories: readonly string[];
}

/** A change with the file as it was looked at just before. */
export interface FreshChange {
  readonly plan: PlannedChange;
  readonly now: EditableFile;
}

/** A file after a change was made. */
export interface WrittenFile {
  readonly plan: PlannedFile;
  /** Its text now; undefined when it was removed. */
  readonly now: string | undefined;
  /** Undefined when it is on disk. */
  readonly unsaved: string | undefined;
  /** It was changed on disk, so the editor's undo does not know of it: why. */
  readonly onDisk: string | undefined;
  /** The save changed it further (format, trim, final newline). */
  readonly savedOtherwise: boolean;
}

/** The changes that lead back from the text that `changes` made of `before`. */
export function inverse(before: string, changes: readonly TextChange[]): readonly TextChange[] {
  let shift = 0;
  return changes.map(({ start, end, text }) => {
    const back = { start: start + shift, end: start + shift + text.length, text: before.slice(start, end) };
    shift += text.length - (end - start);
    return back;
  });
}

export function sizeOf(file: PlannedFile): number {
  switch (file.kind) {
    case 'change':
      return file.before.length + file.after.length;
    case 'create':
      return file.after.length;
    case 'remove':
      return file.before.length;
  }
}

