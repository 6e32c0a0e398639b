import { pageOf, type Answer, type Item, type Noun } from '../core/answer';
import { cutLine } from '../core/budget';
import { choice, integer, z } from '../core/fields';
import { linesOf } from '../core/position';
import type { Call } from '../core/tool';
import type { HierarchyTree, Status, Target } from '../engines/language';
import { defineTool } from './define';
import type { Services } from './services';
import { caution, named, nothing, onSymbol, readyNote, symbolFields } from './symbols';

const input = z.object({
  ...symbolFields,
  relation: choice('Which way to look from the symbol.', ['callers', 'callees', 'supertypes', 'subtypes']),
  depth: integer('Levels. Default: 1.', { min: 1, max: 5 }).optional(),
  max_results: integer('Lines of the tree in one answer. Default: 200.', { min: 1, max: 1_000 }).optional(),
  offset: integer('Lines to skip. Default: 0.', { min: 0 }).optional(),
});

const nouns: Readonly<Record<z.output<typeof input>['relation'], Noun>> = {
  callers: ['caller', 'callers'],
  callees: ['callee', 'callees'],
  supertypes: ['supertype', 'supertypes'],
  subtypes: ['subtype', 'subtypes'],
};

export const hierarchy = defineTool({
  name: 'hierarchy',
  title: 'Call and Type Hierarchy',
  description:
    'Shows who calls a function (callers), what it calls (callees), or the types above and below a class or interface ' +
    '(supertypes, subtypes), as a tree of one or more levels. Answers "what breaks if this changes" in one call, ' +
    'where a grep would need one for each level. For a flat list of all uses take find_references.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [
    { symbol: 'Parser/parse', relation: 'callers', depth: 2 },
    { file: 'server.go', line: 12, column: 6, relation: 'subtypes' },
  ],
  details: [
    'Where a server gives no type hierarchy (TypeScript, Python), the tree is read from the headers of the declarations, whose names the server leads to their places; in other languages subtypes are then the implementations that it gives.',
    'Callers are looked for in other projects of the workspace, too, where the server does not do that by itself (TypeScript): among its references, those that are calls. A call outside of any function is shown with its file.',
    'A server that gives no hierarchy for a symbol is said so: it does not mean that there are no callers or types.',
  ],
  doing: (args) => `Finding ${args.relation} of ${named(args)}`,
  run: (services, args, call) => onSymbol(services, args, call, (target) => find(services, target, args, call)),
});

async function find(services: Services, target: Target, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const { relation } = args;
  const { value, status } = await services.language.hierarchy(target, { relation, depth: args.depth ?? 1 }, call.signal);
  // Calls stand in the caller's file: the line's own for callers, that of the line above it in the tree for callees.
  const calls = relation === 'callees' ? 'called on line' : 'line';
  const items = value.flatMap((root) => root.children.flatMap((child) => itemsOf(child, 0, calls)));
  const roots = value.map((root) => `${relation} of ${title(root)}`);
  const source = value.find((root) => root.source !== undefined)?.source;
  const notes = source === undefined ? [] : [`the server gives no type hierarchy: ${sources[source]}`];
  if (value.length === 0 && status.state === 'ready') return noTree(target, relation, status);
  if (items.length === 0 && source !== undefined && status.state === 'ready') return noneFound(target, relation, source);
  if (items.length === 0) return nothing(status, `${nouns[relation][1]} of "${target.name}" (${target.place.display}:${target.at.line}:${target.at.column})`, { instead: 'find_references lists its uses' });
  const warning = caution(status);
  return {
    kind: 'listing',
    noun: nouns[relation],
    total: items.length,
    exact: true,
    ...pageOf(value.length > 1 ? value.flatMap((root) => withRoot(root, calls)) : items, { offset: args.offset ?? 0, limit: args.max_results ?? 200 }),
    lead: [...(warning === undefined ? [] : [warning]), ...(value.length > 1 ? [] : roots)],
    notes: [...notes, ...(status.state === 'ready' ? [readyNote(status)] : [])],
  };
}

const sources: Readonly<Record<NonNullable<HierarchyTree['source']>, string>> = {
  declarations: 'read from the declarations that name each other',
  implementations: 'these are the implementations that it gives, indirect ones among them',
};

/** Where the tree was not the server's, nor is the answer. */
function noneFound({ name, place, at }: Target, relation: z.output<typeof input>['relation'], source: NonNullable<HierarchyTree['source']>): Answer {
  const text = `No ${relation} of "${name}" (${place.display}:${at.line}:${at.column}).`;
  return { kind: 'nothing', why: 'notFound', text, notes: [`the server gives no type hierarchy: ${sources[source]}`] };
}

/** A server without such a hierarchy answers like one whose symbol stands alone. */
function noTree({ name, place, at, document }: Target, relation: z.output<typeof input>['relation'], { language, project }: Status): Answer {
  const line = linesOf(document.text)[at.line - 1]?.text.trim() ?? '';
  const calls = relation === 'callers' || relation === 'callees';
  const [kind, instead] = calls
    ? ['call hierarchy', relation === 'callers' ? 'find_references lists its uses' : 'file_read shows what it calls']
    : ['type hierarchy', relation === 'subtypes' ? 'find_references lists the types that name it' : 'its declaration names what it extends'];
  const where = `${place.display}:${at.line}:${at.column}`;
  const head = `Could not tell the ${relation} of "${name}" (${where}): the ${language} server for ${project} is ready, but gives no ${kind} for it.`;
  return { kind: 'nothing', why: 'cannotTell', text: `${head} Next: ${instead}.\n${place.display}\n  ${at.line}:${at.column} ${cutLine(line)}` };
}

function withRoot(root: HierarchyTree, calls: string): readonly Item[] {
  return [{ kind: 'item', label: title(root), depth: 0 }, ...root.children.flatMap((child) => itemsOf(child, 1, calls))];
}

/** A node, and what lies below it, indented. */
function itemsOf(node: HierarchyTree, depth: number, word: string): readonly Item[] {
  const calls = node.calls.length === 0 ? '' : ` (${word}${node.calls.length === 1 ? '' : 's'} ${node.calls.join(', ')})`;
  const cut = node.cut === 'again' ? ' (recursion: stands above)' : node.cut === 'limit' ? ' (not followed further)' : node.cut === 'unknown' ? ' (its declaration is no type, or was not found)' : '';
  const item: Item = { kind: 'item', label: `${title(node)}${calls}${cut}`, depth };
  return [item, ...node.children.flatMap((child) => itemsOf(child, depth + 1, word))];
}

function title({ kind, name, file, at }: HierarchyTree): string {
  return `${kind} ${name} ${file.path}:${at.line}:${at.column}${file.unsaved ? ' (unsaved)' : ''}`;
}
