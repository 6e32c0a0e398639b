/**
 * Which files are hidden by ignore files, decided as ripgrep decides it. Used where ripgrep does not look itself: for
 * unsaved text, for paths that a caller names, by the other back ends.
 *
 * `.rgignore` comes before `.ignore`, `.ignore` before `.gitignore`, that before `.git/info/exclude`; within a kind the
 * deepest file that says something decides. Within a repository `.gitignore` counts up to the root of the innermost
 * one; outside, the topmost folder's counts for everything below. `.siiignore` is a kind of its own: nothing brings
 * back what it hides but itself.
 */
import nodePath from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { DirectoryEntry, Files } from '../../core/ports';

export interface Hidden {
  /** As a caller would name it: `.gitignore`, `.siiignore`, `search.exclude`, … */
  readonly by: string;
  /** Absolute path of the file or folder that is hidden; what is below goes with it. */
  readonly path: string;
}

export interface IgnoreSwitches {
  readonly git: boolean;
  readonly sii: boolean;
}

/** The highest directory whose ignore files count. */
export interface Top {
  readonly path: string;
  readonly isRepository: boolean;
  /** Whether directories above it hold ignore files all the same: ripgrep would read them, and they do not count. */
  readonly strayAbove: () => Promise<boolean>;
}

const gitKinds = ['.rgignore', '.ignore', '.gitignore', 'exclude'] as const;
type Kind = (typeof gitKinds)[number] | '.siiignore';

/** The ignore files of one directory. */
interface Level {
  readonly path: string;
  readonly parent: Level | undefined;
  readonly rules: ReadonlyMap<Kind, Ignore>;
  readonly isRepository: boolean;
}

interface Directory {
  readonly level: Level;
  readonly hidden: Hidden | undefined;
}

export class IgnoreRules {
  readonly #files: Files;
  readonly #top: Top;
  readonly #switches: IgnoreSwitches;
  readonly #known = new Map<string, Promise<Directory>>();

  constructor(files: Files, top: Top, switches: IgnoreSwitches) {
    this.#files = files;
    this.#top = top;
    this.#switches = switches;
  }

  /** Why a file or folder below the top is hidden; undefined when it is not. Paths are absolute and native. */
  async hides(path: string, isDirectory: boolean): Promise<Hidden | undefined> {
    if (path === this.#top.path || (!this.#switches.git && !this.#switches.sii)) return undefined;
    const directory = await this.#directory(nodePath.dirname(path));
    return directory.hidden ?? this.#verdict(directory.level, path, isDirectory);
  }

  /** As above, for a walk that has the listing of a directory anyway. Must be called from the top down. */
  async enter(path: string, entries: readonly DirectoryEntry[]): Promise<void> {
    if (!this.#known.has(path)) this.#known.set(path, this.#look(path, entries));
    await this.#known.get(path);
  }

  /** Which of these files, by absolute path, are not hidden. Cheap where a directory has no ignore files above it. */
  async visible<Item>(items: readonly Item[], pathOf: (item: Item) => string): Promise<readonly Item[]> {
    const free = new Map<string, boolean>();
    const kept = await Promise.all(
      items.map(async (item) => {
        const path = pathOf(item);
        const directory = nodePath.dirname(path);
        if (!free.has(directory)) free.set(directory, await this.isFree(directory));
        return free.get(directory) === true || (await this.hides(path, false)) === undefined;
      }),
    );
    return items.filter((_, index) => kept[index]);
  }

  /** Whether nothing in a directory or above it could hide a file in it. */
  async isFree(path: string): Promise<boolean> {
    const { level, hidden } = await this.#directory(path);
    for (let at: Level | undefined = level; at !== undefined; at = at.parent) if (at.rules.size > 0) return false;
    return hidden === undefined;
  }

  #directory(path: string): Promise<Directory> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const looked = this.#look(path, undefined);
    this.#known.set(path, looked);
    return looked;
  }

  async #look(path: string, listing: readonly DirectoryEntry[] | undefined): Promise<Directory> {
    // Read at once, whatever the folders above say, so that no level waits for the one above it.
    const reading = this.#rulesIn(path, listing);
    const above = path === this.#top.path || nodePath.dirname(path) === path ? undefined : await this.#directory(nodePath.dirname(path));
    const hidden = above === undefined ? undefined : (above.hidden ?? this.#verdict(above.level, path, true));
    if (hidden !== undefined && above !== undefined) return { level: above.level, hidden };
    return { level: { path, parent: above?.level, ...(await reading) }, hidden: undefined };
  }

  async #rulesIn(path: string, listing: readonly DirectoryEntry[] | undefined): Promise<Pick<Level, 'rules' | 'isRepository'>> {
    const names = await this.#names(path, listing);
    const kinds = gitKinds.filter((kind) => names.has(kind === 'exclude' ? '.git' : kind));
    const found = [...kinds, ...(names.has('.siiignore') ? (['.siiignore'] as const) : [])];
    const texts = await Promise.all(
      found.map(async (kind) => this.#text(kind === 'exclude' ? await excludeFile(this.#files, nodePath.join(path, '.git')) : nodePath.join(path, kind))),
    );
    const rules = new Map<Kind, Ignore>();
    found.forEach((kind, index) => add(rules, kind, texts[index] ?? ''));
    return { rules, isRepository: names.has('.git') && this.#top.isRepository };
  }

  /** What a directory holds, as far as it matters: only `.siiignore` is looked for when nothing else counts. */
  async #names(path: string, listing: readonly DirectoryEntry[] | undefined): Promise<ReadonlySet<string>> {
    if (listing === undefined && !this.#switches.git) return new Set(['.siiignore']);
    const entries = listing ?? (await this.#files.list(path).catch(() => []));
    return new Set(entries.map((entry) => entry.name));
  }

  async #text(path: string): Promise<string> {
    try {
      return new TextDecoder().decode(await this.#files.read(path));
    } catch {
      return '';
    }
  }

  #verdict(level: Level, path: string, isDirectory: boolean): Hidden | undefined {
    const sii = this.#switches.sii ? decide(level, ['.siiignore'], path, isDirectory) : undefined;
    if (sii?.ignored === true) return { by: '.siiignore', path };
    const git = this.#switches.git ? decide(level, gitKinds, path, isDirectory) : undefined;
    if (git?.ignored === true) return { by: git.kind === 'exclude' ? '.git/info/exclude' : git.kind, path };
    return undefined;
  }
}

/** The deepest rule of every kind, then the first kind that has one. */
function decide(level: Level, kinds: readonly Kind[], path: string, isDirectory: boolean): { kind: Kind; ignored: boolean } | undefined {
  const found = new Map<Kind, boolean>();
  const lower: (readonly [Ignore, string])[] = [];
  let leftRepository = false;
  for (let at: Level | undefined = level; at !== undefined; at = at.parent) {
    const relative = nodePath.relative(at.path, path).replaceAll(nodePath.sep, '/') + (isDirectory ? '/' : '');
    for (const kind of kinds) {
      if (leftRepository && (kind === '.gitignore' || kind === 'exclude')) continue;
      const rules = at.rules.get(kind);
      if (rules === undefined) continue;
      const { ignored, unignored } = rules.test(relative);
      if (ignored) lower.push([rules, relative]);
      if ((ignored || unignored) && !found.has(kind)) found.set(kind, ignored);
    }
    leftRepository ||= at.isRepository;
  }
  const kind = kinds.find((each) => found.has(each));
  if (kind === undefined) return undefined;
  const ignored = found.get(kind) === true;
  // The library hides what is below a hidden folder. Where another file brought the folder back, that must not count.
  if (!ignored && isDirectory) for (const [rules, relative] of lower) rules.add(`!/${escapeRule(relative)}`);
  return { kind, ignored };
}

/** The top for a workspace folder: its repository's root, or the folder itself. */
export async function topOf(files: Files, folder: string): Promise<Top> {
  const chain = ancestorsOf(folder);
  return topAt(files, chain, (await has(files, '.git', chain)).indexOf(true));
}

/** `index` in the chain of the repository's root; -1 outside of one. */
function topAt(files: Files, chain: readonly string[], index: number): Top {
  const above = chain.slice(Math.max(0, index) + 1);
  const names = ['.ignore', '.rgignore', ...(index === -1 ? ['.gitignore'] : [])];
  return {
    path: chain[Math.max(0, index)] ?? '',
    isRepository: index !== -1,
    strayAbove: async () => (await Promise.all(names.map((name) => has(files, name, above)))).flat().includes(true),
  };
}

async function has(files: Files, name: string, directories: readonly string[]): Promise<readonly boolean[]> {
  return Promise.all(directories.map(async (each) => (await files.stat(nodePath.join(each, name)).catch(() => undefined)) !== undefined));
}

/** The same, but a folder that its repository ignores is its own top: it was opened all the same, so all of it counts. */
export async function topOfOpened(files: Files, folder: string): Promise<Top> {
  const top = await topOf(files, folder);
  if (top.path === folder || (await new IgnoreRules(files, top, { git: true, sii: true }).hides(folder, true)) === undefined) return top;
  return { path: folder, isRepository: false, strayAbove: async () => true };
}

function ancestorsOf(path: string): readonly string[] {
  const parent = nodePath.dirname(path);
  return parent === path ? [path] : [path, ...ancestorsOf(parent)];
}

function add(rules: Map<Kind, Ignore>, kind: Kind, text: string): void {
  if (text.trim() !== '') rules.set(kind, ignore({ ignorecase: false, allowRelativePaths: true }).add(text));
}

/** Of a worktree `.git` is a file that names its directory, which names the common one. */
async function excludeFile(files: Files, git: string): Promise<string> {
  const inside = nodePath.join('info', 'exclude');
  const stat = await files.stat(git).catch(() => undefined);
  if (stat?.type !== 'file') return nodePath.join(git, inside);
  const read = async (path: string): Promise<string> => new TextDecoder().decode(await files.read(path).catch(() => new Uint8Array()));
  const named = /^gitdir: (.+)$/m.exec(await read(git))?.[1]?.trim() ?? '';
  const directory = nodePath.resolve(nodePath.dirname(git), named);
  return nodePath.resolve(directory, (await read(nodePath.join(directory, 'commondir'))).trim(), inside);
}

function escapeRule(path: string): string {
  return path.replace(/[*?[\]\\ ]/g, '\\$&');
}
