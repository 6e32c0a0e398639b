/** ripgrep's arguments. The user's configuration has no influence, and nothing a caller sends can become an option. */
import { isPlainExclude } from '../globs';
import type { Pattern } from '../index';
import type { Run } from '../runs';

/** A pattern for one of ripgrep's two regex engines. */
export interface EnginePattern extends Pattern {
  readonly engine: 'default' | 'pcre2';
  /** The UTF-16 offset in the caller's pattern, of one in `text`. */
  readonly offsetOf: (offset: number) => number;
}

/** The arguments that choose files. What ripgrep cannot say exactly is left to the filter behind it. */
export function fileArgs(run: Run): readonly string[] {
  return ['--no-config', '--hidden', '--no-ignore-messages', ...ignoreArgs(run), ...excludeArgs(run), ...nameArgs(run)];
}

/** The arguments that find lines and report them as JSON. */
export function lineArgs(pattern: EnginePattern): readonly string[] {
  return ['--json', ...textArgs, ...patternArgs(pattern)];
}

/** The same for the first matches of one file that is named and known to be text, with the lines around them. */
export function pageArgs(pattern: EnginePattern, context: number, matches: number): readonly string[] {
  return ['--no-config', '--text', '--context', String(context), '--max-count', String(matches), ...lineArgs(pattern)];
}

/** The arguments that list the files whose text holds one of the literal strings; too many rather than too few. */
export function holdingArgs(literals: readonly string[]): readonly string[] {
  return ['--files-with-matches', '--null', '--text', '--fixed-strings', '--case-sensitive', ...literals.flatMap((literal) => ['-e', literal])];
}

/** The arguments that list files. */
export const listArgs: readonly string[] = ['--files', '--null'];

/** The paths, behind `--`, below the folder that ripgrep runs in. */
export function rootArgs(roots: readonly string[]): readonly string[] {
  return ['--', ...roots.map((root) => (root === '' ? './' : `./${root}`))];
}

// A file that is mapped into memory would be looked at for NUL bytes in another way.
const textArgs: readonly string[] = ['--crlf', '--no-mmap'];

function patternArgs({ text, literal, ignoreCase, engine }: EnginePattern): readonly string[] {
  return [
    ignoreCase ? '--ignore-case' : '--case-sensitive',
    ...(literal ? ['--fixed-strings'] : ['--engine', engine]),
    '-e',
    text,
  ];
}

/** Arguments for text on standard input. */
export function stdinArgs(pattern: EnginePattern): readonly string[] {
  return ['--no-config', '--json', '--crlf', '--text', '--encoding', 'none', ...patternArgs(pattern), '--', '-'];
}

function ignoreArgs({ ruled, rules, parents, isRepository }: Run): readonly string[] {
  if (!ruled || !rules.git) return ['--no-ignore'];
  return [
    '--no-ignore-global',
    // Where it need not look for repositories, ripgrep does not see where they end either.
    ...(isRepository ? [] : ['--no-require-git']),
    ...(parents === 'native' ? [] : ['--no-ignore-parent']),
  ];
}

/** Only globs that ripgrep and VS Code read alike; the rest is filtered behind it. */
function excludeArgs({ folder, ruled, inGit, selection, inner }: Run): readonly string[] {
  const args = inGit ? [] : ['--glob', '!.git'];
  for (const directory of inner) if (/^[\w./-]+$/.test(directory)) args.push('--glob', `!/${directory}/`);
  if (!ruled) return args;
  const { globs, folders } = selection.excludes(folder);
  for (const name of folders) args.push('--glob', `!${name}/`);
  for (const glob of globs) {
    if (isPlainExclude(glob)) args.push('--glob', `!${glob}`);
  }
  return args;
}

/** As a file type made for this call, since a type, unlike `--glob`, does not bring ignored files back. */
function nameArgs({ selection }: Run): readonly string[] {
  if (selection.names === undefined) return [];
  return [...selection.names.flatMap((glob) => ['--type-add', `sightline:${glob}`]), '--type', 'sightline'];
}
