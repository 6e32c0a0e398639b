/**
 * `edit_apply` of one function in a clean file beside the editor's own apply and save of the same change, and a rename
 * over 24 files: time and size of the answers. The edited files have no language server, so that nothing is waited for.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { repoRoot } from '../scripts/host/paths.mjs';
import { provision } from '../scripts/host/provision.mjs';
import { nodeBundle } from '../scripts/suites/bundle.mjs';
import type { EditTimes } from './edit/in-window';
import { median } from './support/measure';
import { runInWindow, startBrowser } from './support/window';

/** Milliseconds that an edit may take beyond the editor's own. */
const allowed = 150;

void main();

async function main(): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'sightline-edit-bench-')));
  const host = await provision(console.log);
  const browser = await startBrowser(host);
  try {
    await fill(folder);
    const module = path.join(repoRoot, 'out', 'bench', 'edit-in-window.js');
    await build({ ...nodeBundle, entryPoints: [path.join(repoRoot, 'bench', 'edit', 'in-window.ts')], outfile: module });
    const { bare, ours, rename } = (await runInWindow({ host, browser, folder, module, settings: { 'files.associations': { '*.rs': 'plaintext' } } })) as EditTimes;
    const beyond = median(ours) - median(bare);
    console.log(`edit_apply of one function, ${ours.length} rounds: median ${median(ours).toFixed(0)} ms beside ${median(bare).toFixed(0)} ms of apply and save: ${beyond.toFixed(0)} ms beyond, ${beyond <= allowed ? 'within' : 'ABOVE'} ${allowed} ms`);
    console.log(`rename over 24 files: preview ${rename.took.toFixed(0)} ms, ${rename.preview} characters; applied in ${rename.applied.toFixed(0)} ms with its problems, ${rename.answer} characters`);
    console.log(`  ${rename.head}`);
    if (beyond > allowed || rename.preview >= 2_000 || rename.answer >= 2_000) process.exitCode = 1;
  } finally {
    await browser.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string): Promise<void> {
  const functions = Array.from({ length: 600 }, (_, index) => `fn f${index}() -> i32 {\n    ${index}\n}\n`).join('\n');
  for (let index = 0; index < 5; index += 1) for (const kind of ['bare', 'ours']) await writeFile(path.join(folder, `${kind}-${index}.rs`), functions);
  await mkdir(path.join(folder, 'many'));
  await writeFile(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["many"] }\n');
  await writeFile(path.join(folder, 'many', 'base.ts'), 'export function oldName(): number {\n  return 1;\n}\n');
  for (let index = 0; index < 23; index += 1) {
    await writeFile(path.join(folder, 'many', `user-${index}.ts`), `import { oldName } from './base';\n\nexport const value${index} = oldName() + oldName();\n`);
  }
}
