import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Connection } from '../../scripts/host/connection.mjs';
import { Random } from '../unit/support/random';
import { keepEvidence, openWorkbench, type Workbench } from './harness';

/** A round takes six seconds, on a busy machine some twenty, so that few are made by default; `SIGHTLINE_KILLS=50` makes many. */
const kills = Number(process.env['SIGHTLINE_KILLS'] ?? 5);

describe('an extension host that dies while an edit is applied', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ fixture: 'edit', settings: { 'files.autoSave': 'off' } });
  });
  after(() => workbench?.close());
  keepEvidence(() => workbench);

  it(`loses no text and leaves no file behind, ${kills} times`, async function () {
    this.timeout(60_000 + kills * 40_000);
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const random = new Random(seed);
    const big = `${'const line = "of some length, with an emoji 😀";\n'.repeat(4_000)}`;
    const files: Readonly<Record<string, (mark: string) => string>> = {
      'plain.txt': (mark) => `mark ${mark}\n${big}`,
      'crlf.txt': (mark) => `mark ${mark}\r\n${big.replaceAll('\n', '\r\n')}`,
      'mixed.txt': (mark) => `mark ${mark}\n${big.replaceAll('\n', '\r\n')}`,
    };
    let previous = 'start';
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(workbench.folder, name), content(previous));
    const before = await everyFile(workbench.folder);
    let dead = 0;
    let took = 1_500;
    const count = { old: 0, new: 0, half: 0 };
    const halves: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const mark = `${round}`;
      const { client, pid } = await connected(workbench, dead);
      const edits = Object.keys(files).map((file) => ({ file, operation: 'replace', selector_pattern: '^mark .*$', new_content: `mark ${mark}` }));
      const started = performance.now();
      const apply = client.callTool({ name: 'edit_apply', arguments: { edits } }).then(
        () => (took = performance.now() - started),
        () => (took *= 1.1),
      );
      await delay(random.below(took * 2));
      process.kill(pid, 'SIGKILL');
      dead = pid;
      await Promise.race([apply, delay(2_000)]);
      void client.close().catch(() => undefined);

      // A save that was on its way is the editor's, not the extension host's: it may still arrive.
      await delay(150);
      for (const [name, content] of Object.entries(files)) {
        const now = await readFile(path.join(workbench.folder, name), 'utf8');
        const state = now === content(previous) ? 'old' : now === content(mark) ? 'new' : 'half';
        count[state] += 1;
        if (state === 'half') halves.push(`round ${round}: ${name} holds ${now.length} units: ${now.slice(0, 80)}`);
      }
      assert.deepEqual(await everyFile(workbench.folder), before, `round ${round}`);
      // Starts an extension host; the editor's backups come back with the page.
      await workbench.page.reload();
      if (round % 10 === 9) console.log(`      ${round + 1} kills: ${count.old} old, ${count.new} new, ${count.half} neither`);
      previous = await alike(workbench.folder, files, mark);
    }
    console.log(`killed ${kills} times (seed ${seed}): of ${kills * Object.keys(files).length} files ${count.old} held the old text, ${count.new} the new, ${count.half} neither`);
    assert.deepEqual(halves, []);
    if (kills >= 20) assert.ok(count.old > 0 && count.new > 0, 'the kills must fall on both sides');
  });
});

/** The editor may start extension hosts of its own between a kill and the reload: the first that answers counts. */
async function connected(workbench: Workbench, dead: number): Promise<{ readonly client: Client; readonly pid: number }> {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(200)) {
    const { url, token, pid }: Connection = await workbench.connection();
    if (pid === dead) continue;
    const client = new Client({ name: 'killer', version: '1.0.0' });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
      await client.callTool({ name: 'ping', arguments: {} });
      return { client, pid };
    } catch {
      await client.close().catch(() => undefined);
    }
  }
  throw new Error('No new extension host came up.');
}

/** Writes the next round's old text, the same for all files. */
async function alike(folder: string, files: Readonly<Record<string, (mark: string) => string>>, mark: string): Promise<string> {
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content(`${mark} again`));
  await delay(300);
  return `${mark} again`;
}

async function everyFile(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}
