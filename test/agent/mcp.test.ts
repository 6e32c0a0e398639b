import assert from 'node:assert/strict';
import { keepEvidence } from '../workbench/harness';
import { openAgentWorkbench, type AgentWorkbench } from './harness';
import { textOf } from './scripted-model';

describe('Copilot agent mode over MCP', () => {
  let agent: AgentWorkbench;
  before(async () => {
    agent = await openAgentWorkbench({ fixture: 'folder', settings: { 'sightline.copilot.via': 'mcp' } });
  });
  after(() => agent?.close());
  keepEvidence(() => agent);

  it('starts the server by itself, sees each tool once, and gets the answer of one', async () => {
    agent.model.script({ call: 'mcp_sightline_file_search', arguments: { pattern: 'greeting', output: 'count' } }, { say: 'Two files have it.' });
    await agent.ask('Which files have a greeting?');

    const names = ((await agent.model.waitForRequest(0)).tools ?? []).map((tool) => tool.function.name);
    assert.deepEqual(names.filter((name) => name.includes('sightline') && name.endsWith('_file_search')), ['mcp_sightline_file_search']);
    const answer = (await agent.model.waitForRequest(1)).messages.find(({ role }) => role === 'tool');
    assert.ok(answer !== undefined);
    assert.match(textOf(answer), /2 files/);
    await agent.waitForReply('Two files have it.');
    await agent.showSteps();
    await agent.screenshot('agent-mcp');
  });
});
