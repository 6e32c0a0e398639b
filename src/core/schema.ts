/** The published JSON Schema of a tool's input, in the subset that every client takes. */
import { z } from 'zod';

export interface PropertySchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: PropertySchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
}

export interface ObjectSchema extends PropertySchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

/** The whole schema of an input, bounds included, which `parseInput` checks and explains by. */
export function inputSchema(input: z.ZodObject): ObjectSchema {
  const schema = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-07',
    override: ({ jsonSchema }) => {
      delete jsonSchema.$schema;
      delete jsonSchema.default;
      delete jsonSchema.additionalProperties;
      // Zod states the safe integers as bounds; they say nothing to a caller.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  if (!isObjectSchema(schema)) throw new Error('A tool takes an object of named arguments.');
  const { $schema: _, ...whole } = schema;
  return { ...whole, properties: whole.properties ?? {} };
}

/**
 * What clients see: an object at the top, `items` on every array, no unions, no `$ref`, no defaults. Bounds are left out
 * too: a client that checks them would refuse what we clamp, and explain a refusal worse than we do. So are unknown
 * arguments (`additionalProperties`), for which `parseInput` names the nearest known one.
 */
export function publishedSchema(input: z.ZodObject): ObjectSchema {
  const { properties, ...rest } = inputSchema(input);
  return { ...rest, properties: unbounded(properties) };
}

function unbounded(properties: Readonly<Record<string, PropertySchema>>): Readonly<Record<string, PropertySchema>> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutBounds(schema)]));
}

function withoutBounds({ minimum: _minimum, maximum: _maximum, minLength: _minLength, ...schema }: PropertySchema): PropertySchema {
  return {
    ...schema,
    ...(schema.items === undefined ? {} : { items: withoutBounds(schema.items) }),
    ...(schema.properties === undefined ? {} : { properties: unbounded(schema.properties) }),
  };
}

function isObjectSchema(schema: unknown): schema is ObjectSchema & { readonly $schema?: string } {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object';
}
