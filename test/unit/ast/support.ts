/** The structure engine as the tests use it: really built, over real files, with a plain walk in place of text search. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import nodePath from 'node:path';
import picomatch from 'picomatch';
import type { Documents, LiveDocument } from '../../../src/core/ports';
import { createAst, type Ast, type AstOptions, type QueryMatch, type QueryRequest, type QueryResult } from '../../../src/engines/ast';
import type { FileList, FoundFile, Scope, Search } from '../../../src/engines/search';

/** Where the engine's parts were built; see `scripts/grammars.mjs`. */
export const builtFolder = nodePath.resolve('out', 'structure');

export interface Bench {
  readonly ast: Ast;
  readonly root: string;
  readonly unsaved: Map<string, string>;
  /** How often files were asked for, and what the answer was. */
  readonly asked: string[][];
  write(files: Readonly<Record<string, string>>): void;
  query(language: string, pattern: string, more?: Partial<QueryRequest>): Promise<QueryResult>;
  dispose(): Promise<void>;
}

export function createBench(files: Readonly<Record<string, string>> = {}, options: { readonly prefilter?: boolean; readonly pool?: AstOptions['pool']; readonly timeLimit?: number } = {}): Bench {
  const root = mkdtempSync(nodePath.join(tmpdir(), 'sightline-ast-'));
  const unsaved = new Map<string, string>();
  const asked: string[][] = [];
  const documents: Documents = {
    unsaved: () => [...unsaved].map(([path, text]) => document(path, text)),
    find: (path) => {
      const text = unsaved.get(path);
      return text === undefined ? undefined : document(path, text);
    },
  };
  const list = (scope: Scope, holds: (text: string) => boolean): FileList => {
    const selects = picomatch([...(scope.include ?? ['*'])], { basename: true, dot: true });
    const found = walk(root)
      .map((relative) => ({ relative, path: nodePath.join(root, relative) }))
      .filter(({ relative, path }) => selects(nodePath.basename(relative)) && holds(unsaved.get(path) ?? readFileSync(path, 'utf8')))
      .map(({ relative, path }): FoundFile => ({ folder: { name: 'root', path: root }, path, relative, display: relative, unsaved: unsaved.has(path) }));
    asked.push(found.map((file) => file.relative));
    return { files: found, leftOut: { binary: [], unreadable: [], remarks: [] } };
  };
  const search: Pick<Search, 'files' | 'filesWith'> = {
    files: async (scope) => list(scope, () => true),
    filesWith: async (scope, all) => list(scope, (text) => options.prefilter === false || all.every((any) => any.some((literal) => text.includes(literal)))),
  };
  const settings = { searchTimeoutMs: () => options.timeLimit ?? 30_000 };
  const ast = createAst({ folder: builtFolder, ports: { documents, settings }, search, pool: options.pool });
  const write = (more: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(more)) {
      const path = nodePath.join(root, name);
      mkdirSync(nodePath.dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  };
  write(files);
  return {
    ast,
    root,
    unsaved,
    asked,
    write,
    query: (language, pattern, more = {}) => ast.query({ pattern, language, targets: [], kinds: [], offset: 0, limit: 100, countOnly: false, ...more }, new AbortController().signal),
    dispose: async () => {
      await ast.dispose();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** `path:line:column kind name` of every match. */
export function places(result: QueryResult): readonly string[] {
  return result.matches.map(place);
}

export function place({ file, span, kind, name }: QueryMatch): string {
  return [`${file.display}:${span.start.line}:${span.start.column}`, kind, ...(name === undefined ? [] : [name])].join(' ');
}

function document(path: string, text: string): LiveDocument {
  return { path, text, unsaved: true, language: 'plaintext', version: 1 };
}

function walk(folder: string, below = ''): readonly string[] {
  return readdirSync(nodePath.join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const relative = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? walk(folder, relative) : [relative];
    });
}
