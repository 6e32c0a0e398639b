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
  /** Something that the user can see; the page holds hidden copies of each confirmation. */
  const visible = (words: string) => agent.page.getByText(words).locator('visible=true').first();

  it('asks with the summary of the diff, opens it as a diff, and is not made when the user skips it', async () => {
    const before = await text();
    agent.model.script(edit('export function count(): number {\n  return 0;\n}'), { say: 'It is skipped.' });
    await agent.ask('Change count.');
    await visible('Apply replace in src/count.ts?').waitFor({ timeout: 60_000 });
    await visible('1 file, +2 -2').waitFor();
    await visible('return 0;').waitFor();
    await agent.screenshot('agent-edit-confirmation');
    await visible('Open as a diff').click();
    await agent.page.locator('.tab', { hasText: 'replace in src/count.ts' }).first().waitFor();
    await agent.page.locator('.part.editor .multiDiffEditor, .part.editor .multi-diff-editor').first().or(agent.page.locator('.part.editor .view-lines').first()).first().waitFor();
    await agent.screenshot('agent-edit-preview');
    await agent.clickConfirmation('Skip');
    assert.match(await told(), /skip|cancel|declin|reject/i);
    assert.equal(await text(), before);
    await agent.waitForReply('It is skipped.');
  });

  it('is made when the user allows it, and not before', async () => {
    const before = await text();
    agent.model.script(edit('export function count(items: readonly string[]): number {\n  return items.length + 0;\n}'), { say: 'It is changed.' });
    await agent.ask('Change count after all.');
    await visible('return items.length + 0;').waitFor({ timeout: 60_000 });
    assert.equal(await text(), before);
    await agent.clickConfirmation('Allow');
    assert.match(await told(), /^edit_id=e\w{8} applied: 1 file, \+1 -1\nsrc\/count\.ts \+1 -1 saved etag=/);
    assert.match(await text(), /return items\.length \+ 0;/);
    await agent.waitForReply('It is changed.');
  });
});
