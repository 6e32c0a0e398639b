/** What ripgrep's exit code and its messages mean. */
import { Failure } from '../../../core/errors';
import type { EnginePattern } from './argv';
import type { ChildEnd } from './child';
import { relativeOf } from './collect';

export interface Complaints {
  /** Files and folders that could not be read, as ripgrep printed them, below its folder. */
  readonly unreadable: readonly string[];
  /** The engine gave up on some files. */
  readonly incomplete: string | undefined;
}

/**
 * Exit code 2 after a whole search means that some places could not be read. Without one it means that there was no
 * search.
 * @throws Refused, Failure `SearchFailed`
 */
export function complaintsOf(end: ChildEnd, searched: boolean, pattern: EnginePattern | undefined): Complaints {
  if (end.code !== 2) return { unreadable: [], incomplete: undefined };
  if (!searched) throw pattern !== undefined && isAboutPattern(end.errors) ? new Refused(pattern, end.errors) : failed(end.errors);
  const lines = end.errors.split('\n');
  const gaveUp = lines.filter((line) => line.includes('PCRE2')).length;
  const unreadable = lines.flatMap((line) => {
    const found = /^rg: (.+?): .+ \(os error (\d+)\)$/.exec(line);
    // What is gone by the time it is opened is not there to be read.
    return found?.[1] === undefined || found[2] === '2' ? [] : [relativeOf(found[1])];
  });
  return {
    unreadable: [...new Set(unreadable)],
    incomplete: gaveUp === 0 ? undefined : `the pattern took too many steps in ${gaveUp === 1 ? '1 file' : `${gaveUp} files`}`,
  };
}

export function failed(errors: string): Failure {
  return new Failure('SearchFailed', {
    what: `ripgrep failed: ${errors.trim().slice(0, 500) || 'it gave no reason'}`,
    next: 'try a narrower search; the setting sightline.search.engine chooses another engine.',
  });
}

/** An engine does not take a pattern. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor({ text, offsetOf }: EnginePattern, errors: string) {
    const reason = reasonOf(errors, text, offsetOf);
    super(reason.text);
    this.reason = reason;
  }
}

export interface Reason {
  readonly text: string;
  /** In the caller's pattern, 1-based. */
  readonly column: number | undefined;
}

function isAboutPattern(errors: string): boolean {
  return /regex|PCRE2|^rg: pattern contains/im.test(errors);
}

/**
 * An engine's reason, `unclosed group`, and its place.
 * @param offsetOf from an offset in `pattern`, which may be rewritten, to one in the caller's
 */
export function reasonOf(errors: string, pattern: string, offsetOf: (offset: number) => number = (offset) => offset): Reason {
  const rust = /^error: (.+)$/m.exec(errors)?.[1]?.trim();
  if (rust !== undefined) return { text: rust, column: rustColumn(errors, pattern) };
  const pcre = /PCRE2: error compiling pattern at offset (\d+): (.+)/.exec(errors);
  if (pcre?.[2] !== undefined) {
    const bytes = Buffer.from(pattern, 'utf8').subarray(0, Math.max(0, Number(pcre[1]) - wrapper.length));
    return { text: pcre[2].trim(), column: offsetOf(bytes.toString('utf8').length) + 1 };
  }
  return { text: errors.replace(/^rg: /, '').trim().split('\n').slice(0, 3).join(' ').slice(0, 300) || 'the engine gave no reason', column: undefined };
}

/** What ripgrep puts in front of a pattern before it compiles it. */
const wrapper = '(?:';

/** Where the carets below the quoted pattern point, 1-based; undefined when they point at what ripgrep added. */
function rustColumn(errors: string, pattern: string): number | undefined {
  const lines = errors.split('\n');
  const quoted = lines.findIndex((line) => line.trimStart() === `${wrapper}${pattern})` || line.trimStart() === pattern);
  const carets = lines[quoted + 1];
  if (quoted === -1 || carets === undefined || !/^\s*\^+\s*$/.test(carets)) return undefined;
  const line = lines[quoted] ?? '';
  const start = line.length - line.trimStart().length + (line.trimStart() === pattern ? 0 : wrapper.length);
  const column = carets.indexOf('^') - start + 1;
  return column >= 1 ? column : undefined;
}
