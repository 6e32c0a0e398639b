/**
 * The MCP door: what a call costs over HTTP, beside a bare Node server that answers the same bytes, and what the door
 * costs the extension host in memory and time. The door runs as shipped (dist/mcp.js) in a process of its own, as the
 * editor's extension host is one to its clients.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { Agent, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { repoRoot } from '../scripts/host/paths.mjs';
import { Dispatcher } from '../src/core/call';
import { mcpTools } from '../src/doors/mcp/calls';
import type { McpDoor, McpDoorOptions } from '../src/doors/mcp/options';
import { ping } from '../src/tools/ping';
import type { Services } from '../src/tools/services';
import { isRecord, mcpHeaders, modern } from '../test/mcp/raw';
import { testPorts } from '../test/unit/support/services';
import { median } from './support/measure';

const token = 'bench';
const rounds = 300;
const targets = { pingMs: 3, heapMb: 15 };

if (process.send === undefined) void measure();
else void serve(process.send.bind(process));

interface Ready {
  readonly url: string;
  readonly bare: string;
  readonly loadMs: number;
  readonly openMs: number;
  readonly openedMb: number;
}

async function measure(): Promise<void> {
  const child = fork(__filename, { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const ready = await message<Ready>(child);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const session = await openSession(agent, ready.url);
    const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(ready.url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));

    const perRequest = modern(token, 'tools/call', { name: 'ping', arguments: {} }, { name: 'ping' });
    const inSession = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } });
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      'bare Node HTTP server, same answer': () => exchange(agent, ready.bare, perRequest.headers, perRequest.body),
      'ping, protocol of 2026-07-28': () => exchange(agent, ready.url, perRequest.headers, perRequest.body),
      'ping in a session (2025-11-25)': () => exchange(agent, ready.url, mcpHeaders(token, { 'mcp-session-id': session }), inSession),
      'ping through the official client': () => client.callTool({ name: 'ping', arguments: {} }),
    };
    const times = await sideBySide(ways);
    await client.close();
    agent.destroy();
    child.send('measure');
    const { usedMb } = await message<{ readonly usedMb: number }>(child);
    report(times, ready, usedMb);
  } finally {
    child.kill();
  }
}

function report(times: ReadonlyMap<string, number>, { loadMs, openMs, openedMb }: Ready, usedMb: number): void {
  const [base = NaN] = times.values();
  for (const [name, median] of times) console.log(`${name.padEnd(40)} ${median.toFixed(2).padStart(7)} ms  ${(median / base).toFixed(1)} x`);
  const slowest = Math.max(...times.values());
  console.log(`loading the door ${loadMs.toFixed(0)} ms, opening it ${openMs.toFixed(0)} ms`);
  console.log(`heap added when open and idle ${openedMb.toFixed(1)} MB, after ${rounds * 3} calls ${usedMb.toFixed(1)} MB`);
  const verdict = (name: string, value: number, target: number, unit: string) =>
    console.log(`${value <= target ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(2)} ${unit} of at most ${target}, ratio ${(value / target).toFixed(2)}`);
  verdict('median round trip of ping, the slowest way', slowest, targets.pingMs, 'ms');
  verdict('heap, the larger of the two', Math.max(openedMb, usedMb), targets.heapMb, 'MB');
}

/** Medians in milliseconds, the ways in turns, so that a disturbance meets all of them. */
async function sideBySide(ways: Readonly<Record<string, () => Promise<unknown>>>): Promise<ReadonlyMap<string, number>> {
  const samples = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = -50; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(ways)) {
      const start = performance.now();
      await run();
      if (round >= 0) samples.get(name)?.push(performance.now() - start);
    }
  }
  return new Map([...samples].map(([name, values]) => [name, median(values)]));
}

function exchange(agent: Agent, url: string, headers: Readonly<Record<string, string>>, body: string): Promise<{ readonly text: string; readonly session: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve({ text, session: String(response.headers['mcp-session-id']) });
        else reject(new Error(`HTTP ${response.statusCode}: ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function openSession(agent: Agent, url: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  return (await exchange(agent, url, mcpHeaders(token), JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }))).session;
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (value) => resolve(value as T));
    child.once('exit', (code) => reject(new Error(`The door's process ended with ${code}.`)));
  });
}

/** The door's process. */
async function serve(send: (value: unknown) => void): Promise<void> {
  const ports = testPorts([{ name: 'alpha', path: repoRoot }]);
  const services = { ...ports, version: '0', status: [] } as unknown as Services;
  const tools = mcpTools(new Dispatcher<Services>({ tools: [ping], services }), ports.settings);
  tools.tools();

  const before = heapMb();
  const start = performance.now();
  const entry: unknown = createRequire(__filename)(path.join(repoRoot, 'dist', 'mcp.js'));
  const loaded = performance.now();
  if (!isEntry(entry)) throw new Error('dist/mcp.js has no openMcpDoor.');
  const { log } = ports;
  const options = { token, port: 0, allowedOrigins: () => [], folders: () => ports.workspace.folders(), version: '0', log };
  const door = await entry.openMcpDoor({ ...tools, ...options });
  const opened = performance.now();
  await settled();
  const ready: Ready = { url: door.url, bare: await bareServer(), loadMs: loaded - start, openMs: opened - loaded, openedMb: heapMb() - before };
  process.once('message', async () => {
    await settled();
    send({ usedMb: heapMb() - before });
  });
  send(ready);
}

function bareServer(): Promise<string> {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: `pong\nSightline 0\nfolder: alpha (${repoRoot})` }] } });
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    });
  });
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

function heapMb(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function isEntry(value: unknown): value is { openMcpDoor(options: McpDoorOptions): Promise<McpDoor> } {
  return isRecord(value) && typeof value['openMcpDoor'] === 'function';
}
