import { Failure } from '../core/errors';
import { text, z } from '../core/fields';
import { appliedAnswer, confirmation } from './edit-answer';
import { editShape, requestsOf, titleOf } from './edit-input';
import { defineTool } from './define';

const input = z.object({
  preview_id: text('Apply exactly this preview; then nothing else is given.').optional(),
  ...editShape,
});

export const editApply = defineTool({
  name: 'edit_apply',
  title: 'Apply Edit',
  description:
    'Changes files through the editor, all or nothing, one undo step, and answers the problems added or removed. ' +
    'Takes a preview_id, or selects as edit_preview does. Never guesses between matches, adds syntax errors or writes ' +
    'over newer text; keeps unsaved text, line ends, encoding and modes. Better than a shell, which ' +
    'loses unsaved text and undo. edit_undo takes it back.',
  kind: 'write',
  onInCopilot: true,
  input,
  examples: [
    { file: 'server.go', operation: 'replace', selector_kind: 'function_declaration', selector_name: 'Hello', new_content: 'func Hello() {\n\tprintln("Updated")\n}' },
    { file: 'config.yaml', operation: 'replace', selector_line: 5, selector_line_end: 10, new_content: 'database:\n  host: production.db.example.com\n  port: 5432' },
    { preview_id: 'p1a2b3c4d' },
  ],
  details: [
    'Saving follows the setting sightline.edit.save. A save runs the user\'s save settings; what they change beyond the edit is reported, and the etag is that of the saved text.',
    'A file that the editor would not hold without loss (mixed line ends) is replaced on disk in one step, outside the editor\'s undo; edit_undo still works. A file with bytes that are not valid in its encoding is refused.',
    'Without a preview_id or an etag an edit follows what the user types meanwhile: it moves along with text typed elsewhere in the file, and is selected again where it was typed into.',
    'Syntax is checked by the grammar where there is one. A grammar may be more lenient than the compiler: Python\'s accepts a line that is indented less and fits no level above, JavaScript\'s a doubled comma. What the editor reports then stands under problems.',
    'What does not fit on a full disk is not written: a file keeps its old text on disk and the new one in the editor, said as unsaved, and a creation or a replacement on disk is refused.',
    'Protected files (git, editor, agent and MCP configuration, existing files that ignore rules hide, sightline.edit.protected; not .gitignore) are changed only with the user\'s word.',
  ],
  doing: (args) => (args.preview_id === undefined ? `Applying ${titleOf(args)}` : `Applying preview ${args.preview_id}`),
  confirm: async (services, args, call) => {
    const { editing, workspace } = services;
    // It is refused anyway.
    if (!workspace.trusted()) return undefined;
    const preview = args.preview_id === undefined ? await editing.preview(titleOf(args), requestsOf(args), call.signal, true) : editing.previews.get(args.preview_id);
    return confirmation(preview);
  },
  run: async (services, args, call) => {
    const { preview_id: id, ...rest } = args;
    if (id === undefined) return appliedAnswer(services, await services.editing.apply(requestsOf(rest), call));
    const others = Object.entries(rest).filter(([, value]) => value !== undefined);
    if (others.length > 0) {
      throw new Failure('InvalidEdit', { what: `preview_id is given together with ${others.map(([name]) => name).join(', ')}`, next: 'give preview_id alone to apply that preview, or leave it out.' });
    }
    return appliedAnswer(services, await services.editing.applyPreview(id, call));
  },
});
