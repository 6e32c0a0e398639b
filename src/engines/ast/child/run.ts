/** A query over files, one after the other, until there is enough. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { SgNode } from '@ast-grep/napi';
import { decode } from '../../../core/encoding';
import { Failure } from '../../../core/errors';
import { coveredBy, languageNamed, languageOfFile } from '../languages';
import {
  largestParsed,
  type Compiled,
  type FileOutcome,
  type Identity,
  type NearPattern,
  type Query,
  type QueryFile,
  type RunAnswer,
  type RunRequest,
  type Skipped,
} from '../protocol';
import type { LanguageRow } from '../table/row';
import { componentBlocks, queryBlock, type Block } from './blocks';
import { withoutFirstComments } from './comments';
import { compilePattern, nearForms, type Program } from './compile';
import { nameFilter, type NameFilter } from './filter';
import type { Grammars } from './grammars';
import { lineTable } from './lines';
import { matchOf, type FoundNode } from './matches';
import { declaredName } from './names';
import { remainderFinder, type FindRemainder } from './remainder';

/** A query with a program for every grammar that its files may need. */
interface Prepared {
  readonly programs: ReadonlyMap<string, Program>;
  readonly names: NameFilter | undefined;
  readonly kinds: ReadonlySet<string> | undefined;
  /** By row; only for a rewrite. */
  readonly remainders: ReadonlyMap<string, FindRemainder> | undefined;
}

export interface Runner {
  /** @throws Failure `InvalidPattern`, `InvalidLanguage`, `ParserNotFound`, `InvalidArguments` */
  compile(query: Query): Compiled;
  near(query: Query): readonly NearPattern[];
  run(request: RunRequest, breathe: (parsed: number) => Promise<void>): Promise<RunAnswer>;
}

export function createRunner(grammars: Grammars): Runner {
  let last: { readonly key: string; readonly prepared: Prepared } | undefined;
  const prepared = (query: Query): Prepared => {
    const key = JSON.stringify(query);
    if (last?.key !== key) last = { key, prepared: prepare(grammars, query) };
    return last.prepared;
  };
  return {
    compile: (query) => {
      const programs = [...prepared(query).programs.values()];
      const [first] = programs;
      const kinds = new Set(first?.alternatives.map(({ node }) => String(node.kind())));
      return { literals: common(programs), asText: first?.asText ?? [], readAs: [...kinds].filter((kind) => kind !== 'ERROR') };
    },
    near: (query) =>
      nearForms(grammars, languageNamed(query.language), query.pattern).map(({ says, pattern, program }) => ({ says, pattern, literals: program.literals })),
    run: async (request, breathe) => {
      const query = prepared(request.query);
      const outcomes: FileOutcome[] = [];
      let matched = 0;
      for (const file of request.files) {
        if (matched >= request.enough) {
          outcomes.push({ count: 0, matches: [], broken: false, cut: true });
          continue;
        }
        const text = read(file);
        if (typeof text.text !== 'string') {
          outcomes.push({ count: 0, matches: [], broken: false, skipped: text.skipped });
          continue;
        }
        const fitting = [...query.programs.values()].filter((program) => request.unfiltered === true || holds(text.text, program));
        // What is not parsed costs no memory that the collector does not see.
        if (fitting.length > 0) await breathe(text.text.length);
        const outcome = matchText(grammars, query, fitting, file, text.text, text.identity, request, request.enough - matched);
        matched += outcome.count;
        outcomes.push(outcome);
      }
      return { outcomes };
    },
  };
}

function prepare(grammars: Grammars, query: Query): Prepared {
  const row = languageNamed(query.language);
  if (!row.queryable) {
    throw new Failure('InvalidLanguage', { what: `${row.title} has outlines and chunks, but no patterns`, next: 'search the text with file_search.' });
  }
  const rows = coveredBy(row);
  grammars.need(row, row.queryGrammar?.grammar);
  const programs = programsOf(rows, (each) => compilePattern(grammars, each, query.pattern));
  if (query.rewriting === true && [...programs.values()].some(({ alternatives }) => alternatives.some(({ isSequence }) => isSequence === true))) {
    throw new Failure('InvalidPattern', {
      what: `The pattern \`${query.pattern}\` is several nodes side by side, and a rewrite replaces one`,
      next: 'leave out all but the one that is to be replaced, or write the block around them, with $$$NAME for what stands before and behind.',
    });
  }
  return {
    programs,
    names: nameFilter(query),
    kinds: kindFilter(grammars, rows, query.kinds),
    remainders: query.rewriting === true ? new Map([...programs.keys()].map((id) => [id, remainderFinder(grammars, languageNamed(id), query.pattern)])) : undefined,
  };
}

/** A program for each row in which the pattern can be read; the first row's refusal when there is none. */
function programsOf(rows: readonly LanguageRow[], compile: (row: LanguageRow) => Program): ReadonlyMap<string, Program> {
  const programs = new Map<string, Program>();
  let refused: unknown;
  for (const row of rows) {
    try {
      programs.set(row.id, compile(row));
    } catch (error) {
      refused ??= error;
    }
  }
  if (programs.size === 0) throw refused;
  return programs;
}

/** @throws Failure `InvalidArguments` that lists near kinds. */
function kindFilter(grammars: Grammars, rows: readonly LanguageRow[], kinds: readonly string[]): ReadonlySet<string> | undefined {
  if (kinds.length === 0) return undefined;
  const grammarOf = (row: LanguageRow) => row.queryGrammar?.grammar ?? row.grammar;
  for (const kind of kinds) {
    if (rows.some((row) => grammars.has(grammarOf(row)) && grammars.knowsKind(grammarOf(row), kind))) continue;
    const near = [...new Set(rows.flatMap((row) => grammars.nearKinds(grammarOf(row), kind)))];
    throw new Failure('InvalidArguments', {
      what: `There is no node kind "${kind}" in ${rows[0]?.title ?? 'this language'}`,
      context: `Near ones: ${near.join(', ')}`,
      next: 'call again with a kind of this grammar in kind_in, or leave kind_in out.',
    });
  }
  return new Set(kinds);
}

/** What every program demands; nothing when one of them demands nothing. */
function common(programs: readonly Program[]): Compiled['literals'] {
  const [first, ...others] = programs;
  if (first === undefined) return [];
  if (others.length === 0) return first.literals;
  const shared = first.literals.filter((group) => others.every((other) => other.literals.some((each) => each.join('\0') === group.join('\0'))));
  if (shared.length > 0) return shared;
  return programs.some((program) => program.literals.length === 0) ? [] : [programs.flatMap((program) => [...(program.literals[0] ?? [])])];
}

type Read = { readonly text: string; readonly identity?: Identity } | { readonly text?: undefined; readonly skipped: Skipped };

/** At once: this process has nothing else to do meanwhile, and every step aside costs more than the reading. */
function read(file: QueryFile): Read {
  if (file.text !== undefined) return { text: file.text };
  let handle: number | undefined;
  try {
    handle = openSync(file.path, 'r');
    const at = Date.now();
    const { size, mtimeMs, ctimeMs, ino } = fstatSync(handle);
    if (size > largestParsed) return { skipped: 'tooBig' };
    const decoded = decode(readFileSync(handle));
    if (decoded === undefined) return { skipped: 'binary' };
    return { text: decoded.text, identity: { size, mtimeMs, ctimeMs, inode: ino, at } };
  } catch {
    return { skipped: 'unreadable' };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function placeOf(node: SgNode): string {
  const { start, end } = node.range();
  return `${start.index} ${end.index} ${String(node.kind())}`;
}

/** @param fitting those of the query's programs that can match in this text */
function matchText(
  grammars: Grammars,
  query: Prepared,
  fitting: readonly Program[],
  file: QueryFile,
  text: string,
  identity: Identity | undefined,
  { countOnly }: RunRequest,
  enough: number,
): FileOutcome {
  if (fitting.length === 0) return { count: 0, matches: [], broken: false, cut: false, identity };
  const nodes: FoundNode[] = [];
  let broken = false;
  for (const block of blocksOf(grammars, query.programs, file.path, text)) {
    const program = query.programs.get(block.row.id);
    if (program === undefined || !fitting.includes(program)) continue;
    const fits = (node: SgNode): boolean => (query.kinds === undefined || query.kinds.has(String(node.kind()))) && (block.only === undefined || inside(node, block.only));
    const root = grammars.parse(program.grammar, block.text);
    const found = root.findAll(program.matcher);
    if (found.some((node) => node.is('ERROR'))) broken = true;
    const kept = found.filter((node) => !node.is('ERROR') && fits(node)).map((node): FoundNode => ({ node, row: block.row, block, program, passedOver: [] }));
    nodes.push(...kept);
    const bare = program.commentsFirst?.test(block.text) === true ? withoutFirstComments(root, block.text, block.row) : undefined;
    if (bare === undefined) continue;
    const known = new Set(kept.map(({ node }) => placeOf(node)));
    const more = grammars.parse(program.grammar, bare.text).findAll(program.matcher).filter((node) => !node.is('ERROR') && fits(node) && !known.has(placeOf(node)));
    nodes.push(...more.map((node): FoundNode => ({ node, row: block.row, block, program, passedOver: bare.comments })));
  }
  nodes.sort((a, b) => a.node.range().start.index - a.block.shift - (b.node.range().start.index - b.block.shift));
  const named = query.names === undefined ? nodes : filtered(nodes, query.names);
  const kept = named.slice(0, enough);
  const cut = kept.length < named.length;
  if (countOnly) return { count: kept.length, matches: [], broken, cut, identity };
  const table = kept.length === 0 ? undefined : lineTable(text);
  const matches = table === undefined ? [] : kept.map((found) => matchOf(found, table, query.remainders?.get(found.row.id)));
  return { count: kept.length, matches: matches.sort((a, b) => a.span.start.offset - b.span.start.offset), broken, cut, identity };
}

/** The parts of a file that this query looks at, each with the row that reads it. */
function blocksOf(grammars: Grammars, programs: ReadonlyMap<string, Program>, path: string, text: string): readonly Block[] {
  const own = languageOfFile(path);
  if (own?.component === true) return componentBlocks(own, grammars, text).filter((block) => programs.has(block.row.id));
  // A header counts as C and as C++: whichever of the two was asked for.
  const row = [...programs.keys()].map(languageNamed).find((each) => each.id === own?.id || claims(each, path)) ?? languageNamed([...programs.keys()][0] ?? '');
  return [queryBlock(row, text)];
}

function claims(row: LanguageRow, path: string): boolean {
  return row.extensions.some((extension) => path.toLowerCase().endsWith(extension)) || (row.fileNames ?? []).some((name) => path.endsWith(name));
}

function holds(text: string, program: Program): boolean {
  return program.literals.every((group) => group.some((literal) => text.includes(literal))) && program.demands(text);
}

function inside(node: SgNode, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const range = node.range();
  return range.start.index >= start && range.end.index <= end;
}

function filtered<T extends { readonly node: SgNode; readonly row: LanguageRow }>(nodes: readonly T[], filter: NameFilter): T[] {
  const keep = filter(nodes.map(({ row, node }) => declaredName(row, node)?.text));
  return nodes.filter((_, index) => keep[index] === true);
}
