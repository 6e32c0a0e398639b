import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerOf, errorOf } from '../support/call';

/** The five places of `parse` in each toy language. */
const five = (language: string): string =>
  [
    '5 references in 2 files',
    '',
    `failing/${language}/a.${language}`,
    '  1:5 def parse',
    '  3:5 use parse',
    '',
    `failing/${language}/b.${language}`,
    '  1:1 parse parse',
    '  1:7 (same line)',
    '  2:5 and parse',
    '',
    `(${language} server ready for languages)`,
  ].join('\n');

const ask = (language: string): Record<string, unknown> => ({ file: `failing/${language}/a.${language}`, line: 1, column: 5 });

describe('a language server that fails', () => {
  const waiting = (ms: number | undefined) => vscode.workspace.getConfiguration('sightline').update('language.waitMs', ms, vscode.ConfigurationTarget.Global);
  before(() => waiting(5_000));
  after(() => waiting(undefined));

  it('by answering nothing three times is asked until it is right', async () => {
    assert.equal(withoutEnclosing(await answerOf('find_references', ask('empty-thrice'))), five('empty-thrice'));
  });

  it('by knowing two places of five at first is waited for', async () => {
    assert.equal(withoutEnclosing(await answerOf('find_references', ask('two-then-five'))), five('two-then-five'));
  });

  it('by throwing is never said to know no references', async () => {
    const answer = await answerOf('find_references', ask('throwing'));
    assert.match(answer, /^Could not tell: no references to "parse" \(failing\/throwing\/a\.throwing:1:5\) so far, but the throwing server for languages is still loading or silent \(waited [45]\.\d s; /);
    assert.match(answer, /The text has "parse" on 4 lines not listed here, in 2 files: failing\/throwing\/a\.throwing \(2\), failing\/throwing\/b\.throwing \(2\) \(evidence, not proof/);
  });

  it('by hanging is a named time-out', async () => {
    assert.match(await errorOf('find_references', ask('hanging')), /^\[1203 ProviderTimeout\] The hanging provider \(project languages\) did not answer within \d+\.\d s: references\. /);
  });

  it('by never registering is no sign of a provider', async () => {
    const error = await errorOf('find_references', ask('never-registered'));
    assert.match(error, /^\[1201 NoProvider\] There is no sign of a language provider for never-registered, .* although sightline-tests\.failing-language is installed for it\. The text has "parse" on 4 lines/);
  });

  it('by not being there at all is noticed soon', async () => {
    assert.match(await errorOf('find_references', ask('unserved')), /^\[1201 NoProvider\] There is no sign of a language provider for unserved, .*no installed extension asks for this language/);
  });

  it('by crashing is noticed, and right again when it is back', async () => {
    assert.equal(withoutEnclosing(await answerOf('find_references', ask('crashing'))), five('crashing'));
    await vscode.commands.executeCommand('failingLanguage.crash', 2_000);
    assert.equal(withoutEnclosing(await answerOf('find_references', ask('crashing'))), five('crashing'));
  });

  it('by mixing both shapes of places is understood', async () => {
    assert.match(await answerOf('find_definition', ask('mixed-links')), /^2 definitions\n\nfailing\/mixed-links\/a\.mixed-links\n {2}1:5 .*\n.*\n\nfailing\/mixed-links\/b\.mixed-links\n {2}1:5 /);
  });
});

function withoutEnclosing(answer: string): string {
  return answer.replaceAll(/^( {2}\d+:\d+ )\w+ \| /gm, '$1');
}
