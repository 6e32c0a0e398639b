/** The outline of a file for `file_read`: where it comes from, how much of it fits, and finding one symbol in it. */
import { closest } from 'fastest-levenshtein';
import { counted, pageOf, type Answer } from '../core/answer';
import { bytesPerToken } from '../core/budget';
import { Failure, type FailureName } from '../core/errors';
import type { Place } from '../core/place';
import { findByNamePath, flatten, outlineLines, type Located, type Printed } from '../engines/ast';
import type { Services } from './services';

/** A declaration, whoever lists it. Lines are 1-based; `full` is the declaration with what belongs to it. */
export interface Entry extends Printed<Entry> {
  readonly node: { readonly start: { readonly line: number; readonly column: number }; readonly end: { readonly line: number } };
  readonly full: Entry['node'];
  readonly nameAt: { readonly start: { readonly line: number; readonly column: number } } | undefined;
}

export interface FileOutline {
  readonly nodes: readonly Entry[];
  /** Said with the outline: `syntax tree`. */
  readonly source: string;
  /** Clauses for the closing line. */
  readonly notes: readonly string[];
}

export interface NoOutline {
  /** A clause that says why. */
  readonly reason: string;
  /** Which failure it is to one who needs the outline. */
  readonly failure: FailureName;
  /** Whether something failed, as against having nothing to say. */
  readonly failed: boolean;
}

/** The outline from the syntax tree; where no grammar reads the file, from the language server; or why there is none. With `minor` also fields and members of enums. */
export async function outlineOf(services: Services, place: Place, text: string, signal: AbortSignal, minor = false): Promise<FileOutline | NoOutline> {
  const said = services.documents.find(place.path)?.language ?? services.languages.of(place.path);
  const language = services.ast.languageOf(place.path, said);
  if (language?.available !== true) {
    const none = language === undefined ? `no grammar reads ${place.display}` : `there is no grammar for ${language.title} on this platform`;
    return outlineOfServer(services, place, text, none, signal);
  }
  const { nodes, broken } = await services.ast.outline({ text, language: language.id }, signal, minor);
  return { nodes, source: 'syntax tree', notes: broken ? ['the file has syntax errors, so the outline may not be whole'] : [] };
}

async function outlineOfServer(services: Services, place: Place, text: string, none: string, signal: AbortSignal): Promise<FileOutline | NoOutline> {
  if (text.trim() === '') return { nodes: [], source: 'empty file', notes: [] };
  try {
    const { value, status } = await services.language.fileSymbols(place, text, signal);
    const { language, state, why, waited } = status;
    if (value.length > 0) return { nodes: value, source: `${language} language server`, notes: [] };
    switch (state) {
      case 'ready':
        return { reason: `${none}, and the ${language} language server lists no symbols of it`, failure: 'NodeNotFound', failed: false };
      case 'loading':
        return { reason: `${none}, and the ${language} language server is still loading or silent (waited ${(waited / 1000).toFixed(1)} s; ${why}): ask again`, failure: 'ProviderTimeout', failed: false };
      case 'none':
        return { reason: `${none}, and there is no sign of a language server that lists its symbols: ${why}`, failure: 'NoProvider', failed: false };
    }
  } catch (error) {
    if (!(error instanceof Failure) || !ofServer.has(error.failure)) throw error;
    return { reason: `${none}, and ${error.parts.what}`, failure: error.failure, failed: true };
  }
}

/** Failures that leave the text readable. */
const ofServer: ReadonlySet<FailureName> = new Set(['ProviderFailed', 'ProviderTimeout', 'FileNotReadable']);

/**
 * The lines of an outline: as deep as the budget allows, and only what touches the lines asked for.
 * @param range 1-based, inclusive
 */
export function outlineText(outline: FileOutline, range: { readonly first: number; readonly last: number }, maxTokens: number): readonly string[] {
  const within = touching(outline.nodes, range);
  const count = flatten(within).length;
  if (count === 0) return [`outline (${outline.source}): no declarations`];
  const budget = maxTokens * bytesPerToken * 0.8;
  let nodes = within;
  for (let depth = deepest(nodes); depth > 1 && bytes(outlineLines(nodes)) > budget; depth -= 1) nodes = shallower(nodes, depth - 1);
  const left = count - flatten(nodes).length;
  const more = left === 0 ? '' : `; ${counted(left, ['nested one', 'nested ones'])} left out, ask with line_start and line_end`;
  return [`outline (${outline.source}, ${counted(count, ['declaration', 'declarations'])}${more}):`, ...outlineLines(nodes)];
}

/**
 * One symbol, or an answer that lists the candidates. Fields and members of enums only where no other declaration has
 * the name, as everywhere.
 * @param whole the outline with those
 * @throws Failure `NodeNotFound` with near names.
 */
export async function symbolIn(outline: FileOutline, place: Place, symbol: string, whole: () => Promise<FileOutline>): Promise<Located<Entry> | Answer> {
  const outlined = findByNamePath(outline.nodes, symbol);
  const found = outlined.length > 0 ? outlined : findByNamePath((await whole()).nodes, symbol);
  const [first] = found;
  if (first === undefined) {
    const all = flatten(outline.nodes);
    const names = all.map(({ path }) => path);
    const near = [...new Set([...(names.length === 0 ? [] : [closest(symbol, names)]), ...all.filter(({ node }) => node.name.toLowerCase().includes(symbol.toLowerCase())).map(({ path }) => path)])];
    throw new Failure('NodeNotFound', {
      what: `${place.display} declares no "${symbol}"`,
      context: names.length === 0 ? 'It has no declarations' : `Near ones: ${near.slice(0, 8).join(', ')}`,
      next: 'file_read with symbols_only lists its declarations.',
    });
  }
  if (found.length === 1) return first;
  const entries = found.map(({ node, path }) => ({
    kind: 'item' as const,
    file: { path: place.display, unsaved: false },
    place: { line: node.nameAt?.start.line ?? node.node.start.line, column: node.nameAt?.start.column ?? node.node.start.column },
    label: `${node.kind} ${path}`,
  }));
  return {
    kind: 'listing',
    noun: ['candidate', 'candidates'],
    total: entries.length,
    exact: true,
    ...pageOf(entries, { offset: 0, limit: entries.length }),
    lead: [`"${symbol}" names several declarations; read one by its name path or by its lines.`],
  };
}

/** What a server lists inside a declaration may lie elsewhere in the file. */
function touching(nodes: readonly Entry[], range: { readonly first: number; readonly last: number }): readonly Entry[] {
  return nodes
    .map((node) => ({ ...node, children: touching(node.children, range) }))
    .filter((node) => node.children.length > 0 || (node.full.start.line <= range.last && node.full.end.line >= range.first));
}

function shallower(nodes: readonly Entry[], depth: number): readonly Entry[] {
  return nodes.map((node) => ({ ...node, children: depth <= 1 ? [] : shallower(node.children, depth - 1) }));
}

function deepest(nodes: readonly Entry[]): number {
  return nodes.reduce((most, node) => Math.max(most, 1 + deepest(node.children)), 0);
}

function bytes(lines: readonly string[]): number {
  return Buffer.byteLength(lines.join('\n'), 'utf8');
}
