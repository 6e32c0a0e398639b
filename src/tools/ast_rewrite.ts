import { counted, type Answer } from '../core/answer';
import { filesAtOnce } from '../core/edits';
import { Failure, throwIfCancelled } from '../core/errors';
import { anyText, text, texts, z } from '../core/fields';
import { allInOrder } from '../core/parallel';
import type { Call } from '../core/tool';
import { groupByFile, type QueryMatch, type QueryResult } from '../engines/ast';
import { bracketed, bracketNote, checkTemplate, innerNote, keptNote, rewriteOf, type Preview } from '../engines/edit/index';
import { resolveTargets } from '../engines/search/targets';
import { leftOut, nothing } from './ast-answer';
import { defineTool } from './define';
import { previewAnswer } from './edit-answer';
import type { Services } from './services';

const input = z.object({
  pattern: text('Code with placeholders, as for ast_query: $NAME, $$$NAME, $_.'),
  rewrite: anyText('What takes the place of every match, with the placeholders of pattern. Empty removes the match.'),
  language: text('As for ast_query, such as typescript.'),
  paths: texts('Files, folders or globs; !x takes away. Default: the workspace.').optional(),
  name_matches: text('Only declarations whose name matches this regex.').optional(),
  name_exact: text('Only declarations of this name.').optional(),
  kind_in: texts('Only these node kinds.').optional(),
});

type Args = z.output<typeof input>;

/** More matches than this are not rewritten in one call: nobody reads such a diff. */
const mostMatches = 5_000;

export const astRewrite = defineTool({
  name: 'ast_rewrite',
  title: 'Preview Structural Rewrite',
  description:
    'Rewrites code of one shape at every place at once, by ast-grep pattern and template: swap arguments, wrap calls, ' +
    'migrate an API, whatever the formatting, never inside strings or comments. Answers a diff with a preview_id that ' +
    'edit_apply applies; nothing is written yet. Better than search and replace, which cannot match ' +
    'nested code. For a new name use rename_symbol; for a single place edit_apply.',
  kind: 'preview',
  onInCopilot: true,
  input,
  examples: [
    { pattern: 'console.log($$$ARGS)', rewrite: 'logger.debug($$$ARGS)', language: 'typescript' },
    { pattern: 'assert.equal($A, $B)', rewrite: 'assert.strictEqual($A, $B)', language: 'javascript', paths: ['test'] },
  ],
  details: [
    'Of matches one inside the other the outer one is rewritten, and the answer says how many were left.',
    'A match that holds words, signs or comments which neither the pattern nor its placeholders cover (async before function, static, a comment between arguments) is left as it is and named, since the rewrite would lose them.',
    'A semicolon at the end that the pattern leaves open stays.',
    'Where an operator would tear what is written (`$A * $B` with `a + 1` for `$A`, `$A + $B` in front of `.c`), brackets are added, and the answer says so. It is the grammar that decides: what a compiler alone refuses, such as `a || b ?? c` in JavaScript, gets none.',
    'Lines of the template after the first get the indentation of the line that the match begins on. The lines of a captured block move with the line that it is written on, but for those inside strings and those that are less indented than its first. A line end is put behind a captured comment that would swallow what follows, and a comma at the end of a captured list goes where the template has one.',
    `More than ${mostMatches.toLocaleString('en-US')} matches are refused: narrow by paths.`,
    'An edit that would add syntax errors to a file is refused, like any other.',
  ],
  doing: ({ pattern }) => `Previewing a rewrite of code like ${JSON.stringify(pattern)}`,
  run,
});

async function run(services: Services, args: Args, call: Call): Promise<Answer> {
  const found = await previewRewrite(services, args, call.signal);
  const closing = [...found.notes, ...leftOut(found.result)];
  if (!('preview' in found)) return nothing(args, found.result, closing);
  const answer = previewAnswer(found.preview);
  const lead = `${counted(found.result.total - found.inner - found.kept.length, ['place', 'places'])} rewritten`;
  return { ...answer, notes: [lead, ...innerNote(found.inner), ...keptNote(found.kept), ...bracketNote(found.pairs), ...(answer.notes ?? []), ...closing] };
}

interface Found {
  readonly result: QueryResult;
  readonly notes: readonly string[];
}

interface PreviewFound extends Found {
  readonly preview: Preview;
  readonly inner: number;
  readonly kept: readonly QueryMatch[];
  /** Brackets that were added. */
  readonly pairs: number;
}

/** The preview of a rewrite; none when nothing matches. @throws Failure those of queries and of planning */
export async function previewRewrite(services: Services, args: Args, signal: AbortSignal): Promise<Found | PreviewFound> {
  checkTemplate(args.rewrite, args.pattern);
  const { targets, without, notes } = await resolveTargets(services, args.paths);
  const request = { pattern: args.pattern, language: args.language, targets, without, nameMatches: args.name_matches, nameExact: args.name_exact, kinds: args.kind_in ?? [] };
  const result = await services.ast.query({ ...request, offset: 0, limit: mostMatches, countOnly: false, rewriting: true }, signal);
  if (result.total === 0) return { result, notes };
  if (result.incomplete !== undefined) throw notAll(`the search did not come to its end (${result.incomplete})`);
  if (result.total > result.matches.length) throw notAll(`there are more than ${mostMatches.toLocaleString('en-US')} matches`);

  const rewritten = await allInOrder(groupByFile(result.matches), filesAtOnce, async ({ file, matches }) => {
    throwIfCancelled(signal);
    const place = await services.places.existing(file.path);
    const now = await services.editing.textOf(place);
    const rewrite = rewriteOf(place.display, now.text, matches, args.rewrite);
    const language = services.ast.languageOf(place.path, now.language);
    if (language?.available !== true) return { place, now, pairs: 0, ...rewrite };
    return { place, now, ...rewrite, ...(await bracketed(services.ast, { text: now.text, language: language.id }, rewrite.changes, signal)) };
  });
  const kept = rewritten.flatMap((each) => each.kept);
  const inner = sum(rewritten.map((each) => each.inner));
  const pairs = sum(rewritten.map((each) => each.pairs));
  const files = rewritten.filter(({ changes }) => changes.length > 0);
  if (kept.length > 0 && kept.length === result.total) throw allKept(kept);
  const preview = await services.editing.previewComputed(`the rewrite of ${args.pattern}`, files, signal);
  return { result, notes, preview, inner, kept, pairs };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function allKept(kept: readonly QueryMatch[]): Failure {
  return new Failure('NoChange', { what: 'No place would be rewritten', context: keptNote(kept).join('; '), next: 'call again with a pattern that says all that the code has, and a rewrite that keeps it.' });
}

function notAll(why: string): Failure {
  return new Failure('EditFailed', { what: `The rewrite would not reach every place: ${why}`, next: 'narrow it by paths or filters.' });
}
