import { strict as assert } from 'node:assert';
import { v1 } from './clients';
import { openDoor, token, until, type Opened } from './door';
import { callTool, isRecord, mcpHeaders, modern, opened, parsed, send, type Answer } from './raw';

describe('MCP sessions', () => {
  let door: Opened;
  beforeEach(async () => {
    door = await openDoor();
  });
  afterEach(() => door.close());

  it('answers 404 to a session that it does not know, and 400 to none', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { words: ['x'] } } };
    const unknown = await post(door.url, call, { 'mcp-session-id': '00000000-0000-4000-8000-000000000000' });
    assert.equal(unknown.status, 404);
    assert.deepEqual(parsed(unknown.text), { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found: send initialize for a new one.' }, id: null });
    const missing = await post(door.url, call);
    assert.equal(missing.status, 400);
    for (const method of ['GET', 'DELETE']) {
      const headers = mcpHeaders(token, { accept: 'text/event-stream' });
      assert.equal((await send(door.url, { method, headers })).status, 400, method);
      assert.equal((await send(door.url, { method, headers: { ...headers, 'mcp-session-id': 'gone' } })).status, 404, method);
    }
    assert.equal(door.records.length, 0);
  });

  it('opens a new session for an initialize that carries a stale id, again and again', async () => {
    const ids = new Set<string>();
    for (const stale of ['gone', 'gone', '00000000-0000-4000-8000-000000000000']) {
      const id = await initialize(door.url, { 'mcp-session-id': stale });
      ids.add(id);
      assert.equal(await echo(door.url, id, 'works'), 'works');
    }
    assert.equal(ids.size, 3);
    const known = [...ids][0] ?? '';
    const again = await initialize(door.url, { 'mcp-session-id': known });
    assert.notEqual(again, known);
    assert.equal(await echo(door.url, known, 'the old one lives too'), 'the old one lives too');
  });

  it('ends a session when its client says so', async () => {
    const id = await initialize(door.url);
    const other = await initialize(door.url);
    const running = post(door.url, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait' } }, { 'mcp-session-id': id });
    await until(() => door.waiting.running === 1, 'the call to run');
    assert.equal((await send(door.url, { method: 'DELETE', headers: mcpHeaders(token, { 'mcp-session-id': id }) })).status, 200);
    await until(() => door.waiting.aborted === 1, 'its call to be stopped');
    await running;
    assert.equal((await post(door.url, ping, { 'mcp-session-id': id })).status, 404);
    assert.equal((await post(door.url, ping, { 'mcp-session-id': other })).status, 200);
  });

  it('works without a protocol header, as VS Code sends none, and with any version of the handshake', async () => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '1999-01-01']) {
      const id = await initialize(door.url, {}, version);
      assert.equal(await echo(door.url, id, version), version);
    }
  });

  it('stops a call on notifications/cancelled while its request stays open, then ends the stream', async () => {
    const id = await initialize(door.url);
    const response = await opened(door.url, {
      headers: mcpHeaders(token, { 'mcp-session-id': id }),
      body: JSON.stringify({ jsonrpc: '2.0', id: 'c1', method: 'tools/call', params: { name: 'wait' } }),
    });
    const ended = new Promise((resolve) => response.once('end', resolve));
    response.resume();
    await until(() => door.waiting.running === 1, 'the call to run');
    const notified = await post(door.url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c1', reason: 'enough' } }, { 'mcp-session-id': id });
    assert.equal(notified.status, 202);
    await until(() => door.waiting.aborted === 1, 'the signal to be aborted');
    await ended;
    assert.equal(await echo(door.url, id, 'usable'), 'usable');
  });

  it('does not let one session cancel the calls of another', async () => {
    const [mine, other] = [await initialize(door.url), await initialize(door.url)];
    const running = post(door.url, { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait' } }, { 'mcp-session-id': mine });
    await until(() => door.waiting.running === 1, 'the call to run');
    await post(door.url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, { 'mcp-session-id': other });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(door.waiting.aborted, 0);
    await door.close();
    await running;
  });

  it('forgets a client that went away without a word, but not one whose stream is open', async () => {
    const short = await openDoor({ sessionIdleMs: 500 });
    const gone = await initialize(short.url);
    const here = await initialize(short.url);
    const stream = await opened(short.url, { method: 'GET', headers: mcpHeaders(token, { 'mcp-session-id': here }) });
    stream.on('error', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal((await post(short.url, ping, { 'mcp-session-id': gone })).status, 404);
    assert.equal((await post(short.url, ping, { 'mcp-session-id': here })).status, 200);
    stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal((await post(short.url, ping, { 'mcp-session-id': here })).status, 404);
    await short.close();
  });

  it('lets a client that lost its stream open another one at once', async () => {
    const id = await initialize(door.url);
    const headers = mcpHeaders(token, { 'mcp-session-id': id });
    const first = await opened(door.url, { method: 'GET', headers });
    assert.equal((await send(door.url, { method: 'GET', headers })).status, 409, 'one at a time');
    first.on('error', () => undefined);
    first.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await opened(door.url, { method: 'GET', headers });
    assert.equal(second.statusCode, 200);
    const told = new Promise<string>((resolve) => second.once('data', (data) => resolve(String(data))));
    door.toolsChanged();
    assert.match(await told, /notifications\/tools\/list_changed/);
    second.destroy();
  });

  it('keeps no more than a hundred sessions of clients that are gone', async () => {
    const first = await initialize(door.url);
    for (let count = 0; count < 101; count += 1) await initialize(door.url);
    assert.equal((await post(door.url, ping, { 'mcp-session-id': first })).status, 404);
  });

  for (const answered of [0, 1]) {
    it(`gives up a call that is cancelled when it has asked ${answered === 0 ? 'its first question' : 'another question'}`, async () => {
      const id = await initialize(door.url, {}, '2025-11-25', { elicitation: {} });
      const session = { 'mcp-session-id': id };
      const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'write', arguments: { mode: 'soft' } } };
      const response = await opened(door.url, { headers: mcpHeaders(token, session), body: JSON.stringify(call) });
      const ended = new Promise((resolve) => response.once('end', resolve));
      const question = async (): Promise<Readonly<Record<string, unknown>>> => {
        const message = await new Promise<unknown>((resolve) => response.once('data', (data) => resolve(parsed(String(data)))));
        assert.ok(isRecord(message) && message['method'] === 'elicitation/create');
        return message;
      };
      const first = await question();
      if (answered > 0) {
        await post(door.url, { jsonrpc: '2.0', id: first['id'], result: { action: 'accept', content: {} } }, session);
        await question();
      }
      response.resume();
      await post(door.url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }, session);
      await until(() => door.records.length === 1, 'the call to end');
      const [record] = door.records;
      assert.ok(record !== undefined && !record.outcome.ok && record.outcome.failure.failure === 'Cancelled');
      await ended;
    });
  }
});

describe('MCP door of 2026-07-28', () => {
  let door: Opened;
  beforeEach(async () => {
    door = await openDoor();
  });
  afterEach(() => door.close());
  const asking = { name: 'write', capabilities: { elicitation: { form: {} } } };
  const params = { name: 'write', arguments: { mode: 'soft' } };
  const call = async (more: Record<string, unknown> = {}, options = asking): Promise<Record<string, unknown>> => {
    const answer = await send(door.url, modern(token, 'tools/call', { ...params, ...more }, options));
    const reply = parsed(answer.text);
    assert.ok(isRecord(reply), answer.text);
    return { status: answer.status, ...(isRecord(reply['result']) ? reply['result'] : {}), ...(isRecord(reply['error']) ? { error: reply['error'] } : {}) };
  };
  const accept = { agree: { action: 'accept', content: {} } };

  it('needs no session, and gives none', async () => {
    const answer = await send(door.url, modern(token, 'tools/call', { name: 'echo', arguments: { words: ['x'] } }, { name: 'echo' }));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['mcp-session-id'], undefined);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
  });

  it('stops a call when the client closes the response', async () => {
    const stop = new AbortController();
    const running = callTool(door.url, token, 'wait', {}, { signal: stop.signal });
    await until(() => door.waiting.running === 1, 'the call to run');
    stop.abort();
    await assert.rejects(running);
    await until(() => door.waiting.aborted === 1, 'the signal to be aborted');
    assert.equal(door.waiting.running, 0);
  });

  it('keeps a call that asks over several requests, and runs the tool once', async () => {
    const first = await call();
    assert.equal(first['resultType'], 'input_required');
    assert.deepEqual(first['inputRequests'], {
      agree: { method: 'elicitation/create', params: { mode: 'form', message: 'Write soft?', requestedSchema: { type: 'object', properties: {} } } },
    });
    const second = await call({ requestState: first['requestState'], inputResponses: accept });
    assert.match(JSON.stringify(second['inputRequests']), /Really\?/);
    const last = await call({ requestState: second['requestState'], inputResponses: { agree: { action: 'cancel' } } });
    assert.deepEqual(last['content'], [{ type: 'text', text: 'agreed: true, false' }]);
    assert.equal(door.records.length, 1);
  });

  it('asks again when the answer is missing', async () => {
    const first = await call();
    const again = await call({ requestState: first['requestState'], inputResponses: {} });
    assert.match(JSON.stringify(again['inputRequests']), /Write soft\?/);
    const second = await call({ requestState: again['requestState'], inputResponses: accept });
    assert.match(JSON.stringify(second['inputRequests']), /Really\?/);
  });

  it('takes an answer once: sent again, it does not answer the next question', async () => {
    const first = await call();
    const second = await call({ requestState: first['requestState'], inputResponses: accept });
    assert.notEqual(second['requestState'], first['requestState']);
    assert.match(JSON.stringify((await call({ requestState: first['requestState'], inputResponses: accept }))['error']), /-32602/);
    const last = await call({ requestState: second['requestState'], inputResponses: { agree: { action: 'decline' } } });
    assert.deepEqual(last['content'], [{ type: 'text', text: 'agreed: true, false' }]);
  });

  it('refuses the state of a call that is over, that it does not know, or that belongs to another tool', async () => {
    const first = await call();
    const other = await call({ name: 'echo', requestState: first['requestState'], inputResponses: accept }, { ...asking, name: 'echo' });
    assert.match(JSON.stringify(other['error']), /-32602.*Unknown or expired requestState/);
    const second = await call({ requestState: first['requestState'], inputResponses: accept });
    await call({ requestState: second['requestState'], inputResponses: accept });
    for (const requestState of [first['requestState'], second['requestState'], 'guessed']) {
      const refused = await call({ requestState, inputResponses: accept });
      assert.match(JSON.stringify(refused['error']), /-32602/);
    }
    assert.equal(door.records.length, 1);
  });

  it('gives up an open question with the door', async () => {
    await call();
    await door.close();
    assert.equal(door.records.length, 1);
  });

  it('asks clients that declared forms only', async () => {
    const cannot = [{}, { elicitation: { url: {} } }];
    for (const capabilities of cannot) assert.match(JSON.stringify(await call({}, { ...asking, capabilities } as typeof asking)), /could not ask/);
    assert.equal((await call({}, { ...asking, capabilities: { elicitation: {} } } as unknown as typeof asking))['resultType'], 'input_required');
  });

  it('refuses a cursor that it never gave out', async () => {
    const answer = await send(door.url, modern(token, 'tools/list', { cursor: 'x' }));
    assert.match(answer.text, /-32602/);
  });
});

describe('MCP door that closes and opens again', () => {
  it('frees its port at once, and its clients find the new one there', async () => {
    const first = await openDoor();
    const client = await v1(first.url, token);
    const stale = client.session ?? '';
    await first.close();
    const second = await openDoor({ port: first.port });
    assert.equal(second.port, first.port);
    assert.equal(second.refusedPort, undefined);
    assert.equal((await post(second.url, ping, { 'mcp-session-id': stale })).status, 404);
    const fresh = await initialize(second.url, { 'mcp-session-id': stale });
    assert.equal(await echo(second.url, fresh, 'again'), 'again');
    await client.close();
    await second.close();
  });

  it('leaves the door of another window alone', async () => {
    const [one, two] = await Promise.all([openDoor(), openDoor({ folders: () => [{ name: 'gamma', path: '/w/gamma' }] })]);
    assert.notEqual(one.port, two.port);
    const client = await v1(two.url, token);
    assert.match(client.instructions ?? '', /workspace gamma/);
    await one.close();
    assert.deepEqual((await client.call('echo', { words: ['alive'] })).content, [{ type: 'text', text: 'alive' }]);
    await client.close();
    await two.close();
  });

  it('closes twice without complaint, and with clients connected', async () => {
    const door = await openDoor();
    const client = await v1(door.url, token);
    await Promise.all([door.close(), door.close()]);
    await door.close();
    await assert.rejects(client.call('echo', { words: ['x'] }));
    await client.close();
  });
});

const ping = { jsonrpc: '2.0', id: 9, method: 'ping' };

function post(url: string, message: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url, { headers: mcpHeaders(token, headers), body: JSON.stringify(message) });
}

/** The id of the new session. */
async function initialize(url: string, headers: Record<string, string> = {}, protocolVersion = '2025-11-25', capabilities: unknown = {}): Promise<string> {
  const params = { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } };
  const answer = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, headers);
  assert.equal(answer.status, 200, answer.text);
  const id = String(answer.headers['mcp-session-id']);
  assert.equal((await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, { 'mcp-session-id': id })).status, 202);
  return id;
}

async function echo(url: string, session: string, word: string): Promise<unknown> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { words: [word] } } };
  const reply = parsed((await post(url, call, { 'mcp-session-id': session })).text);
  const result = isRecord(reply) ? reply['result'] : undefined;
  return isRecord(result) && Array.isArray(result['content']) ? result['content'][0]?.text : undefined;
}
