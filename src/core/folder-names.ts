/** The names under which the folders of a window are printed and named by callers. */

/**
 * Each name once, fit to stand in front of a path: a separator in it becomes `-`, and of equal names the second becomes
 * `app-2`, the third `app-3`.
 */
export function folderNames(given: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return given.map((text) => {
    const plain = /^\.{0,2}$/.test(text) ? 'folder' : text.replaceAll(/[\\/]/g, '-');
    let name = plain;
    for (let suffix = 2; taken.has(name); suffix += 1) name = `${plain}-${suffix}`;
    taken.add(name);
    return name;
  });
}
