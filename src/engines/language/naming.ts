/**
 * From what a caller names to a position: `file` with `line` and `column`, a name on a line, a name path in a file, or
 * a name alone. More than one candidate is an answer; nothing is guessed.
 */
import { counted } from '../../core/answer';
import { Failure } from '../../core/errors';
import type { Place } from '../../core/place';
import { declaredInWorkspace, fitting, oneSymbol } from './declared';
import type { Parts } from './parts';
import { quoted, Spot } from './spot';
import { textEvidence } from './texts';
import type { Declaration, Resolution, SymbolQuery, Target } from './types';
import type { View } from './views';
import { hasName, lastPart, pastBracket, wordsOf } from './words';

/** Leads each of several declarations to the place that the language server gives for it; undefined when it cannot. */
export type SameAs = (targets: readonly Target[], signal: AbortSignal) => Promise<Target | undefined>;

/** @throws Failure `InvalidArguments`, `OutOfRange`, `NotASymbol`, and what `Places` throws */
export async function resolve(parts: Parts, query: SymbolQuery, sameAs: SameAs, signal: AbortSignal): Promise<Resolution> {
  const { file, line, column, symbol } = query;
  if (file === undefined) {
    if (symbol === undefined || line !== undefined || column !== undefined) throw incomplete('a line or column needs a file, and without a file a symbol is needed');
    return inWorkspace(parts, symbol, sameAs, signal);
  }
  if (line === undefined) {
    if (column !== undefined) throw incomplete('a column needs a line');
    if (symbol === undefined) throw incomplete('a file alone names no symbol');
    return inFile(parts, await parts.places.existing(file), symbol, sameAs, signal);
  }
  const place = await parts.places.existing(file);
  const document = await parts.opener.open(place, signal);
  const { lines } = await parts.views.at(place);
  const spot = new Spot({ place, document, lines }, line);
  if (column !== undefined) return { kind: 'target', target: spot.at(column, symbol) };
  return { kind: 'target', target: spot.named(symbol) };
}

async function inFile(parts: Parts, place: Place, symbol: string, sameAs: SameAs, signal: AbortSignal): Promise<Resolution> {
  const document = await parts.opener.open(place, signal);
  const view = await parts.views.at(place);
  const declarations = await view.declarations(signal);
  const found = await namedIn(view, symbol, signal);
  if (found.length > 0) return choose(parts, symbol, found, sameAs, signal);

  const name = lastPart(symbol);
  const first = view.lines.findIndex((line) => hasName(line, name) && !looksLikeComment(line));
  const text = view.lines[first];
  // A name path says that it is declared here; a plain name may also be one that the file uses.
  if (text !== undefined && name === symbol) {
    const column = wordsOf(text, document.language).find((word) => word.text === name)?.column ?? text.indexOf(name) + 1;
    const note = `"${symbol}" is not declared in ${place.display}; taken from its first use there, line ${first + 1}`;
    return { kind: 'target', target: { place, document, at: { line: first + 1, column }, name, note } };
  }
  const names = [...new Set(declarations.map((each) => each.namePath))];
  throw new Failure('NotASymbol', {
    what: `"${symbol}" is not declared in ${place.display}`,
    context: names.length === 0 ? 'No declaration is known there' : `Declared there: ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}`,
    next: 'call again with one of these names, or leave file out to look in the whole workspace.',
  });
}

/**
 * Fields and members of enums only where no other declaration has the name; what the syntax tree does not know as a
 * declaration at all, such as a property that a constructor's parameter declares, as the provider lists it.
 */
async function namedIn(view: View, symbol: string, signal: AbortSignal): Promise<readonly Declaration[]> {
  for (const list of [view.declarations, view.members, view.provided]) {
    const found = fitting(await list(signal), symbol);
    if (found.length > 0) return found;
  }
  return [];
}

async function inWorkspace(parts: Parts, symbol: string, sameAs: SameAs, signal: AbortSignal): Promise<Resolution> {
  const found = await declaredInWorkspace(parts, symbol, 'outlined', signal);
  if (found.declarations.length > 0) return choose(parts, symbol, found.declarations, sameAs, signal, found.notes);

  const name = lastPart(symbol);
  const evidence = await textEvidence(parts.search, { name }, signal);
  if (evidence === undefined || evidence.lines === 0) {
    throw new Failure('NotASymbol', {
      what: `"${name}" stands nowhere in the workspace`,
      context: found.notes.join('; '),
      next: 'check the spelling; find_symbol with a part of the name lists what is near.',
    });
  }
  const files = evidence.files.slice(0, 5).map((file) => file.display).join(', ');
  const count = `${counted(evidence.lines, ['line', 'lines'])} in ${counted(evidence.files.length, ['file', 'files'])}`;
  throw new Failure('NotASymbol', {
    what: `No declaration of "${symbol}" was found; the text has "${name}" on ${count}: ${files}${evidence.files.length > 5 ? ', …' : ''}`,
    context: ['A local variable is found by file, line and symbol', ...found.notes].join('; '),
    next: 'call again with file, line and symbol of one of its uses; file_search shows the lines.',
  });
}

async function choose(
  parts: Parts,
  symbol: string,
  found: readonly Declaration[],
  sameAs: SameAs,
  signal: AbortSignal,
  notes: readonly string[] = [],
): Promise<Resolution> {
  const single = oneSymbol(found);
  if (single !== undefined) return { kind: 'target', target: await targetOf(parts, single, signal) };
  if (found.length <= mostCompared) {
    const targets = await Promise.all(found.map((each) => targetOf(parts, each, signal)));
    const same = await sameAs(targets, signal);
    if (same !== undefined) return { kind: 'target', target: same };
  }
  return { kind: 'candidates', name: symbol, candidates: found, notes };
}

/** Up to so many declarations are compared by asking the language server where each leads. */
const mostCompared = 4;

/** The position of a declaration's name in its open document. */
export async function targetOf(parts: Parts, declaration: Declaration, signal: AbortSignal): Promise<Target> {
  const place = await parts.places.existing(declaration.path);
  const { line, column } = declaration.at;
  const document = await parts.opener.open(place, signal);
  const text = (await parts.views.at(place)).lines[line - 1] ?? '';
  const start = pastBracket(text, column);
  if (start === column && /^[[{]/.test(declaration.name)) throw noName(place, declaration, text, document.language);
  return { place, document, at: { line, column: start }, name: declaration.name };
}

/** A computed name, or a pattern that declares several. */
function noName({ display }: Place, { name, at }: Declaration, text: string, language: string): Failure {
  return new Failure('NotASymbol', {
    what: `"${name}" (${display}:${at.line}:${at.column}) is no name that a language server knows`,
    context: quoted(at, text, language),
    next: 'call again with file, line and one of these columns.',
  });
}

/** Whether a line is a comment, by its start: for what a server does not say. */
export function looksLikeComment(line: string): boolean {
  return /^\s*(\/\/|\/\*|\*|#(?!\s*(include|define|if|undef|pragma|import))|<!--|--\s)/.test(line);
}

function incomplete(why: string): Failure {
  return new Failure('InvalidArguments', {
    what: `These arguments name no symbol: ${why}`,
    context: 'A symbol is named by file, line and column; by file, line and symbol; by file and symbol; or by symbol alone',
    next: 'call again with one of these combinations.',
  });
}
