/**
 * From what a model sent to what a tool takes. Accepted beyond the schema, since models do it: a number as a string of
 * digits, a boolean as `"true"`, a single string for a list. Everything else that does not fit is refused by name.
 */
import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { grouped } from './answer';
import { Failure } from './errors';
import { inputSchema, type ObjectSchema, type PropertySchema } from './schema';

export interface ParsedInput<Input> {
  readonly input: Input;
  /** What was changed on the way: values above a maximum. */
  readonly notes: readonly string[];
}

/**
 * @param schema that of `tool.input`, for a caller that keeps it: making one takes longer than parsing
 * @throws Failure `InvalidArguments` naming the argument, what was expected, and the arguments there are.
 */
export function parseInput<Input extends z.ZodObject>(
  tool: { readonly name: string; readonly input: Input },
  raw: unknown,
  schema: ObjectSchema = inputSchema(tool.input),
): ParsedInput<z.output<Input>> {
  if (raw !== undefined && raw !== null && !isRecord(raw)) {
    throw invalid(tool.name, schema, `The arguments of ${tool.name} must be an object, not ${typeName(raw)}`);
  }
  const notes: string[] = [];
  const adapted = adaptObject(tool.name, schema, raw ?? {}, '', notes);
  const parsed = tool.input.safeParse(adapted);
  if (parsed.success) return { input: parsed.data, notes };

  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  throw invalid(tool.name, schema, explain(path, schemaAt(schema, issue?.path ?? []), valueAt(adapted, issue?.path ?? []), issue?.message));
}

function adaptObject(tool: string, schema: ObjectSchema, raw: Readonly<Record<string, unknown>>, prefix: string, notes: string[]) {
  const adapted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined) throw unknownArgument(tool, schema, prefix + name);
    // An argument sent as null is one left out: several clients send every optional argument that way.
    if (value === null || value === undefined) continue;
    adapted[name] = adapt(tool, property, value, prefix + name, notes);
  }
  return adapted;
}

function adapt(tool: string, schema: PropertySchema, value: unknown, name: string, notes: string[]): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
      if (typeof number !== 'number' || schema.maximum === undefined || number <= schema.maximum) return number;
      notes.push(`${name} lowered from ${grouped(number)} to its maximum of ${grouped(schema.maximum)}`);
      return schema.maximum;
    }
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array': {
      const items = schema.items;
      const list = Array.isArray(value) ? value : items?.type === 'string' && typeof value === 'string' ? [value] : value;
      if (!Array.isArray(list) || items === undefined) return list;
      return list.map((item: unknown, index) => adapt(tool, items, item, `${name}.${index}`, notes));
    }
    case 'object':
      return isRecord(value) && schema.properties !== undefined
        ? adaptObject(tool, { ...schema, type: 'object', properties: schema.properties }, value, `${name}.`, notes)
        : value;
    case 'string':
      return value;
  }
}

function unknownArgument(tool: string, schema: ObjectSchema, name: string): Failure {
  const known = Object.keys(schema.properties);
  const last = name.slice(name.lastIndexOf('.') + 1);
  const near = known.length > 0 ? closest(last, known) : undefined;
  const hint = near !== undefined && distance(last, near) <= Math.max(2, last.length / 2) ? `; did you mean "${near}"?` : '';
  return invalid(tool, schema, `${tool} has no argument "${name}"${hint}`);
}

function invalid(tool: string, schema: ObjectSchema, what: string): Failure {
  const required = new Set(schema.required ?? []);
  const names = Object.keys(schema.properties).map((name) => (required.has(name) ? `${name} (required)` : name));
  return new Failure('InvalidArguments', {
    what,
    context: names.length > 0 ? `Arguments of ${tool}: ${names.join(', ')}` : `${tool} takes no arguments`,
    next: 'call again with the argument corrected.',
  });
}

function explain(path: string, schema: PropertySchema | undefined, value: unknown, message: string | undefined): string {
  if (schema === undefined) return message ?? 'The arguments do not fit';
  if (value === undefined) return `"${path}" is missing; expected ${expected(schema)}`;
  return `"${path}" must be ${expected(schema)}, but was ${shown(value)}`;
}

function expected(schema: PropertySchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => `"${value}"`).join(', ')}`;
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const least = schema.minimum === undefined ? '' : ` of at least ${schema.minimum}`;
      return `a whole number${least}`;
    }
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items?.type === 'object' ? 'a list of objects' : 'a list of strings';
    case 'object':
      return 'an object';
    case 'string':
      return (schema.minLength ?? 0) > 0 ? 'a string that is not empty' : 'a string';
  }
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? typeName(value);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}

function schemaAt(schema: PropertySchema, path: readonly PropertyKey[]): PropertySchema | undefined {
  let at: PropertySchema | undefined = schema;
  for (const step of path) at = typeof step === 'number' ? at?.items : at?.properties?.[String(step)];
  return at;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isRecord(at) ? at[String(step)] : undefined;
  }
  return at;
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
