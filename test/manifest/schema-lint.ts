/** What the strictest client refuses in a tool's schema, as a walk over the whole of it. Answers the faults found. */
export function schemaFaults(schema: unknown, at = '$', top = true): readonly string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at}: not a schema`];
  const faults: string[] = [];
  const entries = new Map(Object.entries(schema));
  for (const key of ['$ref', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', '$defs', 'definitions', 'const', 'default', '$schema']) {
    if (entries.has(key)) faults.push(`${at}: has ${key}`);
  }
  const type = entries.get('type');
  if (typeof type !== 'string') faults.push(`${at}: has no single type`);
  if (top && type !== 'object') faults.push(`${at}: is not an object at the top`);
  if (type === 'array') {
    const items = entries.get('items');
    if (items === undefined || Array.isArray(items)) faults.push(`${at}: array without one items schema`);
    else faults.push(...schemaFaults(items, `${at}.items`, false));
  }
  const properties = entries.get('properties');
  if (type === 'object' && typeof properties === 'object' && properties !== null) {
    for (const [name, property] of Object.entries(properties)) faults.push(...schemaFaults(property, `${at}.${name}`, false));
    const required = entries.get('required');
    for (const name of Array.isArray(required) ? required : []) if (!Object.hasOwn(properties, String(name))) faults.push(`${at}: requires ${name}, which it does not have`);
  }
  return faults;
}
