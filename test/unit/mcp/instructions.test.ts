import { strict as assert } from 'node:assert';
import { instructions } from '../../../src/doors/mcp/instructions';

describe('MCP instructions', () => {
  const all = [
    'file_search', 'search_file_content', 'file_read', 'list_all_files_in_project', 'find_files_by_chunk_content', 'find_matching_chunks_in_file',
    'chunk_details', 'ast_query', 'ast_rewrite', 'symbol_at', 'find_definition', 'find_references', 'find_symbol', 'hierarchy', 'diagnostics',
    'rename_symbol', 'code_actions', 'edit_preview', 'edit_apply', 'edit_undo', 'ping',
  ];
  const folder = (name: string) => ({ name, path: `/w/${name}` });

  it('names the folders and the tools, most needed first', () => {
    assert.equal(
      instructions([folder('alpha')], ['ping', 'file_read', 'file_search']),
      "Live view of the editor's workspace alpha, unsaved text included. Use file_search (text or regex in all files), file_read (a file, a symbol or its outline).\n" +
        'Folder alpha: /w/alpha\n' +
        'Paths: relative to the folder, in a multi-root workspace with the folder name in front, or absolute. Lines and columns start at 1. A list that was cut names its next offset.',
    );
  });

  it('says in the first 512 characters what the main tools are for, whatever the folders are called', () => {
    for (const folders of [[], [folder('alpha')], ['a', 'b', 'c', 'd', 'e'].map((letter) => folder(letter.repeat(200)))]) {
      const first = instructions(folders, all).slice(0, 512);
      const [line] = first.split('\n');
      assert.ok(line !== undefined && line.endsWith('.') && line.length < first.length, first);
      for (const tool of ['file_search (', 'file_read (', 'find_references (', 'find_definition (']) assert.ok(line.includes(tool), tool);
    }
  });

  it('names at most three folders in front, and all of them with their paths below', () => {
    const text = instructions(['a', 'b', 'c', 'd', 'e'].map(folder), all);
    assert.match(text, /^Live view of the editor's workspace a, b, c and 2 more, /);
    assert.match(text, /\nFolder a: \/w\/a\n[^]*\nFolder e: \/w\/e\n/);
  });

  it('says that no folder is open, and leaves out what is switched off', () => {
    assert.match(instructions([], []), /^Live view of the editor's workspace \(no folder is open\), unsaved text included\.\nPaths/);
    assert.doesNotMatch(instructions([], ['ping']), /Use/);
  });
});
