import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { connectedClient, type WindowClient } from './client';
import { keepEvidence, openWorkbench, type Workbench } from './harness';

describe('edits in the window', () => {
  let workbench: Workbench;
  let client: WindowClient;
  before(async () => {
    workbench = await openWorkbench({ fixture: 'structural', settings: { 'workbench.startupEditor': 'none', 'files.autoSave': 'off' } });
    client = await connectedClient(workbench);
  });
  after(async () => {
    await client?.mcp.close();
    await workbench?.close();
  });
  keepEvidence(() => workbench);
  // Only three are shown at once, and one of an earlier test says nothing about this one.
  beforeEach(() => workbench.runCommand('Notifications: Clear All Notifications'));

  const text = (name: string): Promise<string> => fs.readFile(path.join(workbench.folder, name), 'utf8');
  const notification = (words: string): Locator => workbench.page.locator('.notification-toast', { hasText: words });

  describe('Sightline: Show Language Status', () => {
    it('says that nothing is known while no agent has asked, then names each project with its state and why', async () => {
      const { page } = workbench;
      await workbench.runCommand('Sightline: Show Language Status');
      await notification('No agent has asked about a language in this window yet').waitFor();
      await page.keyboard.press('Escape');

      assert.match(await client.call('find_references', { symbol: 'total' }), /^3 references in 2 files\n/);
      await workbench.runCommand('Sightline: Show Language Status');
      const row = page.locator('.quick-input-widget:visible .monaco-list-row');
      await row.filter({ hasText: 'typescript: ready' }).filter({ hasText: 'structural' }).filter({ hasText: 'the server has loaded the project; for' }).waitFor();
      assert.equal(await row.count(), 1);
      await workbench.screenshot('workbench-language-status');
      await page.keyboard.press('Escape');
    });
  });

  describe('Sightline: Preview Structural Rewrite', () => {
    /** Answers the language, the pattern and what takes its place. */
    const rewrite = async (pattern: string, template: string): Promise<void> => {
      await workbench.runCommand('Sightline: Preview Structural Rewrite');
      await step('Structural Rewrite (1/3)').waitFor();
      await workbench.pick('TypeScript');
      await step('Structural Rewrite (2/3)').fill(pattern);
      await workbench.page.keyboard.press('Enter');
      const last = step('Structural Rewrite (3/3)');
      await last.waitFor();
      // The pattern stands there, so that little is to be typed.
      assert.equal(await last.inputValue(), pattern);
      await last.fill(template);
      await workbench.page.keyboard.press('Enter');
    };
    const step = (title: string): Locator => workbench.page.locator(`.quick-input-widget:visible:has(.quick-input-title:text("${title}")) .quick-input-box input`);
    const tab = (): Locator => workbench.page.locator('.tab', { hasText: 'the rewrite of report($A, $B)' });

    it('shows the changes as a diff of all files, and writes nothing before Apply', async () => {
      const before = [await text('src/main.ts'), await text('src/orders.ts')];
      await rewrite('report($A, $B)', 'log.report($B, $A)');
      await tab().waitFor();
      const editors = workbench.page.locator('.part.editor .view-lines');
      await editors.filter({ hasText: /log\.report\('now',\s'start'\)/ }).first().waitFor();
      await editors.filter({ hasText: /log\.report\(String\(sum\),\s'total'\)/ }).first().waitFor();
      await workbench.screenshot('workbench-structural-rewrite');
      assert.deepEqual([await text('src/main.ts'), await text('src/orders.ts')], before);

      await notification('Sightline: apply the rewrite of report($A, $B)?').getByRole('button', { name: 'Apply' }).click();
      await notification('Sightline: applied in src/main.ts, src/orders.ts.').waitFor();
      await tab().waitFor({ state: 'detached' });
      assert.match(await text('src/main.ts'), /\n\nlog\.report\('now', 'start'\);\ntotal\(\[\]\);\n/);
      assert.match(await text('src/orders.ts'), / {4}log\.report\(order\.id, 'adding'\);\n[\s\S]* {2}log\.report\(String\(sum\), 'total'\);\n/);
    });

    it('is taken back by Sightline: Undo Last Agent Edit, in all files', async () => {
      await workbench.runCommand('Sightline: Undo Last Agent Edit');
      await notification('Sightline: undone in src/main.ts, src/orders.ts.').waitFor();
      assert.match(await text('src/main.ts'), /\nreport\('start',\n {2}'now'\);\n/);
      assert.match(await text('src/orders.ts'), / {4}report\('adding', order\.id\);\n/);
      await workbench.runCommand('Sightline: Undo Last Agent Edit');
      await notification('Sightline: no edit of an agent can be undone.').waitFor();
    });

    it('goes away by Discard, and writes nothing', async () => {
      const before = await text('src/main.ts');
      await rewrite('report($A, $B)', 'nothing($A)');
      await tab().waitFor();
      await notification('Sightline: apply the rewrite').getByRole('button', { name: 'Discard' }).click();
      await tab().waitFor({ state: 'detached' });
      assert.equal(await text('src/main.ts'), before);
    });

    it('says so when nothing matches, and what is wrong with a template that names an unknown capture', async () => {
      await rewrite('neverThere($A)', 'x($A)');
      await notification('Sightline: nothing matches neverThere($A).').waitFor();
      await rewrite('report($A, $B)', 'x($C)');
      await notification('Sightline: rewrite uses $C, which pattern does not capture.').waitFor();
    });

    it('undoes the last edit of an agent, too', async () => {
      const before = await text('src/report.ts');
      assert.match(await client.call('edit_apply', { file: 'src/report.ts', operation: 'replace', selector_text: 'Not a call', new_content: 'No call' }), /saved etag=/);
      await workbench.runCommand('Sightline: Undo Last Agent Edit');
      await notification('Sightline: undone in src/report.ts.').waitFor();
      assert.equal(await text('src/report.ts'), before);
    });
  });

  describe('of a protected file', () => {
    const name = '.vscode/settings.json';
    const create = (content: string): Record<string, unknown> => ({ file: name, operation: 'create', new_content: content });
    const question = `An agent wants to change ${name}, which is protected. Allow it?`;
    const dialog = (): Locator => workbench.page.locator('.quick-input-widget:visible', { hasText: question });
    const choice = (label: string): Locator => dialog().locator('.monaco-list-row', { hasText: label });

    it('are refused when the person in front of the window says no', async () => {
      const answer = client.call('edit_apply', create('{}\n'));
      await dialog().waitFor();
      await workbench.screenshot('workbench-protected');
      await choice(`${name} (+1 -0)`).waitFor();
      await choice('+{}').waitFor();
      // A stray Enter allows nothing.
      await workbench.page.keyboard.press('Enter');
      assert.match(await answer, /^\[1312 Protected\] \.vscode\/settings\.json is protected and was not changed: the user said no\. /);
      await assert.rejects(text(name), /ENOENT/);
    });

    it('are asked about one after the other, and the question goes when the caller no longer wants an answer', async () => {
      const gone = new AbortController();
      const first = client.mcp.callTool({ name: 'edit_apply', arguments: create('{ "first": 1 }\n') }, { signal: gone.signal });
      first.catch(() => undefined);
      await choice('+{ "first": 1 }').waitFor();
      const second = client.call('edit_apply', { file: '.vscode/second.json', operation: 'create', new_content: '{ "second": 2 }\n' });
      gone.abort();
      await assert.rejects(first);
      const next = workbench.page.locator('.quick-input-widget:visible', { hasText: 'An agent wants to change .vscode/second.json' });
      await next.locator('.monaco-list-row', { hasText: '+{ "second": 2 }' }).waitFor();
      await workbench.page.keyboard.press('Escape');
      assert.match(await second, /^\[1312 Protected\] .*the user said no/);
      assert.equal(await workbench.page.locator('.quick-input-widget:visible').count(), 0);
      await assert.rejects(text(name), /ENOENT/);
    });

    it('are made when the person allows them, and not before', async () => {
      const answer = client.call('edit_apply', create('{ "editor.tabSize": 3 }\n'));
      await dialog().waitFor();
      await assert.rejects(text(name), /ENOENT/);
      await choice('Do Not Allow').waitFor();
      await workbench.page.keyboard.press('ArrowDown');
      await workbench.page.keyboard.press('Enter');
      assert.match(await answer, /^edit_id=\w+ applied: 1 file, \+1 -0\n\.vscode\/settings\.json created \+1 -0 saved etag=/);
      assert.equal(await text(name), '{ "editor.tabSize": 3 }\n');
    });

    it('are asked about through a client that can ask, and then no dialog opens', async () => {
      const asked: string[] = [];
      let action: 'accept' | 'decline' = 'decline';
      const asking = await connectedClient(workbench, { elicitation: { form: {} } });
      asking.mcp.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return { action, content: {} };
      });
      const edit = { file: name, operation: 'replace', selector_text: '3', new_content: '5' };
      assert.match(await asking.call('edit_apply', edit), /^\[1312 Protected\] .*the user said no/);
      assert.equal(await text(name), '{ "editor.tabSize": 3 }\n');
      action = 'accept';
      assert.match(await asking.call('edit_apply', edit), /\n\.vscode\/settings\.json \+1 -1 saved etag=/);
      assert.equal(await text(name), '{ "editor.tabSize": 5 }\n');
      assert.equal(await dialog().count(), 0);
      const shown = `${question}\n${name} (+1 -1)\n-{ "editor.tabSize": 3 }\n+{ "editor.tabSize": 5 }`;
      assert.deepEqual(asked, [shown, shown]);
      await asking.mcp.close();
    });

    it('are not asked about when they would be refused anyway', async () => {
      assert.match(await client.call('edit_apply', { file: name, operation: 'replace', selector_text: 'not there', new_content: '' }), /^\[13\d\d /);
      assert.equal(await dialog().count(), 0);
    });
  });
});
