/** When an empty answer means that the place holds no symbol at all. */
import { Failure } from '../../core/errors';
import { linesOf } from '../../core/position';
import { looksLikeComment } from './naming';
import { quoted } from './spot';
import type { Target } from './types';

/** @throws Failure `NotASymbol` for a word in a comment, of which a server that says nothing means nothing. */
export function refuseComment({ place, document, at, name }: Target): void {
  const text = linesOf(document.text)[at.line - 1]?.text ?? '';
  if (!looksLikeComment(text)) return;
  throw new Failure('NotASymbol', {
    what: `"${name}" at ${place.display}:${at.line}:${at.column} stands in a comment, and the language server knows no symbol there`,
    context: quoted(at, text, document.language),
    next: 'name the symbol where it is declared or used.',
  });
}

/** The line of a target as errors show it, with its names and their columns. */
export function lineOf({ document, at }: Target): string {
  return quoted(at, linesOf(document.text)[at.line - 1]?.text ?? '', document.language);
}
