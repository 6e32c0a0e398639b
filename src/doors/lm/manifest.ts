/** The manifest's entries for the tools, generated from the one list so that the two cannot drift. */
import type { Tool } from '../../core/tool';
import { editorName, published } from '../published';

export interface LanguageModelToolEntry {
  readonly name: string;
  readonly toolReferenceName: string;
  readonly displayName: string;
  readonly modelDescription: string;
  readonly userDescription: string;
  readonly canBeReferencedInPrompt: true;
  readonly icon: string;
  readonly when: string;
  readonly inputSchema: unknown;
}

export function languageModelToolEntry<Services>(tool: Tool<Services>): LanguageModelToolEntry {
  const { name, title, description, inputSchema } = published(tool);
  return {
    name: editorName(name),
    toolReferenceName: name,
    displayName: title,
    modelDescription: description,
    userDescription: firstSentence(description),
    canBeReferencedInPrompt: true,
    icon: tool.kind === 'write' ? '$(edit)' : '$(search)',
    when: shownWhen(tool),
    inputSchema,
  };
}

/** The setting `sightline.tools`: one property for each tool. */
export function toolsSetting<Services>(tools: readonly Tool<Services>[]): unknown {
  return {
    type: 'object',
    scope: 'window',
    order: 1,
    markdownDescription:
      'Where each tool is offered: `both` doors, only `mcp`, only `copilot`, or `off`. A tool that is not named here is on over MCP, and on in Copilot unless its description says otherwise.',
    additionalProperties: false,
    properties: Object.fromEntries(
      tools.map((tool) => [
        tool.name,
        {
          type: 'string',
          enum: ['both', 'mcp', 'copilot', 'off'],
          description: `${tool.title}. Without a value: ${tool.onInCopilot ? 'both' : 'mcp'}.`,
        },
      ]),
    ),
    default: {},
  };
}

/** Follows the settings at once, without the extension running. */
function shownWhen<Services>(tool: Tool<Services>): string {
  const setting = `config.sightline.tools.${tool.name}`;
  const door = 'config.sightline.copilot.via != mcp';
  return tool.onInCopilot
    ? `${door} && ${setting} != off && ${setting} != mcp`
    : `${door} && ${setting} == both || ${door} && ${setting} == copilot`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
