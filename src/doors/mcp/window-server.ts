/**
 * This window's MCP server over its life: opened after activation, closed and opened anew when a setting asks for it.
 * What it is doing is a state that the status bar and the server definition provider read.
 */
import type { Log, Settings, Workspace } from '../../core/ports';
import type { McpDoor, McpDoorOptions, Tools } from './options';

export type ServerState =
  | { readonly is: 'off' }
  | { readonly is: 'opening' }
  | { readonly is: 'open'; readonly url: string; readonly token: string; readonly refusedPort: string | undefined }
  | { readonly is: 'failed'; readonly reason: string };

export interface WindowServerOptions {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly workspace: Workspace;
  readonly log: Log;
  readonly version: string;
  readonly token: () => Promise<string>;
  readonly connectionFile: string | undefined;
  /** Loads the door's own bundle. */
  readonly load: () => Promise<{ openMcpDoor(options: McpDoorOptions): Promise<McpDoor> }>;
}

export class WindowServer {
  readonly #options: WindowServerOptions;
  readonly #listeners = new Set<() => void>();
  #state: ServerState = { is: 'off' };
  #door: McpDoor | undefined;
  /** The port that the open server was asked to take. */
  #askedPort: number | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: WindowServerOptions) {
    this.#options = options;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Called after every change of state. Answers how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Brings the server in line with the settings: open, closed, or open on another port. One that is in line stays as it
   * is: clients know its address. Never rejects.
   */
  apply(): Promise<void> {
    return this.#next(async () => {
      const { settings } = this.#options;
      if (this.#state.is === 'open' && settings.mcpEnabled() && settings.mcpPort() === this.#askedPort) return;
      await this.#close();
      if (!settings.mcpEnabled()) return this.#set({ is: 'off' });
      this.#set({ is: 'opening' });
      try {
        await this.#open();
      } catch (error) {
        this.#options.log.error('The MCP server could not be opened', error);
        this.#set({ is: 'failed', reason: error instanceof Error ? error.message : String(error) });
      }
    });
  }

  toolsChanged(): void {
    this.#door?.toolsChanged();
  }

  foldersChanged(): void {
    this.#door?.foldersChanged();
  }

  /** Waits until the server has settled, and answers its state. */
  async settled(): Promise<ServerState> {
    await this.#queue;
    return this.#state;
  }

  close(): Promise<void> {
    return this.#next(async () => {
      await this.#close();
      this.#set({ is: 'off' });
    });
  }

  async #open(): Promise<void> {
    const { load, settings, workspace, tools, version, log, connectionFile } = this.#options;
    const port = settings.mcpPort();
    const [{ openMcpDoor }, token] = await Promise.all([load(), this.#options.token()]);
    this.#door = await openMcpDoor({
      ...tools,
      token,
      version,
      log,
      connectionFile,
      port,
      allowedOrigins: () => settings.mcpAllowedOrigins(),
      folders: () => workspace.folders(),
    });
    this.#askedPort = port;
    log.info(`MCP server on ${this.#door.url}`);
    this.#set({ is: 'open', url: this.#door.url, token, refusedPort: this.#door.refusedPort });
  }

  async #close(): Promise<void> {
    const door = this.#door;
    this.#door = undefined;
    await door?.close();
  }

  #set(state: ServerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** One change after the other. */
  #next(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work, work);
    return this.#queue;
  }
}
