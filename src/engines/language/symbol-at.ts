/** What a symbol is: from the hover and the definition; from the syntax tree where no provider answers. */
import { declaredInWorkspace, fitting } from './declared';
import { locate, show } from './definition';
import { splitHover } from './hover';
import { refuseComment } from './nothing';
import type { Parts } from './parts';
import { comparePositions } from './ranges';
import type { Settled } from './question';
import { settle } from './settle';
import type { Answered, Declaration, SymbolFacts, Target } from './types';

/** @throws Failure `ProviderFailed`, `ProviderTimeout`, `NotASymbol`, `Cancelled` */
export async function symbolFacts(parts: Parts, target: Target, signal: AbortSignal): Promise<Answered<SymbolFacts>> {
  // The definition first: it shows whether the server is ready, and then the hover needs no waiting of its own.
  const found = await locate(parts, target, 'definition', signal);
  const hover = found.status.state === 'none' ? undefined : await hoverOf(parts, target, signal);
  if (found.empty && (hover === undefined || hover.empty)) {
    const fromTree = await fromSyntax(parts, target, signal);
    if (fromTree === undefined) refuseComment(target);
    const facts = fromTree ?? { name: target.name, signature: [], documentation: '', definitions: [], source: 'provider' };
    return { value: facts, status: found.status };
  }
  const definitions = await show(parts, found.value ?? [], signal);
  const [first] = definitions;
  const value: SymbolFacts = {
    name: target.name,
    kind: first?.kind,
    namePath: first?.namePath,
    ...splitHover(hover?.value ?? []),
    definitions,
    source: 'provider',
  };
  return { value, status: found.status };
}

async function hoverOf(parts: Parts, { place, document, at }: Target, signal: AbortSignal): Promise<Settled<readonly string[]>> {
  const project = await parts.projectOf({ place, document });
  return settle(
    parts,
    {
      feature: 'hover',
      document,
      project,
      wants: 'any',
      mayBeEmpty: true,
      ask: () => parts.providers.hover(document.path, at),
      look: (texts) => ({
        empty: texts.every((text) => text.trim() === ''),
        provisional: texts.some((text) => /\(loading\.\.\.\)/.test(text)),
        files: 1,
        across: false,
        fingerprint: texts.join('\n'),
      }),
    },
    signal,
  );
}

/** The declaration at the place itself; else the one of that name in the file; else those in the workspace. */
async function fromSyntax(parts: Parts, target: Target, signal: AbortSignal): Promise<SymbolFacts | undefined> {
  const view = await parts.views.at(target.place);
  const own = await view.declarations(signal);
  const here = (await view.members(signal)).filter((each) => comparePositions(each.at, target.at) === 0);
  const inFile = here.length > 0 ? here : fitting(own, target.name);
  const found: readonly Declaration[] = inFile.length > 0 ? inFile : (await declaredInWorkspace(parts, target.name, 'outlined', signal)).declarations;
  if (found.length === 0) return undefined;
  const [first] = found;
  return {
    name: target.name,
    kind: found.length === 1 ? first?.kind : undefined,
    namePath: found.length === 1 ? first?.namePath : undefined,
    signature: [],
    documentation: '',
    definitions: await show(parts, found.slice(0, 5).map(({ path, at, whole }) => ({ path, onDisk: true, range: { start: at, end: at }, whole })), signal),
    source: 'syntax tree',
  };
}
