/**
 * Clients of the protocol before 2026-07-28: each has a session with a server of its own, so that cancelling, changes
 * of the tool list and questions reach the right one. A session ends when its client says so, or when the client is
 * gone: without an open stream and without a request for a long time.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { isInitializeRequest, type RequestId, type Server } from '@modelcontextprotocol/server';
import type { Log } from '../../core/ports';
import { sendJsonError } from './reply';

export interface SessionsOptions {
  create(endStream: (request: RequestId) => void): Server;
  /** Milliseconds. */
  readonly idleMs: number;
  readonly log: Log;
}

interface Session {
  readonly server: Server;
  readonly transport: NodeStreamableHTTPServerTransport;
  /** Requests and streams that are open now. */
  open: number;
  /** Milliseconds since the epoch. */
  lastUsed: number;
}

/** More sessions than this are kept only while they have an open stream. */
const mostIdle = 100;

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #options: SessionsOptions;
  readonly #reaper: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#reaper = setInterval(() => this.#reap(), Math.min(60_000, options.idleMs / 4)).unref();
  }

  /** How many there are. */
  get size(): number {
    return this.#sessions.size;
  }

  /** @param body the parsed body of a POST; undefined for GET and DELETE */
  async serve(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    // A client that lost its session starts a new one, whatever id it still sends.
    if ([body].flat().some(isInitializeRequest)) return this.#initialize(request, response, body);

    const id = request.headers['mcp-session-id'];
    if (typeof id !== 'string' || id === '') return sendJsonError(response, 400, -32_000, 'The Mcp-Session-Id header is missing: send initialize first.');
    const session = this.#sessions.get(id);
    if (session === undefined) return sendJsonError(response, 404, -32_001, 'Session not found: send initialize for a new one.');
    await use(session, request, response, body);
  }

  /** Tells every client to list the tools again. */
  toolsChanged(): void {
    for (const { server } of this.#sessions.values()) {
      server.sendToolListChanged().catch((error: unknown) => this.#options.log.warn(`A client was not told of changed tools: ${String(error)}`));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#reaper);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  async #initialize(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
        this.#reap();
      },
    });
    transport.onclose = () => this.#sessions.delete(transport.sessionId ?? '');
    const server = this.#options.create((id) => transport.closeSSEStream(id));
    const session: Session = { server, transport, open: 0, lastUsed: Date.now() };
    await server.connect(transport);
    await use(session, request, response, body);
    if (transport.sessionId === undefined) await server.close();
  }

  #reap(): void {
    const idle = [...this.#sessions.values()].filter((session) => session.open === 0).sort((a, b) => b.lastUsed - a.lastUsed);
    const dead = idle.filter((session, index) => index >= mostIdle || Date.now() - session.lastUsed > this.#options.idleMs);
    for (const { server } of dead) {
      server.close().catch((error: unknown) => this.#options.log.warn(`A session did not end well: ${String(error)}`));
    }
  }
}

async function use(session: Session, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
  session.open += 1;
  response.once('close', () => {
    session.open -= 1;
    session.lastUsed = Date.now();
  });
  await session.transport.handleRequest(request, response, body);
}
