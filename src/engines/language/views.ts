/**
 * Files as the answers need them: lines, and the declarations in them. Kept while the file stays as it is, so that a
 * repeated question reads nothing again.
 */
import type { FileRef } from '../../core/answer';
import { readLive } from '../../core/live';
import type { Place, Places } from '../../core/place';
import { linesOf } from '../../core/position';
import type { Ports, Position, Range, Providers, SymbolNode } from '../../core/ports';
import { flatten, type Ast, type Outline, type OutlineNode, type Span } from '../ast';
import { race, type Pause } from './race';
import type { Declaration } from './types';

export interface View {
  readonly place: Place;
  readonly file: FileRef;
  /** Without line ends; line 1 is at index 0. */
  readonly lines: readonly string[];
  /** From the syntax tree; from the document symbol provider where there is no grammar. Outer before inner. */
  declarations(signal: AbortSignal): Promise<readonly Declaration[]>;
  /** Also what outlines leave out: fields, properties of interfaces, members of enums. Of data files the same. */
  members(signal: AbortSignal): Promise<readonly Declaration[]>;
  /** What the document symbol provider lists beside a syntax tree; nothing where none answers, or there is no tree. */
  provided(signal: AbortSignal): Promise<readonly Declaration[]>;
  /** Who lists them, and so what may be missing among them. */
  listing(signal: AbortSignal): Promise<Listing>;
  /** Lines of import and include statements, where the syntax tree tells. */
  imports(signal: AbortSignal): Promise<readonly Range[]>;
}

export interface Listing {
  /** `nobody`: no grammar, and no provider so far. `too long`: nobody is asked. */
  readonly by: 'syntax tree' | 'provider' | 'nobody' | 'too long';
  /** The text has syntax errors, so that the tree may miss some. */
  readonly broken: boolean;
}

export interface ViewParts {
  readonly ports: Pick<Ports, 'files' | 'documents'>;
  readonly places: Places;
  readonly providers: Pick<Providers, 'open' | 'activate' | 'documentSymbols'>;
  readonly ast: Pick<Ast, 'languageOf' | 'outline'>;
  readonly wait: Pause;
}

/** Files kept; the one unused for longest goes first. */
const mostViews = 300;

/** A text of more UTF-16 units has no outline: it is generated, and parsing it would cost seconds. */
const longestOutlined = 2_000_000;

export class Views {
  readonly #parts: ViewParts;
  readonly #views = new Map<string, { readonly stamp: string; readonly view: View }>();

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /**
   * The live file at an absolute path. `unsaved` are the paths of all unsaved documents in lower case, for who asks
   * about many files at once. @throws Failure as `readLive` does, and `PathNotAllowed`
   */
  async of(path: string, unsaved?: ReadonlySet<string>): Promise<View> {
    const { places, ports } = this.#parts;
    const inside = places.of(path);
    const place = inside === undefined ? await places.existing(path) : { ...inside, stat: await ports.files.stat(path) };
    return this.at(place, unsaved);
  }

  async at(place: Place, unsavedPaths?: ReadonlySet<string>): Promise<View> {
    const { ports } = this.#parts;
    const isSaved = unsavedPaths !== undefined && !unsavedPaths.has(place.path.toLowerCase());
    const open = isSaved ? undefined : ports.documents.find(place.path);
    const stamp = open?.unsaved === true ? `v${open.version}` : `${place.stat?.mtimeMs}-${place.stat?.size}`;
    const known = this.#views.get(place.path);
    this.#views.delete(place.path);
    if (known?.stamp === stamp) {
      this.#views.set(place.path, known);
      return known.view;
    }
    const { text, unsaved } = await readLive(ports, place);
    const view = this.#view(place, text, { unsaved, language: open?.language });
    this.#views.set(place.path, { stamp, view });
    if (this.#views.size > mostViews) {
      for (const [oldest] of this.#views) {
        this.#views.delete(oldest);
        break;
      }
    }
    return view;
  }

  #view(place: Place, text: string, { unsaved, language }: { readonly unsaved: boolean; readonly language: string | undefined }): View {
    const file: FileRef = { path: place.display, unsaved };
    const outlined = text.length > longestOutlined ? undefined : this.#parts.ast.languageOf(place.path, language);
    // A call that is cancelled must not leave its failure to the next one.
    const outline = kept((signal) =>
      outlined?.available === true ? this.#parts.ast.outline({ text, language: outlined.id }, signal) : Promise.resolve(undefined),
    );
    const fromTrees = kept(async (signal) => declared(place.path, file, await outline(signal)));
    let whole: Outline | undefined;
    const members = kept(async (signal) => {
      if (outlined?.available !== true || outlined.kind === 'data') return undefined;
      whole = await this.#parts.ast.outline({ text, language: outlined.id }, signal, true);
      return declared(place.path, file, whole);
    });
    let provided: readonly Declaration[] | undefined;
    const declarations = async (signal: AbortSignal): Promise<readonly Declaration[]> => {
      const found = await fromTrees(signal);
      if (found !== undefined) return found;
      // Nothing may be the answer of a provider that is not there yet, so that it is asked for again.
      if ((provided ?? []).length === 0 && text.length <= longestOutlined) provided = await this.#provided(place, file, signal);
      return provided ?? [];
    };
    const listing = async (signal: AbortSignal): Promise<Listing> => {
      if (text.length > longestOutlined) return { by: 'too long', broken: false };
      const tree = whole ?? (await outline(signal));
      if (tree !== undefined) return { by: 'syntax tree', broken: tree.broken };
      await declarations(signal);
      return { by: provided === undefined ? 'nobody' : 'provider', broken: false };
    };
    return {
      place,
      file,
      lines: linesOf(text).map((line) => line.text),
      declarations,
      members: async (signal) => (await members(signal)) ?? declarations(signal),
      provided: async (signal) => (outlined?.available !== true ? [] : ((await this.#provided(place, file, signal)) ?? [])),
      listing,
      imports: async (signal) => (await outline(signal))?.imports.map(rangeOf) ?? [],
    };
  }

  /** Undefined where no provider answers. */
  async #provided(place: Place, file: FileRef, signal: AbortSignal): Promise<readonly Declaration[] | undefined> {
    const { providers, wait } = this.#parts;
    const outcome = await race(
      async () => {
        const { language } = await providers.open(place.path);
        await providers.activate(language);
        return providers.documentSymbols(place.path);
      },
      { limit: 5_000, wait, signal },
    );
    return outcome.kind === 'value' ? outcome.value?.flatMap((node) => fromProvider(place.path, file, node, [])) : undefined;
  }
}

/** Remembers what was made; a failure is made anew, since it may be of the caller who cancelled. */
function kept<Value>(make: (signal: AbortSignal) => Promise<Value>): (signal: AbortSignal) => Promise<Value> {
  let made: { readonly value: Value } | undefined;
  return async (signal) => (made ??= { value: await make(signal) }).value;
}

function declared(path: string, file: FileRef, outline: Outline | undefined): readonly Declaration[] | undefined {
  return outline === undefined ? undefined : flatten(outline.nodes).map((each) => fromTree(path, file, each.node, each.path));
}

function fromTree(path: string, file: FileRef, node: OutlineNode, namePath: string): Declaration {
  return {
    path,
    file,
    name: node.name,
    namePath,
    // Grammars call it `member`; tools and servers call it this.
    kind: node.kind === 'member' ? 'enum member' : node.kind,
    at: positionOf((node.nameAt ?? node.node).start),
    whole: rangeOf(node.full),
    callable: node.role === 'callable',
    data: node.role === 'key' || node.role === 'section' || node.role === 'block',
    body: node.body !== undefined,
  };
}

function fromProvider(path: string, file: FileRef, node: SymbolNode, outer: readonly string[]): readonly Declaration[] {
  const names = [...outer, node.name];
  const callable = ['function', 'method', 'constructor'].includes(node.kind);
  const own: Declaration = {
    path,
    file,
    name: node.name,
    namePath: names.join('/'),
    kind: node.kind,
    at: node.selection.start,
    whole: node.range,
    callable,
    data: ['string', 'key', 'number', 'boolean', 'array', 'object', 'null'].includes(node.kind),
    body: true,
  };
  return [own, ...node.children.flatMap((child) => fromProvider(path, file, child, names))];
}

function positionOf({ line, column }: Position): Position {
  return { line, column };
}

function rangeOf({ start, end }: Span): Range {
  return { start: positionOf(start), end: positionOf(end) };
}
