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
 * The address under which the editor made this window's own reachable on the machine that shows it: another port of
 * loopback. Undefined when it did not. A browser's editor gives an address below its own server, which lets nobody in
 * but that browser.
 * @param external what `asExternalUri` made of `url`
 */
export function forwardedAddress(url: string, external: string): string | undefined {
  if (external === url || !URL.canParse(external)) return undefined;
  const { protocol, hostname, pathname } = new URL(external);
  const onLoopback = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost');
  return onLoopback && pathname === new URL(url).pathname ? external : undefined;
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
