// Runs mocha over test files in a process of its own: node mocha.mjs REPORT_FILE TIMEOUT_MS JOBS TEST_FILE...
import Mocha from 'mocha';
import { writeReport } from './report.mjs';

const [reportFile, timeoutMs, jobs, ...files] = process.argv.slice(2);
if (reportFile === undefined) throw new Error('no report file given');

const color = process.env['SIGHTLINE_TEST_COLOR'] === '1';
const mocha = new Mocha({ timeout: Number(timeoutMs), color, parallel: Number(jobs) > 1, jobs: Number(jobs) });
for (const file of files) mocha.addFile(file);
// A test that leaves something running must not keep the whole run alive.
writeReport(mocha.run((failures) => process.exit(failures === 0 ? 0 : 1)), reportFile);
