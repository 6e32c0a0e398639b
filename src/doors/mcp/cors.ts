/**
 * What a web page of a listed origin may do: send the headers that MCP has, and read the session id. No page gets `*`,
 * and without a listed origin there are no such headers at all.
 */

/** Headers of every reply to a listed origin. */
export function replyHeaders(origin: string): Readonly<Record<string, string>> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Mcp-Session-Id', Vary: 'Origin' };
}

/** Headers of the reply to a preflight. `mcp-method` and `mcp-name` are required from clients since 2026-07-28. */
export function preflightHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    ...replyHeaders(origin),
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers':
      'authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
    'Access-Control-Max-Age': '600',
  };
}
