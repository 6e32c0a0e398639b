/** What a caller asks for, and which combinations of it make sense. */
import { grouped } from '../../core/answer';
import { Failure } from '../../core/errors';

export const operations = ['replace', 'insert_before', 'insert_after', 'delete', 'create'] as const;
export type Operation = (typeof operations)[number];

/** One place as the caller named it; the fields are those of the tools, in our spelling. */
export interface EditRequest {
  readonly file?: string | undefined;
  readonly operation?: Operation | undefined;
  readonly newContent?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly line?: number | undefined;
  readonly lineEnd?: number | undefined;
  readonly index?: number | undefined;
  readonly text?: string | undefined;
  readonly pattern?: string | undefined;
  readonly chunkId?: string | undefined;
  readonly etag?: string | undefined;
}

/** 1-based lines that a place must lie in. With `to` the whole of it, without the place must hold `from`. */
export interface LineWindow {
  readonly from: number;
  readonly to: number | undefined;
}

export type Selector =
  | { readonly by: 'text'; readonly text: string; readonly within: LineWindow | undefined }
  | { readonly by: 'pattern'; readonly pattern: string; readonly within: LineWindow | undefined }
  | { readonly by: 'node'; readonly kind: string | undefined; readonly name: string | undefined; readonly within: LineWindow | undefined }
  | { readonly by: 'lines'; readonly from: number; readonly to: number }
  | { readonly by: 'line'; readonly line: number }
  | { readonly by: 'chunk'; readonly id: string };

/** A request that makes sense. */
export type Order = CreateOrder | ChangeOrder;

export interface CreateOrder {
  readonly operation: 'create';
  readonly file: string;
  readonly content: string;
}

export interface ChangeOrder {
  readonly operation: Exclude<Operation, 'create'>;
  /** Undefined when a chunk id names the file. */
  readonly file: string | undefined;
  /** Empty for `delete`. */
  readonly content: string;
  readonly selector: Selector;
  /** Which of several places; undefined means that there must be one. */
  readonly index: number | undefined;
  readonly etag: string | undefined;
}

/** The largest new content, in bytes of UTF-8. */
export const largestContent = 100 * 1024;

/** @throws Failure `InvalidEdit`, `InvalidSelection` */
export function orderOf(request: EditRequest): Order {
  const { operation } = request;
  if (operation === undefined) throw invalidEdit('operation is missing', `say one of ${operations.join(', ')}.`);
  const content = contentOf(request, operation);
  if (operation === 'create') return createOrder(request, content);

  const selector = selectorOf(request);
  if (request.file === undefined && selector.by !== 'chunk') throw invalidEdit('file is missing', 'name the file to edit.');
  if (request.index !== undefined && request.index < 0) {
    throw invalidSelection(`selector_index is ${request.index}`, 'count from 0, the first place in the file.');
  }
  return { operation, file: request.file, content, selector, index: request.index, etag: request.etag };
}

function createOrder(request: EditRequest, content: string): CreateOrder {
  if (request.file === undefined) throw invalidEdit('file is missing', 'name the file to create.');
  const given = selectorNames(request);
  if (given.length > 0) {
    throw invalidSelection(`create makes a whole file and takes no ${given.join(', ')}`, 'leave the selector out, or use replace or an insertion.');
  }
  return { operation: 'create', file: request.file, content };
}

function contentOf({ newContent }: EditRequest, operation: Operation): string {
  if (operation === 'delete') {
    if (newContent === undefined || newContent === '') return '';
    throw invalidEdit('delete takes no new_content', 'leave it out, or use replace.');
  }
  // An empty file can be created; an empty replacement is a deletion in disguise, or a forgotten argument.
  if (newContent === undefined || (newContent === '' && operation !== 'create')) {
    throw invalidEdit(
      `${operation} needs new_content${newContent === '' ? ', and it is empty' : ''}`,
      operation === 'replace' ? 'give the new text, or use delete.' : 'give the text.',
    );
  }
  const bytes = Buffer.byteLength(newContent, 'utf8');
  if (bytes > largestContent) {
    throw invalidEdit(`new_content has ${grouped(bytes)} bytes; at most ${grouped(largestContent)} are taken`, 'make several smaller edits.');
  }
  if (newContent.includes('\0')) throw invalidEdit('new_content holds a NUL character, which would make the file binary', 'leave it out.');
  if (/\p{Surrogate}/u.test(newContent)) throw invalidEdit('new_content holds half of a character (a lone surrogate)', 'send whole characters.');
  return newContent;
}

function selectorOf(request: EditRequest): Selector {
  const { text, pattern, kind, name, line, lineEnd, chunkId } = request;
  const node = kind !== undefined || name !== undefined;
  const ways = [text !== undefined && 'selector_text', pattern !== undefined && 'selector_pattern', node && 'selector_kind or selector_name', chunkId !== undefined && 'chunk_id'].filter(
    (way) => way !== false,
  );
  if (ways.length > 1) {
    throw invalidSelection(`${ways.join(' and ')} are given together`, 'select by one of them; selector_line may narrow it.');
  }
  if (lineEnd !== undefined && line === undefined) throw invalidSelection('selector_line_end is given without selector_line', 'give both.');
  if (line !== undefined && lineEnd !== undefined && lineEnd < line) {
    throw invalidSelection(`selector_line_end (${lineEnd}) is before selector_line (${line})`, 'swap them.');
  }
  const within = line === undefined ? undefined : { from: line, to: lineEnd };
  if (text !== undefined) {
    if (text === '') throw invalidSelection('selector_text is empty', 'give the text to find, or select by line.');
    if (/\p{Surrogate}/u.test(text)) throw invalidSelection('selector_text holds half of a character (a lone surrogate)', 'send whole characters.');
    return { by: 'text', text, within };
  }
  if (pattern !== undefined) {
    if (pattern === '') throw invalidSelection('selector_pattern is empty', 'give the pattern to find, or select by line.');
    return { by: 'pattern', pattern, within };
  }
  if (chunkId !== undefined) {
    if (within !== undefined) throw invalidSelection('chunk_id and selector_line are given together', 'select by one of them.');
    return { by: 'chunk', id: chunkId };
  }
  if (node) return { by: 'node', kind, name, within };
  if (line === undefined) {
    throw invalidSelection(
      'Nothing is selected',
      'say where: selector_name, selector_kind, selector_text, selector_pattern, selector_line or chunk_id.',
    );
  }
  return lineEnd === undefined ? { by: 'line', line } : { by: 'lines', from: line, to: lineEnd };
}

function selectorNames(request: EditRequest): readonly string[] {
  const given: Readonly<Record<string, unknown>> = {
    selector_kind: request.kind,
    selector_name: request.name,
    selector_line: request.line,
    selector_line_end: request.lineEnd,
    selector_index: request.index,
    selector_text: request.text,
    selector_pattern: request.pattern,
    chunk_id: request.chunkId,
    etag: request.etag,
  };
  return Object.keys(given).filter((name) => given[name] !== undefined);
}

export function invalidEdit(what: string, next: string): Failure {
  return new Failure('InvalidEdit', { what, next });
}

export function invalidSelection(what: string, next: string, context?: string): Failure {
  return new Failure('InvalidSelection', { what, next, context });
}
