/**
 * What passes between the extension and the MCP door. The door is a bundle of its own, loaded after activation, so only
 * plain values and functions pass: no class of one bundle is ever compared with a class of the other.
 */
import type { Folder, Log } from '../../core/ports';
import type { PublishedTool } from '../published';

/** Who calls, how to stop, and what the client can do. */
export interface CallContext {
  /** Aborted when the client cancels, or the door closes. */
  readonly signal: AbortSignal;
  /** The same for all calls of one client. */
  readonly client: string;
  /** Absent where the client cannot ask its user. Resolves to whether the user agreed. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Whether the caller asked for structured data instead of text alone. */
  readonly structured: boolean;
}

export interface ToolReply {
  /** Joined without anything between, they are the text. */
  readonly parts: readonly string[];
  readonly isError: boolean;
  readonly structured?: unknown;
}

/** The tools as the door sees them. Asked anew for every request, so that a setting takes effect at once. */
export interface Tools {
  /** The tools offered now, in a fixed order. */
  tools(): readonly PublishedTool[];
  /** Whether a tool of this name exists, offered or switched off. */
  knows(name: string): boolean;
  /** Never rejects: a failure is a reply. Checks the arguments itself, so that the text of a refusal is ours. */
  call(name: string, args: unknown, context: CallContext): Promise<ToolReply>;
}

export interface McpDoorOptions extends Tools {
  /** What a client sends as `Authorization: Bearer …`. */
  readonly token: string;
  /** 0 for any free port. A port that cannot be had is replaced by a free one. */
  readonly port: number;
  /** Origins of web pages that may call, such as `http://localhost:6274`. Other pages are refused. */
  allowedOrigins(): readonly string[];
  folders(): readonly Folder[];
  /** The version of this extension. */
  readonly version: string;
  readonly log: Log;
  /** Where address and token are written for the program that started the editor. */
  readonly connectionFile?: string | undefined;
  /** Milliseconds without a request and without an open stream after which a session ends; an hour by default. */
  readonly sessionIdleMs?: number | undefined;
}

export interface McpDoor {
  /** `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  readonly port: number;
  /** Set when the wanted port could not be had: one sentence that says why. */
  readonly refusedPort: string | undefined;
  /** Tells the connected clients to list the tools again. */
  toolsChanged(): void;
  /** Renews what is written about the workspace; clients that connect from now on are told the new folders. */
  foldersChanged(): void;
  /** Aborts the running calls, ends the sessions and frees the port. */
  close(): Promise<void>;
}
