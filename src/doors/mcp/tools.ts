/** The dispatcher and the renderer as the MCP door sees them. */
import { partsOf } from '../../core/budget';
import type { Dispatcher } from '../../core/call';
import { published } from '../published';
import { render } from '../render';
import type { Tools } from './options';

export function mcpTools<Services>(dispatcher: Dispatcher<Services>, maxTokens: () => number): Tools {
  return {
    tools: () => dispatcher.offered('mcp').map((tool) => ({ ...published(tool), inputSchema: { ...published(tool).inputSchema } })),
    knows: (name) => dispatcher.knows(name),
    call: async (name, args, { signal, client, ask, structured }) => {
      const outcome = await dispatcher.call(name, args, { signal, client, ask, door: 'mcp' });
      const rendered = render(outcome, { maxTokens: maxTokens() });
      return {
        parts: partsOf(rendered.text),
        isError: rendered.isError,
        ...(structured && rendered.structured !== undefined ? { structured: rendered.structured } : {}),
      };
    },
  };
}
