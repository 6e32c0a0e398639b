/** How paths are written and compared on a platform. */
import nodePath, { type PlatformPath } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PathRules {
  readonly path: PlatformPath;
  readonly separators: RegExp;
  /** The same for two spellings of one path. */
  key(path: string): string;
  /** With `/`; `''` when the paths are the same, undefined when `path` is not below `root`. */
  relative(root: string, path: string): string | undefined;
  /** An absolute native path or a `file:` URI as an absolute native path; undefined for anything relative. */
  fromText(text: string): string | undefined;
}

/** The rules of a platform, also on another one, so that those of Windows are tested everywhere. */
export function pathRules(platform: NodeJS.Platform): PathRules {
  const windows = platform === 'win32';
  const path = windows ? nodePath.win32 : nodePath.posix;
  // A drive letter is lower case in VS Code's URIs and upper case in most other places. `src/` is `src`.
  const settled = (text: string): string => {
    const normalized = path.normalize(text);
    const isRoot = path.parse(normalized).root === normalized;
    const normal = !isRoot && normalized.endsWith(path.sep) ? normalized.slice(0, -1) : normalized;
    return windows ? normal.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : normal;
  };
  const folded = windows || platform === 'darwin';
  const key = (text: string): string => (folded ? settled(text).toLowerCase() : settled(text));
  return {
    path,
    separators: windows ? /[\\/]/ : /\//,
    key,
    relative: (root, text) => {
      const from = key(root);
      const to = key(text);
      const below = path.relative(from, to);
      if (below === '') return '';
      if (below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below)) return undefined;
      // The caller's own spelling, of as many components.
      return settled(text).split(path.sep).slice(-below.split(path.sep).length).join('/');
    },
    fromText: (text) => {
      if (/^file:/i.test(text)) {
        try {
          return settled(fileURLToPath(text, { windows }));
        } catch {
          return undefined;
        }
      }
      return path.isAbsolute(text) ? settled(text) : undefined;
    },
  };
}
