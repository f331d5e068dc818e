/**
 * Runs the browser tests with Jest (its project `browser`); `scripts/test.mjs` calls it and reads
 * `{passed, failed, note}` from the file named by PIPEWRIGHT_RESULT_FILE.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pipewright-browser-report-'));
const report = join(folder, 'jest.json');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    'browser',
    '--runInBand',
    '--json',
    `--outputFile=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
const answer = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
const result =
  answer === null
    ? { passed: 0, failed: 1, note: 'Jest ended without a report' }
    : { passed: answer.numPassedTests, failed: answer.numFailedTests + answer.numRuntimeErrorTestSuites };
rmSync(folder, { recursive: true, force: true });
if (process.env.PIPEWRIGHT_RESULT_FILE)
  writeFileSync(process.env.PIPEWRIGHT_RESULT_FILE, JSON.stringify(result));
process.exit(status === 0 && result.failed === 0 ? 0 : 1);
