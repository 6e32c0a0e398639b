/** Text search in a real window: over MCP beside raw ripgrep, beside the editor's own search, beside Copilot's tool. */
import path from 'node:path';
import { build } from 'esbuild';
import { repoRoot } from '../scripts/host/paths.mjs';
import { provision } from '../scripts/host/provision.mjs';
import { nodeBundle } from '../scripts/suites/bundle.mjs';
import { enableCopilot } from '../test/agent/harness';
import { typeScriptTree } from './support/corpora';
import type { Measured } from './editor/search';
import { runInWindow, startBrowser } from './support/window';

void main();

async function main(): Promise<void> {
  const host = await provision(console.log);
  const browser = await startBrowser(host);
  const module = path.join(repoRoot, 'out', 'bench', 'editor', 'search.js');
  for (const name of ['search', 'outside']) {
    await build({ ...nodeBundle, entryPoints: [path.join(repoRoot, 'bench', 'editor', `${name}.ts`)], outfile: path.join(path.dirname(module), `${name}.js`) });
  }
  try {
    const { times, missing, ping } = (await runInWindow({ host, browser, folder: typeScriptTree(), module, beforeOpen: enableCopilot })) as Measured;
    for (const { what, ours, theirs, most } of times) {
      const ratio = ours / theirs;
      console.log(`${what}: theirs ${theirs.toFixed(1)} ms, ours ${ours.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (at most ${most})${ratio > most ? ' MISSED' : ''}`);
    }
    console.log(`ping over MCP from the same process: ${ping.toFixed(2)} ms (at most 3)`);
    for (const each of missing) console.log(`not measured: ${each}`);
  } finally {
    await browser.stop();
  }
}
