/** What the text says about a name: evidence, not proof, since namesakes and comments have it too. */
import { Failure } from '../../core/errors';
import type { Location } from '../../core/ports';
import type { Search } from '../search';
import type { Family } from './projects';
import type { TextEvidence } from './types';
import { wholeName } from './words';

/** The lines that have the name, in files of the family's languages, or in all. Undefined when the search failed. */
export async function textEvidence(
  search: Pick<Search, 'find'>,
  { name, family }: { readonly name: string; readonly family?: Family | undefined },
  signal: AbortSignal,
): Promise<TextEvidence | undefined> {
  const query = { targets: [], pattern: { text: wholeName(name), literal: false, ignoreCase: false }, context: 0, output: 'count' } as const;
  try {
    return evidenceOf(name, family === undefined ? await search.find(query, signal) : await withTypes(search, query, family, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Whether every line that has the name is among the places, file by file. */
export function isCovered(evidence: TextEvidence, locations: readonly Location[]): boolean {
  return evidence.exact && missing(evidence, locations).length === 0;
}

/** The files with lines that have the name but are not among the places, and how many such lines. */
export function missing(evidence: TextEvidence, locations: readonly Location[]): TextEvidence['files'] {
  const lines = new Map<string, Set<number>>();
  for (const { path, range } of locations) {
    const known = lines.get(path) ?? new Set();
    lines.set(path, known.add(range.start.line));
  }
  return evidence.files
    .map((file) => ({ ...file, lines: file.lines - (lines.get(file.path)?.size ?? 0) }))
    .filter((file) => file.lines > 0);
}

/** A language that text search does not know by its id is searched in all files. */
async function withTypes(search: Pick<Search, 'find'>, query: Parameters<Search['find']>[0], family: Family, signal: AbortSignal) {
  try {
    return await search.find({ ...query, types: family.languages }, signal);
  } catch (error) {
    if (error instanceof Failure && error.failure === 'InvalidArguments') return search.find(query, signal);
    throw error;
  }
}

function evidenceOf(name: string, result: Awaited<ReturnType<Search['find']>>): TextEvidence {
  const files = result.files.map(({ file, count }) => ({ path: file.path, display: file.display, lines: count }));
  return { name, files, lines: files.reduce((sum, file) => sum + file.lines, 0), exact: result.exact };
}
