/**
 * The declarations of a file as its provider lists them, for outlines where no grammar reads the file. The editor's
 * command says the same for a provider with nothing to list, for one that failed, and for none at all, so that nothing
 * is believed only of a server that has shown to be there.
 */
import type { Place } from '../../core/place';
import { linesOf } from '../../core/position';
import type { Position, Range, SymbolNode } from '../../core/ports';
import { looksLikeComment } from './naming';
import { sameText } from './opener';
import type { Parts } from './parts';
import { comparePositions } from './ranges';
import { settle } from './settle';
import type { Answered, ListedSymbol } from './types';

/**
 * @param text the live text that the answer's lines are to be of
 * @throws Failure `ProviderFailed`, `ProviderTimeout`, `FileNotReadable`, `Cancelled`
 */
export async function fileSymbols(parts: Parts, place: Place, text: string, signal: AbortSignal): Promise<Answered<readonly ListedSymbol[]>> {
  const document = await parts.opener.open(place, signal);
  const project = await parts.projectOf({ place, document });
  const { value, status } = await settle(
    parts,
    {
      feature: 'document symbols',
      document,
      project,
      wants: 'any',
      mayBeEmpty: true,
      ask: () => parts.providers.documentSymbols(place.path),
      look: (found = []) => ({ empty: found.length === 0, provisional: false, files: 1, across: false, fingerprint: JSON.stringify(found) }),
    },
    signal,
  );
  const lines = linesOf(text).map((line) => line.text);
  if (!sameText(document.text, lines)) return { value: [], status: { ...status, state: 'loading', why: 'the editor does not show the text of the disk yet' } };
  return { value: listed(value ?? [], lines, { first: 1, last: lines.length }), status };
}

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** In the order of the text, inside the file, and without what is local to something that runs. */
function listed(nodes: readonly SymbolNode[], lines: readonly string[], within: LineRange): readonly ListedSymbol[] {
  let free = within.first;
  return [...nodes]
    .sort((a, b) => comparePositions(a.range.start, b.range.start))
    .map((node): ListedSymbol => {
      const start = inside(node.range.start, lines);
      const last = lastLine({ start, end: inside(node.range.end, lines) });
      const end = { line: last, column: (lines[last - 1] ?? '').length + 1 };
      const full = { start: { line: commentAbove(lines, start.line, free), column: 1 }, end };
      free = Math.max(free, last + 1);
      const children = runs.has(node.kind) ? [] : listed(node.children, lines, { first: start.line + 1, last });
      return { name: node.name, owner: undefined, kind: node.kind, node: { start, end }, full, nameAt: node.selection, children };
    });
}

const runs: ReadonlySet<string> = new Set(['function', 'method', 'constructor']);

/** Servers give the end of a last line as they like: far behind it, or on a line that is not there. */
function inside({ line, column }: Position, lines: readonly string[]): Position {
  const last = Math.max(1, lines.length);
  if (line > last) return { line: last, column: (lines[last - 1] ?? '').length + 1 };
  return { line, column: Math.min(column, (lines[line - 1] ?? '').length + 1) };
}

/** A range that ends before the first column of a line does not hold that line. */
function lastLine({ start, end }: Range): number {
  return end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
}

/** The first of the lines directly above a declaration that look like its comment, none of them before `free`. */
function commentAbove(lines: readonly string[], line: number, free: number): number {
  let first = line;
  while (first > free && looksLikeComment(lines[first - 2] ?? '')) first -= 1;
  return first;
}
