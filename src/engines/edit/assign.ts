/** From requests to orders on files: which file each is for, and whether it may be changed at all. */
import { Failure } from '../../core/errors';
import { pathRules } from '../../core/path-rules';
import type { Place, Places } from '../../core/place';
import type { Ports } from '../../core/ports';
import { orderOf, type ChangeOrder, type CreateOrder, type EditRequest } from './request';

export interface AssignPorts extends Pick<Ports, 'files'> {
  readonly places: Places;
  /** The file that a chunk id names, as a path that places take. @throws Failure `UnknownId` */
  readonly chunks: { readonly fileOf: (id: string) => Promise<string> };
}

/** An order with the file it is for and the caller's name for it. */
export interface Assignment {
  readonly order: ChangeOrder | CreateOrder;
  readonly place: Place;
  /** `edits[1]`, or empty where there is only one. */
  readonly label: string;
}

/** Finds the files first, so that they can be locked before their text is looked at. */
export async function assign(ports: AssignPorts, requests: readonly EditRequest[]): Promise<readonly Assignment[]> {
  const assignments: Assignment[] = [];
  for (const [index, request] of requests.entries()) {
    const label = requests.length > 1 ? `edits[${index}]` : '';
    await labelled(label, async () => {
      const order = orderOf(request);
      const text = order.file ?? (order.operation !== 'create' && order.selector.by === 'chunk' ? await ports.chunks.fileOf(order.selector.id) : '');
      const place = await ports.places.target(text);
      if (order.operation === 'create') await checkCreatable(ports, text, place);
      else if (place.stat === undefined) throw new Failure('FileNotFound', { what: `There is no file ${place.display}`, next: 'use operation create to make it, or list_all_files_in_project to see what there is.' });
      if (ports.places.of(place.path) === undefined) throw new Failure('PathNotAllowed', { what: `${place.display} lies outside the workspace and can only be read`, next: 'edit files inside the workspace.' });
      assignments.push({ order, place, label });
    });
  }
  return assignments;
}

/** Also refused is a file that is only in the editor, gone from disk: its text would be lost. */
async function checkCreatable({ files }: AssignPorts, text: string, { stat, path, display }: Place): Promise<void> {
  const refuse = (what: string, next: string): Failure => new Failure('InvalidEdit', { what: `${display} ${what}`, next });
  if (stat !== undefined) throw refuse('exists already', 'use replace or an insertion, or create a file of another name.');
  if (/[\\/]$/.test(text)) throw refuse('was named as a directory, and only files are created', 'name the file; the directories above it are made with it.');
  const rules = pathRules(process.platform);
  const entries = await files.list(rules.path.dirname(path)).catch(() => []);
  if (entries.some(({ name, type }) => name === rules.path.basename(path) && type === 'link')) throw refuse('is a link that leads nowhere', 'name the file that it should lead to, or create a file of another name.');
}

/** Says which of several edits a failure is about. */
export async function labelled(label: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (label === '' || !(error instanceof Failure)) throw error;
    throw new Failure(error.failure, { ...error.parts, what: `${label}: ${error.parts.what}` });
  }
}
