/**
 * The program of a child process: grammars, parsing, matching. Its memory is what matters: syntax trees live outside
 * the JavaScript heap and are freed only when the collector runs and the event loop turns.
 */
import { setImmediate } from 'node:timers/promises';
import { worker } from 'workerpool';
import { Failure } from '../../core/errors';
import { kindsAt } from './child/kinds-at';
import { nodesOf } from './child/select';
import { createRunner } from './child/run';
import { loadGrammars } from './child/grammars';
import { outlineOf } from './child/outline';
import { syntaxErrorsOf } from './child/syntax';
import { languageNamed, languages } from './languages';
import type { Methods, Reply } from './protocol';
import type { LanguageRow } from './table/row';
import type { Source } from './types';

const [, , grammarFolder = __dirname, children = '4'] = process.argv;

/** UTF-16 units parsed after which the collector is run. Each million is some 25 MB of trees; all children share them. */
const collectAfter = 4_000_000 / Math.max(1, Number(children));

const grammars = loadGrammars(grammarFolder);
const runner = createRunner(grammars);
let parsed = 0;

/** To be called before a text is parsed. */
async function breathe(length: number): Promise<void> {
  parsed += length;
  if (parsed < collectAfter) return;
  parsed = length;
  await setImmediate();
  globalThis.gc?.();
  await setImmediate();
}

async function reply<T>(work: () => T | Promise<T>): Promise<Reply<T>> {
  try {
    const value = await work();
    return { ok: true, value, rss: process.memoryUsage.rss() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, refusal: { failure: error.failure, parts: error.parts }, rss: process.memoryUsage.rss() };
  }
}

async function onText<T>({ text, language }: Source, work: (row: LanguageRow, text: string) => T): Promise<Reply<T>> {
  return reply(async () => {
    const row = languageNamed(language);
    grammars.need(row);
    await breathe(text.length);
    return work(row, text);
  });
}

const methods: Methods = {
  available: () => reply(() => languages.filter((row) => grammars.has(row.grammar)).map((row) => row.id)),
  compile: (query) => reply(() => runner.compile(query)),
  near: (query) => reply(() => runner.near(query)),
  run: (request) => reply(() => runner.run(request, breathe)),
  outline: (source, minor) => onText(source, (row, text) => outlineOf(grammars, row, text, minor)),
  syntaxErrors: (source) => onText(source, (row, text) => syntaxErrorsOf(grammars, row, text)),
  kindsAt: (source, stretches) => onText(source, (row, text) => kindsAt(grammars, row, text, stretches)),
  nodesOf: (source, selector) => onText(source, (row, text) => nodesOf(grammars, row, text, selector)),
};

worker({ ...methods });
