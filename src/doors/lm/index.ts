/** The door to Copilot agent mode and everything else that calls `vscode.lm.invokeTool`. */
import * as vscode from 'vscode';
import { partsOf } from '../../core/budget';
import type { Dispatcher } from '../../core/call';
import { Failure } from '../../core/errors';
import type { Tool } from '../../core/tool';
import { editorName } from '../published';
import { render } from '../render';
import { RefusedCalls } from './refused-calls';

export interface LmDoorOptions<Services> {
  readonly dispatcher: Dispatcher<Services>;
  readonly tools: readonly Tool<Services>[];
  readonly maxTokens: () => number;
}

/** Every tool is registered whatever the settings say: the manifest's `when` hides it, the dispatcher refuses it. */
export function openLmDoor<Services>(options: LmDoorOptions<Services>): vscode.Disposable {
  return vscode.Disposable.from(
    ...options.tools.map((tool) => vscode.lm.registerTool(editorName(tool.name), languageModelTool(tool.name, options))),
  );
}

function languageModelTool<Services>(
  name: string,
  { dispatcher, maxTokens }: LmDoorOptions<Services>,
): vscode.LanguageModelTool<unknown> {
  const refused = new RefusedCalls();
  return {
    prepareInvocation: async ({ input }, token) => {
      const invocationMessage = dispatcher.doing(name, input);
      const { signal, dispose } = signalOf(token);
      try {
        const asked = await dispatcher.confirmation(name, input, { signal, door: 'copilot', client: 'copilot' });
        refused.note(input, asked instanceof Failure ? asked.message : undefined);
        return {
          ...(invocationMessage === undefined ? {} : { invocationMessage }),
          ...(asked === undefined || asked instanceof Failure
            ? {}
            : { confirmationMessages: { title: asked.title, message: trusted(asked.message) } }),
        };
      } finally {
        dispose();
      }
    },
    invoke: async ({ input }, token) => {
      const refusal = refused.take(input);
      if (refusal !== undefined) throw new Error(refusal);
      const { signal, dispose } = signalOf(token);
      try {
        const outcome = await dispatcher.call(name, input, { signal, door: 'copilot', client: 'copilot' });
        if (!outcome.ok && outcome.failure.failure === 'Cancelled') throw new vscode.CancellationError();
        const { text, isError } = render(outcome, { maxTokens: maxTokens() });
        // A thrown message is the whole channel for errors: VS Code shows the model nothing else.
        if (isError) throw new Error(text);
        return new vscode.LanguageModelToolResult(partsOf(text).map((part) => new vscode.LanguageModelTextPart(part)));
      } finally {
        dispose();
      }
    },
  };
}

/** Only a preview can be opened from a confirmation, whatever links the text of a file holds. */
function trusted(text: string): vscode.MarkdownString {
  const message = new vscode.MarkdownString(text);
  message.isTrusted = { enabledCommands: ['sightline.openPreview'] };
  return message;
}

function signalOf(token: vscode.CancellationToken): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const subscription = token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, dispose: () => void subscription.dispose() };
}
