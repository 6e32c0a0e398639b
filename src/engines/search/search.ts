/** The search engine: runs, a back end, unsaved text over the disk's, and one order for everything. */
import nodePath from 'node:path';
import { cancelled } from '../../core/errors';
import type { Places } from '../../core/place';
import type { Folder, Ports } from '../../core/ports';
import type { BackEnd } from './back-end';
import { chooseBackEnd, type BackEndOptions } from './choose';
import type { FileList, FileMatches, FindQuery, FoundFile, LeftOut, Scope, Search, SearchResult } from './index';
import { withContext, type FoundMatches, type RunResult } from './matches';
import { comparePaths } from './order';
import { overlayMatches, overlayOf, type Overlay } from './overlay';
import { acrossLines, refuseLineEnds, refuseLongPatterns } from './pattern';
import { planRuns, type Plan, type Run } from './runs';
import { displayOf, wholeFolders } from './targets';
import { taken, unselected } from './unselected';

type SearchPorts = Ports & { readonly places: Places };

/** A file with the run that it was found in, before it is printed. */
interface Found extends FoundMatches {
  readonly run: Run;
  readonly unsaved: boolean;
}

export function createSearch(ports: SearchPorts, options: BackEndOptions): Search {
  const backEnds = chooseBackEnd(ports, options);

  const find = async (query: FindQuery, signal: AbortSignal): Promise<SearchResult> => {
    refuseLongPatterns(query.pattern);
    refuseLineEnds(query.pattern);
    const output = query.output ?? 'lines';
    const context = output === 'lines' ? query.context : 0;
    return timed(ports, signal, async (stop, timedOut) => {
      const planning = planWithOverlay(ports, query);
      // While it is planned, the back end is chosen. Whichever fails first is the error.
      planning.catch(() => undefined);
      const [results, unsaved] = await backEnds.use(async (backEnd) => {
        const { plan, overlay } = await planning;
        const texts = overlay.documents.map((document) => document.lines);
        const request = { pattern: query.pattern, context, enough: query.enough, output, skip: overlay.covers };
        return Promise.all([backEnd.find(plan.runs, request, stop), texts.length === 0 ? [] : backEnd.findInTexts(texts, query.pattern, stop)]);
      });
      const { plan, overlay } = await planning;
      const found: Found[] = [];
      plan.runs.forEach((run, index) => found.push(...(results[index]?.files ?? []).map((file) => ({ ...file, run, unsaved: false }))));
      overlay.documents.forEach((document, index) => {
        const matches = overlayMatches(document, unsaved[index] ?? [], context);
        if (matches.count > 0) found.push({ ...matches, run: document.run, unsaved: true });
      });
      const totals = Array.from({ length: plan.selection.groups }, (_, group) =>
        found.reduce((sum, file) => (file.group === group ? sum + file.count : sum), 0),
      );
      const exact = !timedOut() && results.every((result) => !result.stoppedEarly && result.incomplete === undefined);
      return {
        files: inOrder(ports, found).map((file) => fileMatches(ports, file, context)),
        totals,
        exact,
        ...(exact ? await unselected(ports, backEnds, plan, { results, overlay, totals }, stop) : { unselected: [], isEmpty: false }),
        leftOut: await leftOut(ports, plan, results, { incomplete: timedOut() ? timeLimit(ports) : undefined, remark: acrossLines(query.pattern) }),
      };
    });
  };

  const listed = async (scope: Scope, signal: AbortSignal, list: (backEnd: BackEnd, run: Run, stop: AbortSignal) => ReturnType<BackEnd['list']>, unsavedToo: (lines: readonly string[]) => boolean): Promise<FileList> => {
    const plan = await planned(ports, scope);
    return timed(ports, signal, async (stop, timedOut) => {
      const overlay = await overlayOf(ports, plan.runs);
      const found: { readonly run: Run; readonly relative: string; readonly unsaved: boolean }[] = [];
      const closed: LeftOut['unreadable'][number][] = [];
      for (const run of plan.runs) {
        const result = await backEnds.use((backEnd) => list(backEnd, run, stop));
        for (const relative of await taken(run, result.files)) {
          if (!overlay.covers(run, relative)) found.push({ run, relative, unsaved: false });
        }
        closed.push(...(await Promise.all(result.unreadable.map((path) => unreadable(ports, run, path)))));
      }
      for (const { run, relative, lines } of overlay.documents) {
        if (unsavedToo(lines)) found.push({ run, relative, unsaved: true });
      }
      return {
        files: inOrder(ports, found).map(({ run, relative, unsaved }) => foundFile(ports, run.folder, relative, unsaved)),
        leftOut: { binary: [], unreadable: closed, remarks: [], incomplete: timedOut() ? timeLimit(ports) : undefined },
      };
    });
  };

  return {
    find,
    files: (scope, signal) => listed(scope, signal, (backEnd, run, stop) => backEnd.list(run, stop), () => true),
    filesWith: (scope, all, signal, few = 0) => {
      const groups = all.map((literals) => literals.map(longestLine)).filter((literals) => literals.length > 0 && !literals.includes(''));
      const holds = (lines: readonly string[]): boolean => groups.every((literals) => lines.some((line) => literals.some((literal) => line.includes(literal))));
      return listed(scope, signal, (backEnd, run, stop) => holdingAll(backEnd, run, groups, { few, signal: stop }), holds);
    },
    describe: () => backEnds.use((backEnd) => backEnd.describe()),
  };
}

async function planWithOverlay(ports: SearchPorts, scope: Scope): Promise<{ readonly plan: Plan; readonly overlay: Overlay }> {
  const plan = await planned(ports, scope);
  return { plan, overlay: await overlayOf(ports, plan.runs) };
}

async function planned(ports: SearchPorts, scope: Scope): Promise<Plan> {
  return planRuns(ports, scope, scope.targets.length === 0 ? wholeFolders(ports.places) : scope.targets);
}

/** Runs work under the time limit of the settings. What comes after a cancellation is not an answer. */
async function timed<T>(ports: SearchPorts, signal: AbortSignal, work: (stop: AbortSignal, timedOut: () => boolean) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ports.settings.searchTimeoutMs());
  try {
    const result = await work(AbortSignal.any([signal, limit.signal]), () => limit.signal.aborted);
    if (signal.aborted) throw cancelled();
    return result;
  } finally {
    clearTimeout(timer);
  }
}

function timeLimit({ settings }: SearchPorts): string {
  return `the time limit of ${settings.searchTimeoutMs() / 1_000} s was reached, so this is not all`;
}

async function holdingAll(
  backEnd: BackEnd,
  run: Run,
  groups: readonly (readonly string[])[],
  { few, signal }: { readonly few: number; readonly signal: AbortSignal },
): ReturnType<BackEnd['list']> {
  // The group whose shortest literal is longest is likely the rarest.
  const rarest = [...groups].sort((a, b) => Math.min(...b.map(lengthOf)) - Math.min(...a.map(lengthOf)));
  const [first, ...rest] = rarest;
  if (first === undefined) return backEnd.list(run, signal);
  let result = await backEnd.holding(run, first, undefined, signal);
  for (const literals of rest) {
    if (result.files.length <= few) break;
    const files = (await backEnd.holding(run, literals, result.files, signal)).files;
    result = { ...result, files };
  }
  return result;
}

async function leftOut(ports: SearchPorts, { runs, missing }: Plan, results: readonly RunResult[], { incomplete, remark }: { readonly incomplete: string | undefined; readonly remark: string | undefined }): Promise<LeftOut> {
  const paths = (of: (result: RunResult) => readonly string[]): readonly (readonly [Run, string])[] =>
    runs.flatMap((run, index) => {
      const result = results[index];
      return result === undefined ? [] : [...of(result)].sort(comparePaths).map((path) => [run, path] as const);
    });
  return {
    binary: paths((result) => result.binary).map(([run, path]) => displayOf(ports.places, run.folder, path)),
    unreadable: await Promise.all(paths((result) => result.unreadable).map(([run, path]) => unreadable(ports, run, path))),
    incomplete: incomplete ?? results.find((result) => result.incomplete !== undefined)?.incomplete,
    remarks: [...new Set([...results.flatMap((result) => result.remarks), ...(remark === undefined ? [] : [remark]), ...missing.map(({ name }) => `the workspace folder ${name} is gone`)])],
  };
}

async function unreadable(ports: SearchPorts, run: Run, relative: string): Promise<LeftOut['unreadable'][number]> {
  const stat = await ports.files.stat(nodePath.join(run.folder.path, relative)).catch(() => undefined);
  return { path: displayOf(ports.places, run.folder, relative), isFolder: stat?.type === 'directory' };
}

function inOrder<Each extends { readonly run: Run; readonly relative: string }>(ports: SearchPorts, found: readonly Each[]): readonly Each[] {
  const rank = new Map(ports.places.folders().map((folder, index) => [folder.path, index]));
  return [...found].sort(
    (a, b) => (rank.get(a.run.folder.path) ?? 0) - (rank.get(b.run.folder.path) ?? 0) || comparePaths(a.relative, b.relative),
  );
}

function fileMatches(ports: SearchPorts, file: Found, context: number): FileMatches {
  return {
    file: foundFile(ports, file.run.folder, file.relative, file.unsaved),
    group: file.group,
    count: file.count,
    lines: async (range) => {
      if (range !== undefined && file.part !== undefined) return withContext(await file.part(range), context);
      return withContext(await file.lines(), context).slice(range?.from, range?.to);
    },
  };
}

function foundFile(ports: SearchPorts, folder: Folder, relative: string, unsaved: boolean): FoundFile {
  return { folder, path: nodePath.join(folder.path, relative), relative, display: displayOf(ports.places, folder, relative), unsaved };
}

/** The longest part of a literal that lies on one line and fits on a command line. */
function longestLine(literal: string): string {
  return literal.split(/[\r\n\0]+/).reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

function lengthOf(text: string): number {
  return text.length;
}
