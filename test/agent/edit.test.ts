import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { keepEvidence } from '../workbench/harness';
import { openAgentWorkbench, type AgentWorkbench } from './harness';
import { textOf } from './scripted-model';

describe('An edit in Copilot agent mode', () => {
  let agent: AgentWorkbench;
  let requests = 0;
  before(async () => {
    agent = await openAgentWorkbench({ fixture: 'edit' });
  });
  after(() => agent?.close());
  keepEvidence(() => agent);

  const text = (): Promise<string> => fs.readFile(path.join(agent.folder, 'src', 'count.ts'), 'utf8');
  const edit = (content: string) => ({
    call: 'sightline_edit_apply',
    arguments: { file: 'src/count.ts', operation: 'replace', selector_name: 'count', new_content: content },
  });
  /** What the model was told after its call. */
  const told = async (): Promise<string> => {
    const request = await agent.model.waitForRequest((requests += 2) - 1);
    return textOf(request.messages.findLast(({ role }) => role === 'tool') ?? assert.fail('no answer of a tool'));
  };
  const confirmation = () => agent.page.locator('.chat-confirmation-widget2:visible, .chat-confirmation-widget:visible').last();

  it('asks with the summary of the diff, and is made when the user allows it', async () => {
    const before = await text();
    agent.model.script(edit('export function count(items: readonly string[]): number {\n  return items.length + 0;\n}'), { say: 'It is changed.' });
    await agent.ask('Change count.');
    await confirmation().getByText('Apply replace in src/count.ts?').first().waitFor({ timeout: 60_000 });
    await confirmation().getByText('1 file, +1 -1').first().waitFor();
    await confirmation().getByText('return items.length + 0;').first().waitFor();
    assert.equal(await text(), before, 'nothing is written before the user has agreed');
    await agent.screenshot('agent-edit-confirmation');
    await agent.clickConfirmation('Allow');
    assert.match(await told(), /^edit_id=e\w{8} applied: 1 file, \+1 -1\nsrc\/count\.ts \+1 -1 saved etag=/);
    assert.match(await text(), /return items\.length \+ 0;/);
    await agent.waitForReply('It is changed.');
  });

  it('opens as a diff from the confirmation, and is not made when the user skips it', async () => {
    const before = await text();
    agent.model.script(edit('export function count(): number {\n  return 0;\n}'), { say: 'It is skipped.' });
    await agent.ask('Change count again.');
    await confirmation().getByText('Open as a diff').first().click({ timeout: 60_000 });
    await agent.page.locator('.tab', { hasText: 'replace in src/count.ts' }).first().waitFor();
    await agent.screenshot('agent-edit-preview');
    await agent.clickConfirmation('Skip');
    assert.match(await told(), /skip|cancel|declin|reject/i);
    assert.equal(await text(), before);
  });
});
