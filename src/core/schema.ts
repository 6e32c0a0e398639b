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

/**
 * An object at the top, `items` on every array, no unions, no `$ref`, no defaults. Unknown arguments are refused by
 * `parseInput` with the nearest known name, which says more than a schema can, so `additionalProperties` is left out.
 */
export function publishedSchema(input: z.ZodObject): ObjectSchema {
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
  const { $schema: _, ...published } = schema;
  return { ...published, properties: published.properties ?? {} };
}

function isObjectSchema(schema: unknown): schema is ObjectSchema & { readonly $schema?: string } {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object';
}
