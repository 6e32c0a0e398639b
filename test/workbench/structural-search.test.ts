import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { keepEvidence, openWorkbench, type Workbench } from './harness';

describe('Sightline: Structural Search', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ fixture: 'structural', settings: { 'workbench.startupEditor': 'none' } });
    await workbench.connection();
  });
  after(() => workbench?.close());
  keepEvidence(() => workbench);

  it('refuses a broken pattern while it is typed, then shows matches by file and previews the chosen one', async () => {
    const { page } = workbench;
    await openFile(workbench, 'main.ts');
    const input = await openInput(workbench);

    await input.fill("report($A, ");
    await page.locator('.quick-input-message', { hasText: 'Not a pattern of TypeScript yet. It ' }).waitFor();
    await workbench.screenshot('workbench-structural-search-refused');

    await input.fill('report($A, $B)');
    await page.locator('.quick-input-message', { hasText: '$NAME stands for one node' }).waitFor();
    await input.press('Enter');

    const rows = page.locator('.part.panel .pane-body .monaco-list-row');
    await rows.filter({ hasText: 'String(sum)' }).waitFor();
    assert.deepEqual(await textsOf(rows), [
      'main.ts src · 1 match',
      "4: report('start', …",
      'orders.ts src · 2 matches',
      "6: report('adding', order.id);",
      "9: report('total', String(sum));",
    ]);
    await page.locator('.part.panel .message', { hasText: '3 matches in 2 files' }).waitFor();

    await rows.filter({ hasText: "report('total'" }).click();
    await page.locator('.tab.active', { hasText: 'orders.ts' }).waitFor();
    await page.locator('.statusbar-item', { hasText: /Ln 9, Col \d+ \(28 selected\)/ }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: /report\('total',\sString\(sum\)\)/ }).waitFor();
    await workbench.screenshot('workbench-structural-search');
  });

  it('goes away when it is cleared', async () => {
    const { page } = workbench;
    await workbench.runCommand('Sightline: Clear Structural Search');
    await page.locator('.part.panel .pane-body .monaco-list-row', { hasText: 'String(sum)' }).waitFor({ state: 'hidden' });
  });
});

/** By the quick open of files, which closes when anything else takes the focus: tried until the editor is there. */
async function openFile({ page }: Workbench, name: string): Promise<void> {
  await until(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget:visible .quick-input-box input').fill(name, { timeout: 5_000 });
    await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: name }).first().click({ timeout: 5_000 });
    await page.locator('.tab.active', { hasText: name }).waitFor({ timeout: 5_000 });
    // The language of the active editor is what is asked for.
    await page.locator('.editor-instance .view-line').first().click({ timeout: 5_000 });
  });
}

async function openInput(workbench: Workbench): Promise<Locator> {
  const input = workbench.page.locator('.quick-input-widget:visible:has(.quick-input-title:text("Structural Search in TypeScript")) .quick-input-box input');
  await until(async () => {
    await workbench.runCommand('Sightline: Structural Search');
    await input.waitFor({ timeout: 5_000 });
  });
  return input;
}

async function until(attempt: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Label and description of each row, from top to bottom. */
async function textsOf(rows: Locator): Promise<readonly string[]> {
  const texts = await rows.evaluateAll((elements) =>
    elements
      .map((element) => ({
        top: element.getBoundingClientRect().top,
        text: [...element.querySelectorAll('.label-name, .label-description')].map((part) => part.textContent ?? '').join(' '),
      }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text),
  );
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}
