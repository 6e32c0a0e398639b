/** From a selector to the one place it means. Several places without an index are an error that lists them. */
import { counted } from '../../core/answer';
import { cutLine } from '../../core/budget';
import { Failure } from '../../core/errors';
import { type Ast, type OutlineNode, type Span as TreeSpan } from '../ast';
import { findText, mostPlaces } from './match';
import { quoted } from './near';
import { label, nodeNotFound, nothingNamed, patternNotFound, textNotFound, treeSource } from './not-found';
import { findPattern } from './pattern';
import { invalidSelection, type ChangeOrder, type LineWindow, type Selector } from './request';
import type { Source, Span } from './source';

/** A place to edit. */
export type Target =
  /** Exact to the character. */
  | { readonly unit: 'exact'; readonly span: Span }
  /** Whole lines, their ends included. */
  | { readonly unit: 'lines'; readonly span: Span; readonly filledEnd?: number }
  | NodeTarget;

/** A node of the syntax tree, edited by whole lines. */
export interface NodeTarget {
  readonly unit: 'node';
  /** The node itself. */
  readonly span: Span;
  /** With its doc comment and decorators. */
  readonly full: Span;
  /** The node of exactly the kind that was asked for, where a wrapper such as `export` is counted to the declaration. */
  readonly inner: Span | undefined;
}

/** A file's text and what is known of its language. */
export interface Subject {
  readonly display: string;
  readonly source: Source;
  /** An id of the structure engine's table; undefined for a language without a grammar. */
  readonly language: string | undefined;
  /** Whether a line alone means the declaration that holds it. */
  readonly isCode: boolean;
}

/** Where a chunk stands in a text now, and where the blank lines at its end begin. */
export type FindChunk = (id: string, subject: Subject, signal: AbortSignal) => Promise<Span & { readonly filledEnd: number }>;

export interface SelectPorts {
  readonly ast: Pick<Ast, 'nodesOf' | 'outline'>;
  readonly findChunk: FindChunk;
}

/** @throws Failure `NodeNotFound`, `AmbiguousSelection`, `InvalidSelection`, `OutOfRange`, and those of patterns and chunks */
export async function select(ports: SelectPorts, subject: Subject, order: ChangeOrder, signal: AbortSignal): Promise<Target> {
  const { selector, index } = order;
  const { source } = subject;
  checkWindow(subject, selector);
  switch (selector.by) {
    case 'text': {
      const spans = findText(source, selector.text);
      if (spans.length === 0) throw textNotFound(subject, selector.text);
      return { unit: 'exact', span: choose(subject, within(source, spans, selector.within, (span) => span), index, (span) => span, 'selector_text') };
    }
    case 'pattern': {
      const spans = await findPattern(source, selector.pattern, signal);
      if (spans.length === 0) throw patternNotFound(subject, selector.pattern);
      return { unit: 'exact', span: choose(subject, within(source, spans, selector.within, (span) => span), index, (span) => span, 'selector_pattern') };
    }
    case 'lines':
      return { unit: 'lines', span: source.linesSpan(selector.from, Math.min(selector.to, source.lines.length)) };
    case 'line':
      if (!subject.isCode) return { unit: 'lines', span: source.linesSpan(selector.line, selector.line) };
      return nodeTarget(await declarationAt(ports, subject, selector.line, index, signal), subject, undefined);
    case 'node':
      return nodeTarget(alone(choose(subject, await nodes(ports, subject, selector, signal), index, (node) => spanOf(node.node), label(selector)), order), subject, selector.kind);
    case 'chunk': {
      const { start, end, filledEnd } = await ports.findChunk(selector.id, subject, signal);
      return { unit: 'lines', span: { start, end }, filledEnd };
    }
  }
}

function checkWindow({ display, source }: Subject, selector: Selector): void {
  const line = selector.by === 'line' ? selector.line : selector.by === 'lines' ? selector.from : selector.by === 'chunk' ? undefined : selector.within?.from;
  if (line === undefined || (line >= 1 && line <= source.lines.length)) return;
  throw invalidSelection(
    `selector_line ${line} is no line of ${display}, which has ${counted(source.lines.length, ['line', 'lines'])}`,
    'choose a line that is there.',
    `The last one is: ${quoted(source, source.lines.length, source.lines.length)}`,
  );
}

/** The one that is meant: the only one, or the one that the index names. */
function choose<T>(subject: Subject, found: readonly T[], index: number | undefined, span: (item: T) => Span, by: string): T {
  const { source, display } = subject;
  if (found.length === 0) throw nodeNotFound(`${by} matches in ${display}, but not at the lines that selector_line gives`, undefined);
  const [only] = found;
  if (index === undefined && found.length === 1 && only !== undefined) return only;
  const many = `${found.length >= mostPlaces ? 'at least ' : ''}${counted(found.length, ['place', 'places'])}`;
  if (index === undefined) {
    throw new Failure('AmbiguousSelection', {
      what: `${by} matches ${many} in ${display}`,
      context: `Places, by selector_index:\n${list(source, found.map(span))}`,
      next: 'call again with selector_index (0 is the first), or select more exactly.',
    });
  }
  const chosen = found[index];
  if (chosen !== undefined) return chosen;
  throw new Failure('OutOfRange', {
    what: `selector_index is ${index}, but ${by} matches only ${many} in ${display}`,
    context: `Places, by selector_index:\n${list(source, found.map(span))}`,
    next: `choose an index from 0 to ${found.length - 1}.`,
  });
}

function list(source: Source, spans: readonly Span[]): string {
  const shown = spans.slice(0, 10).map((span, index) => {
    const { line, column } = source.position(span.start);
    return `  ${index}: ${line}:${column}: ${cutLine(source.line(line).text, { start: column - 1, end: column - 1 + (span.end - span.start) }, 120)}`;
  });
  if (spans.length > shown.length) shown.push(`  … and ${counted(spans.length - shown.length, ['more', 'more'])}`);
  return shown.join('\n');
}

/** Those that hold the line, or lie wholly in the lines. */
function within<T>(source: Source, found: readonly T[], window: LineWindow | undefined, span: (item: T) => Span): readonly T[] {
  if (window === undefined) return found;
  const { from, to } = window;
  return found.filter((item) => {
    const lines = source.linesOf(span(item));
    return to === undefined ? lines.from <= from && from <= lines.to : from <= lines.from && lines.to <= to;
  });
}

async function nodes(ports: SelectPorts, subject: Subject, selector: Selector & { by: 'node' }, signal: AbortSignal): Promise<readonly OutlineNode[]> {
  const { source } = subject;
  const text = treeSource(subject, label(selector));
  const found = await ports.ast.nodesOf(text, { kind: selector.kind, name: selector.name }, signal);
  if (found.length === 0) throw await nothingNamed(ports, subject, selector, signal);
  const narrowed = within(source, found, selector.within, (node) => spanOf(node.full));
  // Of nodes one within the other that all hold the line, the innermost is meant, as for a line alone.
  return selector.within !== undefined && selector.within.to === undefined ? innermost(narrowed) : narrowed;
}

function innermost(found: readonly OutlineNode[]): readonly OutlineNode[] {
  const bySize = [...found].sort((a, b) => length(a) - length(b));
  const [smallest] = bySize;
  const nested = smallest !== undefined && bySize.every((node) => holds(node, smallest));
  return nested ? [smallest] : found;
}

/** @throws Failure `InvalidSelection` for one of several names of a declaration, which cannot go without the others */
function alone(node: OutlineNode, { operation }: ChangeOrder): OutlineNode {
  const others = (node.together ?? []).filter((name) => name !== node.name);
  if (others.length === 0 || operation.startsWith('insert')) return node;
  throw invalidSelection(
    `${node.name} is declared together with ${others.join(', ')} on line ${node.node.start.line}, so ${operation} would reach ${others.length === 1 ? 'that' : 'those'} too`,
    'use selector_text for the part that is meant, or selector_line for the whole declaration.',
  );
}

async function declarationAt(ports: SelectPorts, subject: Subject, line: number, index: number | undefined, signal: AbortSignal): Promise<OutlineNode> {
  const found = await ports.ast.nodesOf(treeSource(subject, 'selector_line'), { line }, signal);
  if (found.length > 0) return choose(subject, found, index, (node) => spanOf(node.node), 'selector_line');
  throw nodeNotFound(
    `No declaration holds line ${line} of ${subject.display}`,
    quoted(subject.source, line, line),
    'give selector_line_end too to select lines, or use selector_text.',
  );
}

function nodeTarget(node: OutlineNode, { source }: Subject, kind: string | undefined): NodeTarget {
  const [outer, full, inner] = [trimmed(source.text, node.node), trimmed(source.text, node.full), trimmed(source.text, node.inner)];
  const span = { start: behindDecorators(source.text.slice(outer.start, inner.start), outer.start), end: outer.end };
  const wrapped = kind === node.nodeKind && (inner.start !== span.start || inner.end !== span.end);
  return { unit: 'node', span, full, inner: wrapped ? inner : undefined };
}

/** Some grammars count decorators to the declaration, or it to them, as Ruby's `private def a`; an edit counts them to what stands above it. */
function behindDecorators(lead: string, start: number): number {
  if (!/^(?:@|#?\[|(?:private|protected|public|module_function|private_class_method)\s+$)/.test(lead)) return start;
  const wrapper = /(?:export\s+(?:default\s+)?)?(?:declare\s+|abstract\s+)*$/.exec(lead)?.[0] ?? '';
  return start + lead.length - wrapper.length;
}

/** Some grammars count the blank lines behind a section to it; they are nobody's. */
function trimmed(text: string, tree: TreeSpan): Span {
  const { start, end } = spanOf(tree);
  const inner = text.slice(start, end);
  return { start: start + inner.length - inner.trimStart().length, end: end - (inner.length - inner.trimEnd().length) };
}

function spanOf(span: TreeSpan): Span {
  return { start: span.start.offset, end: span.end.offset };
}

function length(node: OutlineNode): number {
  return node.full.end.offset - node.full.start.offset;
}

function holds(outer: OutlineNode, inner: OutlineNode): boolean {
  return outer.full.start.offset <= inner.full.start.offset && inner.full.end.offset <= outer.full.end.offset;
}
