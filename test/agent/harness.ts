import type { Page } from 'playwright-core';
import { openWorkbench, type Workbench } from '../workbench/harness';
import { startScriptedModel, type ScriptedModel } from './scripted-model';

/** Real Copilot agent mode in a workbench, with a scripted model instead of a service and without a sign-in. */
export interface AgentWorkbench extends Workbench {
  readonly model: ScriptedModel;
  /** Sends a prompt in the chat view. */
  ask(prompt: string): Promise<void>;
  /** Waits until the chat shows this text of the model. */
  waitForReply(text: string): Promise<void>;
  /** Unfolds the steps of the last reply, and what the first tool was asked and answered. */
  showSteps(): Promise<void>;
  /** Clicks a button of the confirmation that a tool asks for, such as `Allow` or `Skip`. */
  clickConfirmation(button: string): Promise<void>;
}

export async function openAgentWorkbench(options: { fixture: string; settings?: Readonly<Record<string, unknown>> }): Promise<AgentWorkbench> {
  const model = await startScriptedModel();
  try {
    const workbench = await openWorkbench({
      fixture: options.fixture,
      settings: { ...agentSettings, ...options.settings },
      userFiles: { 'chatLanguageModels.json': [{ name: 'Local', vendor: 'customendpoint', models: [describeModel(model.url)] }] },
      beforeOpen: enableCopilot,
    });
    return {
      ...workbench,
      model,
      ask: (prompt) => ask(workbench.page, prompt),
      waitForReply: (text) => workbench.page.locator('.interactive-session .interactive-response', { hasText: text }).last().waitFor(),
      showSteps: () => showSteps(workbench.page),
      clickConfirmation: (button) => clickConfirmation(workbench.page, button),
      async close() {
        await workbench.close();
        await model.stop();
      },
    };
  } catch (error) {
    await model.stop();
    throw error;
  }
}

const modelName = 'Scripted Model';

const agentSettings = {
  // Titles and summaries go to the same model instead of a service.
  'chat.byokUtilityModelDefault': 'mainAgent',
  'chat.tools.riskAssessment.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'visible',
};

function describeModel(url: string): unknown {
  return { id: 'scripted', name: modelName, url, toolCalling: true, vision: false, maxInputTokens: 128_000, maxOutputTokens: 8_000 };
}

/**
 * Copilot Chat is switched off at the first start until its set-up is done. The workbench believes that it has made
 * that decision already when this entry is in its storage.
 */
export async function enableCopilot(page: Page): Promise<void> {
  // Text, because the project is not type-checked against a browser's globals.
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('vscode-web-state-db-global', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('ItemTable');
    opening.onsuccess = () => {
      const writing = opening.result.transaction('ItemTable', 'readwrite');
      writing.objectStore('ItemTable').put('true', 'builtinChatExtensionEnablementMigration');
      writing.onerror = () => reject(writing.error);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  })`);
}

async function ask(page: Page, prompt: string): Promise<void> {
  const input = page.locator('.interactive-session .interactive-input-part');
  // The name shows that Copilot runs and has the model.
  await input.getByText(modelName).first().waitFor({ timeout: 90_000 });
  await input.locator('.monaco-editor .view-lines').click();
  await page.keyboard.insertText(prompt);
  await page.keyboard.press('Enter');
}

async function clickConfirmation(page: Page, button: string): Promise<void> {
  // The page holds hidden copies of each confirmation.
  await page.locator('.chat-confirmation-widget-buttons:visible .monaco-button:visible', { hasText: button }).first().click({ timeout: 60_000 });
}

async function showSteps(page: Page): Promise<void> {
  const reply = page.locator('.interactive-session .interactive-response').last();
  await reply.locator('summary.completed-response-summary').click();
  await reply.locator('summary.completed-response-summary[aria-expanded="true"]').waitFor();
  await reply.locator('.chat-tool-invocation-part .chat-confirmation-widget-title').first().click();
  await reply.locator('.chat-tool-invocation-part .chat-confirmation-widget-title[aria-expanded="true"]').waitFor();
}
