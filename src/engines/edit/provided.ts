/** From what a provider of the editor proposes to changes of text, all of it or nothing. */
import type { ProvidedEdit, TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import type { Places } from '../../core/place';
import type { Position } from '../../core/ports';
import type { ComputedChanges, PlannerPorts } from './planner';
import { Source } from './source';

/**
 * @param what for messages: `The rename`
 * @throws Failure `EditFailed` for what is not a change of text, `PathNotAllowed` for files outside the workspace
 */
export async function computedFrom(ports: Pick<PlannerPorts, 'edits'> & { readonly places: Places }, edit: ProvidedEdit, what: string): Promise<readonly ComputedChanges[]> {
  if (edit.others.length > 0) {
    throw new Failure('EditFailed', { what: `${what} also wants to ${edit.others.join(', ')}, which cannot be previewed and undone here`, next: 'ask the user to do it in the editor (nothing was written).' });
  }
  const outside = [...edit.elsewhere, ...edit.files.map((file) => file.path).filter((path) => ports.places.of(path) === undefined)];
  if (outside.length > 0) {
    throw new Failure('PathNotAllowed', { what: `${what} also wants to change files outside the workspace: ${outside.slice(0, 10).join(', ')}`, next: 'ask the user to do it in the editor (nothing was written).' });
  }
  const files: ComputedChanges[] = [];
  for (const { path, changes } of edit.files) {
    const place = await ports.places.existing(path);
    const { text } = await ports.edits.open(place);
    const source = new Source(text);
    const spans = changes.map(({ range, text: written }) => ({ start: offsetOf(source, range.start), end: offsetOf(source, range.end), text: written }));
    files.push({ place, text, changes: unique(spans) });
  }
  return files;
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
