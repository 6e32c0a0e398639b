import type { QueryFile, QueryMatch } from './types';

/** A file and its matches, in order. Never empty. */
export interface FileGroup {
  readonly file: QueryFile;
  readonly matches: readonly QueryMatch[];
}

/** Matches in path order, as the engine gives them, by file. */
export function groupByFile(matches: readonly QueryMatch[]): readonly FileGroup[] {
  const groups = new Map<string, { readonly file: QueryFile; readonly matches: QueryMatch[] }>();
  for (const match of matches) {
    const group = groups.get(match.file.path) ?? { file: match.file, matches: [] };
    group.matches.push(match);
    groups.set(match.file.path, group);
  }
  return [...groups.values()];
}
