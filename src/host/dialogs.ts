/** Questions to the person in front of the window, one after the other. */
import * as vscode from 'vscode';
import type { Dialogs, Question } from '../core/edits';

/**
 * A quick pick and no modal dialog, since an editor's dialog cannot be taken away again once its time is over, and has
 * Allow under the Enter key.
 */
export function vscodeDialogs(): Dialogs {
  let last: Promise<unknown> = Promise.resolve();
  return {
    confirm: (question, time, signal) => {
      // A second quick pick would push the first one away unanswered.
      const turn = last.then(() => (signal.aborted ? undefined : ask(question, time, signal)));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function ask({ text, why, change }: Question, time: number, signal: AbortSignal): Promise<boolean | undefined> {
  const pick = vscode.window.createQuickPick();
  const [no, yes] = [{ label: 'Do Not Allow', alwaysShow: true }, { label: 'Allow', alwaysShow: true }];
  pick.title = text;
  pick.placeholder = why;
  // It stays while the person looks at the file, and what is typed by mistake chooses nothing.
  pick.ignoreFocusOut = true;
  pick.items = [no, yes, { label: 'the change', kind: vscode.QuickPickItemKind.Separator }, ...change.map((line) => ({ label: literally(line), alwaysShow: true }))];
  pick.activeItems = [no];
  let stop = (): void => undefined;
  try {
    return await new Promise<boolean | undefined>((resolve) => {
      const timer = setTimeout(() => {
        resolve(undefined);
        void vscode.window.showWarningMessage(`Sightline: nobody answered within ${time / 1_000} seconds, so nothing was changed. The question was: ${text}`);
      }, time);
      const onAbort = (): void => resolve(undefined);
      signal.addEventListener('abort', onAbort, { once: true });
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen === no || chosen === yes) resolve(chosen === yes);
      });
      // Escape, or another quick pick in its place: not allowed.
      pick.onDidHide(() => resolve(false));
      pick.show();
    });
  } finally {
    stop();
    pick.dispose();
  }
}

/** A label in which `$(name)` is no icon. */
function literally(line: string): string {
  return line.replace(/\$(?=\()/g, '\\$');
}
