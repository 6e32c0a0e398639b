import fs from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {object} Connection how a client reaches the MCP server of a window
 * @property {string} url
 * @property {string} token
 * @property {number} pid the extension host
 * @property {string[]} folders
 */

/**
 * The environment variable that makes the extension write its connection to a file once its MCP server listens.
 */
export const connectionFileVariable = 'SIGHTLINE_CONNECTION_FILE';

/**
 * Waits until the extension has written its connection.
 * @param {string} file
 * @param {{ timeoutMs: number, signal?: AbortSignal | undefined }} options
 * @returns {Promise<Connection>}
 * @throws {Error} when nothing was written in time, or the signal's reason
 */
export async function waitForConnection(file, { timeoutMs, signal }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const text = await fs.readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
    if (Date.now() > deadline) throw new Error(`Sightline did not open its MCP server within ${timeoutMs / 1000} s.`);
    await delay(50, undefined, { signal });
  }
}

/**
 * Calls the tool `ping` over MCP, as any client would.
 * @param {Connection} connection
 * @returns {Promise<string>} what it answered
 * @throws {Error} when the server cannot be reached or the tool fails
 */
export async function callPing({ url, token }) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'sightline-start', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
  try {
    const { content, isError } = await client.callTool({ name: 'ping', arguments: {} });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError === true) throw new Error(`The tool "ping" failed: ${text}`);
    return text;
  } finally {
    await client.close();
  }
}
