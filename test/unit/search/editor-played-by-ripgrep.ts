/**
 * Plays the editor's search with the engine that the editor uses: matches in no order, a line once for each of its
 * matches, ignore files only inside repositories, nothing about binary files, columns behind an invalid byte one short.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { EditorLine, EditorSearch } from '../../../src/core/ports';
import { EventReader, parseLine } from '../../../src/engines/search/ripgrep/events';
import { shippedRipgrep } from './binaries';

export const editorPlayedByRipgrep: EditorSearch = async (query, found) => {
  const lines: EditorLine[] = [];
  let file = '';
  const reader = new EventReader({
    begin: (name) => (file = path.join(query.folder, name)),
    end: () => undefined,
    summary: () => undefined,
    line: (_, raw) => {
      const { number, text, hit: real } = parseLine(raw);
      const short = text.includes('\ufffd') ? 1 : 0;
      const hit = real === undefined ? undefined : { start: real.start - short, end: real.end - short };
      lines.push({ path: file, number, text, hit });
      if (hit !== undefined) lines.push({ path: file, number, text, hit: { start: hit.start + 1, end: hit.end + 1 } });
    },
  }, { text: query.pattern, literal: !query.isRegExp, ignoreCase: query.ignoreCase });
  const { stdout } = spawnSync(
    shippedRipgrep,
    [
      '--no-config', '--json', '--hidden', '--crlf', '--no-ignore-global',
      ...(query.useIgnoreFiles ? [] : ['--no-ignore']),
      ...(query.ignoreCase ? ['--ignore-case'] : ['--case-sensitive']),
      ...(query.isRegExp ? ['--engine', 'auto'] : ['--fixed-strings']),
      ...query.exclude.flatMap((glob) => ['--glob', `!${glob}`]),
      '--context', String(query.context),
      '-e', query.pattern, '--', './',
    ],
    { cwd: query.folder, maxBuffer: 64 * 1024 * 1024 },
  );
  reader.push(stdout);
  for (const line of lines.reverse()) found(line);
  return { isCut: false };
};
