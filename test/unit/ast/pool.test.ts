import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAst } from '../../../src/engines/ast';
import { createPool, type Pool, type PoolOptions } from '../../../src/engines/ast/pool';
import { Failure } from '../../../src/core/errors';
import { TestWorkspace } from '../search/workspace';
import { builtFolder, never } from './support';

const source = { text: 'const a = 1;\n', language: 'typescript' };

describe('the pool of children', () => {
  let folder: string;
  const pools: Pool[] = [];
  const create = (options: Partial<PoolOptions> = {}): Pool => {
    const pool = createPool({
      program: path.join(builtFolder, 'ast-child.js'),
      args: [path.join(builtFolder, 'grammars')],
      env: { NAPI_RS_NATIVE_LIBRARY_PATH: path.join(builtFolder, 'ast-grep.node') },
      size: 2,
      ...options,
    });
    pools.push(pool);
    return pool;
  };
  /** A child that dies of its first requests: `deaths` in all, counted over processes by the files it leaves. */
  const mortal = (deaths: number): string => {
    const file = path.join(folder, `mortal-${deaths}.js`);
    writeFileSync(
      file,
      `const { worker } = require(${JSON.stringify(path.resolve('node_modules', 'workerpool'))});
       const fs = require('node:fs');
       worker({ available() {
         const starts = ${JSON.stringify(file)} + '.' + process.pid;
         fs.writeFileSync(starts, '');
         if (fs.readdirSync(${JSON.stringify(folder)}).filter((name) => name.startsWith(${JSON.stringify(`${path.basename(file)}.`)})).length <= ${deaths}) process.abort();
         return { ok: true, value: ['alive'], rss: 1 };
       } });`,
    );
    return file;
  };

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sightline-'));
  });
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.dispose()));
    assert.deepEqual(children(), [], 'children are left');
  });
  after(() => rmSync(folder, { recursive: true }));

  it('starts no child before it is asked, and ends them all when it is disposed', async () => {
    const pool = create();
    assert.deepEqual(children(), []);
    await Promise.all([pool.ask('outline', [source], never), pool.ask('outline', [source], never)]);
    assert.equal(children().length, 2);
    await pool.dispose();
    assert.deepEqual(children(), []);
    await assert.rejects(pool.ask('outline', [source], never), isFailure('Cancelled'));
  });

  it('asks once more when a child dies of a request', async () => {
    assert.deepEqual(await create({ program: mortal(1), size: 1 }).ask('available', [], never), ['alive']);
  });

  it('gives up when the second child dies of it too, and goes on with the next request', async () => {
    const pool = create({ program: mortal(2), size: 1 });
    await assert.rejects(pool.ask('available', [], never), isFailure('ParseFailed', /signalCode: `SIGABRT`/));
    assert.deepEqual(await pool.ask('available', [], never), ['alive']);
  });

  it('ends a cancelled request and its child at once, and no other', async () => {
    const pool = create();
    const controller = new AbortController();
    const file = path.join(folder, 'slow.py');
    writeFileSync(file, `def ${'a'.repeat(60)}(): pass\n`);
    const query = { pattern: 'def $N(): $$$B', language: 'python', nameMatches: '^(a+)+$_', kinds: [] };
    const slow = pool.ask('run', [{ query, files: [{ path: file }], countOnly: true, enough: 10 }], controller.signal);
    await pool.ask('outline', [source], never);
    await delay(200);
    controller.abort();
    await assert.rejects(slow, isFailure('Cancelled'));
    await childrenBecome(1);
  });

  it('replaces children that have answered enough requests', async () => {
    const pool = create({ size: 1, mostRequests: 2 });
    await pool.ask('outline', [source], never);
    const [first] = children();
    await pool.ask('outline', [source], never);
    await pool.ask('outline', [source], never);
    await childrenBecome(1);
    assert.notDeepEqual(children(), [first]);
  });

  it('replaces children that have grown', async () => {
    const pool = create({ size: 1, mostMemory: 1 });
    await pool.ask('outline', [source], never);
    await childrenBecome(0);
    assert.equal((await pool.ask('outline', [source], never)).nodes[0]?.name, 'a');
  });

  it('ends children that nobody asks any more', async () => {
    const pool = create({ idle: 50 });
    await pool.ask('outline', [source], never);
    await childrenBecome(0);
    assert.equal((await pool.ask('outline', [source], never)).nodes.length, 1);
  });

  it('does not keep trees that nobody holds: many parses stay within the limit', async function () {
    this.timeout(60_000);
    const pool = create({ size: 1 });
    const large = readFileSync(path.resolve('node_modules', 'typescript', 'lib', 'typescript.d.ts'), 'utf8');
    let most = 0;
    for (let round = 0; round < 15; round += 1) {
      await pool.ask('syntaxErrors', [{ text: large, language: 'typescript' }], never);
      most = Math.max(most, ...children().map(residentMegabytes));
    }
    assert.ok(most < 400, `${most} MB`);
  });

  it('says which languages there are where a grammar is missing, and serves the others', async () => {
    const partial = path.join(folder, 'partial');
    mkdirSync(path.join(partial, 'grammars'), { recursive: true });
    for (const name of ['ast-child.js', 'ast-grep.node']) symlinkSync(path.join(builtFolder, name), path.join(partial, name));
    for (const name of readdirSync(path.join(builtFolder, 'grammars'))) {
      if (name !== 'go.so') symlinkSync(path.join(builtFolder, 'grammars', name), path.join(partial, 'grammars', name));
    }
    const { services, ...workspace } = new TestWorkspace({ files: { 'a.go': 'package a\n' } });
    const ast = createAst({ folder: partial, ports: services, search: services.search });
    try {
      const request = { pattern: 'f($A)', language: 'go', targets: [], kinds: [], offset: 0, limit: 1, countOnly: false };
      await assert.rejects(ast.query(request, never), isFailure('ParserNotFound', /no grammar for Go on \w+-\w+\. It has: typescript, /));
      await assert.rejects(ast.outline({ text: 'package a\n', language: 'go' }, never), isFailure('ParserNotFound'));
      assert.equal((await ast.outline(source, never)).nodes.length, 1);
      assert.equal(ast.languageOf('a.go')?.available, false);
    } finally {
      await ast.dispose();
      rmSync(workspace.root, { recursive: true });
    }
  });
});

function isFailure(name: Failure['failure'], text = /./): (error: unknown) => boolean {
  return (error) => error instanceof Failure && error.failure === name && text.test(error.message);
}

/** The processes that this one has started and that still run. */
function children(): readonly number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => /ast-child|mortal/.test(line) && !line.includes('defunct'))
    .map((line) => Number.parseInt(line, 10));
}

/** A process that was killed is listed until the system has taken it away. */
async function childrenBecome(count: number): Promise<void> {
  for (let tries = 0; children().length !== count && tries < 60; tries += 1) await delay(50);
  assert.equal(children().length, count);
}

function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}
