/**
 * Writes what is made from the one list of tools: the manifest's tool entries and the setting `sightline.tools` in
 * package.json, and docs/tools.md. With `--check` it writes nothing and fails if a file is out of date.
 */
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * The generated files, by path below the root.
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function generatedFiles() {
  const bundle = path.join(root, 'out', 'generate', 'reference.mjs');
  await build({
    entryPoints: [path.join(root, 'src', 'doors', 'reference.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const { languageModelTools, toolsConfiguration, toolReference } = await import(`${pathToFileURL(bundle)}?${Date.now()}`);

  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  manifest.contributes.languageModelTools = languageModelTools;
  manifest.contributes.configuration.properties['sightline.tools'] = toolsConfiguration;
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'docs/tools.md': toolReference(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  let stale = 0;
  for (const [name, content] of Object.entries(await generatedFiles())) {
    const file = path.join(root, name);
    const current = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    if (current === content) continue;
    stale += 1;
    if (check) console.error(`${name} is out of date: run npm run generate.`);
    else fs.writeFileSync(file, content);
  }
  if (check && stale > 0) process.exitCode = 1;
  else if (!check) console.log(stale === 0 ? 'Everything was up to date.' : `${stale} file(s) written.`);
}
