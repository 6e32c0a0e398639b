/** Where ripgrep may be: the user's setting, the one shipped with the extension, the one inside the editor. */
import nodePath from 'node:path';

export interface RipgrepPlaces {
  /** The user's setting; empty when not set. */
  readonly setting: string;
  /** Absolute path of the shipped binary's folder; undefined when none is shipped. */
  readonly shippedFolder: string | undefined;
  /** The editor's application root. */
  readonly appRoot: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

export interface RipgrepCandidate {
  readonly path: string;
  readonly origin: 'setting' | 'shipped' | 'editor';
}

/**
 * Candidates, best first. The editor has kept its own in three layouts: one package for all platforms, one package per
 * platform, and that package unpacked beside the archive.
 */
export function ripgrepCandidates({ setting, shippedFolder, appRoot, platform, arch }: RipgrepPlaces): readonly RipgrepCandidate[] {
  const path = platform === 'win32' ? nodePath.win32 : nodePath.posix;
  const name = platform === 'win32' ? 'rg.exe' : 'rg';
  const candidates: RipgrepCandidate[] = [];
  if (setting !== '') candidates.push({ path: setting, origin: 'setting' });
  if (shippedFolder !== undefined) candidates.push({ path: path.join(shippedFolder, name), origin: 'shipped' });
  if (appRoot !== undefined) {
    const layouts = [
      ['node_modules', '@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`],
      ['node_modules', '@vscode', 'ripgrep', 'bin'],
      ['node_modules.asar.unpacked', '@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`],
      ['node_modules.asar.unpacked', '@vscode', 'ripgrep', 'bin'],
    ];
    candidates.push(...layouts.map((layout) => ({ path: path.join(appRoot, ...layout, name), origin: 'editor' as const })));
  }
  return candidates;
}
