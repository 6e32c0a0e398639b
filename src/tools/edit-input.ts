/** The arguments that edit_preview and edit_apply share. */
import { anyText, choice, integer, list, text, z } from '../core/fields';
import { Failure } from '../core/errors';
import { operations, type EditRequest } from '../engines/edit/index';

const place = {
  file: text('File to edit: relative to the workspace, absolute, or a file: URI. Not needed with chunk_id.').optional(),
  operation: choice('What to do at the selected place; create makes a new file from new_content.', operations).optional(),
  new_content: anyText('The text to write, verbatim; its line ends become the file\'s. At most 100 KB. Not for delete.').optional(),
  selector_kind: text('Node kind of the grammar, such as function_declaration.').optional(),
  selector_name: text('Name of a declaration, or a name path such as Parser/parse. Never matches call sites.').optional(),
  selector_line: integer('Line, 1-based. Alone: in code the innermost declaration that holds it, in data and text files the line. With another selector it narrows.', { min: 1 }).optional(),
  selector_index: integer('Which of several matches, from 0. Without it several matches are an error that lists them.', { min: 0 }).optional(),
  selector_line_end: integer('Last line of a range that begins at selector_line.', { min: 1 }).optional(),
  selector_text: text('Exact text to find, line ends aside.').optional(),
  selector_pattern: text('ECMAScript regular expression to find; ^ and $ match at lines.').optional(),
  chunk_id: text('A chunk, as find_matching_chunks_in_file prints it.').optional(),
  etag: text('Refuse the edit if the text is no longer the one with this etag.').optional(),
};

export const editShape = {
  ...place,
  edits: list('Several edits, of one file or many, all or nothing; each takes the same arguments. All places refer to the text before the call.', z.object(place)).optional(),
};

export const editInput = z.object(editShape);

type EditArguments = z.output<typeof editInput>;
type PlaceArguments = Omit<EditArguments, 'edits'>;

/** @throws Failure `InvalidEdit` for one edit and a list of edits in one call */
export function requestsOf({ edits, ...single }: EditArguments): readonly EditRequest[] {
  if (edits === undefined || edits.length === 0) return [requestOf(single)];
  const { file, ...others } = single;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  if (given.length > 0) {
    throw new Failure('InvalidEdit', { what: `edits is given together with ${given.map(([name]) => name).join(', ')}`, next: 'put everything into edits.' });
  }
  return edits.map((edit) => requestOf({ ...edit, file: edit.file ?? file }));
}

function requestOf(args: PlaceArguments): EditRequest {
  return {
    file: args.file,
    operation: args.operation,
    newContent: args.new_content,
    kind: args.selector_kind,
    name: args.selector_name,
    line: args.selector_line,
    lineEnd: args.selector_line_end,
    index: args.selector_index,
    text: args.selector_text,
    pattern: args.selector_pattern,
    chunkId: args.chunk_id,
    etag: args.etag,
  };
}

/** For the user: `replace in src/a.ts`. */
export function titleOf({ edits, operation, file, chunk_id: chunk }: EditArguments): string {
  if (edits === undefined || edits.length === 0) return `${(operation ?? 'edit').replaceAll('_', ' ')} in ${file ?? chunk ?? 'a file'}`;
  return `${edits.length} edits`;
}
