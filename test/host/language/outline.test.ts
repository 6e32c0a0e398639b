import assert from 'node:assert/strict';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

/** Without what changes from run to run. */
async function read(input: object): Promise<string> {
  return (await answerOf('file_read', input)).replace(/etag=\w+/, 'etag=E');
}

describe('outlines of files without a grammar', () => {
  it('SCSS and Less: from the built-in server', async () => {
    assert.equal(
      await read({ path: 'outline/site.scss', symbols_only: true }),
      'outline/site.scss 13 lines (etag=E, scss)\noutline (css language server, 4 declarations):\n1 variable $accent\n4-6 method shadow\n8-13 class .card\n 10-12 class .title',
    );
    assert.match(await read({ path: 'outline/theme.less', symbols_only: true }), /\noutline \(css language server, 3 declarations\):\n1 variable @accent\n2-4 class \.card\n 3 class \.title$/);
  });

  it('one symbol, with its comment, of the unsaved text', async () => {
    assert.match(await read({ path: 'outline/site.scss', symbol: 'shadow' }), /^outline\/site\.scss lines 3-6 of 13 \(etag=E, scss\)\n3\t\/\/ A shadow\.\n4\t@mixin shadow\(\$depth\) \{\n5\t.*\n6\t\}$/);
    const edit = await unsaved(inFolder('outline/site.scss'), '\n\n.other {\n}\n');
    try {
      assert.equal(
        await read({ path: 'outline/site.scss', symbols_only: true }),
        'outline/site.scss (unsaved) 4 lines (etag=E, scss)\noutline (css language server, 1 declaration):\n3-4 class .other',
      );
      assert.match(await read({ path: 'outline/site.scss', symbol: '.other' }), /lines 3-4 of 4 .*\n3\t\.other \{\n4\t\}$/);
    } finally {
      await edit.restore();
    }
  });

  it('from an extension that registers a provider for its own language', async () => {
    assert.match(await read({ path: 'failing/mixed-links/a.mixed-links', include_ast: true }), /^failing\/mixed-links\/a\.mixed-links lines 1-\d of \d \(etag=E, mixed-links\)\noutline \(mixed-links language server, 1 declaration\):\n1 function parse\n\n1\tdef parse\n/);
  });

  it('there are none where nothing serves the language, and it says so', async () => {
    assert.match(
      await read({ path: 'failing/unserved/a.unserved', include_ast: true }),
      /\n1\tdef parse\n[\s\S]*\n\n\(no outline: no grammar reads failing\/unserved\/a\.unserved, and there is no sign of a language server that lists its symbols: no installed extension asks for this language, and nothing answered within \d\.\d s\)$/,
    );
    assert.match(await errorOf('file_read', { path: 'failing/unserved/a.unserved', symbol: 'parse' }), /^\[1201 NoProvider\] Symbols cannot be found here: /);
  });
});
