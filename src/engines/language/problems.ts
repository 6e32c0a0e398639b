/**
 * Problems of files. No API says that they have settled: where a server can be asked, it is asked; elsewhere they are
 * waited for until they stop changing, within bounds. A file that nobody reported on is never called clean.
 */
import nodePath from 'node:path';
import { Failure } from '../../core/errors';
import type { Place } from '../../core/place';
import type { Problem, Severity } from '../../core/ports';
import { mapSome, type Parts } from './parts';
import { familyOf } from './projects';
import { race } from './race';
import { comparePositions, pathOrder } from './ranges';
import type { ProblemReport, ProblemRequest } from './types';
import { hasName } from './words';

/** Files that one call checks. */
const mostChecked = 50;

/** Milliseconds without a change after which a file's problems count as settled. */
const quiet = 700;

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

/** @throws Failure what `Places` throws, `Cancelled` */
export async function findProblems(parts: Parts, { paths, severity }: ProblemRequest, signal: AbortSignal): Promise<ProblemReport> {
  const severe = (problem: Problem): boolean => ranks[problem.severity] <= ranks[severity];
  if (paths.length === 0) {
    const known = parts.providers.problems().filter((problem) => parts.places.of(problem.path) !== undefined);
    const notes = ['only what the editor shows now; name paths to have files checked'];
    return { problems: listed(parts, known.filter(severe)), checked: [], unchecked: [], notes };
  }
  const { places, notes } = await selected(parts, paths, signal);
  const { gone, late } = await parts.held.look();
  await parts.held.takeOver(late, signal);
  const checks = await mapSome(places.slice(0, mostChecked), 4, (place) => check(parts, place, signal));
  const unchecked = checks.flatMap(({ place, why }) => (why === undefined ? [] : [{ display: place.display, why }]));
  const cut = places.length > mostChecked ? [`${places.length - mostChecked} of ${places.length} files were not checked: at most ${mostChecked} in one call`] : [];
  return {
    problems: listed(parts, checks.flatMap((each) => each.problems).filter(severe)),
    checked: checks.filter((each) => each.why === undefined).map((each) => each.place.display),
    unchecked,
    notes: [...notes, ...cut, ...(await goneNote(parts, gone, checks.flatMap(({ place, why }) => (why === undefined ? [place] : []))))],
  };
}

/** Servers do not miss files that the editor still holds, so a problem that their deletion causes is not reported. */
async function goneNote(parts: Parts, gone: readonly string[], checked: readonly Place[]): Promise<readonly string[]> {
  const inside = gone.filter((path) => parts.places.of(path) !== undefined);
  if (inside.length === 0) return [];
  const views = await mapSome(checked, 8, (place) => parts.views.at(place).catch(() => undefined));
  const lines = views.flatMap((view) => view?.lines ?? []);
  const missed = inside.filter((path) => lines.some((line) => hasName(line, moduleName(path)))).map((path) => parts.places.display(path)).sort();
  if (missed.length === 0) return [];
  const named = missed.length <= 10 ? missed.join(', ') : `${missed.slice(0, 9).join(', ')} and ${missed.length - 9} more`;
  return [`the editor still holds the text of deleted files, so problems that their deletion causes may be missing here for some minutes: ${named}`];
}

/** The name by which a file is imported in most languages. */
function moduleName(path: string): string {
  const name = nodePath.basename(path).replace(/\..*$/, '');
  return ['index', '__init__', 'mod'].includes(name) ? nodePath.basename(nodePath.dirname(path)) : name;
}

interface Check {
  readonly place: Place;
  readonly problems: readonly Problem[];
  /** Why nothing is known of the file. */
  readonly why?: string | undefined;
}

async function check(parts: Parts, place: Place, signal: AbortSignal): Promise<Check> {
  const { providers, wait } = parts;
  const limit = parts.waitMs();
  const watch = new Watch(parts, place.path);
  try {
    const document = await parts.opener.open(place, signal);
    const started = await race(() => providers.activate(document.language), { limit, wait, signal });
    const served = started.kind === 'value' && started.value.length > 0;
    const { ownFileOnly } = familyOf(document.language);
    const pulled = await race(() => providers.pullProblems(place.path, document.language), { limit, wait, signal });
    if (pulled.kind === 'value' && pulled.value !== undefined) {
      // Other extensions, linters above all, report on the file beside the server.
      const others = providers.problems(place.path).filter((shown) => !pulled.value?.some((own) => same(own, shown)) && !isServers(shown, pulled.value ?? []));
      return { place, problems: [...pulled.value, ...others] };
    }
    if (pulled.kind === 'hung') return { place, problems: providers.problems(place.path), why: `the server did not answer within ${limit / 1000} s` };
    const patience = served && !ownFileOnly ? Math.min(limit, firstReport.served) : firstReport.stranger;
    const reported = providers.reported(place.path) || (await watch.settle(patience, signal));
    const problems = providers.problems(place.path);
    // That there is nothing counts only from an extension for the language: others report on every file.
    if ((served && reported) || problems.length > 0) return { place, problems };
    return { place, problems, why: ownFileOnly && served ? 'the editor has such files checked only while they are shown' : 'no language server reported on it' };
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure)) throw error;
    return { place, problems: [], why: error.parts.what };
  } finally {
    watch.stop();
  }
}

/** Reports on one file, from before it is opened. */
class Watch {
  readonly #parts: Parts;
  readonly #stop: () => void;
  #last: number | undefined;

  constructor(parts: Parts, path: string) {
    this.#parts = parts;
    this.#stop = parts.providers.onProblems((paths) => {
      if (paths.includes(path)) this.#last = parts.clock.now();
    });
  }

  /** Waits until a report came and none has followed for a while; false when none came within `first` milliseconds. */
  async settle(first: number, signal: AbortSignal): Promise<boolean> {
    const { clock, wait } = this.#parts;
    const started = clock.now();
    for (;;) {
      const now = clock.now();
      if (this.#last !== undefined && now - this.#last >= quiet) return true;
      if (this.#last === undefined && now - started >= first) return false;
      if (now - started >= first + this.#parts.waitMs()) return true;
      await wait(100, signal);
    }
  }

  stop(): void {
    this.#stop();
  }
}

/**
 * Milliseconds within which a server that reports at all reports on a file that was opened: where an extension is
 * installed for the language, and where none is, or one whose server is asked by the editor for shown files only.
 */
const firstReport = { served: 8_000, stranger: 1_500 };

/** The files that paths name: themselves, and what ignore rules leave of directories. */
async function selected(parts: Parts, paths: readonly string[], signal: AbortSignal): Promise<{ places: readonly Place[]; notes: readonly string[] }> {
  const found = new Map<string, Place>();
  const notes: string[] = [];
  for (const text of paths) {
    const place = await parts.places.existing(text);
    if (place.stat?.type !== 'directory') {
      found.set(place.path, place);
      continue;
    }
    const { files } = await parts.search.files({ targets: [{ place, named: true }] }, signal);
    if (files.length === 0) notes.push(`no files in ${place.display}`);
    for (const file of files) {
      const inside = parts.places.of(file.path);
      if (inside !== undefined) found.set(file.path, { ...inside, stat: await parts.ports.files.stat(file.path) });
    }
  }
  return { places: [...found.values()], notes };
}

function listed(parts: Parts, problems: readonly Problem[]): ProblemReport['problems'] {
  const byPath = pathOrder(parts.places);
  const sorted = [...problems].sort(
    (a, b) => byPath(a.path, b.path) || comparePositions(a.range.start, b.range.start) || ranks[a.severity] - ranks[b.severity],
  );
  return sorted.map((problem) => ({
    ...problem,
    file: { path: parts.places.display(problem.path), unsaved: parts.ports.documents.find(problem.path)?.unsaved === true },
  }));
}

function same(a: Problem, b: Problem): boolean {
  return comparePositions(a.range.start, b.range.start) === 0 && a.message === b.message;
}

/** What the editor still shows of the server that was just asked may be stale. */
function isServers(shown: Problem, pulled: readonly Problem[]): boolean {
  return shown.source === 'ts' || shown.source === 'js' || pulled.some((own) => own.source !== '' && own.source === shown.source);
}
