/** Name paths: `Parser/parse`, `Parser.parse`, or a plain name, resolved in an outline. */
import type { OutlineNode } from './types';

/** A declaration with the names of what it lies in. */
export interface Located {
  readonly node: OutlineNode;
  /** From the outermost to itself, joined with `/`. */
  readonly path: string;
}

/**
 * Every declaration that a name or name path names, in the order of the text. A path may leave out what lies further
 * outside. A name that itself holds a dot or a slash is taken as it is before it is taken for a path.
 */
export function findByNamePath(nodes: readonly OutlineNode[], path: string): readonly Located[] {
  const all = locate(nodes, []);
  const whole = all.filter(({ node }) => node.name === path);
  if (whole.length > 0) return whole.map(located);
  const wanted = partsOf(path);
  return all.filter(({ names }) => endsWith(names.flatMap(partsOf), wanted)).map(located);
}

/** All declarations of an outline, outer before inner. */
export function flatten(nodes: readonly OutlineNode[]): readonly Located[] {
  return locate(nodes, []).map(located);
}

interface Step {
  readonly node: OutlineNode;
  readonly names: readonly string[];
}

function locate(nodes: readonly OutlineNode[], outer: readonly string[]): Step[] {
  return nodes.flatMap((node) => {
    const names = [...outer, ...(node.owner === undefined ? [] : [node.owner]), node.name];
    return [{ node, names }, ...locate(node.children, names)];
  });
}

/** Names of modules hold separators themselves, as `Foo.Bar` does in Elixir. */
function partsOf(path: string): readonly string[] {
  const parts = path.split(/[/.]|::/).filter((part) => part !== '');
  return parts.length === 0 ? [path] : parts;
}

function located({ node, names }: Step): Located {
  return { node, path: names.join('/') };
}

function endsWith(names: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length <= names.length && wanted.every((part, index) => names[names.length - wanted.length + index] === part);
}
