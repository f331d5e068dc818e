/** Questions about other processes of this machine: does it live, what is it, when did it start. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Is there a process of this number, of whatever user, be it a zombie? */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True also for a process of another user. A zombie counts as dead where /proc tells. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!hasProcess(pid)) return false;
  if (process.platform !== 'linux') return true;
  const stat = await readText(`/proc/${pid}/stat`);
  return stat !== null && statFields(stat)[0] !== 'Z';
}

/** The arguments a process was started with; null when it is gone or cannot be read. */
export async function commandLine(pid: number): Promise<string[] | null> {
  if (process.platform === 'linux') {
    const text = await readText(`/proc/${pid}/cmdline`);
    return text ? text.split('\0').filter((part) => part !== '') : null;
  }
  if (process.platform === 'win32') return null;
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.trim() === '' ? null : stdout.trim().split(' ');
  } catch {
    return null;
  }
}

/** A text that differs between two processes that had the same pid one after the other. */
export async function startStamp(pid: number): Promise<string> {
  const stat = await readText(`/proc/${pid}/stat`);
  // Field 22 of proc(5): start time in clock ticks after boot.
  return (stat === null ? undefined : statFields(stat)[19]) ?? '0';
}

/** The fields after the command name, which may itself hold spaces and brackets. */
function statFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}
