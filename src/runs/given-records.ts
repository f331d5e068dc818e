// Kept records put back into the shape of the answer that brought them, so that a run can take them up again.
import { parsePath, type PathStep } from '#engine';
import type { GivenAnswer } from './run.types.js';

const RECORDS_PER_ANSWER = 250;

/** Answers for the driver of a flow from JSON texts of single records; the texts go in unparsed, so numbers stay exact. */
export function answersOf(recordsPath: string, sources: readonly string[]): GivenAnswer[] {
  if (recordsPath === '') return sources.map(toAnswer);
  const steps = parsePath(recordsPath);
  const answers: GivenAnswer[] = [];
  for (let at = 0; at < sources.length; at += RECORDS_PER_ANSWER) {
    answers.push(toAnswer(wrap(steps, `[${sources.slice(at, at + RECORDS_PER_ANSWER).join(',')}]`)));
  }
  return answers;
}

function wrap(steps: readonly PathStep[], list: string): string {
  return steps.reduceRight<string>(
    (inner, step) =>
      typeof step === 'number'
        ? `[${'null,'.repeat(Math.max(0, step))}${inner}]`
        : `{${JSON.stringify(step)}:${inner}}`,
    list,
  );
}

function toAnswer(text: string): GivenAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(text).toString('base64'),
  };
}
