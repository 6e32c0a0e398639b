import assert from 'node:assert/strict';
import { languages } from '../../../src/engines/ast/languages';
import { necessaryLiterals, ownWords } from '../../../src/engines/chunk/prefilter';

describe('strings that a file must hold for a filter to match', () => {
  it('takes the longest run of letters and digits of every string', () => {
    assert.deepEqual(necessaryLiterals(['def my_func', 'A.running']), ['func', 'running']);
    assert.deepEqual(necessaryLiterals(['naïve(x)']), ['naïve']);
    assert.deepEqual(necessaryLiterals(['alpha\nbeta_gamma']), ['alpha']);
  });

  it('knows of none where a name that a chunk gets could hold the string', () => {
    for (const wanted of ['(body)', 'imports', 'module_level', 'whole_file', '_part1', 'rt12', '404', 'le_le', '...', '', 'mpor']) {
      assert.equal(necessaryLiterals([wanted]), undefined, wanted);
    }
    assert.deepEqual(necessaryLiterals(['run_part2', 'A (body)']), ['run', 'A']);
    assert.equal(necessaryLiterals(undefined), undefined);
    assert.equal(necessaryLiterals([]), undefined);
    assert.equal(necessaryLiterals(['alpha', 'body']), undefined);
  });

  it('knows every name that the table of languages gives to what has none', () => {
    const fixed = languages.flatMap((row) => row.declarations.flatMap(({ name }) => (name !== undefined && 'fixed' in name ? [name.fixed] : [])));
    // These are keywords of their languages (of `defstruct` a part), so a file that declares one holds the word.
    const keywords = ['default', 'constructor', 'init', 'this', '__struct__'];
    const unknown = fixed.filter((name) => !keywords.includes(name) && !ownWords.some((word) => word === name));
    assert.deepEqual([...new Set(unknown)], []);
  });
});
