import assert from 'node:assert/strict';
import { publishedSchema } from '../../src/core/schema';
import { tools } from '../../src/tools/index';
import { schemaFaults } from './schema-lint';

describe('every published schema', () => {
  it('is what the strictest client takes', () => {
    for (const tool of tools) assert.deepEqual(schemaFaults(publishedSchema(tool.input)), [], tool.name);
  });
});

describe('the walk over a schema', () => {
  const object = (properties: unknown) => ({ type: 'object', properties });

  it('refuses arrays without items, with a bare one, and inside unions', () => {
    assert.deepEqual(schemaFaults(object({ edits: { type: 'array' } })), ['$.edits: array without one items schema']);
    assert.deepEqual(schemaFaults(object({ edits: { type: 'array', items: {} } })), ['$.edits.items: has no single type']);
    assert.deepEqual(schemaFaults(object({ edits: { type: 'array', items: { anyOf: [{ type: 'array' }] } } })), [
      '$.edits.items: has anyOf',
      '$.edits.items: has no single type',
    ]);
  });

  it('refuses references, tuples, null unions, and what is required but not there', () => {
    assert.deepEqual(schemaFaults(object({ a: { $ref: '#/x' } })), ['$.a: has $ref', '$.a: has no single type']);
    assert.deepEqual(schemaFaults(object({ a: { type: 'array', items: [{ type: 'string' }] } })), ['$.a: array without one items schema']);
    assert.deepEqual(schemaFaults(object({ a: { type: ['string', 'null'] } })), ['$.a: has no single type']);
    assert.deepEqual(schemaFaults({ ...object({}), required: ['a'] }), ['$: requires a, which it does not have']);
  });
});
