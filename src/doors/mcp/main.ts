/**
 * The entry of the MCP door's own bundle, loaded after activation so that the SDK costs nothing until then. Opens a
 * Streamable HTTP server on loopback that speaks the protocol with sessions (until 2025-11-25) and per request (since
 * 2026-07-28).
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toNodeHandler, type NodeMcpRequestHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { discard, readBody } from './body';
import { removeConnection, writeConnection } from './connection';
import { Conversations } from './conversation';
import { preflightHeaders, replyHeaders } from './cors';
import { allowedOrigin, endpoint, pathOf, refusal, tooLarge, type Refusal, type RequestHead } from './guard';
import { listen } from './listen';
import type { McpDoor, McpDoorOptions } from './options';
import { sendJsonError, sendText } from './reply';
import { createServer } from './server';
import { Sessions } from './sessions';

export type { CallContext, McpDoor, McpDoorOptions, ToolReply, Tools } from './options';

const defaultIdleMs = 60 * 60_000;

/** Milliseconds that an unused connection stays open; longer than clients keep theirs, so that they close first. */
const keepAliveMs = 65_000;

/** @throws when no port of 127.0.0.1 can be had at all */
export async function openMcpDoor(options: McpDoorOptions): Promise<McpDoor> {
  const { log } = options;
  const conversations = new Conversations();
  const onerror = (error: Error) => log.info(`MCP: ${error.message}`);
  const modern = createMcpHandler(() => createServer({ options, conversations }), { legacy: 'reject', onerror });
  const sessions = new Sessions({
    create: (endStream) => createServer({ options, conversations, endStream }),
    idleMs: options.sessionIdleMs ?? defaultIdleMs,
    log,
  });

  const route = router(options, sessions, toNodeHandler(modern, { onerror }));
  const http = createHttpServer({ requireHostHeader: false, keepAliveTimeout: keepAliveMs });
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    route(request, response).catch((error: unknown) => {
      log.error('An MCP request failed', error);
      if (!response.headersSent) sendJsonError(response, 500, -32_603, 'Internal error');
      else response.destroy();
    });
  };
  http.on('request', onRequest).on('checkContinue', onRequest);

  const { port, refused } = await listen(http, options.port);
  if (refused !== undefined) log.warn(refused);
  const url = `http://127.0.0.1:${port}${endpoint}`;
  const written = connectionWriter(options, url);
  await written.renew();

  return {
    url,
    port,
    refusedPort: refused,
    toolsChanged: () => {
      modern.notify.toolsChanged();
      sessions.toolsChanged();
    },
    foldersChanged: () => void written.renew(),
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve));
      await conversations.close();
      await nextTurn(); // In which the last replies are written.
      await Promise.all([modern.close(), sessions.close()]);
      http.closeAllConnections();
      await Promise.all([closed, written.remove()]);
    },
  };
}

/** What happens to a request, in order: guard, preflight, path, method, size, JSON, and only then the protocol. */
function router(options: McpDoorOptions, sessions: Sessions, modern: NodeMcpRequestHandler) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const head = headOf(request);
    const origins = options.allowedOrigins();
    const origin = allowedOrigin(head, origins);
    const refused = refusal(head, { token: options.token, allowedOrigins: origins });
    if (origin !== undefined) response.setHeaders(new Map(Object.entries(replyHeaders(origin))));
    if (refused !== undefined) return refuse(request, response, refused);
    if (pathOf(head.target) !== endpoint) return refuse(request, response, { status: 404, text: `The endpoint is ${endpoint}.` });
    if (head.method === 'OPTIONS' && origin !== undefined) {
      response.writeHead(204, preflightHeaders(origin)).end();
      return;
    }

    // Nothing after the guard builds a URL from what the client calls this server.
    request.headers.host = '127.0.0.1';
    switch (head.method) {
      case 'GET':
      case 'DELETE':
        return sessions.serve(request, response, undefined);
      case 'POST':
        return post(request, response, sessions, modern);
      default:
        discard(request);
        return sendText(response, 405, 'The methods are POST, GET and DELETE.', { Allow: 'POST, GET, DELETE' });
    }
  };
}

async function post(request: IncomingMessage, response: ServerResponse, sessions: Sessions, modern: NodeMcpRequestHandler): Promise<void> {
  const text = await readBody(request, response).catch(() => null);
  if (text === null) return;
  if (text === undefined) return refuse(request, response, tooLarge);
  const body = parsed(text);
  if (body === undefined) return sendJsonError(response, 400, -32_700, 'Parse error: the body is not valid JSON.');

  const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
  if (await isLegacyRequest(new Request('http://127.0.0.1/', { method: 'POST', headers }), body)) return sessions.serve(request, response, body);
  await modern(Object.assign(request, { method: 'POST', url: request.url ?? endpoint }), response, body);
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, text }: Refusal): void {
  sendText(response, status, text);
  discard(request);
}

function headOf(request: IncomingMessage): RequestHead {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    hosts: request.headersDistinct['host'] ?? [],
    origins: request.headersDistinct['origin'] ?? [],
    authorization: request.headers.authorization,
    contentLength: request.headers['content-length'],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes one after the other, so that the file shows the latest. A file that cannot be written is not worth the door. */
function connectionWriter(options: McpDoorOptions, url: string) {
  const { connectionFile: path, token, log } = options;
  let last = Promise.resolve();
  const next = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => log.warn(`The connection file ${path} could not be written: ${String(error)}`));
    return last;
  };
  return {
    renew: async () => {
      if (path === undefined) return;
      await next(() => writeConnection(path, { url, token, pid: process.pid, folders: options.folders().map((folder) => folder.path) }));
    },
    remove: async () => {
      if (path !== undefined) await next(() => removeConnection(path, url));
    },
  };
}
