import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import { openMcpDoor } from '../../src/doors/mcp/main';
import { WindowServer } from '../../src/doors/mcp/window-server';
import { listen } from '../../src/doors/mcp/listen';
import { testSettings } from '../unit/support/settings';
import { token } from './door';

describe('The MCP server of a window', () => {
  const set = { port: 0, enabled: true };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = new WindowServer({
    tools: { tools: () => [], knows: () => false, call: () => Promise.reject(new Error('there are no tools')) },
    settings: testSettings({ mcpPort: () => set.port, mcpEnabled: () => set.enabled }),
    workspace: { folders: () => [], virtualFolders: () => [], trusted: () => true },
    log,
    version: '1.2.3',
    token: () => Promise.resolve(token),
    connectionFile: undefined,
    load: () => Promise.resolve({ openMcpDoor }),
  });
  const address = async (): Promise<string> => {
    await server.apply();
    return server.state.is === 'open' ? server.state.url : server.state.is;
  };
  afterEach(() => server.close());

  it('keeps its address when settings are written that change nothing for it', async () => {
    set.port = 0;
    const first = await address();
    assert.match(first, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    assert.equal(await address(), first);
  });

  it('closes, and opens on the port that is asked for', async () => {
    set.port = 0;
    const first = await address();
    set.enabled = false;
    assert.equal(await address(), 'off');
    set.enabled = true;
    set.port = await freePort();
    assert.equal(await address(), `http://127.0.0.1:${set.port}/mcp`);
    assert.notEqual(await address(), first);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
