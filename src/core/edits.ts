/**
 * What the host gives for changing files. The engine decides what is to change and checks what became of it; the host
 * only does single steps, each all or nothing. Offsets are 0-based and count UTF-16 units.
 */
import type { Position, Range } from './ports';

/** A file as a caller knows it. */
export interface NamedFile {
  /** Absolute and native. */
  readonly path: string;
  /** As printed. */
  readonly display: string;
}

/** A replacement of characters, half open. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A file that can be edited, as it is now. */
export interface EditableFile extends NamedFile {
  /** Without a byte-order mark, with the line ends that will be written. */
  readonly text: string;
  /** VS Code's name, such as `utf8bom` or `iso88591`. */
  readonly encoding: string;
  /** What ends a new line. */
  readonly eol: '\n' | '\r\n';
  /** VS Code's language id. */
  readonly language: string;
  /** The editor holds text of the user that is not on disk. */
  readonly unsaved: boolean;
  /** Through the editor; or on disk, because the editor would not hold the file without loss. */
  readonly way: 'editor' | 'disk';
  /** Why on disk: half a sentence, such as `its line ends are mixed`. */
  readonly reason?: string | undefined;
}

/** One undo step in the editor: files that are created, then changes of text. */
export interface EditorStep {
  readonly creates: readonly (NamedFile & { readonly text: string })[];
  /** Changes ascending and apart, of the text `before`. */
  readonly files: readonly (NamedFile & { readonly before: string; readonly changes: readonly TextChange[] })[];
}

/** What became of a step. Looking at the texts afterwards does not tell: somebody may type meanwhile. */
export interface StepOutcome {
  /** False when the editor refused the step; then no text was changed, but files may have been created. */
  readonly accepted: boolean;
  /** The paths, as given, of the files whose text was seen to become exactly what the step makes of it. */
  readonly made: readonly string[];
}

export type SaveOutcome = { readonly saved: true } | { readonly saved: false; readonly reason: string };

/** New content that lies beside a file, complete, and takes its place in one step. */
export interface Staged {
  /** Mode, owner and links stay; what is then on disk was looked at. Throws when nothing was changed. */
  commit(): Promise<void>;
  /** Puts the old content back after `commit`. */
  revert(): Promise<void>;
  /** Removes what was staged, if it was not committed. */
  discard(): Promise<void>;
}

/**
 * How many files to open or check at a time: the editor waits for a disk, and one after another would take long. Not many
 * more: it closes what it opened for us beyond some 50 documents.
 */
export const filesAtOnce = 8;

export interface Edits {
  /**
   * Opens without showing.
   * @throws Failure `FileNotFound`, `FileNotReadable`, `FileNotWritable`, `FileTooBig`, `Binary`, `EditFailed` where no
   * way is free of loss
   */
  open(file: NamedFile): Promise<EditableFile>;
  /** What the editor holds of a file that `open` or a creation made known, without the checks of `open`. */
  peek(file: Pick<EditableFile, 'path' | 'encoding'>): Promise<{ readonly text: string; readonly unsaved: boolean }>;
  /** Whether every character of a text has bytes in a file's encoding; of a file to be created, in the one it will get. */
  canEncode(text: string, file: Pick<EditableFile, 'path'> & Partial<Pick<EditableFile, 'encoding'>>): Promise<boolean>;
  /** Changes nothing when a text is no longer `before`. */
  apply(step: EditorStep): Promise<StepOutcome>;
  save(file: NamedFile): Promise<SaveOutcome>;
  /** Throws when the content cannot be written, such as to a full disk. */
  stage(file: EditableFile, text: string): Promise<Staged>;
  /** Takes back a creation: the file, and those of the directories above it that are empty. */
  remove(file: NamedFile, directories: readonly string[]): Promise<void>;
}

export interface Question {
  readonly text: string;
  /** Why it is asked. */
  readonly why: string;
  /** Lines that show what is to be changed. */
  readonly change: readonly string[];
}

/** A question to the person in front of the window. */
export interface Dialogs {
  /** Undefined when there was no answer within the time, in milliseconds, from when it is shown; it is then gone. */
  confirm(question: Question, time: number, signal: AbortSignal): Promise<boolean | undefined>;
}

/** What a provider of the editor wants to change, as far as it can be said in text. */
export interface ProvidedEdit {
  readonly files: readonly { readonly path: string; readonly changes: readonly { readonly range: Range; readonly text: string }[] }[];
  /** Addresses of files that are not on disk. */
  readonly elsewhere: readonly string[];
  /** What is not a change of text: `rename src/a.ts to src/b.ts`, `make a snippet change in src/a.ts`. */
  readonly others: readonly string[];
}

export interface OfferedAction {
  readonly title: string;
  /** `quickfix`, `refactor.extract.function`, …; may be empty. */
  readonly kind: string;
  readonly preferred: boolean;
  /** Why it cannot be used here. */
  readonly disabled: string | undefined;
  readonly edit: ProvidedEdit | undefined;
  /** The id of a command that it runs, beside its edit or in place of one. */
  readonly command: string | undefined;
}

/** Changes that the editor's language providers propose. None can be cancelled. Positions are of the open document. */
export interface Refactorings {
  /** Undefined when no provider answers. Throws what the provider says. */
  rename(path: string, at: Position, newName: string): Promise<ProvidedEdit | undefined>;
  /** @param kind only of this kind; @param resolve for how many of them the edit is asked for */
  codeActions(path: string, range: Range, kind: string | undefined, resolve: number): Promise<readonly OfferedAction[]>;
}
