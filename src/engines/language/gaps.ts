/** What a search for declarations may have missed, as its closing line says it. */
import { counted } from '../../core/answer';
import type { Listing } from './views';

/** Files named for each reason. */
const mostNamed = 5;

const reasons = {
  broken: 'with syntax errors, where declarations may be missing',
  long: 'too long for an outline',
  nobody: 'whose symbols nothing lists (no grammar reads them, and no provider answers)',
} as const;

/** Of many files that hold a name. */
export class Gaps {
  readonly #files: Readonly<Record<keyof typeof reasons, string[]>> = { broken: [], long: [], nobody: [] };

  add(display: string, listing: Listing): void {
    const reason = reasonOf(listing);
    if (reason !== undefined) this.#files[reason].push(display);
  }

  /** A file that nothing can list is most often one that declares nothing. */
  get exact(): boolean {
    return this.#files.broken.length === 0 && this.#files.long.length === 0;
  }

  /** `none`: nothing was found, so that every place where it might stand counts. */
  notes(none: boolean): readonly string[] {
    const shown = none ? (['broken', 'long', 'nobody'] as const) : (['broken', 'long'] as const);
    return shown.flatMap((reason) => {
      const files = [...this.#files[reason]].sort();
      if (files.length === 0) return [];
      const more = files.length > mostNamed ? `, and ${files.length - mostNamed} more` : '';
      return [`${counted(files.length, ['file has', 'files have'])} the name, ${reasons[reason]}: ${files.slice(0, mostNamed).join(', ')}${more}`];
    });
  }
}

/** Of one file whose declarations were asked for. */
export function gapOf(listing: Listing, isEmpty: boolean): { readonly exact: boolean; readonly notes: readonly string[] } {
  switch (reasonOf(listing)) {
    case 'broken':
      return { exact: false, notes: ['the file has syntax errors, so that declarations may be missing'] };
    case 'long':
      return { exact: false, notes: ['the file is too long for an outline'] };
    case 'nobody':
      return { exact: false, notes: ['no grammar reads this file, and no provider lists its symbols'] };
    case undefined:
      return { exact: true, notes: isEmpty ? [`from the ${listing.by}; what is local to a function is not listed`] : [] };
  }
}

function reasonOf({ by, broken }: Listing): keyof typeof reasons | undefined {
  if (by === 'too long') return 'long';
  if (by === 'nobody') return 'nobody';
  return broken ? 'broken' : undefined;
}
