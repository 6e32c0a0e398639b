/** Sightline: Show Language Status. Which state each language and project is in, and why. */
import * as vscode from 'vscode';
import type { Language, LanguageState, Phase } from '../engines/language/index';

export const languageStatusCommand = 'sightline.showLanguageStatus';

export function registerLanguageStatus(language: Pick<Language, 'states'>): vscode.Disposable {
  return vscode.commands.registerCommand(languageStatusCommand, async () => {
    const states = language.states();
    if (states.length === 0) {
      await vscode.window.showInformationMessage('No agent has asked about a language in this window yet, so nothing is known of any language server.');
      return;
    }
    await vscode.window.showQuickPick(states.map(pick), {
      title: 'Language servers, as Sightline has seen them',
      placeHolder: 'What each state rests on',
      matchOnDescription: true,
      matchOnDetail: true,
    });
  });
}

/** For `ping`: `python (pyproject.toml): ready, 3 equal answers across 2 files`. */
export function languageLines(language: Pick<Language, 'states'>): readonly string[] {
  const states = language.states();
  if (states.length === 0) return ['languages: none was asked about yet'];
  return states.map(({ language: name, project, phase, why }) => `language: ${name} (${project}) ${words[phase]}: ${why}`);
}

function pick({ language, project, phase, why, since }: LanguageState): vscode.QuickPickItem {
  return { label: `$(${icons[phase]}) ${language}: ${words[phase]}`, description: project, detail: `${why}; for ${duration(since)}` };
}

const words: Readonly<Record<Phase, string>> = {
  unknown: 'unknown',
  starting: 'starting',
  ready: 'ready',
  none: 'no sign of a provider',
  failed: 'failed',
};

const icons: Readonly<Record<Phase, string>> = {
  unknown: 'question',
  starting: 'loading~spin',
  ready: 'check',
  none: 'circle-slash',
  failed: 'error',
};

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
