import path from 'node:path';
import { runNpm } from './npm.mjs';
import { codeServer, nativeModules } from './pins.mjs';

/**
 * Installs the VS Code server out of the npm package that carries it. Scripts are off throughout, because the
 * package's own would also build modules that need system headers; the few native modules that matter are compiled
 * afterwards, against the headers inside the Node 24 package.
 * @param {string} dir an empty folder
 * @param {string} node24 the Node 24 binary
 * @param {(line: string) => void} progress
 * @param {AbortSignal | undefined} signal
 * @throws {Error} when an installation fails or there is no C++ compiler
 */
export async function installVscode(dir, node24, progress, signal) {
  const nodeBinDir = path.dirname(node24);
  const vscodeDir = path.join(dir, 'node_modules', codeServer.name, 'lib', 'vscode');
  const options = { nodeBinDir, signal };

  await runNpm(['install', `${codeServer.name}@${codeServer.version}`, '--prefix', dir, '--ignore-scripts', '--no-save'], { cwd: dir, ...options });
  progress('installing the modules of the VS Code server and of its extensions');
  for (const each of [vscodeDir, path.join(vscodeDir, 'extensions')]) {
    await runNpm(['install', '--omit=dev', '--ignore-scripts', '--no-save'], { cwd: each, ...options });
  }
  progress('compiling the native modules of the VS Code server');
  try {
    await runNpm(['rebuild', ...nativeModules], { cwd: vscodeDir, ...options, env: { npm_config_nodedir: path.dirname(nodeBinDir) } });
  } catch (error) {
    throw new Error('The native modules of the VS Code server could not be compiled. They need a C++ compiler, make and Python 3.', { cause: error });
  }
}
