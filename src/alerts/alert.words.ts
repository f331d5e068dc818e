// Alerts in words: one sentence, and the mail around it.
import type { AlertContent, AlertSubject } from './alert.types.js';

export function messageOf(subject: AlertSubject): string {
  if ('run' in subject) {
    const { pipe_name: name, status, error, counts } = subject.run;
    const records = counts?.failed === 1 ? '1 record' : `${counts?.failed ?? 0} records`;
    if (subject.kind === 'run_partially_failed') return `${records} of the pipe "${name}" failed.`;
    const what = status === 'timed_out' ? 'took longer than it may' : 'failed';
    return `A run of the pipe "${name}" ${what}${error ? `: ${error.message}` : '.'}`;
  }
  const { credential_name: name, reason } = subject.credential;
  switch (subject.kind) {
    case 'credential_reconnect_required':
      return `The connection "${name}" must be connected again: ${reason}`;
    case 'credential_failed':
      return `The connection "${name}" is refused: ${reason}`;
    case 'credential_offline':
      return `The system of the connection "${name}" does not answer: ${reason}`;
  }
}

/** `times`: how many occasions the alert stands for. */
export function mailOf(content: AlertContent, times: number): { subject: string; text: string } {
  const { project, url, at } = content;
  const lines = [content.message, ''];
  if (times > 1) lines.push(`This is the last of ${times} alerts of the same kind.`, '');
  lines.push(`Project: ${project.project_name}`);
  if ('run' in content) {
    const { run } = content;
    lines.push(`Pipe: ${run.pipe_name}`, `Run: ${run.run_id} (${run.trigger}), ${run.status}`);
    if (run.error) lines.push(`Error: ${run.error.code}`);
    if (run.counts) {
      const { read, delivered, skipped, failed } = run.counts;
      lines.push(`Records: ${read} read, ${delivered} delivered, ${skipped} skipped, ${failed} failed`);
    }
  } else lines.push(`Connection: ${content.credential.credential_name}`);
  lines.push(`At: ${at}`, '', url, '');
  return { subject: `Pipewright: ${titleOf(content)}`, text: lines.join('\n') };
}

function titleOf(content: AlertContent): string {
  if ('run' in content) {
    const { pipe_name: name } = content.run;
    return content.kind === 'run_partially_failed' ? `records of "${name}" failed` : `"${name}" failed`;
  }
  const { credential_name: name } = content.credential;
  return content.kind === 'credential_offline'
    ? `"${name}" does not answer`
    : `"${name}" must be connected again`;
}
