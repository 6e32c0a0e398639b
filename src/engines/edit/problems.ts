/**
 * What an edit did to the editor's problems. No interface says "settled", so this looks for evidence within bounds: an
 * answer computed on request where the server gives one, else a report about the file after the edit. A file without
 * either was not checked, and is said so.
 */
import { setTimeout as after } from 'node:timers/promises';
import type { Clock, Problem, Providers } from '../../core/ports';
import type { PlannedFile } from './planned';

export type ProblemSource = Pick<Providers, 'problems' | 'onProblems' | 'pullProblems'>;

export interface ProblemPorts {
  readonly providers: ProblemSource;
  readonly clock: Clock;
  /** VS Code's language id of a file. */
  readonly languages: { readonly of: (path: string) => string | undefined };
}

export interface ProblemChanges {
  readonly added: readonly Problem[];
  readonly removed: readonly Problem[];
  /** Absolute paths. */
  readonly checked: readonly string[];
  readonly unchecked: readonly string[];
  /** Files that were checked, but whose problems before the edit are not known: `added` holds all of theirs. */
  readonly uncompared: readonly string[];
}

export interface ProblemWatch {
  /** Never throws: what is done is done. Resolves early when the signal is aborted. */
  changes(signal: AbortSignal): Promise<ProblemChanges>;
  dispose(): void;
}

/** Milliseconds. A server that is still loading must not hold an edit up. */
const times = { before: 1_000, pull: 4_000, perFile: 100, report: 2_000, stranger: 400, quiet: 300, step: 50 };

/** Files that show problems and are looked at beside the edited ones. */
const mostOthers = 20;
const mostEdited = 50;

/** The languages that were ever reported on: only for these is it worth waiting long. */
export class ReportedLanguages {
  readonly #languages = new Set<string>();
  readonly #ports: ProblemPorts;
  readonly dispose: () => void;

  constructor(ports: ProblemPorts) {
    this.#ports = ports;
    this.dispose = ports.providers.onProblems((paths) => this.#add(paths));
  }

  /** Milliseconds that a report on one of these files is waited for. */
  patience(paths: readonly string[]): number {
    this.#add(this.#ports.providers.problems().map(({ path }) => path));
    const languages = paths.map((path) => this.#ports.languages.of(path)).filter((language) => language !== undefined && language !== 'plaintext');
    if (languages.length === 0) return 0;
    return languages.some((language) => language !== undefined && this.#languages.has(language)) ? times.report : times.stranger;
  }

  #add(paths: readonly string[]): void {
    for (const path of paths) {
      const language = this.#ports.languages.of(path);
      if (language !== undefined) this.#languages.add(language);
    }
  }
}

/** Begins before the edit is made. */
export async function watchProblems(ports: ProblemPorts, languages: ReportedLanguages, plans: readonly PlannedFile[]): Promise<ProblemWatch> {
  const { providers } = ports;
  const edited = plans.map((plan) => plan.file.path).slice(0, mostEdited);
  const others = showing(providers.problems()).filter((path) => !edited.includes(path)).slice(0, mostOthers);
  const before = await pullAll(ports, [...edited, ...others], times.before + times.perFile * edited.length, undefined);
  for (const path of [...edited, ...others]) if (!before.has(path) && !pullable(ports, path)) before.set(path, providers.problems(path));
  for (const { kind, file } of plans) if (kind === 'create') before.set(file.path, []);
  const reported = new Map<string, number>();
  const stop = providers.onProblems((paths) => {
    for (const path of paths) reported.set(path, ports.clock.now());
  });
  return {
    dispose: stop,
    changes: async (signal) => {
      const started = ports.clock.now();
      const now = await pullAll(ports, [...edited, ...others], times.pull + times.perFile * edited.length, signal);
      const waiting = edited.filter((path) => !now.has(path));
      await quiet(ports, waiting, reported, { started, limit: languages.patience(waiting) }, signal);
      for (const path of [...edited, ...others]) if (!now.has(path) && reported.has(path)) now.set(path, providers.problems(path));
      // Of a file that was not edited only a difference says something.
      const paths = { edited, all: [...edited, ...others.filter((path) => before.has(path))] };
      return compare(before, now, paths, (path) => languages.patience([path]) > 0);
    },
  };
}

/** Undefined where the server has no such request, or fails. */
async function pull(ports: ProblemPorts, path: string): Promise<readonly Problem[] | undefined> {
  const language = ports.languages.of(path);
  if (language === undefined) return undefined;
  return ports.providers.pullProblems(path, language).catch(() => undefined);
}

function pullable(ports: ProblemPorts, path: string): boolean {
  return /^(?:type|java)script(?:react)?$/.test(ports.languages.of(path) ?? '');
}

/** What came within the time, in milliseconds. */
async function pullAll(ports: ProblemPorts, paths: readonly string[], time: number, signal: AbortSignal | undefined): Promise<Map<string, readonly Problem[]>> {
  const now = new Map<string, readonly Problem[]>();
  if (paths.length === 0) return now;
  const done = new AbortController();
  const ended = signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]);
  const pulls = paths.map(async (path) => {
    const answer = await pull(ports, path);
    if (answer !== undefined) now.set(path, answer);
  });
  await Promise.race([after(time, undefined, { signal: ended }).catch(() => undefined), Promise.all(pulls)]);
  done.abort();
  return new Map(now);
}

/** Until each of these files was reported on and nothing has come for a while, or the time is over. */
async function quiet(ports: ProblemPorts, paths: readonly string[], reported: ReadonlyMap<string, number>, { started, limit }: { readonly started: number; readonly limit: number }, signal: AbortSignal): Promise<void> {
  if (paths.length === 0 || limit === 0) return;
  while (!signal.aborted) {
    const now = ports.clock.now();
    const last = Math.max(started, ...reported.values());
    const all = paths.every((path) => reported.has(path));
    if (now - started > limit || (all && now - last > times.quiet)) return;
    await after(times.step);
  }
}

interface Paths {
  readonly edited: readonly string[];
  readonly all: readonly string[];
}

/** @param isChecked whether anybody could report on a file: of plain text nobody does */
function compare(
  before: ReadonlyMap<string, readonly Problem[]>,
  now: ReadonlyMap<string, readonly Problem[]>,
  { edited, all: paths }: Paths,
  isChecked: (path: string) => boolean,
): ProblemChanges {
  const added: Problem[] = [];
  const removed: Problem[] = [];
  for (const path of paths) {
    const [old, young] = [before.get(path) ?? [], now.get(path)];
    if (young === undefined) continue;
    added.push(...without(young, old).filter(matters));
    removed.push(...without(old, young).filter(matters));
  }
  const checked = paths.filter((path) => now.has(path));
  return {
    added,
    removed,
    checked,
    unchecked: edited.filter((path) => !now.has(path) && isChecked(path)),
    uncompared: checked.filter((path) => !before.has(path)),
  };
}

/** Of the first list what the second does not hold as often. Lines move with an edit, so places do not count. */
function without(list: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(identity(other), (left.get(identity(other)) ?? 0) + 1);
  return list.filter((problem) => {
    const rest = left.get(identity(problem)) ?? 0;
    if (rest > 0) left.set(identity(problem), rest - 1);
    return rest === 0;
  });
}

function identity({ severity, source, code, message }: Problem): string {
  return JSON.stringify([severity, source, code, message]);
}

function showing(problems: readonly Problem[]): readonly string[] {
  return [...new Set(problems.filter(matters).map(({ path }) => path))];
}

/** Hints are no problems: every unused parameter has one. */
function matters({ severity }: Problem): boolean {
  return severity === 'error' || severity === 'warning';
}
