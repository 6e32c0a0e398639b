/** What a selector that finds nothing is told: what is near. */
import { closest } from 'fastest-levenshtein';
import { Failure } from '../../core/errors';
import { flatten, type Ast } from '../ast';
import { nearMiss, quoted } from './near';
import { invalidSelection, type Selector } from './request';
import type { Subject } from './select';

export async function nothingNamed(ports: { readonly ast: Pick<Ast, 'outline'> }, subject: Subject, selector: Selector & { by: 'node' }, signal: AbortSignal): Promise<Failure> {
  const outline = await ports.ast.outline(treeSource(subject, label(selector)), signal);
  const all = flatten(outline.nodes);
  const what = `${label(selector)} matches nothing in ${subject.display}`;
  if (all.length === 0) return nodeNotFound(what, outline.broken ? 'Its syntax is broken and no declaration could be made out' : 'It has no declarations');
  const kinds = [...new Set(all.map(({ node }) => node.nodeKind))].slice(0, 10).join(', ');
  const near = nearNames(all.map(({ path }) => path), selector.name ?? '', 5).map((path) => {
    const node = all.find((each) => each.path === path)?.node;
    return node === undefined ? path : `${path} (${node.nodeKind}, line ${node.node.start.line})`;
  });
  const nearest = selector.name === undefined ? `Declarations here are of kind ${kinds}` : `Nearest: ${near.join(', ')}`;
  return nodeNotFound(what, nearest);
}

/** By likeness of the last name, then of the whole path. */
function nearNames(paths: readonly string[], wanted: string, most: number): readonly string[] {
  const rest = [...new Set(paths)];
  const near: string[] = [];
  const last = wanted.split(/[/.]|::/).at(-1) ?? wanted;
  while (near.length < most && rest.length > 0) {
    const names = rest.map((path) => path.slice(path.lastIndexOf('/') + 1));
    const found = rest[names.indexOf(closest(last, names))];
    if (found === undefined) break;
    near.push(found);
    rest.splice(rest.indexOf(found), 1);
  }
  return near;
}

export function textNotFound({ source, display }: Subject, wanted: string): Failure {
  const near = nearMiss(source, wanted);
  if (near === undefined) return nodeNotFound(`selector_text does not occur in ${display}, and nothing is like it`, undefined);
  return nodeNotFound(
    `selector_text does not occur in ${display}: ${near.what}`,
    `The file has there:\n${quoted(source, near.from, near.to)}`,
    'send the text exactly as the file has it (nothing was written).',
  );
}

export function patternNotFound({ display }: Subject, pattern: string): Failure {
  return nodeNotFound(`selector_pattern matches nothing in ${display}`, `Pattern: ${pattern}`, 'read the file and correct the pattern; it is an ECMAScript regular expression, case-sensitive.');
}

export function nodeNotFound(what: string, context: string | undefined, next = 'read the file (symbols_only lists its declarations), then call again.'): Failure {
  return new Failure('NodeNotFound', { what, context, next });
}

export function treeSource({ source, language, display }: Subject, by: string): { readonly text: string; readonly language: string } {
  if (language !== undefined) return { text: source.text, language };
  throw invalidSelection(`${by} needs a grammar, and there is none for ${display}`, 'use selector_text, selector_pattern or selector_line.');
}

export function label({ kind, name }: { readonly kind: string | undefined; readonly name: string | undefined }): string {
  return [kind !== undefined && `selector_kind ${kind}`, name !== undefined && `selector_name ${name}`].filter((part) => part !== false).join(' with ');
}
