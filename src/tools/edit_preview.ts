import { previewAnswer } from './edit-answer';
import { editInput, requestsOf, titleOf } from './edit-input';
import { defineTool } from './define';

export const editPreview = defineTool({
  name: 'edit_preview',
  title: 'Preview Edit',
  description:
    'Shows an edit as a diff without making it, with a preview_id that edit_apply applies exactly. Selects by ' +
    'declaration (selector_name, selector_kind), exact text, regex, lines or chunk, in one file or many (edits). ' +
    'Works on unsaved text, checks the result\'s syntax, shows near misses instead of guessing. For one structural ' +
    'change at many places use ast_rewrite, for a new name rename_symbol.',
  kind: 'preview',
  onInCopilot: true,
  input: editInput,
  examples: [
    { file: 'server.go', operation: 'replace', selector_kind: 'function_declaration', selector_name: 'Hello', new_content: 'func Hello() {\n\tprintln("New Hello")\n}' },
    { file: 'README.md', operation: 'replace', selector_text: '## Installation', new_content: '## Getting Started' },
    { file: 'package.json', operation: 'replace', selector_pattern: '"version":\\s*"[^"]+"', new_content: '"version": "2.0.0"' },
  ],
  details: [
    'Text and pattern selectors are exact to the character. Kind, name, line and chunk selectors work on whole lines: what is inserted or left gets one line end if it lacks it, and a last line without a line end stays so.',
    'replace of a declaration touches its node only: its doc comment and decorators stay, unless new_content begins with the same ones. insert_before goes above them; delete takes them along.',
    'With selector_kind the node of exactly that kind is meant: new_content for a function_declaration may leave out the `export` in front of it, which then stays.',
    'Of regular expression matches that overlap, a later one counts only if it reaches further. `\\n` in a pattern matches whatever ends the lines, unless the pattern speaks of `\\r`.',
    'The diff applies with `patch -p1` in the workspace folder.',
  ],
  doing: (args) => `Previewing ${titleOf(args)}`,
  run: async (services, args, call) => previewAnswer(await services.editing.preview(titleOf(args), requestsOf(args), call.signal)),
});
