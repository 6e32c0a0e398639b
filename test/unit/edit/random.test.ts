import assert from 'node:assert/strict';
import { decode, encode, type Encoding } from '../../../src/core/encoding';
import { lineEndsOf, linesOf } from '../../../src/core/position';
import { applied } from '../../../src/core/text-changes';
import { planText, type LabelledChange } from '../../../src/engines/edit/plan';
import { inverse } from '../../../src/engines/edit/planned';
import { orderOf, type EditRequest } from '../../../src/engines/edit/request';
import { select } from '../../../src/engines/edit/select';
import { Source } from '../../../src/engines/edit/source';
import { changeOf } from '../../../src/engines/edit/units';
import { randomEdits, randomFile, type Model } from '../support/edit-model';
import { Random } from '../support/random';

const count = 20_000;

describe('random edits', () => {
  it(`do what a simple model does, ${count} times, and lose no byte`, async function () {
    this.timeout(60_000);
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const random = new Random(seed);
    let edits = 0;
    for (let round = 0; edits < count; round += 1) {
      const file = randomFile(random);
      const asked = randomEdits(random, file.model);
      edits += asked.requests.length;
      const expected = encode(asked.expected, file.encoding);
      const bytes = encode(file.model.text, file.encoding);
      const where = `seed ${seed}, round ${round}: ${JSON.stringify({ text: file.model.text, requests: asked.requests })}`;
      assert.deepEqual(await edited(bytes, file.encoding, file.model, asked.requests), expected, where);
    }
  });
});

/** The bytes of a file after the edits, by the engine; checks on the way that the changes lead there and back. */
async function edited(bytes: Uint8Array, encoding: Encoding, model: Model, requests: readonly EditRequest[]): Promise<Uint8Array> {
  const text = decode(bytes)?.text ?? '';
  const source = new Source(text);
  const wanted: LabelledChange[] = [];
  for (const request of requests) {
    const order = orderOf(request);
    if (order.operation === 'create') throw new Error('not asked for');
    const target = await select(noPorts, { display: 'a', source, language: undefined, isCode: false }, order, new AbortController().signal);
    wanted.push({ ...changeOf(source, order, target, model.eol), label: 'x' });
  }
  const { after, changes } = planText(source, wanted, model.eol);
  assert.equal(applied(text, changes), after);
  assert.equal(applied(after, inverse(text, changes)), text);
  for (const { start, end } of changes) assert.ok(!insideCharacter(text, start) && !insideCharacter(text, end), 'a change must not begin or end inside a character');
  assert.ok(lineEndsOf(linesOf(text)) === 'mixed' || lineEndsOf(linesOf(after)) !== 'mixed', 'an edit must not mix line ends');
  return encode(after, encoding);
}

/** Between the halves of a character, or of a `\r\n`. */
function insideCharacter(text: string, offset: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(offset - 1, offset + 1));
}

const noPorts = {
  ast: { nodesOf: async () => [], outline: async () => ({ nodes: [], imports: [], broken: false }) },
  findChunk: async () => ({ start: 0, end: 0, filledEnd: 0 }),
};
