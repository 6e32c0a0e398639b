/** Puts the structure engine together. Nothing is started before it is first used. */
import { existsSync } from 'node:fs';
import nodePath from 'node:path';
import type { Documents, Settings } from '../../core/ports';
import type { Search } from '../search';
import { findLanguage, languageNamed, languageOfFile, languages, searchedRows } from './languages';
import { createPool, type PoolOptions } from './pool';
import { createQuery } from './query';
import type { LanguageRow } from './table/row';
import type { Ast, LanguageInfo } from './types';

export interface AstOptions {
  /** Holds `ast-child.js`, `ast-grep.node` and `grammars/`, as the build writes them. */
  readonly folder: string;
  readonly ports: { readonly documents: Documents; readonly settings: Pick<Settings, 'searchTimeoutMs'> };
  readonly search: Pick<Search, 'files' | 'filesWith'>;
  readonly pool?: Partial<Pick<PoolOptions, 'size' | 'idle' | 'mostMemory' | 'mostRequests'>> | undefined;
}

export function createAst({ folder, ports, search, pool: poolOptions }: AstOptions): Ast {
  const grammars = nodePath.join(folder, 'grammars');
  const pool = createPool({
    program: nodePath.join(folder, 'ast-child.js'),
    args: [grammars],
    env: { NAPI_RS_NATIVE_LIBRARY_PATH: nodePath.join(folder, 'ast-grep.node') },
    ...poolOptions,
  });
  const info = (row: LanguageRow): LanguageInfo => ({
    id: row.id,
    title: row.title,
    kind: row.kind,
    available: row.grammar.package === undefined || existsSync(nodePath.join(grammars, `${row.grammar.name}.so`)),
    queryable: row.queryable,
  });
  return {
    languages: () => languages.map(info),
    languageOf: (path, editorLanguage) => {
      const row = languageOfFile(path, editorLanguage);
      return row === undefined ? undefined : info(row);
    },
    looksInto: (language, path) => {
      const [row, name] = [findLanguage(language), nodePath.basename(path)];
      return row !== undefined && searchedRows(row).some((each) => each.extensions.includes(nodePath.extname(name).toLowerCase()) || each.fileNames?.includes(name) === true);
    },
    checkPattern: async (pattern, language, signal) => {
      await pool.ask('compile', [{ pattern, language: languageNamed(language).id, kinds: [] }], signal);
    },
    query: createQuery({ pool, search, documents: ports.documents, timeLimit: () => ports.settings.searchTimeoutMs() }),
    outline: (source, signal, minor = false) => pool.ask('outline', [source, minor], signal),
    syntaxErrors: (source, signal) => pool.ask('syntaxErrors', [source], signal),
    nodesOf: (source, selector, signal) => pool.ask('nodesOf', [source, selector], signal),
    kindsAt: (source, stretches, signal) => pool.ask('kindsAt', [source, stretches], signal),
    dispose: () => pool.dispose(),
  };
}
