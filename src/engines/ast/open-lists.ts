/** `$$$B` in a list, in patterns and in templates: where it stands for nothing, a comma goes with it. */

const inList = /,\s*(\${3}(?:[A-Z_][A-Z0-9_]*)?)(?=\s*[)\]}>,])|(?<=[([{<]\s*)(\${3}(?:[A-Z_][A-Z0-9_]*)?)\s*,\s*/g;

/** So many are left out in all combinations. */
const mostLeftOut = 4;

/**
 * The pattern, and what it is where some of its `$$$` stand for nothing: `f($A, $$$B)` also means `f(a)`. The library
 * demands the comma.
 */
export function withEmptyLists(pattern: string): readonly string[] {
  let all: readonly string[] = [pattern];
  // From the last one on, so that the places of those in front stay as they are.
  for (const { 0: text, index } of [...pattern.matchAll(inList)].slice(0, mostLeftOut).toReversed()) {
    all = all.flatMap((each) => [each, each.slice(0, index) + each.slice(index + text.length)]);
  }
  return all;
}

/** A template without those that stand for nothing, and without their commas. */
export function withoutEmpty(template: string, isEmpty: (name: string) => boolean): string {
  const next = template.replace(inList, (part: string, behind: string | undefined, inFront: string | undefined) => (isEmpty(behind ?? inFront ?? '') ? '' : part));
  // Once the first of two is gone, the second may be at the end of the list.
  return next === template ? next : withoutEmpty(next, isEmpty);
}
