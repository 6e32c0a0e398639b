import type { Answer } from '../core/answer';
import { Failure } from '../core/errors';
import { text, z } from '../core/fields';
import type { Position } from '../core/ports';
import type { Call } from '../core/tool';
import { checkNewName } from '../engines/edit/index';
import type { Definition, Status, Target } from '../engines/language';
import { defineTool } from './define';
import { shortPreviewAnswer } from './edit-answer';
import type { Services } from './services';
import { named, noProvider, onSymbol, readyNote, symbolFields } from './symbols';

const input = z.object({ ...symbolFields, new_name: text('The new name, without qualification.') });

export const renameSymbol = defineTool({
  name: 'rename_symbol',
  title: 'Preview Rename',
  description:
    'Renames a symbol in all files through the editor\'s language server, shown first: answers the files and lines with a ' +
    'preview_id that edit_apply applies, all or nothing. Better than search and replace: no namesakes, no strings; imports ' +
    'follow, and where an export keeps the old name the answer says so. Name the symbol by symbol alone, by file and symbol, or by file, ' +
    'line and column. Refuses while the server is loading, since it would miss places.',
  kind: 'preview',
  onInCopilot: false,
  input,
  examples: [{ symbol: 'Parser/parse', new_name: 'read' }, { file: 'server.go', line: 25, column: 10, new_name: 'Greet' }],
  details: [
    'The rename is made at the definition, so that an imported name is renamed where it is declared. A name that an import or export gives (`a as b`) is renamed as that name; what it stands for keeps its own.',
    'What a provider wants beside changes of text (renaming files, snippets), and changes outside the workspace, are refused by name, never dropped.',
  ],
  doing: (args) => `Previewing the rename of ${named(args)} to ${args.new_name}`,
  run: (services, args, call) => onSymbol(services, args, call, (target) => rename(services, target, args.new_name, call)),
});

async function rename(services: Services, target: Target, newName: string, call: Call): Promise<Answer> {
  checkNewName(target.name, newName, target.document.language);
  const { value, status } = await services.language.definition(target, 'definition', call.signal);
  if (status.state === 'none') throw noProvider(status, `rename of "${target.name}"`);
  if (status.state === 'loading') throw stillLoading(target, status);
  const own = value.find(({ location }) => location.path === target.document.path && location.range.start.line === target.at.line);
  const found = own === undefined ? value[0] : undefined;
  // Another name than the definition's is given where it is imported or exported: that one is renamed, not the definition.
  const isAlias = found !== undefined && nameAt(found, target.name) === 'another';
  const definition = isAlias ? undefined : found;
  const [path, at] = definition === undefined ? [target.document.path, target.at] : [definition.location.path, definition.location.range.start];
  if (definition !== undefined && (!definition.location.onDisk || services.places.of(path) === undefined)) throw notOurs(target, definition.file.path);

  const preview = await services.editing.refactoring.rename({ path, at, name: target.name, newName }, call.signal);
  const answer = shortPreviewAnswer(preview, `rename of ${target.name} to ${newName}`);
  const moved = definition === undefined ? [] : [`renamed at its definition, ${place(services, path, at)}`];
  if (isAlias) moved.push(`"${target.name}" is another name of what ${place(services, found.location.path, found.location.range.start)} defines, which keeps its own; look with find_references for "${target.name}" where else that other name is used`);
  return { ...answer, notes: [...moved, ...(answer.notes ?? []), readyNote(status)] };
}

/** Whether a definition has this name; unknown where its text is not shown. */
function nameAt({ location, lines }: Definition, name: string): 'same' | 'another' | 'unknown' {
  const { line, column } = location.range.start;
  const text = lines.find(({ number }) => number === line)?.text;
  if (text === undefined) return 'unknown';
  return text.startsWith(name, column - 1) ? 'same' : 'another';
}

function place(services: Services, path: string, { line, column }: Position): string {
  return `${services.places.display(path)}:${line}:${column}`;
}

function stillLoading({ name }: Target, { language, project, waited, why }: Status): Failure {
  return new Failure('ProviderTimeout', {
    what: `"${name}" was not renamed: the ${language} server for ${project} is still loading (waited ${(waited / 1_000).toFixed(1)} s; ${why})`,
    context: 'A rename now would miss places',
    next: 'call again in a moment.',
  });
}

function notOurs({ name }: Target, where: string): Failure {
  return new Failure('PathNotAllowed', { what: `"${name}" is defined outside the workspace, in ${where}`, next: 'rename something that this workspace declares.' });
}
