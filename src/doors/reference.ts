/** What is generated from the one list: the manifest's entries and the tool reference. Run by `npm run generate`. */
import { publishedSchema, type PropertySchema } from '../core/schema';
import { tools } from '../tools/index';
import type { Tool } from '../tools/define';
import { languageModelToolEntry, toolsSetting } from './lm/manifest';

export const languageModelTools = tools.map(languageModelToolEntry);
export const toolsConfiguration = toolsSetting(tools);

/** `docs/tools.md`. */
export function toolReference(): string {
  return [
    '# Tools',
    '',
    'Generated from the list of tools by `npm run generate`; do not edit. Over MCP a tool has the name given here, in VS',
    'Code the same behind `sightline_`.',
    '',
    ...tools.map((tool) => `- [\`${tool.name}\`](#${tool.name}) ${tool.title}`),
    '',
    ...tools.flatMap(section),
  ].join('\n');
}

function section(tool: Tool): readonly string[] {
  const inputSchema = publishedSchema(tool.input);
  const required = new Set(inputSchema.required ?? []);
  const rows = Object.entries(inputSchema.properties).flatMap(([name, schema]) => parameterRows(name, schema, required.has(name)));
  return [
    `## ${tool.name}`,
    '',
    `${kinds[tool.kind]} ${tool.onInCopilot ? 'On through both doors.' : 'On over MCP; in Copilot when the setting `sightline.tools` says so.'}`,
    '',
    tool.description,
    '',
    ...(rows.length === 0 ? ['No parameters.', ''] : ['| parameter | type | required | meaning |', '| --- | --- | --- | --- |', ...rows, '']),
    ...tool.examples.flatMap((example) => ['```json', JSON.stringify(example), '```', '']),
    ...(tool.details ?? []).map((detail) => `- ${detail}`),
    ...(tool.details === undefined || tool.details.length === 0 ? [] : ['']),
  ];
}

const kinds = {
  read: 'Reads only.',
  preview: 'Changes nothing; its preview can be applied.',
  write: 'Changes files.',
} as const;

function parameterRows(name: string, schema: PropertySchema, required: boolean): readonly string[] {
  const nested = schema.type === 'object' ? schema : schema.items?.type === 'object' ? schema.items : undefined;
  const rows = Object.entries(nested?.properties ?? {}).flatMap(([key, property]) =>
    parameterRows(`${name}${schema.type === 'array' ? '[]' : ''}.${key}`, property, nested?.required?.includes(key) ?? false),
  );
  const description = (schema.description ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [`| \`${name}\` | ${typeName(schema)} | ${required ? 'yes' : 'no'} | ${description} |`, ...rows];
}

function typeName(schema: PropertySchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  return schema.type === 'array' ? `list of ${schema.items?.type ?? 'string'}s` : schema.type;
}
