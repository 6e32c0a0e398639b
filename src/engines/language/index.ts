/** The language engine: the editor's providers, asked by name, with honest status. */
import nodePath from 'node:path';
import type { Places } from '../../core/place';
import type { Ports, Providers } from '../../core/ports';
import type { Ast } from '../ast';
import type { Search } from '../search';
import { findDefinition, locate } from './definition';
import { elsewhere } from './elsewhere';
import { Held, onDisk } from './held';
import { findHierarchy } from './hierarchy';
import { Loading } from './loading';
import { resolve, type SameAs } from './naming';
import { Opener } from './opener';
import { fileSymbols } from './outline';
import type { Parts } from './parts';
import { findProblems } from './problems';
import { projectOf, type Project } from './projects';
import { pause, type Pause } from './race';
import { fingerprintOf } from './ranges';
import { ReadinessTable } from './readiness';
import { findReferences, referenceMemory } from './references';
import { symbolFacts } from './symbol-at';
import { findSymbols } from './symbols';
import type { Language } from './types';
import { Views } from './views';

export type * from './types';
export { leftOf, type Elsewhere } from './elsewhere';
export { lineOf } from './nothing';
export { wordsOf } from './words';

export interface LanguageOptions {
  readonly ports: Pick<Ports, 'files' | 'documents' | 'settings' | 'clock' | 'log'>;
  readonly places: Places;
  readonly providers: Providers;
  readonly search: Pick<Search, 'find' | 'files' | 'filesWith'>;
  readonly ast: Pick<Ast, 'languageOf' | 'outline'>;
  /** Given by tests, with a clock of their own. */
  readonly wait?: Pause | undefined;
}

export function createLanguage({ ports, places, providers, search, ast, wait = pause }: LanguageOptions): Language {
  const views = new Views({ ports, places, providers, ast, wait });
  const readiness = new ReadinessTable(() => ports.clock.now());
  const memory = referenceMemory();
  const held = new Held(ports, wait);
  const parts: Parts = {
    ports,
    places,
    providers: onDisk(providers, held),
    held,
    search,
    views,
    readiness,
    offered: new Set(),
    wait,
    clock: ports.clock,
    waitMs: () => ports.settings.languageWaitMs(),
    loading: new Loading({ providers, wait, clock: ports.clock }),
    opener: new Opener({ providers, views, clock: ports.clock, wait }),
    projectOf: rememberedProjects(ports),
  };

  /** Several declarations are one symbol when the server leads from each of them to the same place. */
  const sameAs: SameAs = async (targets, signal) => {
    const found = await Promise.all(
      targets.map(async (target) => {
        const settled = await locate(parts, target, 'definition', signal).catch(() => undefined);
        return settled?.status.state === 'ready' && !settled.empty ? fingerprintOf(settled.value ?? []) : undefined;
      }),
    );
    const [first] = found;
    return first !== undefined && found.every((each) => each === first) ? targets[0] : undefined;
  };

  return {
    resolve: (query, signal) => resolve(parts, query, sameAs, signal),
    definition: (target, kind, signal) => findDefinition(parts, target, kind, signal),
    references: (target, request, signal) => findReferences(parts, memory, target, request, signal),
    elsewhere: (target, named, signal) => elsewhere(parts, target, named, signal),
    hierarchy: (target, request, signal) => findHierarchy(parts, memory.oneProject, target, request, signal),
    symbolAt: (target, signal) => symbolFacts(parts, target, signal),
    fileSymbols: (place, text, signal) => fileSymbols(parts, place, text, signal),
    symbols: (query, signal) => findSymbols(parts, query, signal),
    problems: (request, signal) => findProblems(parts, request, signal),
    states: () => readiness.all(),
  };
}

/** Milliseconds for which a directory keeps its project: looking for project files lists every directory above. */
const projectFor = 5_000;

function rememberedProjects(ports: LanguageOptions['ports']): Parts['projectOf'] {
  const known = new Map<string, { readonly at: number; readonly project: Promise<Project> }>();
  return ({ place, document }) => {
    const key = `${document.language}\n${nodePath.dirname(place.path)}`;
    const found = known.get(key);
    if (found !== undefined && ports.clock.now() - found.at < projectFor) return found.project;
    if (known.size > 500) known.clear();
    const project = projectOf(ports, place, document.language);
    known.set(key, { at: ports.clock.now(), project });
    return project;
  };
}
