/** Everything that a tool may touch. */
import type { Places } from '../core/place';
import type { Ports } from '../core/ports';
import type { Ast } from '../engines/ast';
import type { Editing } from '../engines/edit/index';
import type { Language } from '../engines/language/index';
import type { Chunks } from '../engines/chunk';
import type { Search } from '../engines/search/index';

export interface Services extends Ports {
  readonly places: Places;
  readonly search: Search;
  readonly ast: Ast;
  readonly language: Language;
  readonly editing: Editing;
  readonly chunks: Chunks;
  /** The version of this extension. */
  readonly version: string;
  /** Lines that `ping` prints about an engine: the back end in use, the state of a language. */
  readonly status: readonly (() => Promise<readonly string[]>)[];
}
