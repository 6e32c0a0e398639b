/** Renames and code actions of the editor's providers, turned into previews. */
import type { OfferedAction, ProvidedEdit, Refactorings } from '../../core/edits';
import { Failure } from '../../core/errors';
import type { Place } from '../../core/place';
import type { Range } from '../../core/ports';
import { pause, race } from '../language/race';
import type { ComputedChanges, PlannerPorts } from './planner';
import type { Preview } from './previews';
import type { ProblemSource } from './problems';
import { computedFrom } from './provided';
import { changesName, type Spot } from './renaming';
import { invalidSelection } from './request';
import { Source } from './source';

export interface RefactorPorts extends Pick<PlannerPorts, 'edits' | 'places'> {
  readonly refactorings: Refactorings;
  readonly providers: Pick<ProblemSource, 'problems'>;
}

export type KeepPreview = (title: string, files: readonly ComputedChanges[], signal: AbortSignal) => Promise<Preview>;

export interface RenameRequest {
  /** Where the name stands that is to change. */
  readonly spot: Spot;
  /** Where the provider is asked, the best place first: it follows imports from a definition only. */
  readonly from: readonly Spot[];
  readonly name: string;
  readonly newName: string;
  /** Told the files that the provider changes; true when it may know more of them now. */
  readonly widen?: ((paths: readonly string[]) => Promise<boolean>) | undefined;
}

/** The preview of a rename, with the place at which the provider was asked, and the files as it names them. */
export type Renamed = Preview & { readonly from: Spot; readonly paths: readonly string[] };

/** Milliseconds. */
const times = { rename: 60_000, actions: 20_000 };
/** For so many actions the provider is asked what they would do. */
const mostResolved = 40;

export class Refactoring {
  readonly #ports: RefactorPorts;
  readonly #keep: KeepPreview;

  constructor(ports: RefactorPorts, keep: KeepPreview) {
    this.#ports = ports;
    this.#keep = keep;
  }

  /**
   * Only of the name that was asked for, never of another one that a provider would rather change.
   * @throws Failure `ProviderFailed`, `ProviderTimeout`, `NotASymbol`, those of `computedFrom` and of planning
   */
  async rename(request: RenameRequest, signal: AbortSignal): Promise<Renamed> {
    const { name, newName } = request;
    let { edit, from } = await this.#renameOf(request, signal);
    if ((await request.widen?.(edit.files.map(({ path }) => path))) === true) ({ edit, from } = await this.#renameOf(request, signal));
    const files = await computedFrom(this.#ports, edit, `The rename of "${name}"`, name);
    const preview = await this.#keep(`the rename of ${name} to ${newName}`, files, signal);
    const there = files.filter(({ now }) => wordIn(now.text, newName)).map(({ place }) => place.display);
    const note = there.length === 0 ? [] : [`"${newName}" stands already in ${there.slice(0, 5).join(', ')}${there.length > 5 ? ` and ${there.length - 5} more` : ''}: look whether the names now collide`];
    return { ...preview, notes: [...preview.notes, ...this.#aliases(edit, name, newName), ...note], from, paths: edit.files.map(({ path }) => path) };
  }

  /**
   * What the editor offers for these lines, with what each would do.
   * @throws Failure `InvalidSelection` for lines that are not there, `ProviderFailed`, `ProviderTimeout`
   */
  async actionsAt(place: Place, lines: { readonly from: number; readonly to: number }, kind: string | undefined, signal: AbortSignal): Promise<readonly OfferedAction[]> {
    const { text } = await this.#ports.edits.open(place);
    const range = rangeOf(new Source(text), lines, place.display);
    return this.#ask('code actions', times.actions, () => this.#ports.refactorings.codeActions(place.path, range, kind, mostResolved), signal);
  }

  /** @throws Failure those of `computedFrom` and of planning */
  async preview(title: string, edit: ProvidedEdit, signal: AbortSignal): Promise<Preview> {
    return this.#keep(`"${title}"`, await computedFrom(this.#ports, edit, `"${title}"`), signal);
  }

  /** Whether the editor shows a problem on a line. */
  showsProblem(path: string, line: number): boolean {
    return this.#ports.providers.problems(path).some(({ range }) => range.start.line <= line && line <= range.end.line);
  }

  /** Where a server keeps the old name for those who import it: `export { parse }` becomes `export { read as parse }`. */
  #aliases({ files }: ProvidedEdit, name: string, newName: string): readonly string[] {
    const kept = files.flatMap(({ path, changes }) =>
      changes
        .filter(({ text }) => /\bas\b/.test(text) && wordIn(text, name) && wordIn(text, newName))
        .map(({ text, range }) => `${this.#ports.places.display(path)}:${range.start.line} ("${text}")`),
    );
    if (kept.length === 0) return [];
    return [`the language server keeps the name "${name}" for those who import it from ${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ` and ${kept.length - 5} more places` : ''}: rename it there too if it is to go`];
  }

  async #renameOf({ spot, from, name, newName }: RenameRequest, signal: AbortSignal): Promise<{ readonly edit: ProvidedEdit; readonly from: Spot }> {
    let refused: Failure | undefined;
    for (const each of from) {
      try {
        const edit = await this.#ask('rename', times.rename, () => this.#ports.refactorings.rename(each.path, each.at, newName), signal);
        if (edit !== undefined && (await changesName(this.#ports.places, edit, spot, name.length))) return { edit, from: each };
        refused = undefined;
      } catch (error) {
        if (!(error instanceof Failure) || error.failure !== 'ProviderFailed') throw error;
        refused = error;
      }
    }
    throw refused ?? new Failure('NotASymbol', { what: `The editor gave no rename of "${name}"`, next: 'rename where it is declared, or use ast_rewrite.' });
  }

  async #ask<T>(what: string, limit: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const outcome = await race(work, { limit, wait: pause, signal });
    switch (outcome.kind) {
      case 'value':
        return outcome.value;
      case 'threw':
        throw new Failure('ProviderFailed', { what: `The editor's provider refused the ${what}: ${outcome.error}`, next: 'name another place, or make the change with edit_apply.' });
      case 'hung':
        throw new Failure('ProviderTimeout', { what: `The editor's provider did not answer about ${what} within ${limit / 1_000} s`, next: 'call again later.' });
    }
  }
}

/** From the first character that is not white space to the end of the last line. */
function rangeOf(source: Source, { from, to }: { readonly from: number; readonly to: number }, display: string): Range {
  if (to < from) throw invalidSelection(`line_end (${to}) is before line (${from})`, 'swap them.');
  const last = source.lines[to - 1];
  const first = source.lines[from - 1];
  if (first === undefined || last === undefined) throw invalidSelection(`${display} has only ${source.lines.length} lines`, 'choose lines that are there.');
  const indent = first.text.length - first.text.trimStart().length;
  return { start: { line: from, column: indent + 1 }, end: { line: to, column: last.text.length + 1 } };
}

function wordIn(text: string, word: string): boolean {
  const escaped = word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, 'u').test(text);
}
