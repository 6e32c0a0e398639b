/** Which parts of a file are read in which grammar: the whole of it, or the blocks of a Vue component. */
import type { SgNode } from '@ast-grep/napi';
import { findLanguage } from '../languages';
import type { Grammar, LanguageRow } from '../table/row';
import type { Grammars } from './grammars';

/** A text to parse whose offsets are the file's, but for `shift`. */
export interface Block {
  readonly row: LanguageRow;
  readonly grammar: Grammar;
  readonly text: string;
  /** What to take from an offset of the parsed text to get one of the file. */
  readonly shift: number;
  /** Only nodes inside this stretch of the file count. */
  readonly only?: { readonly start: number; readonly end: number } | undefined;
}

/** The text as its own row reads it, for queries. */
export function queryBlock(row: LanguageRow, text: string): Block {
  if (row.queryGrammar === undefined) return { row, grammar: row.grammar, text, shift: 0 };
  const [before, after] = row.queryGrammar.around;
  return { row, grammar: row.queryGrammar.grammar, text: before + text + after, shift: before.length };
}

/**
 * The blocks of a Vue component, each in its own grammar. What lies outside a block is blanked, so that every position
 * is the file's. Blocks in languages without a grammar (`lang="pug"`) are left out.
 */
export function componentBlocks(component: LanguageRow, grammars: Grammars, text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const node of grammars.parse(component.grammar, text).children()) {
    const said = language(node);
    if (node.is('script_element') || node.is('style_element')) {
      const row = findLanguage(said ?? (node.is('script_element') ? 'javascript' : 'css'));
      const raw = node.children().find((child) => child.is('raw_text'));
      if (row === undefined || raw === undefined) continue;
      const { start, end } = raw.range();
      blocks.push({ row, grammar: row.grammar, text: blanked(text, start.index, end.index), shift: 0 });
    } else if (node.is('element') && tagName(node) === 'template' && (said === undefined || said === 'html')) {
      const { start, end } = node.range();
      blocks.push({ row: component, grammar: component.grammar, text, shift: 0, only: { start: start.index, end: end.index } });
    }
  }
  return blocks;
}

function language(node: SgNode): string | undefined {
  const attribute = startTag(node)?.children().find((child) => child.is('attribute') && /^lang\s*=/.test(child.text()));
  return attribute?.text().replace(/^lang\s*=\s*/, '').replace(/^["']|["']$/g, '');
}

function tagName(node: SgNode): string | undefined {
  return startTag(node)?.children().find((child) => child.is('tag_name'))?.text();
}

function startTag(node: SgNode): SgNode | undefined {
  return node.children().find((child) => child.is('start_tag') || child.is('self_closing_tag'));
}

function blanked(text: string, start: number, end: number): string {
  const blank = (part: string): string => part.replace(/[^\r\n]/g, ' ');
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}
