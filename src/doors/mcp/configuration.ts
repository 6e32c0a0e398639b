/** The configuration that a user pastes into a client elsewhere. */

export interface ConfigurationOptions {
  readonly url: string;
  readonly token: string;
}

/** In the form that most clients take: VS Code names the outer property `servers`, others `mcpServers`. */
export function clientConfiguration({ url, token }: ConfigurationOptions, property: 'mcpServers' | 'servers' = 'mcpServers'): string {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  return JSON.stringify({ [property]: { sightline: server } }, undefined, 2);
}

/**
 * On which machine a copied configuration is valid, in one sentence.
 * @param remoteName of the editor's remote window; undefined when the files are on the user's own machine
 * @param forwarded whether the address was made reachable on the machine that shows the editor
 */
export function validOn(remoteName: string | undefined, forwarded: boolean): string {
  if (remoteName === undefined) return 'Valid on this machine, while this window is open.';
  const there = `in the remote (${remoteName}), where the files are`;
  return forwarded
    ? `Valid on the machine that shows this window, through a forwarded port, while the window is open; not valid ${there}.`
    : `Valid only ${there}, while this window is open.`;
}
