import { strict as assert } from 'node:assert';
import { clients, type TestClient } from './clients';
import { openDoor, token, until, type Opened } from './door';

for (const [title, connect, sessions] of clients) {
  describe(`MCP door with ${title}`, () => {
    let door: Opened;
    let client: TestClient;

    beforeEach(async () => {
      door = await openDoor();
      client = await connect(door.url, token);
    });
    afterEach(async () => {
      await client.close();
      await door.close();
      assert.deepEqual(door.warnings, []);
    });

    it('says who it is, and which folders it serves', () => {
      assert.equal(client.server?.name, 'sightline');
      assert.equal(client.server?.version, '1.2.3');
      assert.match(client.instructions ?? '', /workspace alpha, beta/);
      assert.match(client.instructions ?? '', /Folder beta: \/w\/beta/);
      assert.equal(client.session === undefined, !sessions);
    });

    it('lists the tools in a fixed order, with our schemas and the hints that follow from the kind', async () => {
      const tools = await client.list();
      assert.deepEqual(tools.map((tool) => tool.name), ['write', 'echo', 'wait', 'fail']);
      const [write, echo, , fail] = tools;
      assert.deepEqual(echo, {
        name: 'echo',
        title: 'Echo',
        description: 'Says the words again.',
        inputSchema: {
          type: 'object',
          properties: {
            words: { type: 'array', items: { type: 'string' }, description: 'What to say.' },
            times: { type: 'integer', description: 'How often (default 1).' },
          },
          required: ['words'],
        },
        annotations: { title: 'Echo', readOnlyHint: true, openWorldHint: false },
      });
      assert.deepEqual(write?.['annotations'], { title: 'Write', readOnlyHint: false, destructiveHint: true, openWorldHint: false });
      assert.deepEqual(fail?.['annotations'], { title: 'Fail', readOnlyHint: true, openWorldHint: false });
    });

    it('answers in text alone', async () => {
      const result = await client.call('echo', { words: ['hello', 'wörld'] });
      assert.deepEqual(result.content, [{ type: 'text', text: 'hello wörld' }]);
      assert.equal(result.structuredContent, undefined);
      assert.equal(result.isError ?? false, false);
    });

    it('sends a long answer in parts that joined are the text', async () => {
      const { content } = await client.call('echo', { words: ['0123456789'.repeat(9)], times: 300 });
      assert.ok(Array.isArray(content));
      const texts = content.map((part: { text: string }) => part.text);
      assert.equal(texts.length, 4);
      assert.ok(texts.every((text) => text.length < 8_000));
      assert.equal(texts.join(''), Array.from({ length: 300 }, () => '0123456789'.repeat(9)).join('\n'));
    });

    it('leaves the arguments to the tools, so that a refusal names what they take', async () => {
      const misspelt = await client.call('echo', { wrods: ['x'] });
      assert.equal(misspelt.isError, true);
      assert.deepEqual(misspelt.content, [
        { type: 'text', text: '[1601 InvalidArguments] echo has no argument "wrods"; did you mean "words"? Arguments of echo: words (required), times. Next: call again with the argument corrected.' },
      ]);
      const wrongType = await client.call('echo', { words: 5 });
      assert.match(JSON.stringify(wrongType.content), /\[1601 InvalidArguments\] \\"words\\" must be a list of strings, but was 5/);
      assert.deepEqual((await client.call('echo', { words: 'one', times: '2' })).content, [{ type: 'text', text: 'one\none' }]);
    });

    it('gives failures as results with their text, crashes included', async () => {
      const failed = await client.call('fail', { how: 'badly' });
      assert.equal(failed.isError, true);
      assert.deepEqual(failed.content, [{ type: 'text', text: '[1004 SearchFailed] It failed badly. Next: try again.' }]);
      const crashed = await client.call('fail', { how: 'crash' });
      assert.equal(crashed.isError, true);
      assert.match(JSON.stringify(crashed.content), /\[1900 Internal\] fail failed unexpectedly: broken/);
      door.warnings.length = 0;
    });

    it('refuses a tool that does not exist as a protocol error, and one that is switched off with the reason', async () => {
      await assert.rejects(client.call('nope'), (error: Error & { code?: unknown }) => {
        assert.equal(error.code, -32_602);
        assert.match(error.message, /There is no tool "nope"\. Tools: write, echo, wait, fail\./);
        return true;
      });
      door.switched['echo'] = 'copilot';
      assert.deepEqual((await client.list()).map((tool) => tool.name), ['write', 'wait', 'fail']);
      const off = await client.call('echo', { words: ['x'] });
      assert.equal(off.isError, true);
      assert.match(JSON.stringify(off.content), /\[1505 ToolOff\]/);
    });

    it('stops a call that the client cancels', async () => {
      const stop = new AbortController();
      const call = client.call('wait', {}, stop.signal);
      await until(() => door.waiting.running === 1, 'the call to run');
      stop.abort();
      await assert.rejects(call);
      await until(() => door.waiting.aborted === 1, 'the signal to be aborted');
      assert.equal(door.waiting.running, 0);
      await until(() => door.records.length === 1, 'the call to end');
      const { outcome } = door.records[0]!;
      assert.ok(!outcome.ok && outcome.failure.failure === 'Cancelled');
      assert.deepEqual((await client.call('echo', { words: ['usable'] })).content, [{ type: 'text', text: 'usable' }]);
    });

    it('stops one call of several', async () => {
      const stop = new AbortController();
      const calls = [client.call('wait', {}, stop.signal), client.call('wait')];
      await until(() => door.waiting.running === 2, 'both calls to run');
      stop.abort();
      await assert.rejects(calls[0]!);
      await until(() => door.waiting.aborted === 1, 'one signal to be aborted');
      assert.equal(door.waiting.running, 1);
      await door.close();
      assert.match(JSON.stringify(await calls[1]), /\[1903 Cancelled\]/, 'a call that runs when the door closes is answered');
      assert.equal(door.waiting.running, 0);
    });

    it('tells the client when the tools change', async () => {
      await new Promise((resolve) => setTimeout(resolve, 100)); // The client opens its stream after it has connected.
      door.toolsChanged();
      await until(() => client.changes() === 1, 'the change to be told');
      door.toolsChanged();
      await until(() => client.changes() === 2, 'the second change to be told');
    });

    it('names the client in the record, the same for all its calls', async () => {
      await client.call('echo', { words: ['1'] });
      await client.call('echo', { words: ['2'] });
      const names = new Set(door.records.map((record) => record.client));
      assert.equal(names.size, 1);
      assert.match([...names][0] ?? '', sessions ? /^v[12] [12] #[\w-]{36}$/ : /^v2 2$/);
    });

    it('serves two clients at once, each for itself', async () => {
      const other = await connect(door.url, token);
      const [one, two] = await Promise.all([client.call('echo', { words: ['one'] }), other.call('echo', { words: ['two'] })]);
      assert.deepEqual([one.content, two.content], [[{ type: 'text', text: 'one' }], [{ type: 'text', text: 'two' }]]);
      await other.close();
      assert.deepEqual((await client.call('echo', { words: ['three'] })).content, [{ type: 'text', text: 'three' }]);
    });

    it('sends structured data to those who ask for it', async () => {
      const structured = await connect(`${door.url}?structured=1`, token);
      const result = await structured.call('echo', { words: ['a', 'b'] });
      assert.deepEqual(result.structuredContent, { words: ['a', 'b'] });
      assert.deepEqual(result.content, [{ type: 'text', text: 'a b' }]);
      const failed = await structured.call('fail', { how: 'badly' });
      assert.equal(failed.structuredContent, undefined);
      await structured.close();
    });

    it('lets a tool ask the user, and the user refuse', async () => {
      const questions: string[] = [];
      const asked = await connect(door.url, token, {
        answer: (question) => {
          questions.push(question);
          return question === 'Really?' ? 'decline' : 'accept';
        },
      });
      const result = await asked.call('write', { mode: 'soft' });
      assert.deepEqual(questions, ['Write soft?', 'Really?']);
      assert.deepEqual(result.content, [{ type: 'text', text: 'agreed: true, false' }]);
      assert.equal(door.records.length, 1);
      await asked.close();
    });

    it('does not ask through a client that cannot', async () => {
      assert.deepEqual((await client.call('write', { mode: 'hard' })).content, [{ type: 'text', text: 'could not ask' }]);
    });
  });
}
