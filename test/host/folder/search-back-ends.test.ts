import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder, unsaved } from '../support/call';

const engines = ['ripgrep', 'javascript', 'editor'] as const;

/** Files that stand for what back ends like to treat differently. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  'engines/.gitignore': 'ignored/\n*.log\n!keep.log\n',
  'engines/ignored/a.txt': 'needle ignored\n',
  'engines/x.log': 'needle log\n',
  'engines/keep.log': 'needle kept\n',
  'engines/.hidden': 'needle hidden\n',
  'engines/crlf.txt': 'one\r\nneedle end\r\n',
  'engines/bom.txt': '\ufeffneedle first\n',
  'engines/emoji.txt': '😀 é needle\n',
  'engines/utf16.txt': Buffer.from('\ufeffneedle wide\n', 'utf16le'),
  'engines/latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, ...Buffer.from('needle\n')]),
  'engines/.siiignore': 'secret.txt\n',
  'engines/secret.txt': 'needle secret\n',
  'engines/b/needle.txt': 'needle needle\n',
  'engines/b.txt': 'a needle\n',
};

describe('the three back ends of search', () => {
  const configuration = () => vscode.workspace.getConfiguration('sightline');
  before(async () => {
    for (const [name, content] of Object.entries(files)) await vscode.workspace.fs.writeFile(inFolder(name), Buffer.from(content));
  });
  after(async () => {
    await configuration().update('search.engine', undefined, vscode.ConfigurationTarget.Global);
    await vscode.workspace.fs.delete(inFolder('engines'), { recursive: true });
  });

  for (const engine of engines) {
    it(`${engine} gives these matches in this order`, async () => {
      await configuration().update('search.engine', engine, vscode.ConfigurationTarget.Global);
      const typed = await unsaved(inFolder('engines/b.txt'), 'typed needle\n');
      try {
        assert.equal((await answerOf('file_search', { pattern: 'needle', paths: ['engines'], context_lines: 0 })).replace(/\n\n\(.*\)$/s, ''), [
          '9 matches in 9 files',
          '', 'engines/.hidden', '  1:1: needle hidden',
          '', 'engines/b/needle.txt', '  1:1: needle needle',
          '', 'engines/b.txt (unsaved)', '  1:7: typed needle',
          '', 'engines/bom.txt', '  1:1: needle first',
          '', 'engines/crlf.txt', '  2:1: needle end',
          '', 'engines/emoji.txt', '  1:6: 😀 é needle',
          '', 'engines/keep.log', '  1:1: needle kept',
          '', 'engines/latin1.txt', '  1:6: caf\ufffd needle',
          '', 'engines/utf16.txt', '  1:1: needle wide',
        ].join('\n'));
        assert.match(await answerOf('file_search', { pattern: 'neverThere', paths: ['engines'] }), /^No matches for "neverThere"/);
        assert.match(await errorOf('file_search', { pattern: 'foo(' }), /\[1003 InvalidPattern\] .*unclosed group/i);
      } finally {
        await typed.restore();
        await vscode.workspace.fs.writeFile(inFolder('engines/b.txt'), Buffer.from('a needle\n'));
      }
    });
  }
});
