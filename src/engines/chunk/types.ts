/** What the chunk engine answers: a file as a row of contiguous pieces, each with a name that lasts. */
import type { Place } from '../../core/place';

export type Category = 'callable' | 'class' | 'imports' | 'module_level' | 'markdown section' | 'whole_file' | 'other';

/** A stretch of a text; 0-based UTF-16 offsets, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * A piece of a file: whole lines, but for the pieces of a line that alone is too long. The pieces of a file in a row are
 * the file, byte for byte.
 */
export interface Chunk extends Stretch {
  /** Qualified: `A.run`, `A (body)`, `module_level`, `run_part2`. What filters are tested on. */
  readonly name: string;
  readonly category: Category;
  /** 1-based, inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Its place inside one line, 1-based inclusive UTF-16 columns; undefined for whole lines. */
  readonly columns: { readonly first: number; readonly last: number } | undefined;
  /** Where its last line that is not blank ends, line end included: an edit leaves the blank lines behind it alone. */
  readonly filledEnd: number;
  /** Unique in the file; the id is this behind the file's printed path and `::`. */
  readonly label: string;
}

/** A file in chunks, as its text is now. */
export interface ChunkedFile {
  readonly place: Place;
  readonly text: string;
  readonly unsaved: boolean;
  readonly etag: string;
  readonly lineCount: number;
  readonly chunks: readonly Chunk[];
  /** Why the chunks may be other than a reader expects, each a clause: syntax errors, no grammar, invalid bytes. */
  readonly remarks: readonly string[];
}

export interface FoundChunk {
  readonly file: ChunkedFile;
  readonly chunk: Chunk;
}

/** Files in chunks, made when asked for: no index, nothing watched. */
export interface Chunks {
  /** @throws Failure of `readLive`: `FileNotReadable`, `FileTooBig`, `Binary`, … */
  of(place: Place, signal: AbortSignal): Promise<ChunkedFile>;
  /** @throws Failure `UnknownId`, `StaleId` naming what is there now, and those of `of` */
  byId(id: string, signal: AbortSignal): Promise<FoundChunk>;
  /**
   * The file that an id names, as a path that places take.
   * @throws Failure as `byId`
   */
  fileOf(id: string): Promise<string>;
  /**
   * Where a chunk stands in a text of its file: whole lines.
   * @throws Failure `UnknownId`, `StaleId`, `InvalidSelection` for an id of another file or a piece of a single line
   */
  find(id: string, subject: ChunkSubject, signal: AbortSignal): Promise<ChunkPlace>;
}

export interface ChunkPlace extends Stretch {
  /** Where the blank lines at its end begin. */
  readonly filledEnd: number;
}

/** A text that is about to be edited, which may be read in another encoding than `of` would. */
export interface ChunkSubject {
  /** The file's printed path. */
  readonly display: string;
  readonly source: { readonly text: string };
  /** An id of the structure engine's table; undefined for a language without a grammar. */
  readonly language: string | undefined;
}
