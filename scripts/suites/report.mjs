import fs from 'node:fs';

/**
 * @typedef {object} Report what a suite says when it is done
 * @property {number} passed
 * @property {number} failed
 * @property {{ title: string, message: string }[]} failures
 * @property {string[]} skipped the titles; a title says what was missing
 *
 * @typedef {object} Runner the part of a mocha runner that is needed here
 * @property {(event: string, listener: (test: { fullTitle(): string }, error?: unknown) => void) => unknown} on
 */

/** How a line of the tests is told from the many other lines that an extension host prints. */
export const testLinePrefix = 'sightline-test:';

/**
 * Counts what a mocha runner reports and writes it to a file when the run is over. A run that dies writes nothing,
 * which whoever started it takes for a failure.
 * @param {Runner} runner
 * @param {string} file
 */
export function writeReport(runner, file) {
  /** @type {Report} */
  const report = { passed: 0, failed: 0, failures: [], skipped: [] };
  runner.on('pass', () => report.passed++);
  runner.on('pending', (test) => report.skipped.push(test.fullTitle()));
  runner.on('fail', (test, error) => {
    report.failed++;
    report.failures.push({ title: test.fullTitle(), message: messageOf(error) });
  });
  runner.on('end', () => fs.writeFileSync(file, JSON.stringify(report)));
}

/** An error that came from another process is an object like one. @param {unknown} error */
function messageOf(error) {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/**
 * Reads the report of a suite; a missing one is a failure in itself.
 * @param {string} file
 * @param {string} suite
 * @returns {Report}
 */
export function readReport(file, suite) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : failedReport(`${suite} ended without a report`);
}

/** @param {string} message @returns {Report} */
export function failedReport(message) {
  return { passed: 0, failed: 1, failures: [{ title: message, message: '' }], skipped: [] };
}

/** @param {readonly Report[]} reports @returns {Report} */
export function addReports(reports) {
  return {
    passed: reports.reduce((sum, each) => sum + each.passed, 0),
    failed: reports.reduce((sum, each) => sum + each.failed, 0),
    failures: reports.flatMap((each) => each.failures),
    skipped: reports.flatMap((each) => each.skipped),
  };
}
