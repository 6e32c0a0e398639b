/**
 * The kinds of argument that tools have. Flat and plain on purpose: the strictest clients refuse unions, `$ref`,
 * null types, tuples and arrays without `items`, so no other kind is offered here.
 * Defaults stand in the descriptions, since some clients strip the keyword and others refuse it.
 */
import { z } from 'zod';

/** A string that must not be empty. */
export function text(description: string) {
  return z.string().min(1).describe(description);
}

/** A string that may be empty, such as new content. */
export function anyText(description: string) {
  return z.string().describe(description);
}

/** A whole number. A value above `max` is clamped before this is checked, and the answer says so. */
export function integer(description: string, { min, max }: { min: number; max?: number }) {
  const bounded = z.number().int().min(min).describe(description);
  return max === undefined ? bounded : bounded.max(max).describe(description);
}

export function flag(description: string) {
  return z.boolean().describe(description);
}

/** A list of strings; a single string is taken for a list of one. */
export function texts(description: string) {
  return z.array(z.string()).describe(description);
}

/** A list of flat objects. */
export function list<Item extends z.ZodObject>(description: string, item: Item) {
  return z.array(item).describe(description);
}

export function choice<const Values extends readonly [string, ...string[]]>(description: string, values: Values) {
  return z.enum(values).describe(description);
}

export { z };
