/** The text of a file as the user sees it: the editor's unsaved text where there is one, else the disk's. */
import { decode, isUtf32, type Encoding } from './encoding';
import { Failure } from './errors';
import type { Place } from './place';
import type { Ports } from './ports';

/** The largest file that is read, parsed or edited, in bytes. Text search has no such limit. */
export const largestFile = 10 * 1024 * 1024;

export interface LiveText {
  readonly text: string;
  readonly unsaved: boolean;
  /** Undefined for unsaved text. */
  readonly encoding: Encoding | undefined;
  readonly lossy: boolean;
}

/** @throws Failure `PathNotFound`, `FileNotReadable`, `FileTooBig`, `Binary` */
export async function readLive(ports: Pick<Ports, 'files' | 'documents'>, place: Place): Promise<LiveText> {
  // A file can be open under two names, by way of a link; the unsaved text is what the user sees as newest.
  const open = [ports.documents.find(place.path), ports.documents.find(place.real)].find((document) => document?.unsaved === true);
  if (open !== undefined) return { text: open.text, unsaved: true, encoding: undefined, lossy: false };

  const { stat } = place;
  if (stat === undefined) {
    throw new Failure('PathNotFound', { what: `There is no file ${place.display}`, next: 'list_all_files_in_project shows what there is.' });
  }
  if (stat.type === 'directory') {
    throw new Failure('FileNotReadable', { what: `${place.display} is a directory`, next: 'list_all_files_in_project shows what it holds.' });
  }
  // A pipe or a device would block or never end.
  if (stat.type === 'other') {
    throw new Failure('FileNotReadable', { what: `${place.display} is neither a file nor a directory`, next: 'name a regular file.' });
  }
  if (stat.size > largestFile) {
    throw new Failure('FileTooBig', {
      what: `${place.display} has ${stat.size.toLocaleString('en-US')} bytes; at most ${largestFile.toLocaleString('en-US')} are read`,
      next: 'find the lines with file_search, which has no such limit.',
    });
  }
  const bytes = await readBytes(ports, place);
  const decoded = decode(bytes);
  if (decoded === undefined) {
    const why = isUtf32(bytes) ? 'is in UTF-32, which is not read' : 'is binary (it holds a NUL byte)';
    throw new Failure('Binary', { what: `${place.display} ${why}`, next: 'name a text file.' });
  }
  return { text: decoded.text, unsaved: false, encoding: decoded.encoding, lossy: decoded.lossy };
}

async function readBytes(ports: Pick<Ports, 'files'>, place: Place): Promise<Uint8Array> {
  try {
    return await ports.files.read(place.path);
  } catch (error) {
    throw new Failure('FileNotReadable', {
      what: `${place.display} could not be read: ${error instanceof Error ? error.message : String(error)}`,
      next: 'check its permissions, or name another file.',
    });
  }
}
