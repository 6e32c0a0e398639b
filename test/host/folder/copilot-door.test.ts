import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerOf, errorOf, inFolder, partsOf, unsaved } from '../support/call';

const manifest = vscode.extensions.getExtension('sightline.sightline')?.packageJSON;
const declared: readonly { readonly name: string; readonly modelDescription: string; readonly inputSchema: unknown }[] = manifest.contributes.languageModelTools;

describe('the door to Copilot', () => {
  it('shows every declared tool in vscode.lm.tools, with its description and schema', () => {
    for (const tool of declared) {
      const found = vscode.lm.tools.find(({ name }) => name === tool.name);
      assert.equal(found?.description, tool.modelDescription, tool.name);
      assert.deepEqual(found?.inputSchema, tool.inputSchema, tool.name);
    }
  });

  it('has an implementation behind every declared tool', async () => {
    for (const tool of declared) {
      const name = tool.name.replace(/^sightline_/, '');
      const text = await answerOf(name, {}).catch((error: unknown) => String(error));
      assert.doesNotMatch(text, /does not have an implementation/, name);
    }
  });

  it('answers text in parts that Copilot passes on whole', async () => {
    await vscode.workspace.fs.writeFile(inFolder('many-lines.txt'), Buffer.from('x'.repeat(120).concat('\n').repeat(300)));
    const parts = await partsOf('file_read', { path: 'many-lines.txt' });
    assert.ok(parts.length >= 3);
    for (const part of parts) assert.ok(part.length < 8_000);
    assert.match(parts.join(''), /^many-lines\.txt lines 1-\d+ of 300 /);
    await vscode.workspace.fs.delete(inFolder('many-lines.txt'));
  });

  it('fails with code, reason and next step', async () => {
    assert.match(await errorOf('file_read', { path: 'nope.ts' }), /\[1603 PathNotFound\] There is no "nope\.ts" in the workspace\. .* Next: /);
  });

  it('checks arguments itself, since the editor does not', async () => {
    assert.match(await errorOf('file_read', { path: 'src/main.ts', line_start: 'two' }), /\[1601 InvalidArguments\] "line_start" must be a whole number of at least 1, but was "two"\./);
    assert.match(await errorOf('file_read', { file: 'src/main.ts' }), /file_read has no argument "file"/);
    assert.match(await answerOf('file_read', { path: 'src/main.ts', line_start: '1' }), /^src\/main\.ts lines 1-3 of 3/);
  });

  it('sees unsaved text without saving, showing or focusing anything', async () => {
    // The editor itself opens a dirty document in the background; with another one shown it does not come to the front.
    const editor = await vscode.window.showTextDocument(inFolder('src/main.ts'));
    const typed = await unsaved(inFolder('src/greeting.ts'), "export const greeting = 'typed';\n");
    try {
      assert.match(await answerOf('file_read', { path: 'src/greeting.ts' }), /^src\/greeting\.ts \(unsaved\) lines 1-1 of 1 .*\n1\texport const greeting = 'typed';$/);
      assert.match(await answerOf('file_search', { pattern: 'typed' }), /^1 match in 1 file\n\nsrc\/greeting\.ts \(unsaved\)\n/);
      assert.match(await answerOf('file_search', { pattern: "'hello'" }), /^No match/i);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(inFolder('src/greeting.ts'))).toString(), "export const greeting = 'hello';\n");
      assert.equal(vscode.window.activeTextEditor?.document.uri.path, editor.document.uri.path);
    } finally {
      await typed.restore();
    }
  });

  it('cancels', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(answerOf('file_search', { pattern: 'x' }, source.token));
  });

  it('follows the setting that switches a tool off', async () => {
    const configuration = vscode.workspace.getConfiguration('sightline');
    await configuration.update('tools', { file_read: 'mcp', ping: 'both' }, vscode.ConfigurationTarget.Global);
    try {
      assert.match(await errorOf('file_read', { path: 'src/main.ts' }), /\[1505 ToolOff\] The tool file_read is switched off for this door\./);
    } finally {
      await configuration.update('tools', { ping: 'both' }, vscode.ConfigurationTarget.Global);
    }
  });
});

describe('the built-in tools without arguments', () => {
  it('ping names the folder', async () => {
    assert.match(await answerOf('ping', {}), /^pong\nSightline \d+\.\d+\.\d+\nfolder: folder \([^)]*\)\ntrusted workspace: writing tools may be used\n/);
  });

  it('list_all_files_in_project shows the tree', async () => {
    assert.match(await answerOf('list_all_files_in_project', {}), /^3 files\n\nsrc\/\n {2}greeting\.ts\n {2}main\.ts\ntsconfig\.json$/);
  });
});
