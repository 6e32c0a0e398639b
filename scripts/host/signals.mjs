/**
 * Answers a signal that fires when this process is told to stop (SIGINT, SIGTERM, SIGHUP), so that whoever works can
 * end what it started first. Further requests change nothing: npm passes on a SIGINT that a terminal has already sent
 * to all, so the second one comes always.
 * @returns {AbortSignal}
 */
export function stopOnSignals() {
  const controller = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => controller.abort(new Error(`stopped by ${name}`)));
  }
  return controller.signal;
}
