/** The palette's *Preview Structural Rewrite*: asks for language, pattern and template, and opens the preview. */
import * as vscode from 'vscode';
import type { Services } from '../tools/services';
import { previewRewrite } from '../tools/ast_rewrite';
import { told, type PreviewUi } from './preview';

export function registerStructuralRewrite(services: Services, previews: PreviewUi): vscode.Disposable {
  return vscode.commands.registerCommand('sightline.previewStructuralRewrite', () => told(() => ask(services, previews)));
}

async function ask(services: Services, previews: PreviewUi): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const own = document === undefined ? undefined : services.ast.languageOf(document.uri.fsPath, document.languageId)?.id;
  const languages = services.ast.languages().filter((language) => language.queryable && language.available);
  const items = languages.map(({ id, title }) => ({ label: title, description: id })).sort((a, b) => Number(b.description === own) - Number(a.description === own));
  const language = await vscode.window.showQuickPick(items, { title: 'Structural Rewrite (1/3)', placeHolder: 'Language' });
  if (language === undefined) return;
  const pattern = await vscode.window.showInputBox({ title: 'Structural Rewrite (2/3)', prompt: 'Pattern: $NAME stands for one node, $$$NAME for any number', placeHolder: 'console.log($$$ARGS)' });
  if (pattern === undefined || pattern === '') return;
  const rewrite = await vscode.window.showInputBox({ title: 'Structural Rewrite (3/3)', prompt: `What takes the place of ${pattern}`, value: pattern });
  if (rewrite === undefined) return;

  // In the status bar: a message that follows a progress notification at once is now and then swallowed by its going.
  const found = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'Sightline: searching' }, () =>
    previewRewrite(services, { pattern, rewrite, language: language.description }, AbortSignal.timeout(services.settings.searchTimeoutMs())),
  );
  if ('preview' in found) await previews.open(found.preview.id);
  else void vscode.window.showInformationMessage(`Sightline: nothing matches ${pattern}.`);
}
