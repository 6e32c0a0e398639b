/** The editor's own search as a back end. It finds lines; order and filters are ours, as with every back end. */
import nodePath from 'node:path';
import { pathRules } from '../../../core/path-rules';
import type { EditorLine, EditorSearch, Files } from '../../../core/ports';
import type { BackEnd, LineRequest, ListResult } from '../back-end';
import { isPlainExclude } from '../globs';
import type { Pattern } from '../index';
import type { FoundLine, FoundMatches, RunResult } from '../matches';
import { withinLine } from '../pcre';
import type { Run } from '../runs';
import { undecodable } from '../javascript/scan';
import { dialectOf } from '../javascript/translate';

/** `walker` does what the editor's search cannot: list files, search unsaved text and single files. */
export class EditorBackEnd implements BackEnd {
  readonly #search: EditorSearch;
  readonly #files: Files;
  readonly #walker: BackEnd;

  constructor(search: EditorSearch, files: Files, walker: BackEnd) {
    this.#search = search;
    this.#files = files;
    this.#walker = walker;
  }

  async describe(): Promise<string> {
    return "the editor's own search";
  }

  async find(runs: readonly Run[], request: LineRequest, signal: AbortSignal): Promise<readonly RunResult[]> {
    const results: RunResult[] = [];
    for (const run of runs) results.push(await this.#searchRun(run, request, signal));
    return results;
  }

  async findInTexts(texts: readonly (readonly string[])[], pattern: Pattern, signal: AbortSignal): Promise<readonly (readonly FoundLine[])[]> {
    return this.#walker.findInTexts(texts, pattern, signal);
  }

  async list(run: Run, signal: AbortSignal): Promise<ListResult> {
    return this.#walker.list(run, signal);
  }

  async holding(run: Run, literals: readonly string[], among: readonly string[] | undefined, signal: AbortSignal): Promise<ListResult> {
    return this.#walker.holding(run, literals, among, signal);
  }

  async #searchRun(run: Run, request: LineRequest, signal: AbortSignal): Promise<RunResult> {
    const { pattern, context, output, skip } = request;
    const byFile: Lines = new Map();
    const singleFiles: string[] = [];
    let isAnyCut = false;
    for (const root of run.roots) {
      const folder = nodePath.join(run.folder.path, root);
      if ((await this.#files.stat(folder).catch(() => undefined))?.type !== 'directory') {
        singleFiles.push(root);
        continue;
      }
      const query = {
        folder,
        pattern: dialectOf(pattern) === 'pcre' ? withinLine(pattern.text).text : pattern.text,
        isRegExp: !pattern.literal,
        ignoreCase: pattern.ignoreCase,
        exclude: excludeOf(run),
        useIgnoreFiles: run.ruled && run.rules.git,
        context: output === 'lines' ? context : 0,
      };
      const { isCut } = await this.#search(query, (line) => add(byFile, run, line), signal);
      isAnyCut ||= isCut;
    }
    await this.#mendColumns(byFile, pattern, signal);
    const [single] = singleFiles.length === 0 ? [] : await this.#walker.find([{ ...run, roots: singleFiles }], request, signal);

    const taken: { readonly relative: string; readonly group: number; readonly lines: readonly FoundLine[] }[] = [];
    for (const [relative, lines] of byFile) {
      const group = skip(run, relative) ? undefined : run.groupOf(relative);
      if (group !== undefined) taken.push({ relative, group, lines: [...lines.values()].sort((a, b) => a.number - b.number) });
    }
    const visible = run.ruled ? await run.ignored.visible(taken, ({ relative }) => nodePath.join(run.folder.path, relative)) : taken;
    const inFolders = visible.map(({ relative, group, lines }): FoundMatches => {
      const count = lines.filter((line) => line.hit !== undefined).length;
      return { relative, group, count: output === 'files' ? 1 : count, lines: async () => (output === 'lines' ? lines : []) };
    });
    const files = [...inFolders, ...(single?.files ?? [])];
    return {
      files,
      stoppedEarly: single?.stoppedEarly === true,
      // The editor does not say how many files it looked at.
      searched: files.length > 0 ? files.length : (await this.list(run, signal)).files.length,
      binary: single?.binary ?? [],
      unreadable: single?.unreadable ?? [],
      remarks: [],
      incomplete: isAnyCut ? 'the editor left out further matches' : single?.incomplete,
    };
  }

  /**
   * Behind a byte that is not valid in the file's encoding the editor counts columns in other bytes than the file's.
   * Those lines are searched again; where our own engine cannot, the editor's column stays.
   */
  async #mendColumns(byFile: Lines, pattern: Pattern, signal: AbortSignal): Promise<void> {
    const odd = [...byFile.values()].flatMap((lines) => [...lines.values()].filter(({ hit, text }) => hit !== undefined && text.includes('\ufffd')).map((line) => ({ lines, line })));
    if (odd.length === 0) return;
    const texts = odd.map(({ line }) => [line.text.replaceAll('\ufffd', undecodable)]);
    const found = await this.#walker.findInTexts(texts, pattern, signal).catch(() => []);
    odd.forEach(({ lines, line }, index) => {
      const hit = found[index]?.[0]?.hit;
      if (hit !== undefined) lines.set(line.number, { ...line, hit });
    });
  }
}

type Lines = Map<string, Map<number, FoundLine>>;

function add(byFile: Lines, run: Run, { path, number, text, hit }: EditorLine): void {
  const relative = pathRules(process.platform).relative(run.folder.path, path);
  if (relative === undefined) return;
  const lines = byFile.get(relative) ?? new Map<number, FoundLine>();
  byFile.set(relative, lines);
  const known = lines.get(number)?.hit;
  // Of several matches on a line the first one counts; a matching line may also come as another one's surroundings.
  if (known === undefined || (hit !== undefined && hit.start < known.start)) lines.set(number, { number, text, hit: hit ?? known });
}

/** Only for speed, so only what every glob engine reads alike. */
function excludeOf({ folder, ruled, inGit, selection }: Run): readonly string[] {
  const git = inGit ? [] : ['**/.git/**'];
  if (!ruled) return git;
  const { globs, folders } = selection.excludes(folder);
  return [...git, ...folders.map((name) => `**/${name}/**`), ...globs.filter(isPlainExclude).flatMap((glob) => [glob, `${glob}/**`])];
}
