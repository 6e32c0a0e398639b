import assert from 'node:assert/strict';
import { Dispatcher, type CallRecord } from '../../../src/core/call';
import { Failure } from '../../../src/core/errors';
import { text, z } from '../../../src/core/fields';
import { defineTool, type Call, type Confirmation } from '../../../src/core/tool';
import type { Settings } from '../../../src/core/ports';
import { testSettings } from '../support/settings';

type Behaviour = (input: string, call: Call) => Promise<string>;

function dispatcherOf(behaviour: Behaviour, settings: Partial<Settings> = {}, confirm?: () => Promise<Confirmation | undefined>) {
  const logged: string[] = [];
  const records: CallRecord[] = [];
  const sample = (name: string, onInCopilot: boolean) =>
    defineTool<object, z.ZodObject<{ input: ReturnType<typeof text> }>>({
      name, title: name, description: name, kind: 'read', onInCopilot,
      input: z.object({ input: text('Anything.') }),
      examples: [], doing: ({ input }) => `Doing ${input}`,
      ...(confirm === undefined ? {} : { confirm }),
      run: async (_, { input }, call) => ({ kind: 'passage', head: await behaviour(input, call) }),
    });
  const dispatcher = new Dispatcher({
    tools: [sample('everywhere', true), sample('mcp_only', false)],
    services: {
      settings: testSettings(settings),
      log: { info: () => undefined, warn: () => undefined, error: (message) => void logged.push(message) },
    },
    record: (record) => void records.push(record),
  });
  return { dispatcher, logged, records };
}
const call = (door: Call['door'] = 'mcp', signal = new AbortController().signal): Call => ({ door, signal, client: 'test' });
const failureOf = async (outcome: ReturnType<Dispatcher<object>['call']>): Promise<string> => {
  const ended = await outcome;
  return ended.ok ? 'no failure' : ended.failure.message;
};

describe('a call', () => {
  it('answers what the tool answers and is recorded', async () => {
    const { dispatcher, records } = dispatcherOf(async (input) => `got ${input}`);
    assert.deepEqual(await dispatcher.call('everywhere', { input: 'x' }, call()), { ok: true, answer: { kind: 'passage', head: 'got x' }, notes: [] });
    assert.deepEqual(records.map(({ tool, door, client, input }) => ({ tool, door, client, input })), [{ tool: 'everywhere', door: 'mcp', client: 'test', input: { input: 'x' } }]);
  });

  it('of an unknown tool names the nearest', async () => {
    const { dispatcher } = dispatcherOf(async () => '');
    assert.match(await failureOf(dispatcher.call('everywher', {}, call())), /^\[1601 InvalidArguments\] There is no tool "everywher"\. Nearest: everywhere\./);
  });

  it('whose tool throws unexpectedly is an internal failure, logged, never an empty answer', async () => {
    const { dispatcher, logged } = dispatcherOf(async () => { throw new TypeError('x is not a function'); });
    assert.match(await failureOf(dispatcher.call('everywhere', { input: 'x' }, call())), /^\[1900 Internal\] everywhere failed unexpectedly: x is not a function\. Next: /);
    assert.deepEqual(logged, ['everywhere failed unexpectedly']);
  });

  it('whose tool fails knowingly keeps its failure', async () => {
    const { dispatcher, logged } = dispatcherOf(async () => { throw new Failure('Binary', { what: 'a.bin is binary', next: 'name a text file.' }); });
    assert.equal(await failureOf(dispatcher.call('everywhere', { input: 'x' }, call())), '[1604 Binary] a.bin is binary. Next: name a text file.');
    assert.deepEqual(logged, []);
  });

  it('ends as soon as it is cancelled, even if the tool does not listen', async () => {
    const controller = new AbortController();
    const { dispatcher } = dispatcherOf(() => new Promise(() => undefined));
    const outcome = failureOf(dispatcher.call('everywhere', { input: 'x' }, call('mcp', controller.signal)));
    controller.abort();
    assert.match(await outcome, /^\[1903 Cancelled\]/);
  });

  it('that was cancelled before never reaches the tool', async () => {
    let reached = false;
    const { dispatcher } = dispatcherOf(async () => { reached = true; return ''; });
    assert.match(await failureOf(dispatcher.call('everywhere', { input: 'x' }, call('mcp', AbortSignal.abort()))), /^\[1903 Cancelled\]/);
    assert.equal(reached, false);
  });
});

describe('a tool', () => {
  it('is on over MCP, and in Copilot by its own default', () => {
    const { dispatcher } = dispatcherOf(async () => '');
    assert.deepEqual(dispatcher.offered('mcp').map((tool) => tool.name), ['everywhere', 'mcp_only']);
    assert.deepEqual(dispatcher.offered('copilot').map((tool) => tool.name), ['everywhere']);
  });

  it('follows the setting, and refuses a call through a door where it is off', async () => {
    const { dispatcher } = dispatcherOf(async () => '', { tool: (name) => (name === 'mcp_only' ? 'both' : 'off') });
    assert.deepEqual(dispatcher.offered('copilot').map((tool) => tool.name), ['mcp_only']);
    assert.match(await failureOf(dispatcher.call('everywhere', { input: 'x' }, call())), /^\[1505 ToolOff\] The tool everywhere is switched off for this door\./);
  });

  it('says what it is doing only for input that fits', () => {
    const { dispatcher } = dispatcherOf(async () => '');
    assert.equal(dispatcher.doing('everywhere', { input: 'x' }), 'Doing x');
    assert.equal(dispatcher.doing('everywhere', {}), undefined);
  });

  it('asks what it says, and hands on why a change cannot be shown', async () => {
    const asking = (confirm: () => Promise<Confirmation | undefined>) => dispatcherOf(async () => '', {}, confirm).dispatcher.confirmation('everywhere', { input: 'x' }, call());
    assert.deepEqual(await asking(async () => ({ title: 'Apply?', message: '+1 -1' })), { title: 'Apply?', message: '+1 -1' });
    assert.equal(await asking(async () => undefined), undefined);
    const failing = await asking(async () => { throw new Failure('Stale', { what: 'a.ts changed', next: 'call again.' }); });
    assert.equal(failing instanceof Failure && failing.message, '[1310 Stale] a.ts changed. Next: call again.');
  });

  it('asks nothing for input that does not fit, since such a call does nothing', async () => {
    const { dispatcher } = dispatcherOf(async () => '', {}, async () => ({ title: 'Apply?', message: '' }));
    assert.equal(await dispatcher.confirmation('everywhere', {}, call()), undefined);
  });
});
