/** The filters on declared names. A regex runs under a time limit, since a bad one could run for ever. */
import { Script } from 'node:vm';
import { Failure } from '../../../core/errors';
import type { Query } from '../protocol';

/** Which of the names pass; a node without a name never does. */
export type NameFilter = (names: readonly (string | undefined)[]) => readonly boolean[];

/** Milliseconds for all names of one file. */
const timeLimit = 1000;

/** @throws Failure `InvalidArguments` for a regex that does not parse; the filter itself throws `QueryTimeout`. */
export function nameFilter({ nameMatches, nameExact }: Query): NameFilter | undefined {
  if (nameMatches === undefined && nameExact === undefined) return undefined;
  const regex = nameMatches === undefined ? undefined : parsed(nameMatches);
  return (names) => {
    const exact = names.map((name) => name !== undefined && (nameExact === undefined || name === nameExact));
    if (regex === undefined || !exact.includes(true)) return exact;
    const matching = bounded(regex, names.map((name) => name ?? ''));
    return exact.map((passes, index) => passes && matching[index] === true);
  };
}

function parsed(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    // Patterns that only the older syntax takes, such as `\-`.
    try {
      return new RegExp(source);
    } catch (error) {
      throw new Failure('InvalidArguments', {
        what: `name_matches is no regular expression: ${error instanceof Error ? error.message : String(error)}`,
        next: 'call again with an ECMAScript regular expression, such as ^get[A-Z].',
      });
    }
  }
}

const script = new Script('names.map((name) => regex.test(name))');

function bounded(regex: RegExp, names: readonly string[]): readonly unknown[] {
  try {
    const answer: unknown = script.runInNewContext({ regex, names }, { timeout: timeLimit });
    return Array.isArray(answer) ? answer : [];
  } catch {
    throw new Failure('QueryTimeout', {
      what: `name_matches took longer than ${timeLimit} ms on the names of one file`,
      context: `The regular expression ${regex.source} probably backtracks without end`,
      next: 'call again with a simpler one, or filter with name_exact.',
    });
  }
}
