import fs from 'node:fs/promises';
import path from 'node:path';

/** Settings without which a test host does things on its own: saves, asks, shows pages, looks for updates. */
const quietSettings = {
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.startupPrompt': 'never',
};

/**
 * Writes the user settings of a host that has none yet.
 * @param {string} userDir the folder that gets `settings.json`; made if it is not there
 * @param {Readonly<Record<string, unknown>>} settings on top of those that every test host has
 */
export async function writeSettings(userDir, settings) {
  await fs.mkdir(userDir, { recursive: true });
  await fs.writeFile(path.join(userDir, 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
}
