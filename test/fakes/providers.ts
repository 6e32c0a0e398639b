/**
 * A language server that plays a script, one answer for each question; the last one stays. For failures that real
 * servers do not produce when asked to.
 */
import { readFileSync } from 'node:fs';
import type { HierarchyItem, HierarchyLink, Location, OpenedDocument, Problem, Providers, SymbolNode, WorkspaceSymbol } from '../../src/core/ports';
import { pause, type Pause } from '../../src/engines/language/race';

/** An answer, an error to throw, silence for ever, or nothing for a second and then what the script begins with. */
export type Step<Value> = Value | Error | 'hangs' | 'late';

export interface Script {
  readonly language?: string;
  readonly extensions?: readonly string[];
  readonly definition?: readonly Step<readonly Location[]>[];
  readonly references?: readonly Step<readonly Location[]>[];
  readonly hover?: readonly Step<readonly string[]>[];
  readonly documentSymbols?: readonly Step<readonly SymbolNode[] | undefined>[];
  readonly workspaceSymbols?: readonly Step<readonly WorkspaceSymbol[]>[];
  readonly prepare?: readonly Step<readonly HierarchyItem[]>[];
  readonly links?: (item: HierarchyItem) => readonly HierarchyLink[];
  readonly loaded?: readonly Step<true | undefined>[];
  readonly pulled?: readonly Step<readonly Problem[] | undefined>[];
  readonly problems?: readonly Problem[];
}

export class ScriptedProviders implements Providers {
  readonly #script: Script;
  readonly #wait: Pause;
  readonly #open = new Set<string>();
  readonly #unsaved = new Map<string, string>();
  readonly #lagging = new Map<string, { readonly text: string; readonly openings: number }>();
  readonly #listeners = new Set<(paths: readonly string[]) => void>();
  /** How often each question was asked. */
  readonly asked: Record<string, number> = {};

  constructor(script: Script, wait: Pause = pause) {
    this.#script = script;
    this.#wait = wait;
  }

  /** The editor's unsaved text of a file. */
  type(path: string, text: string): void {
    this.#unsaved.set(path, text);
  }

  /** The editor still shows an older text for so many openings. */
  lag(path: string, text: string, openings: number): void {
    this.#lagging.set(path, { text, openings });
  }

  /** The editor drops a document that nobody has asked for lately. */
  close(path: string): void {
    this.#open.delete(path);
  }

  report(paths: readonly string[]): void {
    for (const listener of this.#listeners) listener(paths);
  }

  async open(path: string): Promise<OpenedDocument> {
    const wasOpen = this.#open.has(path);
    this.#open.add(path);
    const unsaved = this.#unsaved.get(path);
    const text = unsaved ?? this.#lag(path) ?? readFileSync(path, 'utf8');
    return { path, text, unsaved: unsaved !== undefined, language: this.#script.language ?? 'python', version: 1, wasOpen };
  }

  async activate(): Promise<readonly string[]> {
    return this.#script.extensions ?? ['test.server'];
  }

  definition(): Promise<readonly Location[]> {
    return this.#play('definition', this.#script.definition, []);
  }

  references(): Promise<readonly Location[]> {
    return this.#play('references', this.#script.references, []);
  }

  hover(): Promise<readonly string[]> {
    return this.#play('hover', this.#script.hover, []);
  }

  documentSymbols(): Promise<readonly SymbolNode[] | undefined> {
    return this.#play('documentSymbols', this.#script.documentSymbols ?? [[]], undefined);
  }

  workspaceSymbols(): Promise<readonly WorkspaceSymbol[]> {
    return this.#play('workspaceSymbols', this.#script.workspaceSymbols, []);
  }

  prepareHierarchy(): Promise<readonly HierarchyItem[]> {
    return this.#play('prepare', this.#script.prepare, []);
  }

  async hierarchy(_: unknown, item: HierarchyItem): Promise<readonly HierarchyLink[]> {
    return this.#script.links?.(item) ?? [];
  }

  loaded(): Promise<true | undefined> {
    return this.#play('loaded', this.#script.loaded, undefined);
  }

  pullProblems(): Promise<readonly Problem[] | undefined> {
    return this.#play('pulled', this.#script.pulled, undefined);
  }

  problems(path?: string): readonly Problem[] {
    return (this.#script.problems ?? []).filter((each) => path === undefined || each.path === path);
  }

  reported(): boolean {
    return false;
  }

  onProblems(listener: (paths: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #lag(path: string): string | undefined {
    const lag = this.#lagging.get(path);
    if (lag === undefined || lag.openings === 0) return undefined;
    this.#lagging.set(path, { ...lag, openings: lag.openings - 1 });
    return lag.text;
  }

  async #play<Value>(name: string, steps: readonly Step<Value>[] | undefined, none: Value): Promise<Value> {
    const count = this.asked[name] ?? 0;
    this.asked[name] = count + 1;
    if (steps === undefined) return none;
    const step = steps[Math.min(count, steps.length - 1)];
    if (step === 'hangs') return new Promise<never>(() => undefined);
    if (step === 'late') {
      await this.#wait(1_000, new AbortController().signal);
      return this.#play(name, steps.slice(0, 1), none);
    }
    if (step instanceof Error) throw step;
    return step ?? none;
  }
}
