/** Random bytes in many encodings and random patterns: ripgrep and JavaScript find the same, or JavaScript refuses. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import { Failure } from '../../../src/core/errors';
import type { Pattern } from '../../../src/engines/search';
import { Random } from '../support/random';
import { TestWorkspace } from './workspace';

const bytes: readonly (readonly number[])[] = [
  [0x61], [0x62], [0x41], [0x78], [0x5f], [0x31], [0x20], [0x09], [0x2e], [0x2d], [0x28], [0xc3, 0xa9], [0xce, 0xb1], [0xf0, 0x9f, 0x98, 0x80], [0xef, 0xbf, 0xbd],
  [0xe2, 0x80, 0x8d], [0xcc, 0x81], [0xc5, 0xbf], [0xc4, 0xb0], [0xff], [0xe9], [0xe2, 0x82], [0xc3], [0xed, 0xa0, 0x80], [0x0a], [0x0a], [0x0d, 0x0a], [0x0d], [0x0b], [0xc2, 0x85], [0xe2, 0x80, 0xa8],
];
const atoms = ['a', 'b', 'x', '_', '1', ' ', '\\.', '.', '\\w', '\\W', '\\d', '\\D', '\\s', '\\S', '[ab]', '[^a]', '[^\\w]', '[a-z]', 'é', 'α', '😀', '\\x41', '\\(', '[[:alpha:]]', '\\p{L}', '\\P{L}', '\\t', '-', 's', 'k', '\\u{FFFD}'];
const assertions = ['^', '$', '\\b', '\\B', '\\<', '\\>', ''];
const pcre = ['(?=a)', '(?!a)', '(?<=b)', '(?<!b)', '(a)\\1'];
const quantifiers = ['', '', '', '', '*', '+', '?', '{2}', '{0,2}', '*?', '+?'];

describe('search in random texts', function () {
  // Each text is searched many times.
  this.timeout(60_000);
  const first = Number(process.env['RANDOM_TEXTS_FROM'] ?? 1);
  const count = Number(process.env['RANDOM_TEXTS'] ?? 3);
  let engine: 'ripgrep' | 'javascript' = 'ripgrep';
  let workspace: TestWorkspace | undefined;
  after(() => workspace?.dispose());

  for (let seed = first; seed < first + count; seed += 1) {
    it(`is the same with ripgrep and JavaScript (seed ${seed})`, async () => {
      const random = new Random(seed);
      workspace?.dispose();
      workspace = new TestWorkspace({ files: texts(random), settings: { searchEngine: () => engine } });
      for (let round = 0; round < 12; round += 1) {
        const pattern = patternOf(random);
        engine = 'ripgrep';
        const expected = await answer(workspace, pattern);
        engine = 'javascript';
        const found = await answer(workspace, pattern);
        if (found !== 'refused') assert.deepEqual(found, expected, JSON.stringify(pattern));
      }
    });
  }
});

async function answer({ services }: TestWorkspace, pattern: Pattern): Promise<unknown> {
  try {
    const { files, leftOut, totals } = await services.search.find({ targets: [], pattern, context: 1 }, new AbortController().signal);
    const lines = files.map(async (file) => [
      file.file.display,
      (await file.lines()).map(({ number, hit, text, before, after: behind }) => [number, hit, text, before.map((line) => line.text), behind.map((line) => line.text)]),
    ]);
    return Object.fromEntries([...(await Promise.all(lines)), ['binary', leftOut.binary], ['totals', totals]]);
  } catch (error) {
    if (error instanceof Failure && error.failure === 'InvalidPattern') return 'refused';
    throw error;
  }
}

function texts(random: Random): Readonly<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (let index = 0; index < 12; index += 1) {
    const content = Buffer.from(Array.from({ length: random.below(60) }, () => random.pick(bytes)).flat());
    const kind = random.pick(['plain', 'plain', 'plain', 'bom', 'utf16', 'binary']);
    const utf16 = Buffer.from(`\ufeff${content.toString('utf8')}`, 'utf16le');
    files[`${index}.${kind}`] = kind === 'bom' ? Buffer.concat([Buffer.from('\ufeff'), content]) : kind === 'utf16' ? utf16 : kind === 'binary' ? Buffer.concat([content, Buffer.from('\0'), content]) : content;
  }
  return files;
}

function patternOf(random: Random): Pattern {
  const literal = random.chance(0.1);
  const ignoreCase = random.chance(0.3);
  if (literal) return { text: random.pick(['a', 'ab', '.', 'é', '(', 'x_1', 'S', 'K', '😀', '\ufffd', ' ']), literal, ignoreCase };
  const withPcre = random.chance(0.25);
  const piece = (): string => {
    const choice = random.next();
    if (choice < 0.25) return random.pick(assertions);
    if (withPcre && choice < 0.5) return random.pick(pcre);
    if (choice < 0.35) return `(${random.pick(atoms)}|${random.pick(atoms)})${random.pick(quantifiers)}`;
    return random.pick(atoms) + random.pick(quantifiers);
  };
  const text = Array.from({ length: 1 + random.below(3) }, piece).join('');
  return { text: text === '' ? '\\B' : text, literal, ignoreCase };
}
