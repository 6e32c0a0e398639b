/** The structure engine as the tests use it: really built, over real files found by real text search. */
import path from 'node:path';
import { createAst, type Ast, type AstOptions, type Outline, type OutlineNode, type QueryMatch, type QueryRequest, type QueryResult } from '../../../src/engines/ast';
import { wholeFolders } from '../../../src/engines/search/targets';
import { TestWorkspace, type WorkspaceOptions } from '../search/workspace';

/** Where the engine's parts are: the suite builds them before its tests, which run in several processes. */
export const builtFolder = path.resolve('out', 'structure');

export interface Setup extends Partial<WorkspaceOptions> {
  readonly pool?: AstOptions['pool'];
}

/** A workspace of these files with a structure engine of its own. */
export class AstBench {
  readonly workspace: TestWorkspace;
  readonly ast: Ast;

  constructor({ files = {}, pool, ...options }: Setup) {
    this.workspace = new TestWorkspace({ files, ...options });
    const { services } = this.workspace;
    this.ast = createAst({ folder: builtFolder, ports: services, search: services.search, pool });
  }

  query(language: string, pattern: string, more: Partial<QueryRequest> = {}, signal = never): Promise<QueryResult> {
    const request = { pattern, language, targets: wholeFolders(this.workspace.services.places), kinds: [], offset: 0, limit: 100, countOnly: false, ...more };
    return this.ast.query(request, signal);
  }

  /** `path:line:column kind name` of every match. */
  async places(language: string, pattern: string, more: Partial<QueryRequest> = {}): Promise<readonly string[]> {
    return (await this.query(language, pattern, more)).matches.map(place);
  }

  outline(language: string, text: string): Promise<Outline> {
    return this.ast.outline({ text, language }, never);
  }

  async dispose(): Promise<void> {
    await this.ast.dispose();
    await this.workspace.services.ast.dispose();
    this.workspace.dispose();
  }
}

/** A signal that nobody aborts. */
export const never = new AbortController().signal;

export function place({ file, span, kind, name }: QueryMatch): string {
  return [`${file.display}:${span.start.line}:${span.start.column}`, kind, ...(name === undefined ? [] : [name])].join(' ');
}

/** `kind name` of every declaration, nested ones indented. */
export function names(nodes: readonly OutlineNode[], depth = 0): readonly string[] {
  return nodes.flatMap((node) => [`${' '.repeat(depth)}${node.kind} ${node.owner === undefined ? '' : `${node.owner}.`}${node.name}`, ...names(node.children, depth + 1)]);
}
