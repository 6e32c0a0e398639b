/** An edit must not break a file's syntax. A file that was broken before may stay so, but not get worse. */
import { counted } from '../../core/answer';
import type { TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import type { Ast, Span as TreeSpan } from '../ast';
import { quoted } from './near';
import { Source } from './source';

export interface SyntaxCheck {
  readonly display: string;
  readonly isNew: boolean;
  readonly language: string | undefined;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly TextChange[];
}

/**
 * Resolves to false when there is no grammar to check with.
 * @throws Failure `ValidationFailed` with the place, in the text as it would be
 */
export async function checkSyntax(ast: Pick<Ast, 'syntaxErrors'>, check: SyntaxCheck, signal: AbortSignal): Promise<boolean> {
  const { language } = check;
  if (language === undefined) return false;
  const after = await errorsOf(ast, check.after, language, signal);
  if (after === undefined) return false;
  if (after.length === 0) return true;
  const before = (await errorsOf(ast, check.before, language, signal)) ?? [];
  if (before.length > 0 && after.length <= before.length) return true;
  throw broken(check, before.length, after);
}

async function errorsOf(ast: Pick<Ast, 'syntaxErrors'>, text: string, language: string, signal: AbortSignal): Promise<readonly TreeSpan[] | undefined> {
  try {
    return await ast.syntaxErrors({ text, language }, signal);
  } catch (error) {
    // Not on this platform; the answer says that syntax was not checked.
    if (error instanceof Failure && error.failure === 'ParserNotFound') return undefined;
    throw error;
  }
}

function broken({ display, isNew, after: text, changes }: SyntaxCheck, before: number, after: readonly TreeSpan[]): Failure {
  const from = changes[0]?.start ?? 0;
  const place = (after.find((error) => error.end.offset >= from) ?? after[0])?.start ?? { line: 1, column: 1 };
  const source = new Source(text);
  const line = Math.min(place.line, source.lines.length);
  const had = isNew ? 'a new file' : before === 0 ? 'it has none now' : `it has ${before} now`;
  return new Failure('ValidationFailed', {
    what: `The edit would leave ${counted(after.length, ['syntax error', 'syntax errors'])} in ${display} (${had}), at ${line}:${place.column} of the edited text`,
    context: `There it would say:\n${quoted(source, Math.max(1, line - 2), Math.min(line + 2, source.lines.length))}`,
    next: 'correct the new text, or the place where it goes (nothing was written).',
  });
}
