/** One call of Jest as a part of `npm test`, and the second look at the few files of it that failed. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, root, tool } from './paths.mjs';
import { run } from './run.mjs';

/** So many failing files may be an accident of a busy machine; more are a fault. */
const MOST_FILES = 3;

/**
 * Runs Jest with `{name, projects, workers, words}`. Answers `{name, projects, passed, failed, note, failures}`;
 * `failures` has `{path, passed, failed}` of each file that failed.
 */
export async function runPart({ name, projects, workers, words }, { folder, env, timeoutMs }) {
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  const { code } = await run(
    [
      tool.jest(),
      '--json',
      `--outputFile=${file}`,
      `--maxWorkers=${workers}`,
      '--selectProjects',
      ...projects,
      `--cacheDirectory=${inRoot('node_modules', '.cache', 'jest')}`,
      ...words,
    ],
    // With --json Jest writes its report to stdout too: what people read comes by stderr.
    { env, stdio: ['ignore', 'ignore', 'inherit'], timeoutMs },
  );
  const part = { name, projects, failures: [] };
  if (!existsSync(file)) return { ...part, passed: 0, failed: 1, note: 'ended without a report' };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.filter(({ status }) => status === 'failed').map(failureOf);
  const failed = failures.reduce((total, failure) => total + failure.failed, 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  return {
    ...part,
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    note: skipped > 0 ? `${skipped} skipped` : '',
    failures,
  };
}

/** A file that does not even load has no test that could fail: it counts as one. */
const failureOf = ({ name, assertionResults }) => {
  const count = (wanted) => assertionResults.filter(({ status }) => status === wanted).length;
  return { path: name, passed: count('passed'), failed: Math.max(1, count('failed')) };
};

/**
 * Runs the files that failed once more, alone, if they are few: a test that only fails beside much other work is told
 * as unsteady and counts by this second run. What is broken fails again. Answers the parts with the new counts.
 */
export async function secondLook(parts, options) {
  const failing = parts.flatMap(({ failures }) => failures);
  if (failing.length === 0 || failing.length > MOST_FILES) return parts;
  const answers = [];
  for (const part of parts) answers.push(await again(part, options()));
  return answers;
}

async function again(part, options) {
  if (part.failures.length === 0) return part;
  const paths = part.failures.map(({ path }) => path);
  const names = paths.map((path) => relative(root, path)).join(', ');
  console.log(`\nA second look, alone: ${names}`);
  const words = ['--runTestsByPath', ...paths];
  const second = await runPart(
    { name: `${part.name} again`, projects: part.projects, workers: 1, words },
    options,
  );
  const before = (key) => part.failures.reduce((total, failure) => total + failure[key], 0);
  const notes = [part.note, second.failed === 0 ? `UNSTEADY, failed at first: ${names}` : ''];
  return {
    ...part,
    passed: part.passed - before('passed') + second.passed,
    failed: part.failed - before('failed') + second.failed,
    note: notes.filter(Boolean).join('; '),
  };
}
