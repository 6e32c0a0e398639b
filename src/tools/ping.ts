import { z } from '../core/fields';
import { defineTool } from './define';

export const ping = defineTool({
  name: 'ping',
  title: 'Ping',
  description:
    'Health check: answers "pong", the version, the workspace folders, whether writing is allowed, the back ends in ' +
    'use and the language states seen so far. Not needed before other tools.',
  kind: 'read',
  onInCopilot: false,
  input: z.object({}),
  examples: [{}],
  doing: () => 'Checking the connection to the editor',
  run: async (services) => {
    const { workspace } = services;
    const folders = workspace.folders().map((folder) => `folder: ${folder.name} (${folder.path})`);
    const virtual = workspace.virtualFolders().map((uri) => `not on disk, tools cannot work there: ${uri}`);
    const none = folders.length + virtual.length === 0 ? ['no folder is open in this window'] : [];
    const trust = workspace.trusted() ? ['trusted workspace: writing tools may be used'] : ['Restricted Mode: reading tools work, writing tools are off until the user trusts the workspace'];
    const engines = await Promise.all(services.status.map((status) => status()));
    return {
      kind: 'passage',
      head: 'pong',
      text: [`Sightline ${services.version}`, ...folders, ...virtual, ...none, ...trust, ...engines.flat()].join('\n'),
    };
  },
});
