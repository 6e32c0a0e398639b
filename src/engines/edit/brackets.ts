/**
 * Brackets where a rewrite needs them: `a + 1` in the place of `$A` in `$A * $B` is torn by the stronger operator. What is
 * torn is no node of the new text any more; it gets brackets where these make it one again.
 */
import { counted } from '../../core/answer';
import type { TextChange } from '../../core/edits';
import { applied } from '../../core/text-changes';
import type { Ast, Source, Stretch } from '../ast';
import type { FilledChange } from './template';

export interface Bracketed {
  readonly changes: readonly TextChange[];
  /** How many pairs were added. */
  readonly pairs: number;
}

/** A change as it is being written: its text with brackets around some of its parts. */
interface Draft {
  readonly change: FilledChange;
  /** By index in the change's parts. */
  readonly around: ReadonlySet<number>;
  readonly aroundAll: boolean;
}

/** A part of a draft: its index in the change's parts, or all of the change. */
interface Part {
  readonly draft: number;
  readonly part: number | 'all';
}

/**
 * @param source the file as it is
 * @throws Failure `ParserNotFound`, `InvalidLanguage`, `Cancelled`
 */
export async function bracketed(ast: Pick<Ast, 'kindsAt'>, source: Source, changes: readonly FilledChange[], signal: AbortSignal): Promise<Bracketed> {
  let drafts: readonly Draft[] = changes.map((change) => ({ change, around: new Set(), aroundAll: false }));
  const kindsOf = async (parts: readonly Part[], now: readonly Draft[]): Promise<readonly string[]> => {
    const { text, stretches } = rendered(source.text, now);
    const asked = parts.map(({ draft, part }) => stretches[draft]?.get(part) ?? { start: 0, end: 0 });
    return parts.length === 0 ? [] : ast.kindsAt({ text, language: source.language }, asked, signal);
  };
  /** Puts brackets around those of the parts that are torn, and keeps the pairs that hold one expression. */
  const bracket = async (parts: readonly Part[]): Promise<number> => {
    const kinds = await kindsOf(parts, drafts);
    const torn = parts.filter((_, index) => kinds[index] === '');
    const found = await kindsOf(torn, around(drafts, torn));
    const healed = torn.filter((_, index) => holdsExpression.test(found[index] ?? ''));
    drafts = around(drafts, healed);
    return healed.length;
  };
  const inner = await bracket(changes.flatMap(({ parts }, draft) => parts.map((_, part) => ({ draft, part }))));
  const outer = await bracket(changes.map((_, draft) => ({ draft, part: 'all' })));
  return { changes: drafts.map((draft) => ({ start: draft.change.start, end: draft.change.end, text: textOf(draft).text })), pairs: inner + outer };
}

/** For the closing line. */
export function bracketNote(pairs: number): readonly string[] {
  return pairs === 0 ? [] : [`brackets added in ${counted(pairs, ['place', 'places'])}, where an operator would have torn an expression`];
}

/** Kinds of node that are brackets around one expression or type; in Elixir they are a block. Not around `*args` of Python. */
const holdsExpression = /^parenthesized(?!_list_splat)|^block$/;

function around(drafts: readonly Draft[], parts: readonly Part[]): readonly Draft[] {
  return drafts.map((draft, index) => {
    const own = parts.filter((part) => part.draft === index).map(({ part }) => part);
    const inner = own.filter((part) => part !== 'all');
    return own.length === 0 ? draft : { ...draft, around: new Set([...draft.around, ...inner]), aroundAll: draft.aroundAll || own.includes('all') };
  });
}

/** The text after the changes, and where their parts stand in it, brackets included. */
function rendered(text: string, drafts: readonly Draft[]): { readonly text: string; readonly stretches: readonly ReadonlyMap<number | 'all', Stretch>[] } {
  let shift = 0;
  const written = drafts.map((draft) => {
    const { start, end } = draft.change;
    const own = textOf(draft);
    const from = start + shift;
    shift += own.text.length - (end - start);
    const stretches = new Map<number | 'all', Stretch>(own.parts.map((part, index) => [index, { start: from + part.start, end: from + part.end }]));
    return { change: { start, end, text: own.text }, stretches: stretches.set('all', { start: from, end: from + own.text.length }) };
  });
  return { text: applied(text, written.map(({ change }) => change)), stretches: written.map(({ stretches }) => stretches) };
}

function textOf({ change, around: bracketedParts, aroundAll }: Draft): { readonly text: string; readonly parts: readonly Stretch[] } {
  const open = aroundAll ? '(' : '';
  const parts: Stretch[] = [];
  let text = open;
  let at = 0;
  for (const [index, { start, end }] of change.parts.entries()) {
    text += change.text.slice(at, start);
    const part = change.text.slice(start, end);
    const written = bracketedParts.has(index) ? `(${part})` : part;
    parts.push({ start: text.length, end: text.length + written.length });
    text += written;
    at = end;
  }
  return { text: text + change.text.slice(at) + (aroundAll ? ')' : ''), parts };
}
