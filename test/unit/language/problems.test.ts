import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Problem } from '../../../src/core/ports';
import { removeFolders, scene, type SceneScript } from './harness';

describe('problems', () => {
  afterEach(removeFolders);

  const problem = (path: string, line: number, changes: Partial<Problem> = {}): Problem => ({
    path,
    range: { start: { line, column: 1 }, end: { line, column: 2 } },
    severity: 'error',
    message: 'wrong',
    source: 'ts',
    code: '1',
    ...changes,
  });

  const check = async (script: SceneScript, paths: readonly string[] = ['src/use.py'], severity: Problem['severity'] = 'warning') => {
    const made = scene(script);
    return made.language.problems({ paths, severity }, made.signal);
  };

  it('of a server that can be asked are computed now, beside what others report', async () => {
    const { problems, checked, unchecked } = await check((place) => {
      const { path } = place('src/use.py', 1, 1);
      const stale = problem(path, 9, { message: 'stale' });
      const lint = problem(path, 3, { source: 'eslint', severity: 'warning', message: 'unused' });
      return { pulled: [[problem(path, 2)]], problems: [stale, lint] };
    });
    assert.deepEqual(problems.map(({ file, range, message }) => [file.path, range.start.line, message]), [['src/use.py', 2, 'wrong'], ['src/use.py', 3, 'unused']]);
    assert.deepEqual([checked, unchecked], [['src/use.py'], []]);
  });

  it('on which nobody reports are never called none', async () => {
    const { problems, checked, unchecked } = await check(() => ({}));
    assert.deepEqual([problems, checked, unchecked], [[], [], [{ display: 'src/use.py', why: 'no language server reported on it' }]]);
  });

  it('are not called none because somebody who knows nothing of the language reported none', async () => {
    const made = scene(() => ({ extensions: [] }));
    const asked = made.language.problems({ paths: ['src/use.py'], severity: 'warning' }, made.signal);
    while (made.providers.asked['pulled'] === undefined) await turn();
    made.providers.report([made.folder.at('src/use.py')]);
    assert.deepEqual((await asked).unchecked, [{ display: 'src/use.py', why: 'no language server reported on it' }]);
  });

  it('are waited for until they stop changing', async () => {
    const made = scene(() => ({}));
    const asked = made.language.problems({ paths: ['src/use.py'], severity: 'warning' }, made.signal);
    while (made.providers.asked['pulled'] === undefined) await turn();
    made.providers.report([made.folder.at('src/use.py')]);
    assert.deepEqual((await asked).checked, ['src/use.py']);
    assert.equal(made.time.clock.now() >= 700, true, 'one quiet stretch after the report');
  });

  it('of a directory are those of its files, the less severe left out', async () => {
    const { problems, checked } = await check(
      (place) => ({ pulled: [[problem(place('src/use.py', 1, 1).path, 2), problem(place('src/use.py', 1, 1).path, 3, { severity: 'hint' })]] }),
      ['src/use.py', 'tests/test_parser.py'],
      'error',
    );
    assert.equal(problems.every(({ severity }) => severity === 'error'), true);
    assert.deepEqual(checked, ['src/use.py', 'tests/test_parser.py']);
  });

  it('without paths are what the editor shows, said as such', async () => {
    const { problems, checked, notes } = await check((place) => ({ problems: [problem(place('src/use.py', 1, 1).path, 1), problem('/elsewhere/x.py', 1)] }), []);
    assert.deepEqual([problems.length, checked, notes], [1, [], ['only what the editor shows now; name paths to have files checked']]);
  });
});
