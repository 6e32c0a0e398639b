/** The tools as the MCP door sees them: the dispatcher behind plain values. Belongs to the extension's bundle. */
import { partsOf } from '../../core/budget';
import type { Dispatcher } from '../../core/call';
import type { Settings } from '../../core/ports';
import type { Tool } from '../../core/tool';
import { published, type PublishedTool } from '../published';
import { render } from '../render';
import type { Tools } from './options';

export function mcpTools<Services>(dispatcher: Dispatcher<Services>, settings: Settings): Tools {
  // Making a schema takes longer than the rest of listing a tool, and clients of 2026-07-28 list often.
  const made = new Map<Tool<Services>, PublishedTool>();
  const publish = (tool: Tool<Services>): PublishedTool => {
    const entry = made.get(tool) ?? published(tool);
    made.set(tool, entry);
    return entry;
  };
  return {
    tools: () => dispatcher.offered('mcp').map(publish),
    knows: (name) => dispatcher.has(name),
    call: async (name, args, { structured, ...context }) => {
      const outcome = await dispatcher.call(name, args, { ...context, door: 'mcp' });
      const { text, isError, structured: data } = render(outcome, { maxTokens: settings.answerMaxTokens() });
      return { parts: partsOf(text), isError, structured: structured ? data : undefined };
    },
  };
}
