/**
 * Whether VS Code takes the server from us. Registering a provider gives no sign of success: when the editor never asks
 * for definitions, the user has to be told, instead of being told that all is ready.
 */
import { createHash } from 'node:crypto';
import type { Settings } from '../../core/ports';
import type { PublishedTool } from '../published';

/** `off`: the settings keep the server from VS Code. `waiting`: the editor has not asked yet, and still has time. */
export type Offered = 'yes' | 'waiting' | 'not asked' | 'off';

/** Milliseconds that the editor has to ask. */
export const askingTime = 5_000;

export interface OfferOptions {
  readonly settings: Pick<Settings, 'copilotVia' | 'mcpEnabled'>;
  /** Called when `status` changes by itself, because the time is over. */
  onChange(): void;
}

export class Offer {
  readonly #options: OfferOptions;
  readonly #timer: NodeJS.Timeout;
  #asked = false;
  #late = false;

  constructor(options: OfferOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => {
      this.#late = true;
      if (!this.#asked) options.onChange();
    }, askingTime).unref();
  }

  status(): Offered {
    if (!this.isOn()) return 'off';
    if (this.#asked) return 'yes';
    return this.#late ? 'not asked' : 'waiting';
  }

  /** The default shows Copilot the tools through the other door only: VS Code does not remove duplicates. */
  isOn(): boolean {
    const { settings } = this.#options;
    return settings.mcpEnabled() && settings.copilotVia() !== 'languageModelTools';
  }

  /** The editor asked for the definitions. */
  asked(): void {
    const before = this.status();
    this.#asked = true;
    if (this.status() !== before) this.#options.onChange();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** Changes when what the tools publish does. VS Code keeps the tools that it knows of a server by this. */
export function toolsVersion(extension: string, tools: readonly PublishedTool[]): string {
  return `${extension}-${createHash('sha256').update(JSON.stringify(tools)).digest('hex').slice(0, 12)}`;
}
