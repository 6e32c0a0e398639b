/** Questions to the person in front of the window. */
import * as vscode from 'vscode';
import type { Dialogs } from '../core/edits';

export const vscodeDialogs: Dialogs = {
  confirm: async (question, detail, time, signal) => {
    const answer = vscode.window.showWarningMessage(question, { modal: true, detail }, 'Allow');
    let stop = (): void => undefined;
    const late = new Promise<'late'>((resolve) => {
      const timer = setTimeout(() => resolve('late'), time);
      const onAbort = (): void => resolve('late');
      signal.addEventListener('abort', onAbort, { once: true });
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
    });
    // An editor's dialog cannot be taken away again; an answer that comes too late changes nothing.
    const first = await Promise.race([answer, late]);
    stop();
    return first === 'late' ? undefined : first === 'Allow';
  },
};
