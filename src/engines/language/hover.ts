/** A hover's Markdown as signature and prose. */

export interface HoverParts {
  /** Lines of its fenced code, each block's language dropped. */
  readonly signature: readonly string[];
  readonly documentation: string;
}

/** UTF-16 units of prose that are kept. */
const longestProse = 2_000;

export function splitHover(texts: readonly string[]): HoverParts {
  const signature: string[] = [];
  const prose: string[] = [];
  for (const text of texts) {
    const rest = text.replace(/```[^\n]*\n([\s\S]*?)\n?```/g, (_, code: string) => {
      // The first block is the signature; later ones are examples of the documentation.
      if (prose.length === 0 && signature.length === 0) {
        signature.push(...code.split('\n').filter((line) => line.trim() !== ''));
        return '';
      }
      return `\n${code}\n`;
    });
    const plain = plainText(rest);
    if (plain !== '') prose.push(plain);
  }
  const documentation = prose.join('\n\n');
  const cut = documentation.length > longestProse ? `${documentation.slice(0, longestProse)}… (cut)` : documentation;
  return { signature, documentation: cut };
}

/** Markdown marks that say nothing to a reader of plain text: escapes, entities, rules, link targets of the editor. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\((?:command|file|vscode):[^)]*\)/g, '$1')
    .replace(/^\s*(?:---+|\*\*\*+)\s*$/gm, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>|~])/g, '$1')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
