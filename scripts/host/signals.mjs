/**
 * Answers a signal that fires when this process is told to stop (SIGINT, SIGTERM, SIGHUP), so that whoever works can
 * end what it started first. Further requests change nothing: npm passes on a SIGINT that a terminal has already sent
 * to all, so the second one comes always.
 * @returns {AbortSignal}
 */
export function stopOnSignals() {
  const controller = new AbortController();
  const stop = (/** @type {string} */ why) => controller.abort(new Error(`stopped: ${why}`));
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, () => stop(name));
  if (process.env['npm_lifecycle_event'] !== undefined) watchParent(() => stop('the npm that started this is gone'));
  return controller.signal;
}

/**
 * An npm that is killed outright tells its script nothing, so a script that npm started watches its parent.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && onGone(), 100).unref();
}
