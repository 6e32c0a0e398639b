import assert from 'node:assert/strict';
import { answerOf } from '../support/call';

describe('languages that the editor serves itself', () => {
  it('JavaScript: references across files at the first question', async () => {
    assert.match(
      await answerOf('find_references', { file: 'js/app.js', line: 3, symbol: 'greet' }),
      /^4 references in 2 files\n\njs\/app\.js\n {2}1:10 import \{ greet \} from '\.\/greet\.js';\n {2}3:1 greet\('a'\);\n {2}4:1 greet\('b'\);\n\njs\/greet\.js\n {2}2:17 export function greet\(name\) \{\n\n\(typescript server ready for js\/jsconfig\.json\)$/,
    );
  });

  it('JavaScript without a project file: references in files that nobody has opened', async () => {
    assert.match(
      await answerOf('find_references', { file: 'js-plain/lib.js', symbol: 'helper' }),
      /^3 references in 2 files\n\njs-plain\/app\.js\n {2}1:10 .*\n {2}3:1 helper\(\);\n\njs-plain\/lib\.js\n {2}1:17 export function helper\(\) \{\n\n\(typescript server ready for languages\)$/,
    );
  });

  it('CSS: references and definitions of a custom property', async () => {
    assert.match(
      await answerOf('find_references', { file: 'css/site.css', line: 6, symbol: '--main-color' }),
      /^3 references in 1 file\n\ncss\/site\.css\n {2}2:3 .*--main-color: red;\n {2}6:14 .*color: var\(--main-color\);\n {2}10:14 .*color: var\(--main-color\);\n/,
    );
    assert.match(await answerOf('find_definition', { file: 'css/site.css', line: 6, symbol: '--main-color' }), /^1 definition\n\ncss\/site\.css\n {2}2:3\n {4}2\t {2}--main-color: red;/);
  });

  it('HTML: what an element is', async () => {
    assert.match(await answerOf('symbol_at', { file: 'html/page.html', line: 4, symbol: 'main' }), /The main element/);
  });

  it('JSON: symbols, and no waiting for what its server does not do', async () => {
    assert.match(await answerOf('find_symbol', { file: 'json/data.json' }), /^3 symbols in 1 file\n\njson\/data\.json\n {2}1:3 /);
    assert.match(
      await answerOf('find_references', { file: 'json/data.json', line: 1, symbol: 'list' }),
      /^Could not tell: no references to "list" \(json\/data\.json:1:20\) came\. The json server for languages is ready, but .* may not offer it at all\./,
    );
  });
});
