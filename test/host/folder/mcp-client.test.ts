import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** VS Code's own MCP client against the server of this window, which our definition provider offers. */
describe('the MCP client of VS Code', () => {
  const configuration = vscode.workspace.getConfiguration('sightline');
  before(() => configuration.update('copilot.via', 'mcp', vscode.ConfigurationTarget.Global));
  after(() => configuration.update('copilot.via', undefined, vscode.ConfigurationTarget.Global));

  it('starts the server that is offered, lists its tools and calls one', async () => {
    await until('the tools of the server', async () => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
      return mcpTools().length > 0;
    });
    const search = mcpTools().find((name) => name.endsWith('_file_search'));
    assert.ok(search !== undefined, mcpTools().join(', '));
    const result = await vscode.lm.invokeTool(search, { input: { pattern: 'greeting', output: 'count' }, toolInvocationToken: undefined });
    const text = result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    assert.match(text, /2 files/);
  });
});

function mcpTools(): readonly string[] {
  return vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp_sightline_'));
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
