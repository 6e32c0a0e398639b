/**
 * Callers in other projects. The TypeScript server looks for calls in the project of the asked file alone, but finds
 * references in every project that it has loaded: those of them that are calls are callers too.
 */
import nodePath from 'node:path';
import type { HierarchyItem, HierarchyLink, Location, Range } from '../../core/ports';
import { elsewhere } from './elsewhere';
import type { Parts } from './parts';
import { race } from './race';
import { comparePositions, enclosing } from './ranges';
import { Spot } from './spot';
import type { Declaration, Target } from './types';

/** Milliseconds that the server may take for one answer. */
const limit = 10_000;

/** @param known what the server gave as callers */
export async function callersElsewhere(parts: Parts, item: HierarchyItem, known: readonly HierarchyLink[], signal: AbortSignal): Promise<readonly HierarchyLink[]> {
  const target = await targetOf(parts, item, signal);
  if (target === undefined) return [];
  const named = [item.location.path, ...known.map((link) => link.item.location.path)];
  if ((await elsewhere(parts, target, named, signal)).text === undefined) return [];
  const outcome = await race(() => parts.providers.references(target.document.path, target.at), { limit, wait: parts.wait, signal });
  if (outcome.kind !== 'value') return [];

  const own = await parts.projectOf(target);
  const byCaller = new Map<string, { readonly caller: Declaration | undefined; readonly path: string; readonly calls: Range[] }>();
  for (const { path, range } of outcome.value) {
    const place = parts.places.of(path);
    if (place === undefined || known.some((link) => isAmong(link, path, range))) continue;
    if ((await parts.projectOf({ place, document: target.document })).key === own.key) continue;
    const view = await parts.views.of(path).catch(() => undefined);
    if (view === undefined || !isCall(view.lines, range)) continue;
    const caller = enclosing((await view.declarations(signal)).filter((each) => each.callable), range.start);
    const key = `${path}\n${caller?.at.line}:${caller?.at.column}`;
    const group = byCaller.get(key) ?? { caller, path, calls: [] };
    byCaller.set(key, group);
    group.calls.push(range);
  }
  const links: HierarchyLink[] = [];
  for (const { caller, path, calls } of byCaller.values()) links.push({ item: await itemOf(parts, path, caller, calls, signal), calls });
  return links;
}

/** Undefined for what lies outside the workspace, is gone, or has no name there. */
async function targetOf(parts: Parts, { location: { path, range } }: HierarchyItem, signal: AbortSignal): Promise<Target | undefined> {
  if (parts.places.of(path) === undefined) return undefined;
  const place = await parts.places.existing(path).catch(() => undefined);
  if (place === undefined) return undefined;
  const document = await parts.opener.open(place, signal);
  const { lines } = await parts.views.at(place);
  return new Spot({ place, document, lines }, range.start.line).targetAt(range.start.column);
}

function isAmong({ item, calls }: HierarchyLink, path: string, range: Range): boolean {
  return item.location.path === path && calls.some((call) => comparePositions(call.start, range.start) <= 0 && comparePositions(range.start, call.end) <= 0);
}

/** A call, `new`, a tagged template, a decorator or an element; no import, no type, no mention. */
function isCall(lines: readonly string[], { start, end }: Range): boolean {
  const line = lines[start.line - 1] ?? '';
  const before = line.slice(0, start.column - 1);
  const after = `${line.slice(end.column - 1)}\n${lines[end.line] ?? ''}`;
  return /^\s*(?:\?\.\s*)?(?:<[^;{}]*>\s*)?[(`]/.test(after) || /(?:\bnew\s+(?:[\w$]+\.)*|@(?:[\w$]+\.)*|(?<![\w$)\]\s])\s*<(?:[\w$]+\.)*|[(=>?:&|,]\s*<(?:[\w$]+\.)*)$/.test(before);
}

/** As the server knows the caller, so that it can be asked who calls that; the file itself for code outside of any function. */
async function itemOf(parts: Parts, path: string, caller: Declaration | undefined, calls: readonly Range[], signal: AbortSignal): Promise<HierarchyItem> {
  if (caller !== undefined) {
    const place = await parts.places.existing(path);
    await parts.opener.open(place, signal);
    const outcome = await race(() => parts.providers.prepareHierarchy('callers', path, caller.at), { limit, wait: parts.wait, signal });
    const [item] = outcome.kind === 'value' ? outcome.value : [];
    if (item !== undefined) return item;
  }
  const range = caller === undefined ? (calls[0] ?? start) : { start: caller.at, end: caller.at };
  const location: Location = { path, onDisk: true, range };
  return { name: caller?.namePath ?? nodePath.basename(path), kind: caller?.kind ?? 'file', detail: '', location, handle: undefined };
}

const start: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
