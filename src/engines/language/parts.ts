/** What the features of the engine share. */
import type { Places } from '../../core/place';
import type { Ports, Providers } from '../../core/ports';
import type { Search } from '../search';
import type { Held } from './held';
import type { Opener } from './opener';
import type { Project } from './projects';
import type { SettleParts } from './question';
import type { Target } from './types';
import type { Views } from './views';

export interface Parts extends SettleParts {
  readonly ports: Pick<Ports, 'files' | 'documents' | 'settings' | 'clock' | 'log'>;
  readonly places: Places;
  readonly providers: Providers;
  readonly search: Pick<Search, 'find' | 'files' | 'filesWith'>;
  readonly views: Views;
  readonly opener: Opener;
  readonly held: Held;
  projectOf(target: Pick<Target, 'place' | 'document'>): Promise<Project>;
}

/** Runs over a list with so many at a time; the results are in the list's order. */
export async function mapSome<Item, Result>(items: readonly Item[], atOnce: number, run: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await run(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
