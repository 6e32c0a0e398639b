import { text, z } from '../core/fields';
import { appliedAnswer } from './edit-answer';
import { defineTool } from './define';

export const editUndo = defineTool({
  name: 'edit_undo',
  title: 'Undo Edit',
  description:
    'Takes back an edit that edit_apply made, in all its files, if none of them changed since: the text before the edit is ' +
    'there again, and a file that the edit created is gone. Without edit_id it is your last edit. Calling it again takes ' +
    'back the one before. Better than writing the old text again, or than git, which also throws away the user\'s changes.',
  kind: 'write',
  onInCopilot: false,
  input: z.object({ edit_id: text('The edit_id that edit_apply printed. Default: the last edit of this client that is not undone.').optional() }),
  examples: [{}, { edit_id: 'e1a2b3c4d' }],
  details: ['Edits are remembered in memory until the window is closed, the last hundred of them.'],
  doing: ({ edit_id: id }) => (id === undefined ? 'Undoing the last edit' : `Undoing edit ${id}`),
  confirm: async ({ editing }, { edit_id: id }, call) => {
    const edit = id === undefined ? editing.lastEdit(call) : editing.applied(id);
    if (edit === undefined) return undefined;
    return { title: 'Undo an edit?', message: `Takes back edit ${edit.id} in ${edit.files.map(({ file }) => file.display).join(', ')}.` };
  },
  run: async (services, { edit_id: id }, call) => appliedAnswer(services, await services.editing.undo(id, call)),
});
