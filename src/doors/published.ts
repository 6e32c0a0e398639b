/** A tool as both doors and the manifest publish it. */
import { publishedSchema } from '../core/schema';
import type { Tool, ToolKind } from '../core/tool';

export interface PublishedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A JSON Schema, as plain data. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly kind: ToolKind;
}

export function published<Services>(tool: Tool<Services>): PublishedTool {
  const { name, title, description, kind } = tool;
  return { name, title, description, kind, inputSchema: { ...publishedSchema(tool.input) } };
}

/** The name under which VS Code knows a tool; over MCP it is the plain name. */
export function editorName(name: string): string {
  return `sightline_${name}`;
}
