import { strict as assert } from 'node:assert';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { callTool, mcpHeaders, modern, send } from './raw';
import { openDoor, token, type Opened } from './door';

describe('MCP guard', () => {
  let door: Opened;
  const page = 'http://localhost:6274';
  const ping = modern(token, 'tools/call', { name: 'echo', arguments: { words: ['hi'] } }, { name: 'echo' });

  before(async () => {
    door = await openDoor({ allowedOrigins: () => [`${page}/`, 'vscode-webview://panel', '*', 'null'] });
  });
  after(() => door.close());
  afterEach(() => {
    assert.deepEqual(door.warnings, []);
  });

  const status = async (headers: Record<string, string>, body: string | undefined = ping.body) =>
    (await send(door.url, { headers: { ...ping.headers, ...headers }, body })).status;

  it('lets an authorised request in under every loopback name, whatever the port', async () => {
    for (const host of [`127.0.0.1:${door.port}`, 'localhost', 'LOCALHOST:1', '[::1]:65535']) assert.equal(await status({ host }), 200, host);
  });

  it('refuses other host names, and names that only look like loopback', async () => {
    for (const host of [`evil.example:${door.port}`, '127.0.0.1.evil.example', 'localhost.', '127.1', '0.0.0.0', 'localhost@evil.example', '127.0.0.1:x', '::1']) {
      assert.equal(await status({ host }), 403, host);
    }
  });

  it('answers 400 when the Host header is missing or double', async () => {
    assert.match(await overSocket(door.port, 'POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n'), /^HTTP\/1\.1 400 [^]*Host header is missing/);
    assert.match(await overSocket(door.port, 'POST /mcp HTTP/1.0\r\nContent-Length: 0\r\n\r\n'), /^HTTP\/1\.1 400 [^]*Host header is missing/);
    const double = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n';
    assert.match(await overSocket(door.port, double), /^HTTP\/1\.1 400 [^]*more than one Host/);
  });

  it('refuses web pages, unless their origin is listed', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:9', 'http://localhost', 'http://localhost:62740', '*', '', `${page}, ${page}`]) {
      assert.equal(await status({ origin }), 403, origin);
    }
    assert.equal(await status({ origin: page }), 200);
    assert.equal(await status({ origin: 'vscode-webview://panel' }), 200);
  });

  it('wants the token from listed pages too', async () => {
    assert.equal(await status({ origin: page, authorization: '' }), 401);
  });

  it('refuses a missing, wrong or misplaced token with one line that says where to get the right one', async () => {
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token, `Bearer ${token} ${token}`]) {
      const answer = await send(door.url, { headers: { ...ping.headers, authorization }, body: ping.body });
      assert.equal(answer.status, 401, authorization);
      assert.match(answer.text, /^The token is (missing|wrong): run "Sightline: Copy MCP Configuration" .*`npm start` prints\.\n$/);
      assert.equal(answer.headers['www-authenticate'], undefined);
    }
    assert.equal((await send(`${door.url}?token=${token}`, { headers: { ...ping.headers, authorization: '' }, body: ping.body })).status, 401);
    assert.equal(await status({ authorization: `bearer  ${token} ` }), 200, 'the scheme is case-insensitive');
  });

  it('checks host and origin before discovery paths, those before the token, and the token before path, method and size', async () => {
    const base = `http://127.0.0.1:${door.port}`;
    const at = async (path: string, headers: Record<string, string>, method = 'POST') => (await send(base + path, { method, headers })).status;
    const authorised = mcpHeaders(token);
    assert.equal(await at('/.well-known/oauth-authorization-server', { host: 'evil.example' }, 'GET'), 403);
    assert.equal(await at('/.well-known/oauth-protected-resource/mcp', {}, 'GET'), 404);
    assert.equal(await at('/.well-known/openid-configuration?x=1', authorised, 'GET'), 404);
    assert.equal(await at('/elsewhere', {}), 401);
    assert.equal(await at('/elsewhere', authorised), 404);
    assert.equal(await at('/mcp/', authorised), 404);
    assert.equal(await at('/mcp', {}, 'PUT'), 401);
    assert.equal(await at('/mcp', authorised, 'PUT'), 405);
    assert.equal(await at('/mcp', authorised, 'HEAD'), 405);
    assert.equal(await at('/mcp', { 'content-length': String(5 * 1024 * 1024) }), 401);
  });

  it('parses and runs nothing before the checks', async () => {
    const broken = '{"jsonrpc": broken';
    assert.equal(await status({ authorization: 'Bearer wrong' }, broken), 401);
    assert.equal(await status({ origin: 'https://evil.example' }, broken), 403);
    assert.equal(await status({}, broken), 400);
    const before = door.records.length;
    assert.equal(await status({ authorization: 'Bearer wrong' }), 401);
    assert.equal(await status({ host: 'evil.example' }), 403);
    assert.equal(door.records.length, before);
  });

  it('refuses more than 4 MB, announced or not, and stays usable', async () => {
    const limit = 4 * 1024 * 1024;
    const padded = (bytes: number) => ping.body + ' '.repeat(bytes - Buffer.byteLength(ping.body));
    assert.equal(await status({}, padded(limit)), 200);
    const announced = await send(door.url, { headers: { ...ping.headers, 'content-length': String(limit + 1) }, body: padded(limit + 1) });
    assert.equal(announced.status, 413);
    assert.equal(announced.text, 'A request may have at most 4194304 bytes.\n');
    assert.equal(await status({ 'transfer-encoding': 'chunked' }, padded(limit + 1)), 413);
    assert.equal((await callTool(door.url, token, 'echo', { words: ['still here'] })).text, 'still here');
  });

  it('does not wait for the end of a body that is too large, and cuts a client that goes on sending', async () => {
    const socket = connect(door.port, '127.0.0.1');
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    socket.write(head);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const sender = setInterval(() => socket.write(chunk.repeat(16)), 5);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    assert.match(answer, /^HTTP\/1\.1 413 /);
    await closed;
    clearInterval(sender);
  });

  it('continues a large upload only after the checks', async () => {
    const big = 4 * 1024 * 1024 + 1;
    const head = (line: string) => `POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\n${line}\r\n\r\n`;
    assert.match(await overSocket(door.port, head('Content-Length: 10')), /^HTTP\/1\.1 401 /);
    assert.match(await overSocket(door.port, head(`Authorization: Bearer ${token}\r\nContent-Length: ${big}`)), /^HTTP\/1\.1 413 /);
    assert.match(await overSocket(door.port, head(`Authorization: Bearer ${token}\r\nContent-Length: 10`)), /^HTTP\/1\.1 100 /);
  });

  it('wants JSON, declared and real', async () => {
    assert.equal(await status({ 'content-type': 'text/plain' }), 415);
    for (const body of ['', 'null', '[]', '1', '{"jsonrpc":"2.0"}']) assert.equal(await status({}, body), 400, body);
  });

  it('listens on loopback only', async () => {
    const lan = Object.values(networkInterfaces()).flat().find((each) => each?.internal === false && each.family === 'IPv4');
    const address = lan?.address ?? '127.0.0.2';
    await assert.rejects(send(`http://${address}:${door.port}/mcp`, { headers: mcpHeaders(token) }), /ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH/);
  });

  it('answers a preflight of a listed page with exactly the headers that MCP has', async () => {
    const headers = { origin: page, 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-protocol-version, mcp-session-id, authorization' };
    const answer = await send(door.url, { method: 'OPTIONS', headers });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers['access-control-allow-origin'], page);
    assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST, DELETE');
    assert.equal(
      answer.headers['access-control-allow-headers'],
      'authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
    );
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.equal(answer.headers.vary, 'Origin');
  });

  it('gives other pages no such headers, and no preflight', async () => {
    const evil = await send(door.url, { method: 'OPTIONS', headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' } });
    assert.equal(evil.status, 403);
    assert.deepEqual(Object.keys(evil.headers).filter((name) => name.startsWith('access-control-')), []);
    const none = await send(door.url, { headers: ping.headers, body: ping.body });
    assert.deepEqual(Object.keys(none.headers).filter((name) => name.startsWith('access-control-')), []);
    assert.equal((await send(door.url, { method: 'OPTIONS', headers: {} })).status, 401);
  });

  it('lets a listed page read the session id, and the reason of a refusal', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } } });
    const answer = await send(door.url, { headers: { ...mcpHeaders(token), origin: page }, body });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['access-control-allow-origin'], page);
    assert.equal(answer.headers['access-control-expose-headers'], 'Mcp-Session-Id');
    assert.match(String(answer.headers['mcp-session-id']), /^[\x21-\x7e]{16,}$/);
    const refused = await send(door.url, { headers: { origin: page }, body });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers['access-control-allow-origin'], page);
  });

  it('takes a change of the listed origins at once', async () => {
    let listed: readonly string[] = [];
    const other = await openDoor({ allowedOrigins: () => listed });
    const ask = () => send(other.url, { headers: { ...ping.headers, origin: page }, body: ping.body });
    assert.equal((await ask()).status, 403);
    listed = [page];
    assert.equal((await ask()).status, 200);
    await other.close();
  });
});

/** What the server sends first. */
function overSocket(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
