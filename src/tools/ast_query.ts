import { counted, pageOf, type Answer, type Item } from '../core/answer';
import { choice, integer, text, texts, z } from '../core/fields';
import type { Call } from '../core/tool';
import type { Capture, QueryMatch } from '../engines/ast';
import { resolveTargets } from '../engines/search/targets';
import { leftOut, nothing } from './ast-answer';
import { defineTool } from './define';
import { countPassage } from './search-answer';
import type { Services } from './services';

const input = z.object({
  pattern: text(
    'Code with placeholders: $NAME one node, $$$NAME any number, $_ one that is not captured. Such as func $NAME($$$ARGS) error.',
  ),
  language: text('go, typescript, javascript, jsx, python, c, cpp, html, vue (the template), css, json, yaml, elixir, rust, java, csharp, ruby, php, kotlin, bash.'),
  paths: texts('Files or folders, searched even if ignored, or globs; !x takes away. Default: the workspace.').optional(),
  name_matches: text('ECMAScript regex for the declared name, unanchored.').optional(),
  name_exact: text('The declared name.').optional(),
  kind_in: texts('Grammar node kinds, such as function_declaration.').optional(),
  max_results: integer('Matches in one answer. Default: 100, at most 1000.', { min: 1, max: 1_000 }).optional(),
  offset: integer('How many to skip. Default: 0.', { min: 0 }).optional(),
  output: choice('The matches (default), or exact numbers.', ['content', 'count']).optional(),
});

type Args = z.output<typeof input>;

export const astQuery = defineTool({
  name: 'ast_query',
  title: 'Search Code Structure',
  description:
    'Finds code by its structure with ast-grep patterns: functions, classes, calls, conditions of a certain shape, ' +
    'whatever their formatting. Enforces literals, parameters, return types and repeated placeholders ($A == $A), ' +
    'which no regex can; never matches inside strings or comments. Sees unsaved text, filters by declared name and ' +
    'node kind. For "every if err != nil that returns err" or "all classes named *Service". For plain text use ' +
    'file_search, for uses of one symbol find_references.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { pattern: 'func $NAME($$$ARGS) error', language: 'go' },
    { pattern: 'class $NAME: $$$BODY', language: 'python' },
    { pattern: 'function $NAME($PROPS) { $$$BODY }', language: 'javascript', name_matches: '^[A-Z]' },
  ],
  details: [
    'The pattern is matched as ast-grep does with strictness "smart": every node of the pattern must be there; unnamed tokens of the code that the pattern lacks are passed over where the pattern goes on with a keyword, a sign or a name. So `def` also finds `async def`, and `function` also finds `async function`; `async def` finds only those, and `$NAME($$$ARGS) { $$$BODY }` finds no `async` method.',
    'Of several nodes side by side only two kinds are a pattern: statements of Go, where the match is the first of them, and an item of Rust behind its attributes, where it is the item. They cannot be rewritten. Elsewhere write the block around the nodes.',
    'A signature without a body (`func $NAME($$$ARGS) error`, `def $NAME($$$ARGS)`, `class $NAME`) also matches declarations with any body. What is named apart in the grammar stays apart: methods from functions in Go, classes with bases from classes without.',
    'A fragment that is no whole file is read where it can stand: a call in a function body, a method in a class, `color: $C` in a rule, `"key": $V` in an object.',
    '`$$$` may stand for nothing, and its comma with it: `f($A, $$$B)` also finds `f(a)`. It takes as little as it can: in `f($$$A, $B)` `$B` is the first argument. Strings are compared as they are written, quotes included.',
    'Where nothing matches, the answer names near forms that would: a method instead of a function, a function with a return type.',
    'Captures are verbatim, commas and comments between included; `$_` and names that begin with `_` are not captured.',
    '`typescript` covers .ts, .mts, .cts and .tsx, `javascript` .js, .mjs, .cjs and .jsx, `jsx` .jsx and .tsx, each file in its own grammar. `.h` counts as C and as C++. A query in a script or style language also looks into the blocks of .vue files; `vue` means the template.',
    'Files of up to 10 MB are parsed. Files with syntax errors are named; what parses in them still matches.',
  ],
  doing: ({ pattern }) => `Searching for code like ${JSON.stringify(pattern)}`,
  run: query,
});

async function query(services: Services, args: Args, call: Call): Promise<Answer> {
  const { targets, without, notes } = await resolveTargets(services, args.paths);
  const offset = args.offset ?? 0;
  const limit = args.max_results ?? 100;
  const result = await services.ast.query(
    {
      pattern: args.pattern,
      language: args.language,
      targets,
      without,
      nameMatches: args.name_matches,
      nameExact: args.name_exact,
      kinds: args.kind_in ?? [],
      offset,
      limit,
      countOnly: args.output === 'count',
    },
    call.signal,
  );
  const closing = [...notes, ...leftOut(result)];
  if (result.total === 0) return nothing(args, result, closing);
  if (args.output === 'count') return countPassage(result.total, result.complete, result.files, closing);
  const entries = result.matches.map(itemOf);
  return {
    kind: 'listing',
    noun: ['match', 'matches'],
    total: result.total,
    exact: result.complete,
    files: result.complete ? result.files.length : undefined,
    ...pageOf(entries, { offset: 0, limit }),
    offset,
    more: (size) => offset + size < result.total,
    notes: closing,
  };
}

function itemOf({ file, span, kind, name, lines, lineCount, captures }: QueryMatch): Item {
  const rest = lineCount - lines.length;
  return {
    kind: 'item',
    file: { path: file.display, unsaved: file.unsaved },
    place: { line: span.start.line, column: span.start.column },
    label: name === undefined ? kind : `${kind} ${name}`,
    code: lines.map((line, index) => ({
      number: span.start.line + index,
      text: line,
      hit: index === 0 ? { start: span.start.column - 1, end: span.end.line === span.start.line ? span.end.column - 1 : line.length } : undefined,
    })),
    details: [...(rest > 0 ? [`… ${counted(rest, ['more line', 'more lines'])}`] : []), ...captures.map(captureLine)],
  };
}

function captureLine({ name, text: captured }: Capture): string {
  const [first = '', ...rest] = captured.split(/\r\n|\r|\n/);
  return `${name} = ${first}${rest.length === 0 ? '' : ` … (+${counted(rest.length, ['line', 'lines'])})`}`;
}
