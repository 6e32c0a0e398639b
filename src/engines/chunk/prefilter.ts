/**
 * From a filter to literal strings that a file must hold before any of its chunks can match, so that a text search may
 * choose the files that are worth parsing. A filter is tested on names too, and a name is not always text of the file:
 * `A.run` is put together from two places, `run_part2` has a number of ours.
 */

/**
 * A file that holds none of these has no chunk that matches. Undefined when no such strings can be told: every file may
 * match.
 */
export function necessaryLiterals(filter: readonly string[] | undefined): readonly string[] | undefined {
  if (filter === undefined || filter.length === 0) return undefined;
  const literals: string[] = [];
  for (const wanted of filter) {
    const literal = longestRun(wanted);
    if (literal === undefined) return undefined;
    literals.push(literal);
  }
  return [...new Set(literals)];
}

/**
 * The longest run of letters and digits. Names are put together with other characters in between, so a run that is
 * found in a name lies inside a declared name, which is text of the file, or inside a word of ours.
 */
function longestRun(wanted: string): string | undefined {
  const runs = wanted.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.filter((run) => !mayBeOurs(run)).sort((a, b) => b.length - a.length)[0];
}

/** Words that chunks get as a name, or as a part of one, although their file need not hold them. */
export const ownWords = ['module', 'level', 'imports', 'whole', 'file', 'other', 'body', 'no', 'heading', 'part', 'Companion'] as const;

function mayBeOurs(run: string): boolean {
  return ownWords.some((word) => word.includes(run)) || /^(?:p?a?r?t)?\d{1,4}$/.test(run);
}
