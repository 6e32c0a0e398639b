import { counted, pageOf, type Answer, type Item } from '../core/answer';
import type { OfferedAction } from '../core/edits';
import { Failure } from '../core/errors';
import { integer, text, z } from '../core/fields';
import type { Call } from '../core/tool';
import { defineTool } from './define';
import { previewAnswer } from './edit-answer';
import type { Services } from './services';

const input = z.object({
  file: text('File.'),
  line: integer('Line, 1-based.', { min: 1 }),
  line_end: integer('Last line of a selection from line on.', { min: 1 }).optional(),
  kind: text('Only of this kind: quickfix, refactor, refactor.extract, source.organizeImports.').optional(),
  title: text('Preview the one of this title.').optional(),
});

type Args = z.output<typeof input>;

export const codeActions = defineTool({
  name: 'code_actions',
  title: 'Quick Fixes and Refactorings',
  description:
    'Lists the quick fixes and refactorings that the editor offers at a line (add import, extract, organize imports); ' +
    'with title that one becomes a diff with a preview_id that edit_apply applies. Better than writing such a change ' +
    'by hand: the language server knows the types. Actions that only run a command are refused.',
  kind: 'preview',
  onInCopilot: false,
  input,
  examples: [{ file: 'src/a.ts', line: 3 }, { file: 'src/a.ts', line: 3, title: "Add import from './b'" }],
  details: ['Many quick fixes answer to a problem that the editor shows, and TypeScript shows those of files in a tab only.'],
  doing: ({ file, line, title }) => (title === undefined ? `Looking for quick fixes at ${file}:${line}` : `Previewing "${title}"`),
  run,
});

async function run(services: Services, args: Args, call: Call): Promise<Answer> {
  const place = await services.places.existing(args.file);
  const actions = await services.editing.refactoring.actionsAt(place, { from: args.line, to: args.line_end ?? args.line }, args.kind, call.signal);
  const where = `${place.display}:${args.line}`;
  if (args.title === undefined) return list(services, args, place.path, actions, where, call);
  const chosen = choose(actions, args.title, where);
  if (chosen.disabled !== undefined) throw refused(chosen, `it is disabled: ${chosen.disabled}`);
  if (chosen.edit === undefined) throw refused(chosen, chosen.command === undefined ? 'its provider gave no edit' : `it only runs a command (${chosen.command})`);
  const answer = previewAnswer(await services.editing.refactoring.preview(chosen.title, chosen.edit, call.signal));
  const rest = chosen.command === undefined ? [] : [`the command ${chosen.command}, which the editor would run afterwards, is not run`];
  return { ...answer, notes: [...(answer.notes ?? []), ...rest] };
}

async function list(services: Services, args: Args, path: string, actions: readonly OfferedAction[], where: string, call: Call): Promise<Answer> {
  if (actions.length === 0) {
    const why = services.editing.refactoring.showsProblem(path, args.line) ? '' : await whyNone(services, path, args.line, call);
    return { kind: 'nothing', why: 'notFound', text: `No quick fix or refactoring is offered at ${where}${args.kind === undefined ? '' : ` of kind ${args.kind}`}.${why}` };
  }
  const items = actions.map(itemOf);
  return { kind: 'listing', noun: ['action', 'actions'], total: items.length, exact: true, ...pageOf(items, { offset: 0, limit: Math.max(1, items.length) }), lead: [`At ${where}; call again with title for a preview.`] };
}

/** Why the editor offers no quick fix on a line where it shows no problem. */
async function whyNone(services: Services, path: string, line: number, call: Call): Promise<string> {
  const { problems } = await services.language.problems({ paths: [path], severity: 'hint' }, call.signal);
  const there = problems.find(({ range }) => range.start.line <= line && line <= range.end.line);
  if (there === undefined) return ' The editor shows no problem there, and quick fixes answer to one.';
  return ` There is a problem ("${there.message.split('\n')[0] ?? ''}"), but the editor finds it by itself, and offers its fixes, only in files that are shown: make the change with edit_apply, or ask the user to open the file.`;
}

function itemOf({ title, kind, preferred, disabled, edit, command }: OfferedAction): Item {
  const facts = [
    kind,
    ...(preferred ? ['preferred'] : []),
    ...(disabled === undefined ? [] : [`disabled: ${disabled}`]),
    ...(edit === undefined && disabled === undefined ? [command === undefined ? 'no edit was given' : 'only runs a command, so it cannot be previewed'] : []),
    ...(edit === undefined ? [] : [counted(edit.files.length + edit.elsewhere.length, ['file', 'files']), ...edit.others]),
  ].filter((fact) => fact !== '');
  return { kind: 'item', label: `${title} (${facts.join(', ')})` };
}

function choose(actions: readonly OfferedAction[], title: string, where: string): OfferedAction {
  const found = actions.filter((action) => action.title === title);
  const usable = found.length > 1 ? found.filter((action) => action.edit !== undefined) : found;
  const [only] = usable;
  if (only !== undefined && usable.length === 1) return only;
  const all = actions.map((action) => `"${action.title}" (${action.kind})`).join(', ');
  if (only === undefined) throw new Failure('NodeNotFound', { what: `No action called "${title}" is offered at ${where}`, context: `Offered: ${all === '' ? 'none' : all}`, next: 'call with one of these titles.' });
  throw new Failure('AmbiguousSelection', { what: `${usable.length} actions at ${where} are called "${title}"`, context: `Offered: ${all}`, next: 'choose one by kind as well.' });
}

function refused({ title }: OfferedAction, why: string): Failure {
  return new Failure('EditFailed', { what: `"${title}" cannot be previewed: ${why}`, next: 'ask the user to run it in the editor, or make the change with edit_apply.' });
}
