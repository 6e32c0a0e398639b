import { keepEvidence, openWorkbench, type Workbench } from './harness';

describe('Structural Search in the workbench', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ fixture: 'structural' });
    await workbench.connection();
  });
  after(() => workbench?.close());
  keepEvidence(() => workbench);

  it('checks the pattern while it is typed, lists matches by file, and shows the one that is chosen', async () => {
    const { page } = workbench;
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'src' }).first().click();
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'orders.ts' }).first().dblclick();
    await page.locator('.tab', { hasText: 'orders.ts' }).waitFor();

    await workbench.runCommand('Sightline: Structural Search');
    await page.locator('.quick-input-title:visible', { hasText: 'Structural Search in TypeScript' }).waitFor();
    const input = page.locator('.quick-input-widget:visible .quick-input-box input');
    await input.fill('report($A');
    await page.locator('.quick-input-message:visible', { hasText: /report\(\$A/ }).waitFor();
    await workbench.screenshot('structural-search-broken-pattern');

    await input.fill('report($A, $B)');
    await page.keyboard.press('Enter');
    const view = page.locator('.pane', { hasText: 'Structural Search' });
    await view.locator('.monaco-list-row', { hasText: /main\.ts.*1 match/ }).waitFor();
    await view.locator('.monaco-list-row', { hasText: /orders\.ts.*2 matches/ }).waitFor();
    await view.locator('.monaco-list-row', { hasText: "6: report('adding', order.id)" }).waitFor();

    await view.locator('.monaco-list-row', { hasText: "4: report('start'," }).click();
    await page.locator('.tab', { hasText: 'main.ts' }).waitFor();
    await page.locator('.statusbar-item', { hasText: /Ln [45], Col \d+ \(\d+ selected\)/ }).waitFor();
    await workbench.screenshot('structural-search');
  });
});
