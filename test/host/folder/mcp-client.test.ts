import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callTool, listTools } from '../../mcp/raw';

/** The server of this window as VS Code's own MCP client sees it, and as a client elsewhere does. */
describe("VS Code's own MCP client", function () {
  const configuration = () => vscode.workspace.getConfiguration('sightline');
  const via = (value: string | undefined) => configuration().update('copilot.via', value, vscode.ConfigurationTarget.Global);
  const names = () => vscode.lm.tools.map((tool) => tool.name).filter((name) => name.startsWith('mcp_sightline_'));

  before(() => vscode.extensions.getExtension('sightline.sightline')?.activate());
  // The editor forgets the tools a little after the setting has changed; what it still has must not meet the next test.
  afterEach(async () => {
    await via(undefined);
    await until(() => names().length === 0, 'the tools to go');
  });

  it('is not offered the server unless the setting says so, since Copilot would see every tool twice', async () => {
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    assert.deepEqual(names(), []);
  });

  it('starts the server, lists its tools with their hints, and calls them', async () => {
    await via('both');
    await startServers(() => names().length > 0, 'tools of the server');
    assert.ok(names().includes('mcp_sightline_file_search') && names().includes('mcp_sightline_ping'), names().join());
    const search = vscode.lm.tools.find((tool) => tool.name === 'mcp_sightline_file_search');
    const own = vscode.lm.tools.find((tool) => tool.name === 'sightline_file_search');
    assert.deepEqual(search?.inputSchema, own?.inputSchema);
    assert.equal(search?.description, own?.description);

    assert.match(await call('ping', {}), /^pong\nSightline \d+\.\d+\.\d+\nfolder: folder \(/);
    assert.match(await call('file_search', { pattern: 'greeting = ' }), /^1 match in 1 file\n\nsrc\/greeting\.ts\n/);
    assert.match(await call('file_read', { path: 'nope.ts' }), /^\[1603 PathNotFound\]/, 'an error reaches the model as text');
    assert.match(await call('file_search', { patern: 'x' }), /^\[1601 InvalidArguments\] file_search has no argument "patern"; did you mean "pattern"\?/);
  });

  it('gets a long answer whole', async () => {
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.parse(''), 'long.txt');
    await vscode.workspace.fs.writeFile(file, Buffer.from(Array.from({ length: 400 }, (_, line) => `line ${line} ${'x'.repeat(40)}\n`).join('')));
    try {
      await via('both');
      await startServers(() => names().length > 0, 'tools of the server');
      const text = await call('file_read', { path: 'long.txt', line_end: 300 });
      assert.match(text, /^long\.txt lines 1-300 of 400 /);
      for (const line of [0, 150, 299]) assert.ok(text.includes(`\tline ${line} xxxx`), String(line));
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('sees a tool go that is switched off, and the whole server with the setting', async () => {
    await via('both');
    await startServers(() => names().includes('mcp_sightline_file_read'), 'file_read');
    await configuration().update('tools', { ping: 'both', file_read: 'copilot' }, vscode.ConfigurationTarget.Global);
    try {
      await startServers(() => names().includes('mcp_sightline_ping') && !names().includes('mcp_sightline_file_read'), 'file_read to go');
    } finally {
      await configuration().update('tools', { ping: 'both' }, vscode.ConfigurationTarget.Global);
    }
    await via('languageModelTools');
    await until(() => names().length === 0, 'the server to go');
  });
});

describe('The copied configuration', () => {
  it('lets another client in, which sees the same tools', async () => {
    await vscode.commands.executeCommand('sightline.copyMcpConfiguration');
    const copied: unknown = JSON.parse(await vscode.env.clipboard.readText());
    const { url, headers } = (copied as { mcpServers: { sightline: { url: string; headers: { Authorization: string } } } }).mcpServers.sightline;
    const token = headers.Authorization.replace(/^Bearer /, '');
    assert.match(url, /^http:\/\/(127\.0\.0\.1|localhost):\d+\/mcp$/);
    assert.match(token, /^[\w-]{43}$/);
    assert.ok((await listTools(url, token)).includes('file_search'));
    assert.match((await callTool(url, token, 'ping')).text, /^pong\n/);
    await assert.rejects(callTool(url, 'wrong', 'ping'), /HTTP 401/);
  });
});

/** Starts what the providers offer, until the tools are as wanted: the editor hears of a changed offer a little later. */
function startServers(wanted: () => boolean, what: string): Promise<void> {
  return until(wanted, what, async () => {
    const started = vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    await Promise.race([started, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  });
}

async function until(wanted: () => boolean, what: string, between = async (): Promise<void> => undefined): Promise<void> {
  const end = Date.now() + 20_000;
  while (!wanted()) {
    assert.ok(Date.now() < end, `Waited in vain for ${what}; there is: ${vscode.lm.tools.map((tool) => tool.name).join(', ')}`);
    await between();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function call(tool: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(`mcp_sightline_${tool}`, { input, toolInvocationToken: undefined });
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : `not text: ${JSON.stringify(part)}`)).join('');
}
