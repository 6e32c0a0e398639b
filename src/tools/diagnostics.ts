import { counted, pageOf, type Answer, type Item } from '../core/answer';
import { choice, integer, texts, z } from '../core/fields';
import type { Call } from '../core/tool';
import type { ProblemReport } from '../engines/language';
import { defineTool } from './define';
import type { Services } from './services';

const input = z.object({
  paths: texts('Files or folders to check now. Default: what the editor shows.').optional(),
  severity: choice('This severe or more. Default: warning.', ['error', 'warning', 'information', 'hint']).optional(),
  max_results: integer('Problems in one answer. Default: 100.', { min: 1, max: 1_000 }).optional(),
  offset: integer('Problems to skip. Default: 0.', { min: 0 }).optional(),
});

export const diagnostics = defineTool({
  name: 'diagnostics',
  title: 'Diagnostics',
  description:
    'Lists compile errors, type errors and lint warnings of files, as the editor\'s Problems view has them, without a ' +
    'build; unsaved text counts. Name paths to have these files checked now; the answer names the files that were ' +
    'checked and never calls an unchecked file clean. Use it after edits. It runs no tests and no build.',
  kind: 'read',
  onInCopilot: false,
  input,
  examples: [{ paths: ['src/server.go'] }, { paths: ['src'], severity: 'error' }, {}],
  details: ['TypeScript is asked through its server\'s own request. Of other servers the reports are waited for until they stop changing, within sightline.language.waitMs; of JSON, CSS and HTML the editor has only shown files checked. At most 50 files are checked in one call.'],
  doing: ({ paths }) => `Checking ${paths === undefined || paths.length === 0 ? 'for problems' : paths.join(', ')}`,
  run: check,
});

async function check(services: Services, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const severity = args.severity ?? 'warning';
  const report = await services.language.problems({ paths: args.paths ?? [], severity }, call.signal);
  const { problems, unchecked, notes } = report;
  const said = coverage(report);
  if ((args.paths ?? []).length > 0 && report.checked.length + unchecked.length === 0) {
    return { kind: 'nothing', why: 'noFiles', text: 'No file was selected, so none was checked.', notes };
  }
  if (problems.length === 0) {
    const known = report.checked.length > 0 && unchecked.length === 0;
    const scope = report.checked.length > 0 ? ` in the files checked` : (args.paths ?? []).length === 0 ? ' shown by the editor' : '';
    const level = severity === 'hint' ? 'problems' : `problems of severity ${severity} or more`;
    const head = report.checked.length === 0 && unchecked.length > 0 ? 'Could not tell: no file was checked.' : `No ${level}${scope}.`;
    return { kind: 'nothing', why: known ? 'notFound' : 'cannotTell', text: [head, ...said].join('\n'), notes };
  }
  const items = problems.map(({ file, range, severity: level, source, code, message }): Item => {
    const [first = '', ...rest] = message.split('\n');
    const origin = source === '' && code === '' ? '' : ` ${source}${code === '' ? '' : `(${code})`}`;
    return { kind: 'item', file, place: range.start, label: `${level}${origin}: ${first}`, details: rest };
  });
  return {
    kind: 'listing',
    noun: ['problem', 'problems'],
    total: items.length,
    exact: true,
    files: new Set(problems.map((problem) => problem.path)).size,
    ...pageOf(items, { offset: args.offset ?? 0, limit: args.max_results ?? 100 }),
    lead: said,
    notes,
  };
}

/** Which files the answer is about, and which it is not. */
function coverage({ checked, unchecked }: ProblemReport): readonly string[] {
  const files = (count: number): string => counted(count, ['file', 'files']);
  const lines: string[] = [];
  if (checked.length > 0) lines.push(`Checked ${files(checked.length)}: ${some(checked)}.`);
  const byReason = new Map<string, string[]>();
  for (const { display, why } of unchecked) byReason.set(why, [...(byReason.get(why) ?? []), display]);
  for (const [why, paths] of byReason) lines.push(`Not checked (${why}): ${some(paths)}.`);
  return lines;
}

function some(paths: readonly string[]): string {
  const most = 20;
  return paths.length <= most ? paths.join(', ') : `${paths.slice(0, most).join(', ')} and ${paths.length - most} more`;
}
