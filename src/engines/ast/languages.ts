/** The one table of languages, and how callers and file names find a row in it. */
import nodePath from 'node:path';
import { closest } from 'fastest-levenshtein';
import { Failure } from '../../core/errors';
import { dataRows } from './table/data';
import { managedRows } from './table/managed';
import { markupRows } from './table/markup';
import type { Grammar, LanguageRow } from './table/row';
import { scriptRows } from './table/scripts';
import { systemsRows } from './table/systems';
import { webRows } from './table/web';

export const languages: readonly LanguageRow[] = [...systemsRows.slice(0, 1), ...webRows, ...markupRows, ...scriptRows, ...systemsRows.slice(1), ...managedRows, ...dataRows];

/** The row of an id or alias, in any case. */
export function findLanguage(name: string): LanguageRow | undefined {
  const wanted = name.trim().toLowerCase();
  return languages.find((row) => row.id === wanted) ?? languages.find((row) => row.aliases.includes(wanted));
}

/** @throws Failure `InvalidLanguage` that lists the languages there are. */
export function languageNamed(name: string): LanguageRow {
  const row = findLanguage(name);
  if (row !== undefined) return row;
  const ids = languages.map((each) => each.id);
  const names = languages.flatMap((each) => [each.id, ...each.aliases]);
  throw new Failure('InvalidLanguage', {
    what: `There is no language "${name}"`,
    context: `Nearest: ${closest(name.toLowerCase(), names)}. Languages: ${ids.join(', ')}`,
    next: 'call again with one of these.',
  });
}

/**
 * The language of a file by its name. The editor's language id decides where the name alone does not: a `.h` file, and
 * files that the user associated with a language.
 */
export function languageOfFile(path: string, editorLanguage?: string): LanguageRow | undefined {
  const name = nodePath.basename(path);
  const extension = nodePath.extname(name).toLowerCase();
  const named = languages.filter((row) => row.fileNames?.includes(name) === true || row.extensions.includes(extension));
  const said = editorLanguage === undefined ? undefined : findLanguage(editorLanguage);
  if (said !== undefined && (named.length !== 1 || !related(said, named[0]))) return said;
  // C++ reads nearly every C header, and C hardly any of C++.
  return named.find((row) => row.id === 'cpp') ?? named[0];
}

/** The rows whose files a query in this language looks into, each in its own grammar. */
export function coveredBy(row: LanguageRow): readonly LanguageRow[] {
  return [row, ...(row.covers ?? []).flatMap((id) => languages.filter((each) => each.id === id))];
}

/** The rows whose files a query in this language has to look into: also components, which can hold blocks of it. */
export function searchedRows(row: LanguageRow): readonly LanguageRow[] {
  const rows = coveredBy(row);
  return rows.some((each) => blockLanguages.has(each.id)) ? [...rows, ...languages.filter((each) => each.component === true)] : rows;
}

/** Languages of the script and style blocks of a component. */
const blockLanguages: ReadonlySet<string> = new Set(['javascript', 'jsx', 'typescript', 'tsx', 'css']);

/** Every grammar that comes in a package of its own. */
export function packagedGrammars(): readonly (Grammar & { readonly package: string })[] {
  const all = languages.flatMap(({ grammar, otherGrammar }) => (otherGrammar === undefined ? [grammar] : [grammar, otherGrammar]));
  return all.flatMap((grammar) => (grammar.package === undefined ? [] : [{ ...grammar, package: grammar.package }]));
}

/** Whether two rows are dialects of each other, so that the file's name knows better than the editor's id. */
function related(one: LanguageRow, other: LanguageRow | undefined): boolean {
  return other !== undefined && (one.id === other.id || coveredBy(one).includes(other) || coveredBy(other).includes(one));
}
