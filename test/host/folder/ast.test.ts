import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

describe('structure in a window', () => {
  it('finds code by its shape in unsaved text, out of a child process', async () => {
    const { restore } = await unsaved(inFolder('src/greeting.ts'), 'export function shaped(one: string, two: number) {\n  return one;\n}\n');
    try {
      const answer = await answerOf('ast_query', { pattern: 'function $NAME($$$ARGS) { $$$BODY }', language: 'typescript', name_exact: 'shaped' });
      assert.equal(
        answer,
        '1 match in 1 file\n\nsrc/greeting.ts (unsaved)\n  1:8 function_declaration shaped\n    1\texport function shaped(one: string, two: number) {\n    2\t  return one;\n    3\t}\n    $NAME = shaped\n    $$$ARGS = one: string, two: number\n    $$$BODY = return one;',
      );
      assert.match(await answerOf('file_read', { path: 'src/greeting.ts', symbols_only: true }), /\noutline \(syntax tree, 1 declaration\):\n1-3 function shaped$/);
    } finally {
      await restore();
    }
  });

  it('refuses what is no pattern', async () => {
    assert.match(await errorOf('ast_query', { pattern: 'function (', language: 'typescript' }), /^\[1003 InvalidPattern\]/);
  });

  it('loads no native parser into the extension host', () => {
    if (existsSync('/proc/self/maps')) assert.doesNotMatch(readFileSync('/proc/self/maps', 'utf8'), /ast-grep\.node|grammars\/\w+\.so/);
  });
});
