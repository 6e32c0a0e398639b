/** Which back end searches: the setting decides, `auto` takes the first that runs here. */
import { Failure } from '../../core/errors';
import type { Ports } from '../../core/ports';
import { Unusable, type BackEnd } from './back-end';
import { RipgrepBackEnd } from './ripgrep';
import { ripgrepCandidates } from './ripgrep/locate';

export interface BackEndOptions {
  /** The folder of the ripgrep that is shipped with the extension. */
  readonly shippedRipgrepFolder?: string | undefined;
  /** The editor's application root, which has a ripgrep of its own. */
  readonly appRoot?: string | undefined;
}

export interface BackEnds {
  /** Runs work on the back end in use; on the next one if that turns out not to run here. */
  use<T>(work: (backEnd: BackEnd) => Promise<T>): Promise<T>;
}

export function chooseBackEnd(ports: Pick<Ports, 'files' | 'settings' | 'log'>, options: BackEndOptions): BackEnds {
  /** Paths of ripgreps that could not be started. */
  const broken = new Set<string>();

  const ripgrep = async (): Promise<{ readonly path: string; readonly backEnd: BackEnd } | undefined> => {
    const candidates = ripgrepCandidates({
      setting: ports.settings.ripgrepPath(),
      shippedFolder: options.shippedRipgrepFolder,
      appRoot: options.appRoot,
      platform: process.platform,
      arch: process.arch,
    });
    for (const candidate of candidates) {
      if (broken.has(candidate.path)) continue;
      if ((await ports.files.stat(candidate.path).catch(() => undefined))?.type === 'file') {
        return { path: candidate.path, backEnd: new RipgrepBackEnd(candidate) };
      }
    }
    return undefined;
  };

  return {
    use: async (work) => {
      for (let found = await ripgrep(); found !== undefined; found = await ripgrep()) {
        try {
          return await work(found.backEnd);
        } catch (error) {
          if (!(error instanceof Unusable)) throw error;
          ports.log.warn(error.message);
          broken.add(found.path);
        }
      }
      throw new Failure('RipgrepNotFound', {
        what: 'No ripgrep was found that runs here',
        next: 'ask the user to set sightline.search.ripgrepPath to a ripgrep, or sightline.search.engine to auto or javascript.',
      });
    },
  };
}
