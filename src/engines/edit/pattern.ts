/**
 * Where a regular expression matches: ECMAScript, unanchored, `^` and `$` at every line. A pattern can take for ever,
 * so it runs in a worker thread that is ended when its time is up.
 */
import { Worker } from 'node:worker_threads';
import { cancelled, Failure } from '../../core/errors';
import { mostPlaces } from './match';
import type { Source, Span } from './source';

/** Milliseconds for one pattern on one text. */
const patternTime = 3_000;

/**
 * Every match, in order. Of matches that overlap a later one counts only if it reaches further than the earlier, so
 * `\d+` matches `123` once and `aa` matches `aaa` twice. `\n` stands for whatever ends the file's lines, unless the
 * pattern itself speaks of `\r`.
 * @throws Failure `InvalidSelection` for a pattern that is none or that matches the empty string, `QueryTimeout`, `Cancelled`
 */
export async function findPattern(source: Source, pattern: string, signal: AbortSignal, time = patternTime): Promise<readonly Span[]> {
  const raw = /\\r|\r/.test(pattern);
  const reply = await inWorker({ pattern, text: raw ? source.text : source.flat, most: mostPlaces }, signal, time);
  switch (reply.kind) {
    case 'invalid':
      throw new Failure('InvalidSelection', {
        what: `selector_pattern is not an ECMAScript regular expression: ${reply.reason}`,
        next: 'correct it, or use selector_text for literal text.',
      });
    case 'empty':
      throw new Failure('InvalidSelection', {
        what: `selector_pattern ${shown(pattern)} matches the empty string`,
        next: 'make it match at least one character; to insert at a line, use selector_line.',
      });
    case 'slow':
      throw new Failure('QueryTimeout', {
        what: `selector_pattern ${shown(pattern)} took more than ${time} ms`,
        next: 'make it simpler (no nested repetition), or use selector_text.',
      });
    case 'spans':
      return reply.spans.map(({ start, end }) => (raw ? { start, end } : { start: source.real(start), end: source.real(end) }));
  }
}

interface Job {
  readonly pattern: string;
  readonly text: string;
  readonly most: number;
}

type Reply =
  | { readonly kind: 'spans'; readonly spans: readonly Span[] }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'slow' };

async function inWorker(job: Job, signal: AbortSignal, time: number): Promise<Reply> {
  const worker = new Worker(workerCode, { eval: true, workerData: job });
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  try {
    return await new Promise<Reply>((resolve, reject) => {
      onAbort = () => reject(cancelled());
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      timer = setTimeout(() => resolve({ kind: 'slow' }), time);
      worker.once('message', (message: unknown) => (isReply(message) ? resolve(message) : reject(new Error('The pattern worker sent something else.'))));
      worker.once('error', reject);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/**
 * Plain JavaScript, so that it needs no bundle of its own. The `u` flag keeps `.` from matching half a character; a
 * pattern that is only valid without it (such as one with `\"`) is run without it, and half matches are dropped.
 */
const workerCode = `
const { parentPort, workerData: { pattern, text, most } } = require('node:worker_threads');
function compile() {
  try { return new RegExp(pattern, 'gmu'); } catch { return new RegExp(pattern, 'gm'); }
}
function half(at) {
  const before = text.charCodeAt(at - 1), after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
function run() {
  let regex;
  try { regex = compile(); } catch (error) { return { kind: 'invalid', reason: error.message }; }
  const spans = [];
  let reached = -1;
  for (let match; spans.length < most && (match = regex.exec(text)) !== null; regex.lastIndex = match.index + (text.codePointAt(match.index) > 0xffff ? 2 : 1)) {
    const start = match.index, end = start + match[0].length;
    if (end === start) return { kind: 'empty' };
    if (end > reached && !half(start) && !half(end)) { spans.push({ start, end }); reached = end; }
  }
  if (spans.length === 0 && ''.search(regex) === 0) return { kind: 'empty' };
  return { kind: 'spans', spans };
}
parentPort.postMessage(run());
`;

function isReply(message: unknown): message is Reply {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

function shown(pattern: string): string {
  return pattern.length > 80 ? `/${pattern.slice(0, 77)}…/` : `/${pattern}/`;
}
