// npm run test:desktop: the host suite in the desktop VS Code. It needs a download from Microsoft, and a display.
import { ensureDependencies } from './install.mjs';

await ensureDependencies((line) => console.log(`- ${line}`));
const { buildExtension } = await import('../esbuild.mjs');
const { downloadDesktop, runDesktopSuite } = await import('./suites/desktop.mjs');
const { printSummary } = await import('./suites/summary.mjs');

const desktop = await findDesktop();
if ('missing' in desktop) {
  printSummary({ passed: 0, failed: 0, failures: [], skipped: [`the host suite in the desktop VS Code (${desktop.missing})`] });
} else {
  await buildExtension();
  printSummary(await runDesktopSuite({ executable: desktop.executable, onOutput: (text) => void process.stdout.write(text) }));
}

/** @returns {Promise<{ executable: string } | { missing: string }>} */
async function findDesktop() {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return { missing: 'there is no display; on a machine without one: xvfb-run -a npm run test:desktop' };
  }
  try {
    return { executable: await downloadDesktop() };
  } catch (error) {
    return { missing: `the download of VS Code is not reachable: ${error instanceof Error ? error.message : String(error)}` };
  }
}
