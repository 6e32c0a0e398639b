import assert from 'node:assert/strict';
import { astQuery } from '../../../src/tools/ast_query';
import { fileRead } from '../../../src/tools/file_read';
import { TestWorkspace } from '../search/workspace';

const go = 'package a\n\n// Server serves.\ntype Server struct{}\n\nfunc (s *Server) Run(addr string) error {\n\tif err := listen(addr); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n\nfunc Start() error { return nil }\n';

describe('structure through the tools', () => {
  let workspace: TestWorkspace;
  before(() => {
    workspace = new TestWorkspace({ files: { 'a.go': go, 'b/c.go': 'package c\n\nfunc Stop(a, b int) error { return nil }\n', 'notes.txt': 'no grammar\n', 'd.c': '#include <stdio.h>\n', 'broken.go': 'package b\nfunc ok() error { return nil }\nfunc (\n', 'en.ts': 'export enum Color {\n  Red,\n  Green,\n}\nclass C {\n  one = 1;\n}\n', 'two.ts': 'class A { run() {} }\nclass B { run() {} }\n' } });
  });
  after(async () => {
    await workspace.services.ast.dispose();
    workspace.dispose();
  });
  const query = (input: Readonly<Record<string, unknown>>): Promise<string> => workspace.text(astQuery, input);
  const read = (input: Readonly<Record<string, unknown>>): Promise<string> => workspace.text(fileRead, input);

  it('answers place, kind, name, first lines and captures', async () => {
    assert.equal(
      await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go' }),
      [
        '3 matches in 3 files',
        '',
        'a.go',
        '  13:1 function_declaration Start',
        '    13\tfunc Start() error { return nil }',
        '    $NAME = Start',
        '    $$$ARGS = ',
        '',
        'b/c.go',
        '  3:1 function_declaration Stop',
        '    3\tfunc Stop(a, b int) error { return nil }',
        '    $NAME = Stop',
        '    $$$ARGS = a, b int',
        '',
        'broken.go',
        '  2:1 function_declaration ok',
        '    2\tfunc ok() error { return nil }',
        '    $NAME = ok',
        '    $$$ARGS = ',
        '',
        '(1 file has syntax errors; its good parts were searched: broken.go)',
      ].join('\n'),
    );
  });

  it('takes paths with a ! in front away', async () => {
    assert.match(await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go', paths: ['!a.go'], output: 'count' }), /^\d+ match/);
    assert.doesNotMatch(await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go', paths: ['!a.go'] }), /^a\.go$/m);
  });

  it('shows the first lines of long matches', async () => {
    assert.equal(
      await query({ pattern: 'if err := $CALL; err != nil { $$$BODY }', language: 'go', paths: ['a.go'] }),
      '1 match in 1 file\n\na.go\n  7:2 if_statement\n    7\t\tif err := listen(addr); err != nil {\n    8\t\t\treturn err\n    9\t\t}\n    $CALL = listen(addr)\n    $$$BODY = return err',
    );
  });

  it('says of a metavariable inside a token that it was read as text', async () => {
    assert.match(
      await query({ pattern: '#include <$FILE>', language: 'c' }),
      /^No matches for `#include <\$FILE>` in the workspace\. The pattern was read as preproc_include\.\n {2}\$FILE stands inside a token such as a string and was read as text, not as a metavariable: search the text with file_search/,
    );
    assert.doesNotMatch(await query({ pattern: 'listen($ADDR, $ADDR)', language: 'go' }), /stands inside a token/);
  });

  it('pages and counts', async () => {
    assert.match(await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go', max_results: 1 }), /^1 of at least \d+ matches \(offset 0; next: offset=1\)\n/);
    assert.match(await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go', max_results: 1, offset: 2 }), /^1 of 3 matches \(offset 2; the last page\)\n\nbroken\.go\n/);
    assert.equal((await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go', offset: 9 })).split('\n')[0], 'offset 9 is past the end of 3 matches');
    assert.match(await query({ pattern: 'func $NAME($$$ARGS) error', language: 'go', output: 'count' }), /^3 matches in 3 files\nby file:\n {2}a\.go: 1\n/);
  });

  it('tells the kinds of nothing apart', async () => {
    assert.equal(await query({ pattern: 'neverThere($A)', language: 'go' }), 'No matches for `neverThere($A)` in the workspace. The pattern was read as call_expression.\n\n(ignored files were not searched)');
    assert.equal(await query({ pattern: 'f($A)', language: 'rust' }), 'No file was searched: the workspace holds no file of the language rust.');
    assert.equal(
      await query({ pattern: 'func Run($$$ARGS) error', language: 'go' }),
      'No matches for `func Run($$$ARGS) error` in the workspace. The pattern was read as function_declaration.\n  as a method_declaration 1 would match: func ($_ $_) Run($$$ARGS) error\n\n(ignored files were not searched)',
    );
    assert.match(await query({ pattern: 'function (', language: 'typescript' }), /^\[1003 InvalidPattern\] The pattern `function \(` is no pattern of TypeScript\. It ends too early: the `\(` at its character 10 is not closed\. Next: /);
  });

  it('reads the outline, alone or with the text', async () => {
    assert.match(await read({ path: 'a.go', symbols_only: true }), /^a\.go 13 lines \(etag=\w+(?:, \w+)?\)\noutline \(syntax tree, 3 declarations\):\n4 struct Server\n6-11 method Server\.Run\n13 function Start$/);
    assert.match(await read({ path: 'a.go', symbols_only: true, line_start: 12 }), /1 declaration\):\n13 function Start$/);
    assert.match(await read({ path: 'a.go', include_ast: true, line_end: 4 }), /^a\.go lines 1-4 of 13 \(etag=\w+(?:, \w+)?\)\noutline \(syntax tree, 1 declaration\):\n4 struct Server\n\n1\tpackage a\n/);
    assert.match(await read({ path: 'a.go', symbols_only: true, include_ast: false }), /^\[1601 InvalidArguments\]/);
    assert.match(await read({ path: 'notes.txt', include_ast: true }), /1\tno grammar\n\n\(no outline: no grammar reads notes\.txt, and there is no sign of a language server that lists its symbols: .*\)$/);
    assert.match(await read({ path: 'broken.go', symbols_only: true }), /2 function ok\n\n\(the file has syntax errors, so the outline may not be whole\)$/);
  });

  it('reads one symbol with its comment, lists several, and helps where there is none', async () => {
    assert.match(await read({ path: 'a.go', symbol: 'Server' }), /^a\.go lines 3-4 of 13 \(etag=\w+(?:, \w+)?\)\n3\t\/\/ Server serves\.\n4\ttype Server struct\{\}$/);
    assert.match(await read({ path: 'a.go', symbol: 'Server.Run', max_lines: 2 }), /^a\.go lines 6-7 of 13 .*\n6\t.*\n7\t.*\n\(cut after line 7; next: line_start=8\)$/s);
    assert.equal(await read({ path: 'two.ts', symbol: 'run' }), '2 candidates\n"run" names several declarations; read one by its name path or by its lines.\n\ntwo.ts\n  1:11 method A/run\n  2:11 method B/run');
    assert.match(await read({ path: 'en.ts', symbol: 'Color/Green' }), /^en\.ts lines 3-3 of 7 \(etag=\w+(?:, \w+)?\)\n3\t {2}Green,$/);
    assert.match(await read({ path: 'en.ts', symbol: 'C/one' }), /\n6\t {2}one = 1;$/);
    assert.match(await read({ path: 'a.go', symbol: 'Serve' }), /^\[1306 NodeNotFound\] a\.go declares no "Serve"\. Near ones: Server/);
    assert.match(await read({ path: 'a.go', symbol: 'Server', line_start: 1 }), /^\[1601 InvalidArguments\]/);
  });
});
