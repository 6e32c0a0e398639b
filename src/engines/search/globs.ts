/** Globs, as VS Code means them, on relative paths with `/`. Matching is picomatch's. */
import picomatch from 'picomatch';

export type PathTest = (relative: string) => boolean;

/** Whether a text can only be meant as a glob. `!` counts in front only, where it takes files away. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

/** With `/` between components, without `./` in front or `/` behind. */
export function tidyGlob(text: string): string {
  return text.trim().replaceAll('\\', '/').replace(/\/{2,}/g, '/').replace(/^(\.\/)+/, '').replace(/(?<=.)\/+$/, '');
}

/**
 * An include glob. Without a slash it means any depth; with one it starts at the folder. A last component without
 * wildcards also stands for everything below a folder of that name.
 */
export function includeTest(glob: string): PathTest {
  const tidy = tidyGlob(glob);
  const anchored = tidy.includes('/') ? tidy.replace(/^\//, '') : `**/${tidy}`;
  return withContents(anchored);
}

/** A glob of `files.exclude` or `search.exclude`: it starts at the folder, and takes what is below with it. */
export function excludeTest(glob: string): PathTest {
  const tidy = tidyGlob(glob).replace(/^\//, '');
  const test = compile(tidy);
  const below = compile(`${tidy}/**`);
  return (relative) => test(relative) || below(relative);
}

/** An exclude glob that every glob engine reads alike. */
export function isPlainExclude(glob: string): boolean {
  return /^\*\*\/[\w.*-]+$/.test(glob) && glob.lastIndexOf('**') === 0;
}

/** A test on a file's name alone, for type globs. */
export function nameTest(globs: readonly string[]): PathTest {
  const tests = globs.map(compile);
  return (relative) => {
    const name = relative.slice(relative.lastIndexOf('/') + 1);
    return tests.some((test) => test(name));
  };
}

/** The folders that a glob cannot leave: `src/pkg` of `src/pkg/**`; `''` when it may be anywhere. */
export function baseOf(glob: string): string {
  const tidy = tidyGlob(glob).replace(/^\//, '');
  if (!tidy.includes('/')) return '';
  const components = tidy.split('/');
  const wild = components.findIndex((component) => isGlob(component) || component === '');
  return components.slice(0, wild === -1 ? components.length : wild).join('/');
}

function withContents(glob: string): PathTest {
  const test = compile(glob);
  if (isGlob(glob.slice(glob.lastIndexOf('/') + 1))) return test;
  const below = compile(`${glob}/**`);
  return (relative) => test(relative) || below(relative);
}

/** Compiled when it is first asked: many a search finds nothing to ask about. */
function compile(glob: string): PathTest {
  let test: PathTest | undefined;
  return (relative) => (test ??= compileNow(glob))(relative);
}

function compileNow(glob: string): PathTest {
  // Brackets, braces, `*` and `?` are all there is: parentheses and bars are plain characters in VS Code's globs.
  const plain = glob.replaceAll('[!', '[^').replace(/[()|+@]/g, '\\$&');
  return picomatch(plain, { dot: true, nonegate: true, noextglob: true, nocase: false });
}
