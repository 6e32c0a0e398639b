import { keepEvidence, openWorkbench, type Workbench } from './harness';

describe('the MCP client of the workbench', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ fixture: 'folder', settings: { 'sightline.copilot.via': 'mcp' } });
    await workbench.connection();
  });
  after(() => workbench?.close());
  keepEvidence(() => workbench);

  it('lists the server that the extension offers, starts it and finds its tools', async () => {
    await workbench.runCommand('MCP: List Servers');
    await workbench.pick('Sightline');
    // It shows the server's output, too.
    await workbench.pick('Start Server');
    // The output is coloured, so the line is in pieces, with hard spaces between words.
    await workbench.page.locator('.part.panel .view-lines').filter({ hasText: /Discovered\s[1-9]\d*\stools/ }).waitFor();
    await workbench.screenshot('workbench-mcp-server');
  });
});
