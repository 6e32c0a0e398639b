import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { waitForConnection } from '../../scripts/host/connection.mjs';

/**
 * An MCP client of the window that this module runs in, or of any whose connection file is named.
 * @throws {Error} when the server has not opened within a minute
 */
export async function connectedClient(connectionFile = process.env['SIGHTLINE_CONNECTION_FILE'] ?? ''): Promise<Client> {
  const { url, token } = await waitForConnection(connectionFile, { timeoutMs: 60_000 });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
  return client;
}
