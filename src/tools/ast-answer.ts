/** What the structural tools say of files that were left out, and when nothing matched. */
import { grouped, type Nothing } from '../core/answer';
import type { QueryResult } from '../engines/ast';
import { searchedIn, some } from './search-answer';

interface QueryArguments {
  readonly pattern: string;
  readonly language: string;
  readonly paths?: readonly string[] | undefined;
}

/** What a structural search could not look at. */
export function leftOut({ broken, tooBig, binary, unreadable, incomplete }: QueryResult): readonly string[] {
  return [
    ...(incomplete === undefined ? [] : [`incomplete: ${incomplete}`]),
    ...some(broken, ['file has syntax errors; its good parts were searched', 'files have syntax errors; their good parts were searched']),
    ...some(tooBig, ['file is over 10 MB and was not searched', 'files are over 10 MB and were not searched']),
    ...some(binary, ['binary file was not searched', 'binary files were not searched']),
    ...some(unreadable, ['file could not be read', 'files could not be read']),
  ];
}

/** The kinds of nothing that it can end in. */
export function nothing(args: QueryArguments, result: QueryResult, notes: readonly string[]): Nothing {
  const where = searchedIn(args.paths);
  if (!result.selected) return { kind: 'nothing', why: 'noFiles', text: `No file was searched: ${where} holds no file of the language ${args.language}.`, notes };
  if (!result.complete) return { kind: 'nothing', why: 'cannotTell', text: `No match for \`${args.pattern}\` so far in ${where}, but the search did not come to its end.`, notes };
  const near = result.near.map(({ says, pattern, count }) => `\n  as ${says} ${grouped(count)} would match: ${pattern}`).join('');
  const readAs = result.readAs.length === 0 ? '' : ` The pattern was read as ${result.readAs.slice(0, 4).join(' or ')}.`;
  const asText = result.asText.map((name) => `\n  ${name} stands inside a token such as a string and was read as text, not as a metavariable: search the text with file_search, or let a metavariable stand for the whole token`).join('');
  return {
    kind: 'nothing',
    why: 'notFound',
    text: `No matches for \`${args.pattern}\` in ${where}.${readAs}${near}${asText}`,
    notes: [...notes, 'ignored files were not searched'],
  };
}
