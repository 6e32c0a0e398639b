import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { skip } from '../../support/skip';
import { answerOf } from '../support/call';

/** The right answer, or one that says that it may not be: never a part, and never nothing, as if it were all. */
async function honest(ask: () => Promise<string>, right: RegExp): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const answer = await ask();
    if (right.test(answer)) return;
    assert.match(answer, /^(Could not tell|at least )|Still loading/, `neither right nor honest: ${answer}`);
    if (turn === 4) assert.fail(`not right after ${turn + 1} questions: ${answer}`);
  }
}

describe('Python through pyright', () => {
  before(function () {
    if (!existsSync(path.join(process.env['SIGHTLINE_TEST_ROOT'] ?? '', 'node_modules', 'pyright'))) skip(this, 'pyright is not installed');
  });

  it('answers the first question of a fresh window rightly or honestly', () =>
    honest(
      () => answerOf('find_references', { file: 'py/reading.py', line: 11, symbol: 'to_number' }),
      /^4 references in 2 files\n\npy\/reading\.py\n {2}8:16 Reader\/parse \| return to_number\(text\)\n {2}11:5 def to_number\(text: str\) -> int:\n\npy\/use\.py\n {2}1:29 .*\n {2}5:34 run \| return Reader\(\)\.parse\("1"\) \+ to_number\("2"\)\n\n\(python server ready for py\/pyproject\.toml\)$/,
    ));

  it('shows a definition with its docstring', async () => {
    assert.match(await answerOf('find_definition', { file: 'py/use.py', line: 5, symbol: 'Reader' }), /^1 definition\n\npy\/reading\.py\n {2}4:7 class Reader\n {4}4\tclass Reader:\n {4}5\t {4}"""Something that reads a text\."""/);
  });

  it('answers callers', async () => {
    assert.match(await answerOf('hierarchy', { file: 'py/reading.py', symbol: 'to_number', relation: 'callers' }), /function run py\/use\.py:4:5 \(line 5\)/);
  });

  it('reads types above and below from the declarations, as this server has no type hierarchy', async () => {
    assert.match(await answerOf('hierarchy', { file: 'py/shapes.py', symbol: 'Shape', relation: 'subtypes' }), /^1 subtype\nsubtypes of class Shape py\/shapes\.py:1:7\n\nclass Circle py\/shapes\.py:5:7\n/);
    assert.match(await answerOf('hierarchy', { file: 'py/shapes.py', symbol: 'Circle', relation: 'supertypes' }), /^1 supertype\nsupertypes of class Circle py\/shapes\.py:5:7\n\nclass Shape py\/shapes\.py:1:7\n/);
  });

  it('does not call a file clean that the server did not report on', async () => {
    // The client asks this server about files in tabs only.
    assert.equal(
      await answerOf('diagnostics', { paths: ['py/reading.py'] }),
      'Could not tell: no file was checked.\nNot checked (no language server reported on it): py/reading.py.',
    );
  });
});

describe('Go through gopls', () => {
  before(function () {
    if (!isInstalled('gopls') || !isInstalled('go')) skip(this, 'gopls or go is not installed');
  });

  it('answers the first question of a fresh window rightly or honestly', () =>
    honest(
      () => answerOf('find_references', { file: 'go/reader.go', symbol: 'ToNumber' }),
      /^3 references in 2 files\nThe text has "ToNumber" on 1 line not listed here, in 1 file: go\/reader\.go \(1\) .*\n\ngo\/reader\.go\n {2}15:9 Plain\/Parse \| return ToNumber\(text\)\n {2}19:6 func ToNumber\(text string\) int \{\n\ngo\/use\.go\n {2}5:30 Run \| return Plain\{\}\.Parse\("1"\) \+ ToNumber\("2"\)\n\n\(go server ready for go\/go\.mod\)$/,
    ));

  it('lists implementations', async () => {
    assert.match(await answerOf('find_definition', { file: 'go/reader.go', symbol: 'Reader', kind: 'implementation' }), /^1 implementation\n\ngo\/reader\.go\n {2}11:6 .*Plain/);
  });
});

describe('C through clangd', () => {
  before(function () {
    if (!isInstalled('clangd')) skip(this, 'clangd is not installed');
  });

  it('answers the first question of a fresh window rightly or honestly', () =>
    honest(
      () => answerOf('find_references', { file: 'c/main.c', line: 4, symbol: 'to_number' }),
      /^4 references in 3 files\n\nc\/main\.c\n {2}4:14 twice \| return 2 \* to_number\(text\);\n {2}8:23 main \| return twice\("1"\) \+ to_number\("2"\);\n\nc\/reader\.c\n {2}3:5 .*\n\nc\/reader\.h\n {2}5:5 .*\n\n\(c\/c\+\+ server ready for c\/compile_flags\.txt\)$/,
    ));

  it('calls a file clean that the server reported on', async () => {
    assert.equal(await answerOf('diagnostics', { paths: ['c/main.c'] }), 'No problems of severity warning or more in the files checked.\nChecked 1 file: c/main.c.');
  });

  it('shows the declaration with its comment', async () => {
    assert.match(await answerOf('symbol_at', { file: 'c/main.c', line: 8, symbol: 'to_number' }), /The number that a text stands for/);
  });
});

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
