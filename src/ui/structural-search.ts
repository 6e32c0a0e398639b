/** Sightline: Structural Search. Asks for a pattern in the language of the active editor, checking it while it is typed. */
import * as vscode from 'vscode';
import type { LanguageInfo } from '../engines/ast';
import { refusal, type Wanted } from './structural-matches';
import { StructuralResults, type StructuralPorts } from './structural-results';

export function registerStructuralSearch(ports: StructuralPorts): vscode.Disposable {
  const results = new StructuralResults(ports);
  let last: Wanted | undefined;
  const command = vscode.commands.registerCommand('sightline.structuralSearch', async () => {
    let language = languageOfEditor(ports) ?? known(ports, last?.language) ?? (await pickLanguage(ports));
    let typed = selectedLine() ?? last?.pattern ?? '';
    while (language !== undefined) {
      const answer = await askPattern(ports, language, typed);
      if (answer.is === 'cancelled') return;
      typed = answer.typed;
      if (answer.is === 'language') {
        language = (await pickLanguage(ports)) ?? language;
        continue;
      }
      last = { pattern: typed, language: language.id, title: language.title };
      await results.search(last);
      return;
    }
  });
  return vscode.Disposable.from(command, results);
}

type Asked = { readonly is: 'pattern' | 'language'; readonly typed: string } | { readonly is: 'cancelled' };

/** Milliseconds of silence before a pattern is checked. */
const settleMs = 150;

/** Resolves to a pattern that can work, to the wish for another language, or to nothing. */
function askPattern(ports: StructuralPorts, { id, title }: LanguageInfo, typed: string): Promise<Asked> {
  const input = vscode.window.createInputBox();
  const other: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('symbol-namespace'), tooltip: 'Choose Another Language' };
  input.title = `Structural Search in ${title}`;
  input.placeholder = 'Code with placeholders, such as f($A, $$$REST)';
  input.prompt = '$NAME stands for one node, $$$NAME for any number of them';
  input.buttons = [other];
  input.value = typed;
  input.valueSelection = [0, typed.length];

  let checking = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** Why the pattern does not work; undefined when it does, `superseded` when it was typed over. */
  const check = async (): Promise<string | undefined> => {
    clearTimeout(timer);
    checking.abort();
    const mine = new AbortController();
    checking = mine;
    try {
      await ports.ast.checkPattern(input.value, id, mine.signal);
      if (mine.signal.aborted) return superseded;
      input.validationMessage = undefined;
      return undefined;
    } catch (error) {
      if (mine.signal.aborted) return superseded;
      const message = refusal(error, title);
      input.validationMessage = { message, severity: vscode.InputBoxValidationSeverity.Error };
      return message;
    }
  };

  return new Promise<Asked>((resolve) => {
    const changed = (): void => {
      clearTimeout(timer);
      checking.abort();
      if (input.value.trim() === '') input.validationMessage = undefined;
      else timer = setTimeout(() => void check(), settleMs);
    };
    const accept = async (): Promise<void> => {
      const value = input.value;
      if ((await check()) !== undefined || input.value !== value) return;
      resolve({ is: 'pattern', typed: value.trim() });
      input.hide();
    };
    input.onDidChangeValue(changed);
    input.onDidAccept(() => void accept());
    input.onDidTriggerButton(() => {
      resolve({ is: 'language', typed: input.value });
      input.hide();
    });
    input.onDidHide(() => {
      clearTimeout(timer);
      checking.abort();
      resolve({ is: 'cancelled' });
      input.dispose();
    });
    input.show();
    changed();
  });
}

const superseded = 'superseded';

function languageOfEditor(ports: StructuralPorts): LanguageInfo | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  return usable(ports.ast.languageOf(document.uri.fsPath, document.languageId));
}

function known({ ast }: StructuralPorts, id: string | undefined): LanguageInfo | undefined {
  return usable(ast.languages().find((language) => language.id === id));
}

function usable(language: LanguageInfo | undefined): LanguageInfo | undefined {
  return language?.queryable === true && language.available ? language : undefined;
}

async function pickLanguage({ ast }: StructuralPorts): Promise<LanguageInfo | undefined> {
  const items = ast.languages().flatMap((language) => (usable(language) === undefined ? [] : [{ label: language.title, description: language.id, language }]));
  const chosen = await vscode.window.showQuickPick(items, { title: 'Structural Search', placeHolder: 'Language of the code to find' });
  return chosen?.language;
}

/** What is selected in the active editor, where it is part of one line: the start of a pattern. */
function selectedLine(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty || !editor.selection.isSingleLine) return undefined;
  const text = editor.document.getText(editor.selection).trim();
  return text === '' ? undefined : text;
}
