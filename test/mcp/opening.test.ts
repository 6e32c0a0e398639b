import { strict as assert } from 'node:assert';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from '../../src/doors/mcp/listen';
import { openDoor, token } from './door';
import { callTool, listTools } from './raw';

describe('MCP port', () => {
  it('is any free one by default, and the fixed one where it can be had', async () => {
    const any = await openDoor();
    assert.equal(any.url, `http://127.0.0.1:${any.port}/mcp`);
    assert.equal(any.refusedPort, undefined);
    await any.close();
    const fixed = await openDoor({ port: any.port });
    assert.equal(fixed.port, any.port);
    await fixed.close();
  });

  it('is another one when a window or a program holds the fixed one, and says so', async () => {
    const first = await openDoor();
    const second = await openDoor({ port: first.port });
    assert.notEqual(second.port, first.port);
    assert.equal(second.refusedPort, `Port ${first.port} is in use, so the MCP server uses port ${second.port}.`);
    assert.deepEqual(second.warnings, [second.refusedPort]);
    await first.close();
    assert.deepEqual(await listTools(second.url, token), ['write', 'echo', 'wait', 'fail']);
    await second.close();
  });

  it('is another one when the operating system refuses it, or it is no port', async () => {
    const door = await openDoor({ port: 99_999 });
    assert.match(door.refusedPort ?? '', /^Port 99999 is not a port number, so the MCP server uses port \d+\.$/);
    assert.equal((await callTool(door.url, token, 'echo', { words: ['x'] })).text, 'x');
    await door.close();

    // As root no port is refused, so the refusal is played.
    const http = createServer();
    const real = http.listen.bind(http);
    let attempts = 0;
    http.listen = ((...args: Parameters<typeof real>) => {
      attempts += 1;
      if (attempts > 1) return real(...args);
      queueMicrotask(() => http.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
      return http;
    }) as typeof http.listen;
    const { port, refused } = await listen(http, 443);
    assert.equal(refused, `Port 443 is refused by the operating system, so the MCP server uses port ${port}.`);
    http.close();
  });
});

describe('MCP connection file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-connection-'));
    file = path.join(folder, 'connection.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const content = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
  const exists = async (): Promise<boolean> => (await readdir(folder)).length > 0;

  it('appears whole, for its owner only, and goes with the door', async () => {
    const door = await openDoor({ connectionFile: file });
    assert.deepEqual(await content(), { url: door.url, token, pid: process.pid, folders: ['/w/alpha', '/w/beta'] });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(folder), ['connection.json'], 'no draft is left');
    await door.close();
    assert.deepEqual(await readdir(folder), []);
  });

  it('replaces an old one, whoever could read it', async () => {
    await writeFile(file, 'old', { mode: 0o644 });
    const other = await openDoor({ connectionFile: file });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await other.close();
  });

  it('follows the folders', async () => {
    let folders = [{ name: 'alpha', path: '/w/alpha' }];
    const door = await openDoor({ connectionFile: file, folders: () => folders });
    folders = [{ name: 'gamma', path: '/w/gamma' }];
    door.foldersChanged();
    await eventually(async () => JSON.stringify(await content()).includes('gamma'));
    await door.close();
  });

  it('is not removed when another window has written its own', async () => {
    const first = await openDoor({ connectionFile: file });
    const second = await openDoor({ connectionFile: file });
    const shows = async (url: string) => (await exists()) && JSON.stringify(await content()).includes(url);
    assert.ok(await shows(second.url));
    await first.close();
    assert.ok(await shows(second.url));
    await second.close();
    assert.equal(await exists(), false);
  });

  it('costs nothing but a warning when it cannot be written', async () => {
    const door = await openDoor({ connectionFile: path.join(folder, 'no', 'such', 'folder.json') });
    assert.equal((await callTool(door.url, token, 'echo', { words: ['x'] })).text, 'x');
    await door.close();
    assert.equal(door.warnings.length, 1);
    assert.match(door.warnings[0] ?? '', /could not be written: Error: ENOENT/);
  });
});

/** Asks again for at most two seconds. */
async function eventually(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 2_000;
  while (!(await check())) {
    assert.ok(Date.now() < end, 'waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
