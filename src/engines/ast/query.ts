/**
 * A query over a workspace: text search chooses the files that can match, children parse those that have changed, and
 * the work stops once the page is full. Matches come in path order whatever child answers first.
 */
import { stat } from 'node:fs/promises';
import { cancelled, throwIfCancelled } from '../../core/errors';
import type { Documents } from '../../core/ports';
import type { FileList, FoundFile, Scope, Search } from '../search';
import { isSame, ResultCache } from './cache';
import { languageNamed, searchedRows } from './languages';
import type { Pool } from './pool';
import type { Compiled, FileOutcome, Literals, Query } from './protocol';
import type { LanguageRow } from './table/row';
import type { NearForm, QueryFile, QueryMatch, QueryRequest, QueryResult } from './types';

export interface QueryPorts {
  readonly pool: Pool;
  readonly search: Pick<Search, 'files' | 'filesWith'>;
  readonly documents: Documents;
  /** Milliseconds that a query may take. */
  readonly timeLimit: () => number;
}

export type RunQuery = (request: QueryRequest, signal: AbortSignal) => Promise<QueryResult>;

export function createQuery(ports: QueryPorts): RunQuery {
  const cache = new ResultCache();
  const compiled = new Map<string, Compiled>();
  /** A file of a scope, from which it is known that the scope holds one. */
  const witnesses = new Map<string, string>();

  const compile = async (query: Query, key: string, signal: AbortSignal): Promise<Compiled> => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const answer = await ports.pool.ask('compile', [query], signal);
    remember(compiled, key, answer);
    return answer;
  };

  const candidates = async (scope: Scope, literals: Literals, signal: AbortSignal): Promise<FileList & { readonly selected: boolean }> => {
    if (literals.length === 0) {
      const list = await ports.search.files(scope, signal);
      return { ...list, selected: list.files.length > 0 };
    }
    const key = JSON.stringify([scope.include, scope.targets.map((target) => [target.place.path, target.globs])]);
    const witness = witnesses.get(key);
    const seen = witness !== undefined && (await exists(witness));
    // Where nothing is known of the scope, both questions are asked at once, so that neither waits for the other.
    const [list, whole] = await Promise.all([ports.search.filesWith(scope, literals, signal, fewFiles), seen ? undefined : ports.search.files(scope, signal)]);
    const file = list.files[0] ?? whole?.files[0];
    if (file !== undefined) remember(witnesses, key, file.path);
    return { ...list, selected: seen || file !== undefined };
  };

  const near = async (request: QueryRequest, query: Query, literals: Literals, empty: boolean, signal: AbortSignal): Promise<readonly NearForm[]> => {
    const found: NearForm[] = [];
    for (const form of await ports.pool.ask('near', [query], signal)) {
      // It demands all that the pattern demands, and no file had that.
      if (empty && literals.length > 0 && literals.every((group) => form.literals.some((each) => each.join('\0') === group.join('\0')))) continue;
      const { total } = await run({ ...request, pattern: form.pattern, offset: 0, countOnly: true }, signal, false);
      if (total > 0) found.push({ says: form.says, pattern: form.pattern, count: total });
    }
    return found;
  };

  const run = async (request: QueryRequest, signal: AbortSignal, lookNear: boolean): Promise<QueryResult> => {
    const query: Query = {
      pattern: request.pattern,
      language: languageNamed(request.language).id,
      nameMatches: request.nameMatches,
      nameExact: request.nameExact,
      kinds: request.kinds,
      rewriting: request.rewriting,
    };
    const key = JSON.stringify([query, request.countOnly]);
    const { literals, asText, readAs } = await compile(query, JSON.stringify(query), signal);
    const scope: Scope = { targets: request.targets, include: [...globsOf(languageNamed(request.language)), ...(request.without ?? [])] };
    const list = await candidates(scope, literals, signal);
    const enough = request.countOnly ? Number.MAX_SAFE_INTEGER : request.offset + request.limit + 1;
    const limit = AbortSignal.timeout(ports.timeLimit());
    const outcomes = await gather(ports, cache, query, key, list.files, request.countOnly, enough, signal, limit);
    throwIfCancelled(signal);
    const result = summary(request, list, outcomes, limit.aborted);
    if (!lookNear || result.total > 0 || !result.complete || !result.selected || request.kinds.length > 0) return result;
    return { ...result, asText, readAs, near: await near(request, query, literals, list.files.length === 0, signal) };
  };

  return (request, signal) => run(request, signal, true);
}

/** The outcomes of files in order, as far as they were needed and there was time. */
async function gather(
  ports: QueryPorts,
  cache: ResultCache,
  query: Query,
  key: string,
  files: readonly FoundFile[],
  countOnly: boolean,
  enough: number,
  signal: AbortSignal,
  limit: AbortSignal,
): Promise<readonly FileOutcome[]> {
  const outcomes: (FileOutcome | undefined)[] = [];
  const stop = AbortSignal.any([signal, limit]);
  let next = 0;
  let settled = 0;
  let matched = 0;
  let full: (() => void) | undefined;
  const filled = new Promise<void>((resolve) => (full = resolve));
  const advance = (): void => {
    for (let outcome = outcomes[settled]; outcome !== undefined && matched < enough; outcome = outcomes[settled]) {
      matched += outcome.count;
      settled += 1;
    }
    if (matched >= enough) full?.();
  };
  /** Small at first; then as many as the page probably needs; never so many that one child works alone at the end. */
  const batchSize = (): number => {
    const fair = Math.max(firstBatch, Math.ceil((files.length - next) / (2 * ports.pool.size)));
    if (countOnly) return Math.min(largestBatch, fair);
    const wanted = matched === 0 ? firstBatch + settled : ((enough - matched) * settled) / matched / ports.pool.size;
    return Math.max(1, Math.min(Math.ceil(wanted), largestStep, fair));
  };
  const work = async (): Promise<void> => {
    while (next < files.length && matched < enough && !stop.aborted) {
      const from = next;
      const batch = files.slice(from, from + batchSize());
      next += batch.length;
      const known = await Promise.all(batch.map((file) => remembered(cache, key, file)));
      const unknown = batch.filter((_, index) => known[index] === undefined);
      const answers = unknown.length === 0 ? [] : (await ports.pool.ask('run', [{ query, countOnly, enough, files: unknown.map((file) => ({ path: file.path, text: textOf(ports, file) })) }], stop)).outcomes;
      unknown.forEach((file, index) => {
        const answer = answers[index];
        if (answer !== undefined) cache.set(key, file.path, answer);
      });
      let taken = 0;
      batch.forEach((_, index) => (outcomes[from + index] = known[index] ?? answers[taken++]));
      advance();
    }
  };
  try {
    const all = Promise.all(Array.from({ length: ports.pool.size }, work));
    // Once the page is full nobody waits for what other children are still at.
    await Promise.race([all, filled]);
    all.catch(() => undefined);
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (!limit.aborted) throw error;
  }
  return outcomes.slice(0, settled).filter((outcome) => outcome !== undefined);
}

const firstBatch = 4;
const largestBatch = 48;
/** Where the work stops early, no more than these are looked at in vain. */
const largestStep = 16;
/** A child sees faster than another text search that so many files lack what the pattern demands. */
const fewFiles = 400;

async function remembered(cache: ResultCache, key: string, file: FoundFile): Promise<FileOutcome | undefined> {
  const outcome = file.unsaved ? undefined : cache.get(key, file.path);
  if (outcome?.identity === undefined) return undefined;
  try {
    const { size, mtimeMs, ctimeMs, ino } = await stat(file.path);
    return isSame(outcome.identity, { size, mtimeMs, ctimeMs, inode: ino }) ? outcome : undefined;
  } catch {
    return undefined;
  }
}

function textOf(ports: QueryPorts, file: FoundFile): string | undefined {
  return file.unsaved ? ports.documents.find(file.path)?.text : undefined;
}

function summary(request: QueryRequest, list: FileList & { readonly selected: boolean }, outcomes: readonly FileOutcome[], late: boolean): QueryResult {
  const matches: QueryMatch[] = [];
  let total = 0;
  const files: { readonly file: QueryFile; readonly count: number }[] = [];
  outcomes.forEach((outcome, index) => {
    const file = list.files[index];
    if (file === undefined) return;
    const { path, display, unsaved } = file;
    const known = { path, display, unsaved };
    outcome.matches.forEach((match, place) => {
      const position = total + place;
      if (position >= request.offset && position < request.offset + request.limit) matches.push({ ...match, name: match.name, file: known });
    });
    total += outcome.count;
    if (outcome.count > 0) files.push({ file: known, count: outcome.count });
  });
  const which = (holds: (outcome: FileOutcome) => boolean): readonly string[] =>
    list.files.filter((_, index) => outcomes[index] !== undefined && holds(outcomes[index])).map((file) => file.display);
  const whole = outcomes.length === list.files.length && outcomes.every((outcome) => outcome.cut !== true);
  return {
    matches,
    total,
    complete: whole && list.leftOut.incomplete === undefined,
    files,
    selected: list.selected,
    broken: which((outcome) => outcome.broken),
    tooBig: which((outcome) => outcome.skipped === 'tooBig'),
    binary: which((outcome) => outcome.skipped === 'binary'),
    unreadable: [...new Set([...list.leftOut.unreadable.map((each) => each.path), ...which((outcome) => outcome.skipped === 'unreadable')])],
    incomplete: list.leftOut.incomplete ?? (late && !whole ? 'the time limit was reached' : undefined),
    near: [],
    asText: [],
    readAs: [],
  };
}

/** The files that a query looks into. */
function globsOf(row: LanguageRow): readonly string[] {
  return searchedRows(row).flatMap((each) => [...each.extensions.map((extension) => `*${extension}`), ...(each.fileNames ?? [])]);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Maps that only save work are kept small. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > 200 && oldest !== undefined) map.delete(oldest);
}
