/**
 * Previews for a person: the editor's own multi-file diff, with Apply and Discard. A tool never opens one; a person
 * does, from a confirmation or the palette.
 */
import * as vscode from 'vscode';
import { Failure } from '../core/errors';
import type { Editing, EditResult, Preview } from '../engines/edit/index';

const scheme = 'sightline-preview';

/** Opened previews whose texts are kept while their diffs may be looked at again. */
const mostOpened = 20;

export interface PreviewUi extends vscode.Disposable {
  /** Opens the diff of a preview. */
  open(id: string): Promise<void>;
}

export function registerPreviews(editing: Editing): PreviewUi {
  const opened = new Opened();
  const open = async (id: string): Promise<void> => {
    const preview = editing.previews.get(id);
    opened.add(preview);
    const resources = preview.files.map(({ plan }, index) => [
      vscode.Uri.file(plan.file.path),
      plan.kind === 'create' ? undefined : side(preview, index, 'before'),
      plan.kind === 'remove' ? undefined : side(preview, index, 'after'),
    ]);
    await vscode.commands.executeCommand('vscode.changes', tabTitle(preview), resources);
    // Not awaited: the person may look at the diff as long as it takes.
    void ask(preview, apply, discard);
  };
  const apply = async (id: string): Promise<void> => {
    report(await editing.applyPreview(id, person()));
    await close(opened.get(id));
  };
  const discard = async (id: string): Promise<void> => {
    editing.previews.take(id, 'discarded');
    await close(opened.get(id));
  };
  const command = (name: string, run: (id: string) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, (argument: unknown) =>
      told(async () => {
        const id = typeof argument === 'string' ? argument : (opened.active() ?? (await choose(editing)));
        if (id !== undefined) await run(id);
      }),
    );
  const refresh = (): void => void vscode.commands.executeCommand('setContext', 'sightline.previewActive', opened.active() !== undefined);
  return Object.assign(
    vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, opened),
      command('sightline.openPreview', open),
      command('sightline.applyPreview', apply),
      command('sightline.discardPreview', discard),
      vscode.commands.registerCommand('sightline.undoLastEdit', () => told(() => undoLast(editing))),
      vscode.window.tabGroups.onDidChangeTabs(refresh),
      vscode.window.tabGroups.onDidChangeTabGroups(refresh),
    ),
    { open },
  );
}

/** The texts of previews that were opened. They outlive the preview: a diff can be looked at again after it was applied. */
class Opened implements vscode.TextDocumentContentProvider {
  readonly #previews = new Map<string, Preview>();

  add(preview: Preview): void {
    this.#previews.delete(preview.id);
    this.#previews.set(preview.id, preview);
    for (const id of this.#previews.keys()) {
      if (this.#previews.size <= mostOpened) break;
      this.#previews.delete(id);
    }
  }

  get(id: string): Preview | undefined {
    return this.#previews.get(id);
  }

  /** The id of the preview whose diff has the focus. */
  active(): string | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    return [...this.#previews.values()].find((preview) => label.startsWith(tabTitle(preview)))?.id;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const [id = '', index = '', which = ''] = uri.query.split('/');
    const plan = this.#previews.get(id)?.files[Number(index)]?.plan;
    if (plan === undefined) return 'This preview is no longer kept.';
    if (which === 'before') return plan.kind === 'create' ? '' : plan.before;
    return plan.kind === 'remove' ? '' : plan.after;
  }
}

/** The path ends like the file's, so that the diff has its language. */
function side({ id, files }: Preview, index: number, which: 'before' | 'after'): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${files[index]?.plan.file.display ?? ''}`, query: `${id}/${index}/${which}` });
}

function tabTitle({ id, title }: Preview): string {
  return `Preview ${id}: ${title}`;
}

async function ask(preview: Preview, apply: (id: string) => Promise<void>, discard: (id: string) => Promise<void>): Promise<void> {
  const answer = await vscode.window.showInformationMessage(`Sightline: apply ${preview.title}?`, 'Apply', 'Discard');
  if (answer === 'Apply') await told(() => apply(preview.id));
  if (answer === 'Discard') await told(() => discard(preview.id));
}

async function choose(editing: Editing): Promise<string | undefined> {
  const items = editing.previews.all().map((preview) => ({
    label: preview.title,
    description: preview.id,
    detail: preview.files.map(({ plan }) => plan.file.display).join(', '),
    id: preview.id,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage('Sightline: there is no preview to open.');
    return undefined;
  }
  return (await vscode.window.showQuickPick(items, { title: 'Previews of Agents', placeHolder: 'Open as a diff' }))?.id;
}

async function close(preview: Preview | undefined): Promise<void> {
  if (preview === undefined) return;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => tab.label.startsWith(tabTitle(preview)));
  await vscode.window.tabGroups.close(tabs);
}

async function undoLast(editing: Editing): Promise<void> {
  const last = editing.lastEditOfAll();
  if (last === undefined) return void vscode.window.showInformationMessage('Sightline: no edit of an agent can be undone.');
  report(await editing.undo(last.id, person()));
}

function report({ id, files }: EditResult): void {
  const names = files.map((file) => file.display).join(', ');
  void vscode.window.showInformationMessage(`Sightline: ${id === undefined ? 'undone' : 'applied'} in ${names}.`);
}

/** A person who clicks has given their word, protected files included. */
function person() {
  return { signal: new AbortController().signal, client: 'person', door: 'copilot', ask: () => Promise.resolve(true) } as const;
}

/** Failures are for the person to read. */
export async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = error instanceof Failure ? `${error.parts.what}.` : error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Sightline: ${message}`);
  }
}
