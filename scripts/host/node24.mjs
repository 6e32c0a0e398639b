import { runNpm } from './npm.mjs';

/**
 * Installs the Node 24 that the VS Code server and the packager need.
 * @param {string} dir an empty folder
 * @param {{ name: string, version: string }} pin
 * @param {AbortSignal | undefined} signal
 */
export async function installNode24(dir, pin, signal) {
  await runNpm(['install', `${pin.name}@${pin.version}`, '--prefix', dir, '--ignore-scripts', '--no-save'], { cwd: dir, signal });
}
