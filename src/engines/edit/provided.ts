/** From what a provider of the editor proposes to changes of text, all of it or nothing. */
import { filesAtOnce, type ProvidedEdit, type TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import { allInOrder } from '../../core/parallel';
import type { Position } from '../../core/ports';
import type { ComputedChanges, PlannerPorts } from './planner';
import { Source } from './source';

/**
 * @param what for messages: `The rename`
 * @param name of a rename, which replaces nothing else
 * @throws Failure `EditFailed` for what is not a change of text, `PathNotAllowed` for files outside the workspace
 */
export async function computedFrom(ports: Pick<PlannerPorts, 'edits' | 'places'>, edit: ProvidedEdit, what: string, name?: string): Promise<readonly ComputedChanges[]> {
  if (edit.others.length > 0) {
    throw new Failure('EditFailed', { what: `${what} also wants to ${edit.others.join(', ')}, which cannot be previewed and undone here`, next: 'ask the user to do it in the editor (nothing was written).' });
  }
  const outside = [...edit.elsewhere, ...edit.files.map((file) => file.path).filter((path) => ports.places.of(path) === undefined)];
  if (outside.length > 0) {
    throw new Failure('PathNotAllowed', { what: `${what} also wants to change files outside the workspace: ${outside.slice(0, 10).join(', ')}`, next: 'ask the user to do it in the editor (nothing was written).' });
  }
  const files = await allInOrder(edit.files, filesAtOnce, async ({ path, changes }): Promise<ComputedChanges | undefined> => {
    const place = await ports.places.target(path);
    // Servers know files that are gone for as long as the editor holds their text.
    if (place.stat === undefined) return undefined;
    const now = await ports.edits.open(place);
    const source = new Source(now.text);
    const spans = changes.map(({ range, text: written }) => ({ start: offsetOf(source, range.start), end: offsetOf(source, range.end), text: written }));
    if (isShifted(now.text, spans, name)) throw shifted(place.display, what);
    return { place, now, changes: unique(spans) };
  });
  return files.filter((file) => file !== undefined);
}

/** The language server of TypeScript ends lines at these characters, the editor does not: its places below are others. */
const otherLineEnds = /[\u2028\u2029]/;

function isShifted(text: string, changes: readonly TextChange[], name: string | undefined): boolean {
  if (!otherLineEnds.test(text)) return false;
  if (name === undefined) return changes.some(({ start }) => otherLineEnds.test(text.slice(0, start)));
  const bare = name.replace(/^#|^(["'`])(.*)\1$/s, '$2');
  return changes.some(({ start, end }) => ![name, bare].includes(text.slice(start, end)));
}

function shifted(display: string, what: string): Failure {
  return new Failure('EditFailed', {
    what: `${display} holds U+2028 or U+2029, which the language server takes for line ends and the editor does not, so ${what.charAt(0).toLowerCase()}${what.slice(1)} would reach wrong places`,
    context: 'Nothing was changed',
    next: 'replace those characters first (edit_apply with selector_pattern [\\u2028\\u2029]), or make the change with ast_rewrite.',
  });
}

/** Ascending; what a provider says twice counts once. */
function unique(changes: readonly TextChange[]): readonly TextChange[] {
  const seen = new Set<string>();
  return changes
    .filter((change) => {
      const key = JSON.stringify(change);
      return !seen.has(key) && (change.start !== change.end || change.text !== '') && seen.add(key) !== undefined;
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Past the end of a line or of the text means the end, as in the editor. */
function offsetOf(source: Source, { line, column }: Position): number {
  const found = source.lines[line - 1];
  return found === undefined ? source.text.length : found.start + Math.min(column - 1, found.text.length);
}
