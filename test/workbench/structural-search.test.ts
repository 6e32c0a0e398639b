import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
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

  it('shows what was written to disk and typed since, without being asked', async () => {
    const { page, folder } = workbench;
    const rows = page.locator('.part.panel .pane-body .monaco-list-row');
    await fs.writeFile(path.join(folder, 'src', 'extra.ts'), "report('written', 'to disk');\n");
    await rows.filter({ hasText: "report('written'" }).waitFor();
    await page.locator('.part.panel .message', { hasText: '4 matches in 3 files' }).waitFor();

    await page.locator('.tab.active', { hasText: 'orders.ts' }).waitFor();
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type("report('typed', 1);");
    await rows.filter({ hasText: "report('typed'" }).waitFor();
    // The chosen row does not take the cursor back.
    await page.keyboard.type('// on');
    await page.locator('.editor-instance .view-line', { hasText: /report\('typed',\s1\);\/\/\son/ }).waitFor();

    await fs.rm(path.join(folder, 'src', 'extra.ts'));
    await rows.filter({ hasText: "report('written'" }).waitFor({ state: 'hidden' });
  });

  it('searches in another language when that is chosen, with what was typed', async () => {
    const { page } = workbench;
    const input = await openInput(workbench);
    await input.fill('$A == $A');
    await page.locator('.quick-input-widget:visible .action-label[aria-label="Choose Another Language"]').click();
    await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Rust' }).waitFor();
    await workbench.pick('Python');
    const other = page.locator('.quick-input-widget:visible:has(.quick-input-title:text("Structural Search in Python")) .quick-input-box input');
    await other.waitFor();
    assert.equal(await other.inputValue(), '$A == $A');
    await page.keyboard.press('Enter');
    await page.locator('.part.panel .message', { hasText: 'No file was searched: the workspace holds no file of the language python.' }).waitFor();
  });

  it('loads more of a list that was cut', async () => {
    const { page, folder } = workbench;
    await fs.writeFile(path.join(folder, 'src', 'many.ts'), Array.from({ length: 450 }, (_, index) => `many(${index});\n`).join(''));
    const input = await openInput(workbench);
    await input.fill('many($A)');
    await input.press('Enter');
    const message = (text: string) => page.locator('.part.panel .message', { hasText: text }).waitFor();
    const rows = page.locator('.part.panel .pane-body .monaco-list-row');
    await message('First 200 matches of');
    /** The list may be filled anew below the cursor while it moves. */
    const last = (text: string) =>
      until(async () => {
        await page.locator('.part.panel .pane-body .monaco-list').press('End', { timeout: 2_000 });
        await rows.filter({ hasText: text }).waitFor({ timeout: 2_000 });
      });
    // The message comes before the list is filled anew: a row of the old list must not be clicked.
    for (const [shown, more] of [['200: many(199)', 'First 400 matches of'], ['400: many(399)', '450 matches in 1 file of']] as const) {
      await last(shown);
      await rows.filter({ hasText: 'load 200 more' }).click();
      await message(more);
    }
    await last('450: many(449)');
    assert.equal(await rows.filter({ hasText: 'load 200 more' }).count(), 0);
  });

  it('stops when it is told to', async () => {
    const { page, folder } = workbench;
    // Enough to parse for many seconds, and nothing that matches.
    const large = "slow(1, 2); slow({ a: [1, 2, 3] }, () => 4);\n".repeat(20_000);
    await Promise.all(Array.from({ length: 80 }, (_, index) => fs.writeFile(path.join(folder, 'src', `large${index}.ts`), large)));
    const input = await openInput(workbench);
    await input.fill('slow($A, $B, $C)');
    await input.press('Enter');
    // The search before, which the new files make run again, has the same button.
    await page.locator('.part.panel [aria-label*="slow($A, $B, $C)"]').first().waitFor({ state: 'attached' });
    // In the title of the panel, and again in that of the view.
    const stop = page.locator('.part.panel .action-label[aria-label="Stop Structural Search"]').first();
    await stop.click();
    await page.locator('.part.panel .message', { hasText: 'The search was stopped.' }).waitFor();
    await stop.waitFor({ state: 'hidden' });
  });

  it('goes away when it is cleared', async () => {
    const { page } = workbench;
    await workbench.runCommand('Sightline: Clear Structural Search');
    await page.locator('.part.panel .message', { hasText: 'The search was stopped.' }).waitFor({ state: 'hidden' });
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
