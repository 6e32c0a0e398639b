import assert from 'node:assert/strict';
import { parseInput } from '../../../src/core/arguments';
import { choice, flag, integer, text, texts, z } from '../../../src/core/fields';
import { publishedSchema } from '../../../src/core/schema';

const tool = {
  name: 'sample',
  input: z.object({
    pattern: text('What to look for.'),
    limit: integer('How many.', { min: 1, max: 100 }).optional(),
    offset: integer('Skipped.', { min: 0 }).optional(),
    regex: flag('Regex?').optional(),
    paths: texts('Where.').optional(),
    output: choice('Shape.', ['content', 'count']).optional(),
    options: z.object({ deep: flag('Deep?').optional() }).optional(),
    edits: z.array(z.object({ file: text('File.') })).optional(),
  }),
};
const parse = (raw: unknown) => parseInput(tool, raw);
const refusal = (raw: unknown): string => {
  try {
    parse(raw);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
};
const known =
  'Arguments of sample: pattern (required), limit, offset, regex, paths, output, options, edits. Next: call again with the argument corrected.';

describe('arguments', () => {
  it('take digits for a number, "true" for a flag, one string for a list, null for left out', () => {
    assert.deepEqual(parse({ pattern: 'a', limit: '20', regex: 'false', paths: 'src', output: null }), {
      input: { pattern: 'a', limit: 20, regex: false, paths: ['src'] },
      notes: [],
    });
    assert.deepEqual(parse({ pattern: 'a', options: { deep: 'true' } }).input.options, { deep: true });
  });

  it('keep zero and left out apart', () => {
    assert.equal(parse({ pattern: 'a', offset: 0 }).input.offset, 0);
    assert.equal(parse({ pattern: 'a' }).input.offset, undefined);
  });

  it('above a maximum are lowered, and that is said', () => {
    assert.deepEqual(parse({ pattern: 'a', limit: 1e9 }), {
      input: { pattern: 'a', limit: 100 },
      notes: ['limit lowered from 1,000,000,000 to its maximum of 100'],
    });
  });

  it('below a minimum, fractional or of another type are refused by name', () => {
    assert.equal(refusal({ pattern: 'a', limit: 0 }), `[1601 InvalidArguments] "limit" must be a whole number of at least 1, but was 0. ${known}`);
    assert.equal(refusal({ pattern: 'a', limit: 1.5 }), `[1601 InvalidArguments] "limit" must be a whole number of at least 1, but was 1.5. ${known}`);
    assert.equal(refusal({ pattern: 'a', regex: 'yes' }), `[1601 InvalidArguments] "regex" must be true or false, but was "yes". ${known}`);
    assert.equal(refusal({ pattern: 7 }), `[1601 InvalidArguments] "pattern" must be a string that is not empty, but was 7. ${known}`);
    assert.equal(refusal({ pattern: 'a', output: 'list' }), `[1601 InvalidArguments] "output" must be one of "content", "count", but was "list". ${known}`);
    assert.equal(refusal({ pattern: 'a', paths: [1] }), `[1601 InvalidArguments] "paths.0" must be a string, but was 1. ${known}`);
  });

  it('that are missing or empty are named', () => {
    assert.equal(refusal({}), `[1601 InvalidArguments] "pattern" is missing; expected a string that is not empty. ${known}`);
    assert.equal(refusal({ pattern: '' }), `[1601 InvalidArguments] "pattern" must be a string that is not empty, but was "". ${known}`);
    assert.equal(refusal('text'), `[1601 InvalidArguments] The arguments of sample must be an object, not a string. ${known}`);
  });

  it('that are unknown are refused with the nearest known one, at any depth', () => {
    assert.equal(refusal({ pattern: 'a', patern: 'b' }), `[1601 InvalidArguments] sample has no argument "patern"; did you mean "pattern"?. ${known}`.replace('?.', '?'));
    assert.match(refusal({ pattern: 'a', options: { depp: true } }), /sample has no argument "options\.depp"/);
    assert.match(refusal({ pattern: 'a', edits: [{ fil: 'x' }] }), /sample has no argument "edits\.0\.fil"/);
    assert.match(refusal({ pattern: 'a', constructor: 1 }), /sample has no argument "constructor"/);
  });
});

describe('the published schema', () => {
  it('is one flat object without defaults, unions or bounds, which clients would check before we can clamp or explain', () => {
    assert.deepEqual(publishedSchema(tool.input).properties['limit'], { type: 'integer', description: 'How many.' });
    assert.deepEqual(publishedSchema(tool.input).properties['pattern'], { type: 'string', description: 'What to look for.' });
    assert.deepEqual(publishedSchema(tool.input).properties['edits'], { type: 'array', items: { type: 'object', properties: { file: { type: 'string', description: 'File.' } }, required: ['file'] } });
    assert.deepEqual(publishedSchema(tool.input).required, ['pattern']);
    assert.equal('additionalProperties' in publishedSchema(tool.input), false);
  });
});
