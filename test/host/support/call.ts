/** Calls a tool as Copilot would, without a chat. */
import * as vscode from 'vscode';

/** The text parts of the answer. */
export async function partsOf(tool: string, input: object, token?: vscode.CancellationToken): Promise<readonly string[]> {
  const result = await vscode.lm.invokeTool(`sightline_${tool}`, { input, toolInvocationToken: undefined }, token);
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : `not text: ${JSON.stringify(part)}`));
}

/** The whole text of the answer. */
export async function answerOf(tool: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  return (await partsOf(tool, input, token)).join('');
}

/** The text of the error; a call that does not fail is a failure of the test. */
export async function errorOf(tool: string, input: object): Promise<string> {
  try {
    await answerOf(tool, input);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error(`${tool} did not fail`);
}

/** A place in the window's first folder. */
export function inFolder(relative: string, folder = 0): vscode.Uri {
  const found = vscode.workspace.workspaceFolders?.[folder];
  if (found === undefined) throw new Error('no such folder');
  return vscode.Uri.joinPath(found.uri, relative);
}

/** Opens a file without showing it and replaces its text without saving; `restore` takes it back. */
export async function unsaved(uri: vscode.Uri, text: string): Promise<{ readonly restore: () => Promise<void> }> {
  const document = await vscode.workspace.openTextDocument(uri);
  const before = document.getText();
  const replace = async (content: string): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), content);
    await vscode.workspace.applyEdit(edit);
  };
  await replace(text);
  return {
    restore: async () => {
      await replace(before);
      await document.save();
    },
  };
}
