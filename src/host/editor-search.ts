/**
 * The editor-search port: `workspace.findTextInFiles`, a proposed API. Stable builds refuse it to published extensions
 * by throwing when it is called, so that cannot be known before.
 */
import * as vscode from 'vscode';
import { Failure } from '../core/errors';
import type { EditorLine, EditorQuery, EditorSearch } from '../core/ports';

/** The part of the proposal that is used here. */
interface FindTextInFiles {
  findTextInFiles(
    query: { readonly pattern: string; readonly isRegExp: boolean; readonly isCaseSensitive: boolean },
    options: {
      readonly include: vscode.GlobPattern;
      readonly exclude?: vscode.GlobPattern;
      readonly useDefaultExcludes: boolean;
      readonly useIgnoreFiles: boolean;
      readonly useGlobalIgnoreFiles: boolean;
      readonly useParentIgnoreFiles: boolean;
      readonly followSymlinks: boolean;
      readonly maxResults: number;
      readonly previewOptions: { readonly matchLines: number; readonly charsPerLine: number };
      readonly beforeContext: number;
      readonly afterContext: number;
    },
    callback: (result: TextMatch | TextContext) => void,
    token: vscode.CancellationToken,
  ): Thenable<{ readonly limitHit?: boolean } | undefined>;
}

interface TextMatch {
  readonly uri: vscode.Uri;
  readonly ranges: vscode.Range | readonly vscode.Range[];
  readonly preview: { readonly text: string; readonly matches: vscode.Range | readonly vscode.Range[] };
}

interface TextContext {
  readonly uri: vscode.Uri;
  readonly text: string;
  /** 1-based. */
  readonly lineNumber: number;
}

/** As many as there can be: the editor's default would leave out what we could not tell from its absence. */
const mostResults = 1_000_000;
const longestPreview = 1_000_000;

export const vscodeEditorSearch: EditorSearch = async (query, found, signal) => {
  const cancel = new vscode.CancellationTokenSource();
  const onAbort = (): void => cancel.cancel();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const complete = await (vscode.workspace as unknown as FindTextInFiles).findTextInFiles(
      { pattern: query.pattern, isRegExp: query.isRegExp, isCaseSensitive: !query.ignoreCase },
      optionsOf(query),
      (result) => linesOf(result).forEach(found),
      cancel.token,
    );
    return { isCut: complete?.limitHit === true };
  } catch (error) {
    if (signal.aborted) return { isCut: true };
    throw refusal(error, query.pattern);
  } finally {
    signal.removeEventListener('abort', onAbort);
    cancel.dispose();
  }
};

function optionsOf({ folder, exclude, useIgnoreFiles, context }: EditorQuery) {
  const base = vscode.Uri.file(folder);
  return {
    include: new vscode.RelativePattern(base, '**/*'),
    ...(exclude.length === 0 ? {} : { exclude: new vscode.RelativePattern(base, braced(exclude)) }),
    useDefaultExcludes: false,
    useIgnoreFiles,
    useGlobalIgnoreFiles: false,
    useParentIgnoreFiles: useIgnoreFiles,
    followSymlinks: false,
    maxResults: mostResults,
    previewOptions: { matchLines: 1, charsPerLine: longestPreview },
    beforeContext: context,
    afterContext: context,
  };
}

function braced(globs: readonly string[]): string {
  return globs.length === 1 ? (globs[0] ?? '') : `{${globs.join(',')}}`;
}

function linesOf(result: TextMatch | TextContext): readonly EditorLine[] {
  const path = result.uri.fsPath;
  if (!('ranges' in result)) return [{ path, number: result.lineNumber, text: lineOf(result.text), hit: undefined }];
  const ranges = [result.ranges].flat();
  const previews = [result.preview.matches].flat();
  return ranges.flatMap((range, index) => {
    const preview = previews[index];
    if (preview === undefined) return [];
    const text = lineOf(result.preview.text.split('\n')[preview.start.line] ?? '');
    const end = preview.isSingleLine ? preview.end.character : text.length;
    return [{ path, number: range.start.line + 1, text, hit: { start: Math.min(preview.start.character, text.length), end: Math.min(end, text.length) } }];
  });
}

function lineOf(text: string): string {
  return text.replace(/\r?\n?$/, '');
}

function refusal(error: unknown, pattern: string): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  if (/regex|pattern|PCRE2/i.test(reason) && !/proposal/i.test(reason)) {
    return new Failure('InvalidPattern', {
      what: `The pattern ${JSON.stringify(pattern)} cannot be searched for: ${reason}`,
      next: 'correct the pattern, or search for it literally (file_search with regex=false).',
    });
  }
  return new Failure('SearchFailed', {
    what: /proposal/i.test(reason) ? "This build of the editor does not open its own search to extensions" : `The editor's own search failed: ${reason}`,
    next: 'ask the user to set sightline.search.engine to auto.',
  });
}
