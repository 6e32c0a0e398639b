/**
 * Characters that stand for themselves in the text of a page: a bare `&` and `>`, and what a template puts between double
 * braces. HTML takes them, the grammar does not.
 */

/** The text with harmless characters in their place: as long as before, with the same lines. */
export function withoutLooseCharacters(text: string): string {
  return text.replace(tokens, (token) => {
    if (token === '&' || token === '>') return 'x';
    return token.startsWith('{{') ? token.replace(/\S/g, 'x') : token;
  });
}

/** Comments, scripts and tags are passed over whole, so that only text is left. */
const tokens =
  /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|\{\{[^]{0,2000}?\}\}|<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>|&(?![\w#])|>/gi;
