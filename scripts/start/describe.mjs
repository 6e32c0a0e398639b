/**
 * What a person sees when the tools answer: the addresses, and a configuration to paste into a client.
 * @param {import('./session.mjs').Facts} facts
 * @returns {string}
 */
export function describeSession({ mcpUrl, token, workbenchUrl, folder }) {
  const header = { Authorization: `Bearer ${token}` };
  const configuration = { mcpServers: { sightline: { type: 'http', url: mcpUrl, headers: header } } };
  return `
Sightline answers.

  Folder     ${folder}
  Workbench  ${workbenchUrl}
  MCP        ${mcpUrl}
  Token      ${token}

The workbench address holds its connection token: whoever has it has a shell here. Keep it to yourself.
The MCP address is that of a window that runs without a screen. The workbench address opens another window with an MCP
address of its own: "Sightline: Copy MCP Configuration" there gives it, and its tools see what you type there.

Client configuration:

${JSON.stringify(configuration, undefined, 2)}

Claude Code:

  claude mcp add --transport http sightline ${mcpUrl} --header "Authorization: Bearer ${token}"

It runs until you stop it (Ctrl+C).
`;
}
