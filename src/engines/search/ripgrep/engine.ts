/** Which of ripgrep's two engines reads a pattern. */
import { invalidPattern } from '../errors';
import type { Pattern } from '../index';
import { usesPcre, withinLine } from '../pcre';
import type { EnginePattern } from './argv';
import { Refused, type Reason } from './complaints';

/**
 * Rust's regexes, and PCRE2 where that alone accepts the pattern. Not left to ripgrep: PCRE2 needs another spelling.
 * @throws Failure `InvalidPattern` with the reason of the engine that the pattern is meant for.
 */
export async function withEngine<Result>(pattern: Pattern, work: (pattern: EnginePattern) => Promise<Result>): Promise<Result> {
  try {
    return await work({ ...pattern, engine: 'default', offsetOf: (offset) => offset });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (pattern.literal) throw invalidPattern(pattern, withPlace(error.reason));
    try {
      return await work({ ...pattern, ...withinLine(pattern.text), engine: 'pcre2' });
    } catch (second) {
      if (!(second instanceof Refused)) throw second;
      // Rust does not always know the place: an open group swallows the end that ripgrep adds.
      const reason = usesPcre(pattern.text) ? second.reason : { text: error.reason.text, column: error.reason.column ?? second.reason.column };
      throw invalidPattern(pattern, withPlace(reason));
    }
  }
}

function withPlace({ text, column }: Reason): string {
  return column === undefined ? text : `${text}, at column ${column} of the pattern`;
}
