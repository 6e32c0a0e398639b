/** Failures that every back end has. */
import { Failure } from '../../core/errors';
import type { Pattern } from './index';

/** A pattern that cannot be searched for, with the engine's reason and the offer of literal mode. */
export function invalidPattern({ text, literal }: Pick<Pattern, 'text' | 'literal'>, reason: string): Failure {
  return new Failure('InvalidPattern', {
    what: `The pattern ${JSON.stringify(text)} cannot be searched for: ${reason}`,
    next: literal ? 'search for a part of it that lies on one line.' : 'correct the pattern, or search for it literally (file_search with regex=false).',
  });
}
