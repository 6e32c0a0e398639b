import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import type { Workbench } from './harness';

/** An MCP client of a workbench's window. */
export interface WindowClient {
  readonly mcp: Client;
  /** The text of the answer, or of the error. */
  call(tool: string, input?: Record<string, unknown>): Promise<string>;
}

export async function connectedClient(workbench: Pick<Workbench, 'connection'>, capabilities: ClientCapabilities = {}): Promise<WindowClient> {
  const { url, token } = await workbench.connection();
  const mcp = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
  return {
    mcp,
    call: async (tool, input = {}) => {
      const { content } = await mcp.callTool({ name: tool, arguments: input });
      return content.map((part) => (part.type === 'text' ? part.text : `not text: ${part.type}`)).join('');
    },
  };
}
