/** The arguments that edit_preview and edit_apply share. */
import { anyText, choice, integer, list, text, z } from '../core/fields';
import { Failure } from '../core/errors';
import { operations, type EditRequest } from '../engines/edit/index';

const place = {
  file: text('File to edit. Not needed with chunk_id.').optional(),
  operation: choice('create makes a new file of new_content.', operations).optional(),
  new_content: anyText('Text to write, verbatim, at most 100 KB. Not for delete.').optional(),
  selector_kind: text('Grammar node kind, such as function_declaration.').optional(),
  selector_name: text('Declared name or name path (Parser/parse).').optional(),
  selector_line: integer('1-based. In code the declaration that holds it, else the line; narrows other selectors.', { min: 1 }).optional(),
  selector_index: integer('Which of several matches, from 0.', { min: 0 }).optional(),
  selector_line_end: integer('Last line of a range from selector_line.', { min: 1 }).optional(),
  selector_text: text('Exact text, line ends aside.').optional(),
  selector_pattern: text('ECMAScript regex; ^ and $ at lines.').optional(),
  chunk_id: text('Id of a chunk.').optional(),
  etag: text('Refuse if the text has another etag by now.').optional(),
};

/** The same once more, without descriptions: the published list of tools is bounded. */
const sameAgain = z.object({
  file: z.string().min(1).optional(),
  operation: z.enum(operations).optional(),
  new_content: z.string().optional(),
  selector_kind: z.string().min(1).optional(),
  selector_name: z.string().min(1).optional(),
  selector_line: z.number().int().min(1).optional(),
  selector_index: z.number().int().min(0).optional(),
  selector_line_end: z.number().int().min(1).optional(),
  selector_text: z.string().min(1).optional(),
  selector_pattern: z.string().min(1).optional(),
  chunk_id: z.string().min(1).optional(),
  etag: z.string().min(1).optional(),
});

export const editShape = {
  ...place,
  edits: list('Several edits, all or nothing; places are those before the call.', sameAgain).optional(),
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
