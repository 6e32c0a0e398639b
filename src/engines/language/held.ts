/**
 * What the editor holds and the disk has otherwise. Servers answer from the documents that the editor holds, and these
 * outlive a deleted file for minutes and follow a change on disk with some delay.
 */
import { decode } from '../../core/encoding';
import type { LiveDocument, Ports, Providers } from '../../core/ports';
import { linesOf } from '../../core/position';
import { sameText } from './opener';
import type { Pause } from './race';

/** Milliseconds: a change that is older has surely been taken over, and for a newer one so long is waited. */
const takeOver = { recent: 3_000, most: 1_500, step: 50 };

type HeldPorts = Pick<Ports, 'files' | 'documents' | 'clock'>;

export class Held {
  readonly #ports: HeldPorts;
  readonly #wait: Pause;

  constructor(ports: HeldPorts, wait: Pause) {
    this.#ports = ports;
    this.#wait = wait;
  }

  /**
   * Held documents whose files are gone, and those that are older than their files: of these paths, or all of them.
   * Unsaved text is neither.
   */
  async look(paths?: ReadonlySet<string>): Promise<{ readonly gone: readonly string[]; readonly late: readonly string[] }> {
    const gone: string[] = [];
    const late: string[] = [];
    await Promise.all(
      this.#saved(paths).map(async (document) => {
        const changed = await this.#changedAt(document.path);
        if (changed === undefined) gone.push(document.path);
        else if (Date.now() - changed < takeOver.recent && !(await this.#isSame(document))) late.push(document.path);
      }),
    );
    return { gone, late };
  }

  /** Waits until the editor has taken over what changed on disk lately. */
  async takeOver(paths: readonly string[], signal?: AbortSignal): Promise<void> {
    const started = this.#ports.clock.now();
    for (let late = paths; late.length > 0; ({ late } = await this.look(new Set(late)))) {
      if (this.#ports.clock.now() - started >= takeOver.most) return;
      await this.#wait(takeOver.step, signal ?? new AbortController().signal);
    }
  }

  #saved(paths?: ReadonlySet<string>): readonly LiveDocument[] {
    return this.#ports.documents.held().filter(({ path, unsaved }) => !unsaved && (paths === undefined || paths.has(path)));
  }

  async #isSame({ path, text }: LiveDocument): Promise<boolean> {
    const bytes = await this.#ports.files.read(path).catch(() => undefined);
    const decoded = bytes === undefined ? undefined : decode(bytes);
    // A file in an encoding of the user's choice reads otherwise here; it is not waited for.
    return decoded === undefined || decoded.lossy || sameText(text, linesOf(decoded.text).map((line) => line.text));
  }

  /** When the file was changed, in the system's milliseconds; undefined when it is gone. What cannot be told counts as there. */
  async #changedAt(path: string): Promise<number | undefined> {
    const stat = await this.#ports.files.stat(path).catch(() => ({ mtimeMs: 0 }));
    return stat?.mtimeMs;
  }
}

/** Providers whose places are those of the disk: none in files that are gone, none in text that is older than the file. */
export function onDisk(providers: Providers, held: Held): Providers {
  const current = async <Item>(ask: () => Promise<readonly Item[]>, pathOf: (item: Item) => string): Promise<readonly Item[]> => {
    let found = await ask();
    let seen = await held.look(new Set(found.map(pathOf)));
    if (seen.late.length > 0) {
      await held.takeOver(seen.late);
      found = await ask();
      seen = await held.look(new Set(found.map(pathOf)));
    }
    const { gone } = seen;
    return gone.length === 0 ? found : found.filter((item) => !gone.includes(pathOf(item)));
  };
  return {
    open: (path) => providers.open(path),
    activate: (language) => providers.activate(language),
    hover: (path, at) => providers.hover(path, at),
    documentSymbols: (path) => providers.documentSymbols(path),
    workspaceSymbols: (query) => providers.workspaceSymbols(query),
    prepareHierarchy: (relation, path, at) => providers.prepareHierarchy(relation, path, at),
    loaded: (path, language) => providers.loaded(path, language),
    pullProblems: (path, language) => providers.pullProblems(path, language),
    problems: (path) => providers.problems(path),
    reported: (path) => providers.reported(path),
    onProblems: (listener) => providers.onProblems(listener),
    definition: (kind, path, at) => current(() => providers.definition(kind, path, at), (each) => each.path),
    references: (path, at) => current(() => providers.references(path, at), (each) => each.path),
    hierarchy: (relation, item) => current(() => providers.hierarchy(relation, item), (each) => each.item.location.path),
  };
}
