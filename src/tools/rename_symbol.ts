import type { Answer } from '../core/answer';
import { Failure } from '../core/errors';
import { text, z } from '../core/fields';
import type { Call } from '../core/tool';
import { checkNewName, type Spot } from '../engines/edit/index';
import { leftOf, lineOf, wordsOf, type Definition, type Elsewhere, type Status, type Target } from '../engines/language';
import { defineTool } from './define';
import { shortPreviewAnswer } from './edit-answer';
import type { Services } from './services';
import { elsewhereNote, named, noProvider, onSymbol, readyNote, symbolFields } from './symbols';

const input = z.object({ ...symbolFields, new_name: text('The new name, without qualification.') });

export const renameSymbol = defineTool({
  name: 'rename_symbol',
  title: 'Preview Rename',
  description:
    'Renames a symbol in all files through the editor\'s language server, shown first: answers the files and lines with a ' +
    'preview_id that edit_apply applies. Better than search and replace: no namesakes, no strings; imports ' +
    'follow, and the answer says where an export keeps the old name. Name the symbol by symbol alone, file and symbol, or file, ' +
    'line and column. Refuses while the server is loading, since it would miss places.',
  kind: 'preview',
  onInCopilot: false,
  input,
  examples: [{ symbol: 'Parser/parse', new_name: 'read' }, { file: 'server.go', line: 25, column: 10, new_name: 'Greet' }],
  details: [
    'The rename is made at the definition, so that an imported name is renamed where it is declared. A name that an import or export gives (`a as b`) is renamed as that name; what it stands for keeps its own.',
    'Where the text has the name in another project, its files are opened for a server that loads projects by their open files (TypeScript), up to 40 files of 8 projects; files of other projects that the server still does not name are listed.',
    'What a provider wants beside changes of text (renaming files, snippets), and changes outside the workspace, are refused by name, never dropped.',
  ],
  doing: (args) => `Previewing the rename of ${named(args)} to ${args.new_name}`,
  run: (services, args, call) => onSymbol(services, args, call, (target) => rename(services, target, args.new_name, call)),
});

async function rename(services: Services, target: Target, newName: string, call: Call): Promise<Answer> {
  checkNewName(written(target), newName, target.document.language);
  const { value, status } = await services.language.definition(target, 'definition', call.signal);
  if (status.state === 'none') throw noProvider(status, `rename of "${target.name}"`);
  if (status.state === 'loading') throw stillLoading(target, status);
  const spot: Spot = { path: target.document.path, at: target.at };
  const definition = value.map((each) => definedAs(each, target)).find((each) => each !== undefined);
  if (definition !== undefined && (!definition.onDisk || services.places.of(definition.path) === undefined)) throw notOurs(target, definition.display);

  let others: Elsewhere = { opened: 0, text: undefined };
  const widen = async (paths: readonly string[]): Promise<boolean> => {
    others = await services.language.elsewhere(target, paths, call.signal);
    return others.opened > 0;
  };
  const request = { spot, from: definition === undefined ? [spot] : [definition, spot], name: target.name, newName, widen };
  const preview = await services.editing.refactoring.rename(request, call.signal).catch((error: unknown) => {
    throw withLine(error, target, definition !== undefined);
  });
  const answer = shortPreviewAnswer(preview, `rename of ${target.name} to ${newName}`);
  // A name that an import gives is its file's alone.
  const left = definition === undefined && preview.paths.length === 1 ? undefined : leftOf(others, preview.paths);
  const unnamed = left === undefined ? [] : [elsewhereNote(left)];
  return { ...answer, notes: [...whereAsked(services, target, preview.from, definition, value), ...(answer.notes ?? []), ...unnamed, readyNote(status)] };
}

/**
 * Where the name stands in its definition. Undefined for a definition of another name: an alias leads to what it stands
 * for, a keyword such as `return` to the function around it.
 */
function definedAs({ location, lines, file }: Definition, { name, document }: Target): (Spot & { readonly onDisk: boolean; readonly display: string }) | undefined {
  const { start } = location.range;
  const line = lines.find(({ number }) => number === start.line)?.text;
  // Of a definition whose text cannot be shown it is not known, and the rename itself will tell.
  if (line === undefined) return { path: location.path, at: start, onDisk: location.onDisk, display: file.path };
  const word = placesOf(line, name, document.language).find((each) => each.column >= start.column && bare(each.text) === bare(name));
  if (word === undefined || (location.range.end.line === start.line && word.column > location.range.end.column)) return undefined;
  return { path: location.path, at: { line: start.line, column: word.column }, onDisk: location.onDisk, display: file.path };
}

/** With the sign in front of it that makes it private. */
function written({ name, document, at }: Target): string {
  const before = document.text.split(/\r\n|\n|\r/)[at.line - 1]?.charAt(at.column - 2);
  return before === '#' && /^(?:type|java)script/.test(document.language) ? `#${name}` : name;
}

/** The words of a line; of a name that is no word, such as a quoted one, where it stands in the line. */
function placesOf(line: string, name: string, language: string): readonly { readonly text: string; readonly column: number }[] {
  const words = wordsOf(line, language);
  if (wordsOf(name, language)[0]?.text === name) return words;
  const columns: number[] = [];
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) columns.push(at + 1);
  return [...columns.map((column) => ({ text: name, column })), ...words];
}

/** Without the sign in front of it where it is used as a decorator. */
function bare(name: string): string {
  return name.replace(/^@/, '');
}

/** Says when the rename was made elsewhere, and what stays when only an alias was renamed. */
function whereAsked(services: Services, { place: file, at, name }: Target, from: Spot, definition: Spot | undefined, all: readonly Definition[]): readonly string[] {
  const isHere = from.path === file.path && from.at.line === at.line;
  if (from === definition) return isHere ? [] : [`renamed at its definition, ${place(services, from)}`];
  const [stands] = all;
  if (stands === undefined || definition !== undefined) return [];
  return [`"${name}" is another name of what ${place(services, { path: stands.location.path, at: stands.location.range.start })} defines, which keeps its own; look with find_references for "${name}" where else that other name is used`];
}

/** A refusal shows the line with its names: the place given may hold a keyword. */
function withLine(error: unknown, target: Target, isDefined: boolean): unknown {
  if (!(error instanceof Failure) || !['ProviderFailed', 'NotASymbol'].includes(error.failure) || error.parts.context !== undefined) return error;
  // What leads nowhere, or to something of another name, and what the provider will not rename, is no symbol.
  return new Failure(isDefined ? error.failure : 'NotASymbol', { ...error.parts, context: lineOf(target), next: 'call again with one of these columns, or with symbol in place of column.' });
}

function place(services: Services, { path, at }: Spot): string {
  return `${services.places.display(path)}:${at.line}:${at.column}`;
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
