import { text, z } from '../core/fields';
import { appliedAnswer } from './edit-answer';
import { defineTool } from './define';

export const editUndo = defineTool({
  name: 'edit_undo',
  title: 'Undo Edit',
  description:
    'Takes back an edit that edit_apply made, in all its files, if none changed since; a file that it created is removed. ' +
    'Calling it again takes back the edit before. Better than git, which also throws away what the user has changed.',
  kind: 'write',
  onInCopilot: false,
  input: z.object({ edit_id: text('Default: the last edit of this client.').optional() }),
  examples: [{}, { edit_id: 'e1a2b3c4d' }],
  details: ['Edits are remembered in memory until the window is closed, the last hundred of them.'],
  doing: ({ edit_id: id }) => (id === undefined ? 'Undoing the last edit' : `Undoing edit ${id}`),
  confirm: async ({ editing, workspace }, { edit_id: id }, call) => {
    if (!workspace.trusted()) return undefined;
    const edit = id === undefined ? editing.lastEdit(call) : editing.applied(id);
    if (edit === undefined) return undefined;
    return { title: 'Undo an edit?', message: `Takes back edit ${edit.id} in ${edit.files.map(({ file }) => file.display).join(', ')}.` };
  },
  run: async (services, { edit_id: id }, call) => appliedAnswer(services, await services.editing.undo(id, call)),
});
