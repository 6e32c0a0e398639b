/**
 * Whether a request may come in. Pure functions over the request's head, checked before anything is read, parsed or
 * run, in this order: Host and Origin, discovery paths, the token, the size. Listening on loopback alone is not enough:
 * a web page reaches it by a name that it rebinds to 127.0.0.1, and every program of the machine can connect.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The path that the door serves. */
export const endpoint = '/mcp';

/** The largest request body, in bytes. */
export const largestRequest = 4 * 1024 * 1024;

/** The head of a request. Headers that must not come twice are lists. */
export interface RequestHead {
  readonly method: string;
  /** The request target as sent, such as `/mcp?structured=1`. */
  readonly target: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly authorization: string | undefined;
  readonly contentLength: string | undefined;
}

export interface GuardRules {
  readonly token: string;
  readonly allowedOrigins: readonly string[];
}

/** `undefined` lets the request pass. `text` is one line. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 413;
  readonly text: string;
}

export function refusal(head: RequestHead, rules: GuardRules): Refusal | undefined {
  return (
    refusedHost(head.hosts) ??
    refusedOrigin(head, rules.allowedOrigins) ??
    refusedPath(head.target) ??
    refusedToken(head, rules.token) ??
    refusedSize(head.contentLength)
  );
}

/** The check that a body of unknown length needs while it is read. */
export const tooLarge: Refusal = { status: 413, text: `A request may have at most ${largestRequest} bytes.` };

/** The origin that may read the reply; undefined for a request that no web page made. */
export function allowedOrigin(head: RequestHead, allowed: readonly string[]): string | undefined {
  const [origin, another] = head.origins;
  return another === undefined && origin !== undefined && allowed.some((entry) => originOf(entry) === origin) ? origin : undefined;
}

/** The path of a request target, without the query. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** `127.0.0.1`, `localhost` or `[::1]`, with any port. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

function refusedHost(hosts: readonly string[]): Refusal | undefined {
  const [host] = hosts;
  if (host === undefined || host === '') return { status: 400, text: 'The Host header is missing.' };
  if (hosts.length > 1) return { status: 400, text: 'There is more than one Host header.' };
  if (loopback.test(host)) return undefined;
  return { status: 403, text: 'Only requests to 127.0.0.1 or localhost are answered; the Host header names another.' };
}

function refusedOrigin(head: RequestHead, allowed: readonly string[]): Refusal | undefined {
  if (head.origins.length === 0 || allowedOrigin(head, allowed) !== undefined) return undefined;
  return { status: 403, text: 'Web pages are not answered unless the setting sightline.mcp.allowedOrigins lists their origin.' };
}

/** Answered before the token is asked for, so that no client takes this for a server with OAuth. */
function refusedPath(target: string): Refusal | undefined {
  const path = pathOf(target);
  if (path !== '/.well-known' && !path.startsWith('/.well-known/')) return undefined;
  return { status: 404, text: 'There is nothing to discover here: Sightline uses a fixed token, not OAuth.' };
}

/** A preflight never carries a token. It was asked by a listed origin, and its answer says nothing but that. */
function refusedToken(head: RequestHead, token: string): Refusal | undefined {
  if (head.method === 'OPTIONS' && head.origins.length > 0) return undefined;
  const given = /^bearer +(\S+) *$/i.exec(head.authorization ?? '')?.[1];
  if (given !== undefined && sameSecret(given, token)) return undefined;
  return {
    status: 401,
    text:
      `The token is ${given === undefined ? 'missing' : 'wrong'}: run "Sightline: Copy MCP Configuration" in the editor's command palette, ` +
      'or take the configuration that `npm start` prints.',
  };
}

function refusedSize(contentLength: string | undefined): Refusal | undefined {
  return contentLength !== undefined && Number(contentLength) > largestRequest ? tooLarge : undefined;
}

/** Takes the same time wherever the two differ; the digests have one length whatever was sent. */
function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(secret).digest());
}

/**
 * An entry of the setting as browsers send it: `http://localhost:6274/` and `HTTP://localhost:6274` name the same.
 * `*` and `null` never match: the one is everybody, the other any sandboxed page.
 */
function originOf(entry: string): string | undefined {
  const trimmed = entry.trim().replace(/\/+$/, '');
  if (trimmed === '*' || trimmed === 'null' || trimmed === '') return undefined;
  const parsed = URL.canParse(trimmed) ? new URL(trimmed).origin : 'null';
  // Schemes that the URL standard does not know, such as vscode-webview:, have no origin of their own there.
  return parsed === 'null' ? trimmed : parsed;
}
