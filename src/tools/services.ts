/** Everything that a tool may touch. */
import type { Places } from '../core/place';
import type { Ports } from '../core/ports';

export interface Services extends Ports {
  readonly places: Places;
  /** The version of this extension. */
  readonly version: string;
  /** Lines that `ping` prints about an engine: the back end in use, the state of a language. */
  readonly status: readonly (() => Promise<readonly string[]>)[];
}
