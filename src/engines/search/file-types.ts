/** What a caller means by a file type, as globs on the file's name. */
import { distance } from 'fastest-levenshtein';
import { Failure } from '../../core/errors';
import type { Languages } from '../../core/ports';
import table from './file-types.json';

const types: Readonly<Record<string, readonly string[]>> = table;

/** Names that callers of the seed's tools use, beyond ripgrep's. */
const aliases: Readonly<Record<string, readonly string[]>> = { react: ['*.jsx', '*.tsx'] };

/**
 * The globs of ripgrep type names, extensions with or without a dot, and language ids, together.
 * @throws Failure `InvalidArguments` naming the unknown one and near ones.
 */
export function typeGlobs(names: readonly string[], languages: Pick<Languages, 'ids' | 'filesOf'>): readonly string[] {
  return [...new Set(names.flatMap((name) => globsOf(name, languages)))];
}

function globsOf(name: string, languages: Pick<Languages, 'ids' | 'filesOf'>): readonly string[] {
  const wanted = name.trim().replace(/^\*(?=\.)/, '');
  if (/^\.[^*?[\]{}/\\]+$/.test(wanted)) return [`*${wanted}`];
  const known = own(types, wanted) ?? own(types, wanted.toLowerCase()) ?? own(aliases, wanted.toLowerCase());
  if (known !== undefined) return known;
  const asExtension = `*.${wanted}`;
  if (extensions(languages).has(asExtension.toLowerCase())) return [asExtension];
  const language = languages.filesOf(wanted) ?? languages.filesOf(wanted.toLowerCase());
  if (language !== undefined) return [...language.extensions.map((extension) => `*${extension}`), ...language.names];
  throw unknown(wanted, languages);
}

function extensions(languages: Pick<Languages, 'ids' | 'filesOf'>): ReadonlySet<string> {
  const fromTable = Object.values(types).flat().filter((glob) => /^\*\.\w+$/.test(glob));
  const fromEditor = languages.ids().flatMap((id) => languages.filesOf(id)?.extensions.map((extension) => `*${extension}`) ?? []);
  return new Set([...fromTable, ...fromEditor]);
}

function unknown(name: string, languages: Pick<Languages, 'ids' | 'filesOf'>): Failure {
  const known = [...Object.keys(types), ...Object.keys(aliases), ...languages.ids()];
  const near = [...new Set(known)]
    .map((each) => ({ each, far: distance(name.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.far - b.far || a.each.localeCompare(b.each))
    .slice(0, 8)
    .map(({ each }) => each);
  return new Failure('InvalidArguments', {
    what: `There is no file type "${name}"`,
    context: `Near ones: ${near.join(', ')}. Also accepted: any extension with its dot, such as .ts`,
    next: 'call again with one of these, or leave file_types out.',
  });
}

function own(from: Readonly<Record<string, readonly string[]>>, key: string): readonly string[] | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}
