/** Everything that a tool may touch. */
import type { Places } from '../core/place';
import type { Ports } from '../core/ports';

export interface Services extends Ports {
  readonly places: Places;
  /** The version of this extension. */
  readonly version: string;
}
