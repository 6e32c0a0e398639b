/** The tools as the MCP door sees them: the dispatcher behind plain values. Belongs to the extension's bundle. */
import { partsOf } from '../../core/budget';
import type { Dispatcher } from '../../core/call';
import type { Settings } from '../../core/ports';
import { publishedSchema } from '../../core/schema';
import type { Tool } from '../../core/tool';
import { render } from '../render';
import type { PublishedTool, Tools } from './options';

export function mcpTools<Services>(dispatcher: Dispatcher<Services>, settings: Settings): Tools {
  // Making a schema takes longer than the rest of listing a tool, and clients of 2026-07-28 list often.
  const published = new Map<Tool<Services>, PublishedTool>();
  const publish = (tool: Tool<Services>): PublishedTool => {
    const known = published.get(tool);
    if (known !== undefined) return known;
    const { name, title, description, kind } = tool;
    const made = { name, title, description, kind, inputSchema: { ...publishedSchema(tool.input) } };
    published.set(tool, made);
    return made;
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
