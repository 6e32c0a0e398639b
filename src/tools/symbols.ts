/** What the tools over language features share: how a symbol is named, and how an answer says how far to trust it. */
import { counted, type Answer, type Item } from '../core/answer';
import { Failure } from '../core/errors';
import { integer, text, type z } from '../core/fields';
import type { Call } from '../core/tool';
import type { Resolution, Status, Target, TextEvidence } from '../engines/language';
import type { Services } from './services';

/** Any number is taken, so that one out of range is answered with the line and not with the schema. */
const anyNumber = { min: Number.MIN_SAFE_INTEGER };

export const symbolFields = {
  file: text('File that holds or uses the symbol; not needed with symbol alone.').optional(),
  line: integer('Line, 1-based.', anyNumber).optional(),
  column: integer('Column, 1-based, UTF-16; not needed with symbol.', anyNumber).optional(),
  symbol: text('Name or name path (Parser/parse), in place of a position.').optional(),
};

export type SymbolArgs = { readonly [Name in keyof typeof symbolFields]?: z.output<(typeof symbolFields)[Name]> };

/** What the user reads while a tool runs on a symbol. */
export function named({ file, line, column, symbol }: SymbolArgs): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return [symbol, place === '' ? undefined : place].filter((part) => part !== undefined).join(' in ');
}

/** Runs on the one symbol that the arguments name; several candidates are the answer. */
export async function onSymbol(services: Services, args: SymbolArgs, call: Call, run: (target: Target) => Promise<Answer>): Promise<Answer> {
  const found = await services.language.resolve(args, call.signal);
  if (found.kind === 'candidates') return candidates(found);
  const { target } = found;
  const answer = await run(target);
  return target.note === undefined ? answer : { ...answer, notes: [target.note, ...(answer.notes ?? [])] };
}

function candidates({ name, candidates: all, notes }: Extract<Resolution, { kind: 'candidates' }>): Answer {
  const items = all.map(({ file, at, kind, namePath }): Item => ({ kind: 'item', file, place: at, label: `${kind} ${namePath}` }));
  const most = 50;
  return {
    kind: 'listing',
    noun: ['candidate', 'candidates'],
    total: items.length,
    exact: true,
    offset: 0,
    limit: most,
    take: (size) => items.slice(0, size),
    more: () => false,
    lead: [
      `"${name}" names ${items.length} declarations, and none was chosen. Call again with file and line of one of them (with symbol), or with a longer name path.`,
      ...(items.length > most ? [`Only the first ${most} are listed.`] : []),
    ],
    notes,
  };
}

/** The closing line of an answer that can be relied on. */
export function readyNote({ language, project }: Status): string {
  return `${language} server ready for ${project}`;
}

/** Said first of an answer that may be partial. Undefined for one that can be relied on. */
export function caution({ state, language, project, waited, why }: Status): string | undefined {
  if (state !== 'loading') return undefined;
  return `Still loading: the ${language} server for ${project} (waited ${(waited / 1000).toFixed(1)} s; ${why}). This may be incomplete: ask again.`;
}

export interface Nothing {
  readonly evidence?: TextEvidence | undefined;
  readonly instead: string;
}

/**
 * How an answer without anything in it is said. `what`: `references to "parse"`. `instead`: what to do where nobody knows
 * whether the server offers this. @throws Failure `NoProvider`
 */
export function nothing(status: Status, what: string, { evidence, instead }: Nothing): Answer {
  const { state, language, project, waited, why } = status;
  const text = evidence === undefined ? undefined : evidenceText(evidence);
  if (state === 'none') throw noProvider(status, what, text);
  if (state === 'loading') {
    const head = `Could not tell: no ${what} so far, but the ${language} server for ${project} is still loading or silent (waited ${(waited / 1000).toFixed(1)} s; ${why}). Ask again.`;
    return { kind: 'nothing', why: 'cannotTell', text: joined(head, text) };
  }
  if (!status.offered) {
    const head = `Could not tell: no ${what} came. The ${language} server for ${project} is ready, but has not answered this kind of question about any symbol yet, so it may not offer it at all.`;
    return { kind: 'nothing', why: 'cannotTell', text: joined(`${head} Next: ${instead}.`, text) };
  }
  const head = `No ${what}: the ${language} server for ${project} is ready and gave none.`;
  return { kind: 'nothing', why: text === undefined ? 'notFound' : 'cannotTell', text: joined(head, text) };
}

export function noProvider({ language, why }: Status, what: string, evidence?: string): Failure {
  return new Failure('NoProvider', {
    what: `There is no sign of a language provider for ${language}, so ${what} cannot be told: ${why}`,
    context: evidence,
    next: 'use file_search or ast_query, or ask the user to install an extension for this language.',
  });
}

/** Where a name stands beside the answer. @param most files that are named */
export function evidenceText({ name, files, lines, exact }: TextEvidence, most = 8): string {
  const listed = files.slice(0, most).map((file) => `${file.display} (${file.lines})`).join(', ');
  const rest = files.length > most ? `, and ${files.length - most} more` : '';
  const count = counted(lines, ['line', 'lines']);
  return `The text has "${name}" on ${exact ? '' : 'at least '}${count} not listed here, in ${counted(files.length, ['file', 'files'])}: ${listed}${rest} (evidence, not proof: namesakes and comments count too).`;
}

/** Of files of other projects whose text has the name while the server did not name them. */
export function elsewhereNote({ name, files, exact }: TextEvidence, most = 5): string {
  const listed = files.slice(0, most).map((file) => file.display).join(', ');
  const rest = files.length > most ? `, and ${files.length - most} more` : '';
  const count = `${exact ? '' : 'at least '}${counted(files.length, ['file', 'files'])}`;
  return `the name "${name}" also stands in ${count} of other projects that the server did not name (namesakes count too): ${listed}${rest}`;
}

function joined(head: string, text: string | undefined): string {
  return text === undefined ? head : `${head}\n${text}`;
}
