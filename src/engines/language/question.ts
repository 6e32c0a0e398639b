/** What is asked of a provider until it settles, and what comes of it. */
import type { Clock, OpenedDocument, Providers } from '../../core/ports';
import type { Sight, Stakes, TextCheck } from './judge';
import type { Loading } from './loading';
import type { Project } from './projects';
import type { Pause } from './race';
import type { ReadinessTable } from './readiness';
import type { Status } from './types';

export interface Question<Value> {
  /** For messages: `references`. */
  readonly feature: string;
  readonly document: OpenedDocument;
  readonly project: Project;
  readonly wants: Stakes['wants'];
  /** Nothing may be the right answer of a ready server: a function that calls nothing. */
  readonly mayBeEmpty?: boolean | undefined;
  readonly ask: () => Promise<Value>;
  readonly look: (value: Value) => Sight;
  /** What the text says; only for questions that want all. */
  readonly check?: ((value: Value) => Promise<TextCheck>) | undefined;
}

export interface Settled<Value> {
  /** Undefined when nothing but failures or silence came. */
  readonly value: Value | undefined;
  readonly empty: boolean;
  readonly status: Status;
  /** The server has said by itself that this file's project is loaded: its answers are whole. */
  readonly proved: boolean;
}

export interface SettleParts {
  readonly providers: Providers;
  readonly clock: Clock;
  readonly wait: Pause;
  readonly waitMs: () => number;
  readonly readiness: ReadinessTable;
  readonly loading: Loading;
  /** Features that have answered something, of each language: see `Status`. */
  readonly offered: Set<string>;
}
