import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { keepEvidence } from '../workbench/harness';
import { openAgentWorkbench, type AgentWorkbench } from './harness';
import { textOf } from './scripted-model';

describe('Copilot agent mode', () => {
  let agent: AgentWorkbench;
  before(async () => {
    agent = await openAgentWorkbench({ fixture: 'folder' });
    // Long enough that Copilot would put it into a file if it were one text part.
    const lines = Array.from({ length: 400 }, (_, n) => `export const needle${n} = 'a line that is long enough to matter, number ${n}';`);
    await fs.writeFile(path.join(agent.folder, 'src', 'many.ts'), `${lines.join('\n')}\n`);
  });
  after(() => agent?.close());
  keepEvidence(() => agent);

  it('is offered the tools, and gets the whole answer of a search', async () => {
    agent.model.script({ call: 'sightline_file_search', arguments: { pattern: 'needle', context_lines: 0, max_results: 200 } }, { say: 'There are 400 of them.' });
    await agent.ask('How often does needle occur?');

    const asked = await agent.model.waitForRequest(0);
    const names = (asked.tools ?? []).map((tool) => tool.function.name);
    assert.ok(names.includes('sightline_file_search'), `offered were ${names.join(', ')}`);

    const told = await agent.model.waitForRequest(1);
    const answer = told.messages.find(({ role }) => role === 'tool');
    assert.ok(answer !== undefined, 'the answer of the tool is in the next request');
    const text = textOf(answer);
    assert.ok(text.length > 8192, `only ${text.length} characters: ${text}`);
    assert.doesNotMatch(text, /written to file/);
    for (let n = 0; n < 200; n++) assert.ok(text.includes(`needle${n} = 'a line that is long enough to matter, number ${n}'`), `line ${n} is missing`);
    await agent.waitForReply('There are 400 of them.');
    await agent.showSteps();
    await agent.screenshot('agent-file-search');
  });
});
