import assert from 'node:assert/strict';
import { bench, type Bench } from './bench';

describe('a text that is not there', () => {
  let it_: Bench;
  afterEach(() => it_.remove());

  /** The refusal of a replacement of `wanted`, after which the file is as it was. */
  const miss = async (content: string, wanted: string): Promise<string> => {
    it_ = await bench({ 'a.go': content });
    const message = await it_.refused('NodeNotFound', it_.apply({ file: 'a.go', operation: 'replace', text: wanted, newContent: 'x' }));
    assert.equal(await it_.text('a.go'), content);
    return message;
  };

  it('is said to differ in its indentation, with what the file uses', async () => {
    const message = await miss('\tif x {\n\t\treturn\n\t}', '    if x {\n        return\n    }');
    assert.match(message, /same text, indentation differs: the file uses tabs, selector_text spaces/);
    assert.match(message, /1\t\tif x \{\n2\t\t\treturn\n3\t\t\}/);
  });

  it('is said to differ in characters that look alike, by their code points', async () => {
    assert.match(await miss('She said, “Hello.”\n', 'said, "Hello."'), /the file has “ \(U\+201C\) where selector_text has " \(U\+0022\)[\s\S]*1\tShe said, “Hello.”/);
    await it_.remove();
    assert.match(await miss('a\u00a0= b – c\n', 'a = b – c'), /the file has U\+00A0 where selector_text has U\+0020/);
  });

  it('is said to differ in white space at the end of a line, or in case', async () => {
    assert.match(await miss('one  \ntwo\n', 'one\ntwo'), /white space at the end of a line differs/);
    await it_.remove();
    assert.match(await miss('const Value = 1;\n', 'const value = 1;'), /upper and lower case differ/);
  });

  it('is said to hold line numbers, or escapes, that the file does not', async () => {
    assert.match(await miss('one\ntwo\n', '1\tone\n2\ttwo'), /line numbers that file_read prints/);
    await it_.remove();
    assert.match(await miss('one\ntwo\n', 'one\\ntwo'), /escaped once too often/);
  });

  it('is shown the nearest place, which stays as it is', async () => {
    const message = await miss('alpha(1)\nbeta(2)\ngamma(3)\n', 'alpha(1)\nbeta(9)\ngamma(3)');
    assert.match(message, /the nearest place differs[\s\S]*1\talpha\(1\)\n2\tbeta\(2\)\n3\tgamma\(3\)/);
  });

  it('is said to be unlike everything when it is', async () => {
    assert.match(await miss('one\n', 'something else entirely'), /nothing is like it/);
  });
});
