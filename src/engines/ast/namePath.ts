/** Name paths: `Parser/parse`, `Parser.parse`, or a plain name, resolved in an outline. */

/** A declaration and what it holds, whoever lists it: a syntax tree or a language server. */
export interface Named<Node> {
  readonly name: string;
  /** What it belongs to where that stands elsewhere. */
  readonly owner: string | undefined;
  readonly children: readonly Node[];
}

/** A declaration with the names of what it lies in. */
export interface Located<Node> {
  readonly node: Node;
  /** From the outermost to itself, joined with `/`. */
  readonly path: string;
}

/**
 * Every declaration that a name or name path names, in the order of the text. A path may leave out what lies further
 * outside. A name that itself holds a dot or a slash is taken as it is before it is taken for a path.
 */
export function findByNamePath<Node extends Named<Node>>(nodes: readonly Node[], path: string): readonly Located<Node>[] {
  const all = locate(nodes, []);
  const whole = all.filter(({ node }) => node.name === path);
  // A class comes before its constructors, which have its name once more: `A/A`.
  const outer = whole.filter(({ names }) => names.at(-2) !== path);
  if (whole.length > 0) return (outer.length > 0 ? outer : whole).map(located);
  const wanted = partsOf(path);
  const exact = all.filter(({ names }) => endsWith(names.flatMap(partsOf), wanted));
  const found = exact.length > 0 ? exact : all.filter(({ names }) => endsWith(names.map(withoutParameters).flatMap(partsOf), wanted));
  return found.map(located);
}

/** All declarations of an outline, outer before inner. */
export function flatten<Node extends Named<Node>>(nodes: readonly Node[]): readonly Located<Node>[] {
  return locate(nodes, []).map(located);
}

interface Step<Node> {
  readonly node: Node;
  readonly names: readonly string[];
}

function locate<Node extends Named<Node>>(nodes: readonly Node[], outer: readonly string[]): Step<Node>[] {
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

/** `Point<T>`, of which an `impl` of Rust is, is also `Point`. */
function withoutParameters(name: string): string {
  return name.replace(/^(?!operator)([\w$:.]+)<.*>$/s, '$1');
}

function located<Node>({ node, names }: Step<Node>): Located<Node> {
  return { node, path: names.join('/') };
}

function endsWith(names: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length <= names.length && wanted.every((part, index) => names[names.length - wanted.length + index] === part);
}
