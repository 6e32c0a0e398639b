/** Which back end searches: the setting decides, `auto` takes the first that runs here. */
import { Failure } from '../../core/errors';
import type { Ports } from '../../core/ports';
import { Unusable, type BackEnd } from './back-end';
import { EditorBackEnd } from './editor';
import { JavaScriptBackEnd } from './javascript';
import { RipgrepBackEnd } from './ripgrep';
import { ripgrepCandidates } from './ripgrep/locate';

export interface BackEndOptions {
  /** The folder of the ripgrep that is shipped with the extension. */
  readonly shippedRipgrepFolder?: string | undefined;
  /** The editor's application root, which has a ripgrep of its own. */
  readonly appRoot?: string | undefined;
  /** The bundle of `worker.ts`. */
  readonly workerScript?: string | undefined;
}

export interface BackEnds {
  /** Runs work on the back end in use; on the next one if that turns out not to run here. */
  use<T>(work: (backEnd: BackEnd) => Promise<T>): Promise<T>;
}

/** How long JavaScript may take over one file, in milliseconds, where the time limit allows so much. */
const patienceMs = 4_000;

export function chooseBackEnd(ports: Pick<Ports, 'files' | 'settings' | 'log' | 'editorSearch'>, options: BackEndOptions): BackEnds {
  /** One for each program, by path and time of change, so that its version is asked for once. */
  const made = new Map<string, RipgrepBackEnd>();
  /** Those that could not be started after all. */
  const unusable = new Set<string>();
  const javaScript = new JavaScriptBackEnd({
    files: ports.files,
    workerScript: options.workerScript,
    patienceMs: () => Math.min(patienceMs, ports.settings.searchTimeoutMs() / 4),
  });

  const ripgrep = async (): Promise<{ readonly key: string; readonly backEnd: BackEnd } | undefined> => {
    const candidates = ripgrepCandidates({
      setting: ports.settings.ripgrepPath(),
      shippedFolder: options.shippedRipgrepFolder,
      appRoot: options.appRoot,
      platform: process.platform,
      arch: process.arch,
    });
    for (const candidate of candidates) {
      const stat = await ports.files.stat(candidate.path).catch(() => undefined);
      if (stat?.type !== 'file') continue;
      const key = `${candidate.path}:${stat.mtimeMs}`;
      const backEnd = made.get(key) ?? new RipgrepBackEnd(candidate, ports.files);
      made.set(key, backEnd);
      if (!unusable.has(key) && (await backEnd.version()) !== undefined) return { key, backEnd };
      ports.log.warn(`${candidate.path} is no ripgrep that runs here`);
    }
    return undefined;
  };

  return {
    use: async (work) => {
      const engine = ports.settings.searchEngine();
      if (engine === 'javascript') return work(javaScript);
      if (engine === 'editor') return work(editorBackEnd(ports, javaScript));
      for (let found = await ripgrep(); found !== undefined; found = await ripgrep()) {
        try {
          return await work(found.backEnd);
        } catch (error) {
          if (!(error instanceof Unusable)) throw error;
          ports.log.warn(error.message);
          unusable.add(found.key);
        }
      }
      if (engine === 'auto' && options.workerScript !== undefined) return work(javaScript);
      throw new Failure('RipgrepNotFound', {
        what: 'No ripgrep was found that runs here',
        next: 'ask the user to set sightline.search.ripgrepPath to a ripgrep, or sightline.search.engine to auto or javascript.',
      });
    },
  };
}

function editorBackEnd({ editorSearch, files }: Pick<Ports, 'editorSearch' | 'files'>, javaScript: JavaScriptBackEnd): BackEnd {
  if (editorSearch !== undefined) return new EditorBackEnd(editorSearch, files, javaScript);
  throw new Failure('SearchFailed', {
    what: "The editor's own search is not open to extensions in this build of the editor",
    next: 'ask the user to set sightline.search.engine to auto.',
  });
}
