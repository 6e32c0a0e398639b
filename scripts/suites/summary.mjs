/**
 * Prints what was skipped and what failed, and as the last line the counts.
 * @param {import('./report.mjs').Report} report
 */
export function printSummary({ passed, failed, failures, skipped }) {
  console.log('');
  for (const title of skipped) console.log(`skipped: ${title}`);
  for (const { title, message } of failures) console.log(`failed: ${title}${message === '' ? '' : `\n  ${message.split('\n', 1)[0]}`}`);
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}
