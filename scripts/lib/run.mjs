/** Runs child processes: output through or collected, ended with this process, never left behind. */
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

const children = new Set();
let isEnding = false;

/**
 * Starts `node <args>` (or `command`) in the repository. Its own process group, so that Ctrl-C reaches it once:
 * through us.
 */
export function start(args, { command = process.execPath, env = {}, stdio = 'inherit', cwd = root } = {}) {
  const child = spawn(command, args, {
    cwd,
    stdio,
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Runs to the end; answers `{code, output}`. `quiet` collects the output instead of showing it, `tee` does both. */
export function run(args, { quiet = false, tee = false, timeoutMs = 0, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(args, {
      ...options,
      stdio: quiet || tee ? ['ignore', 'pipe', 'pipe'] : (options.stdio ?? 'inherit'),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (tee) process.stdout.write(chunk);
      });
    }
    const timer = timeoutMs > 0 ? setTimeout(() => kill(child, 'SIGKILL'), timeoutMs) : null;
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, signal, output });
    });
  });
}

/** As `run`, but a failure ends this process with the child's words and code. */
export async function mustRun(args, options = {}) {
  const { code, output } = await run(args, options);
  if (code === 0) return output;
  if (output) process.stderr.write(output);
  process.exit(code);
}

/** Signals the child and what it started. */
function kill(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Sends SIGTERM to every child, waits for their end (25 s at most, then SIGKILL). */
export async function endChildren(graceMs = 25_000) {
  const waiting = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children) kill(child, 'SIGTERM');
  const timer = setTimeout(() => [...children].forEach((child) => kill(child, 'SIGKILL')), graceMs);
  await Promise.all(waiting);
  clearTimeout(timer);
}

const lastSteps = [];

/** `step` runs before a signal ends this process; answers a function that takes it back. */
export function beforeEnd(step) {
  lastSteps.push(step);
  return () => lastSteps.splice(lastSteps.indexOf(step), 1);
}

/** On SIGINT or SIGTERM: ends the children, runs what `beforeEnd` was given, exits. `exitCode` is what a person's stop means here. */
export function endOnSignals({ exitCode = 130 } = {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      if (isEnding) return;
      isEnding = true;
      await endChildren();
      for (const step of lastSteps) await step();
      process.exit(exitCode);
    });
  }
}

/** True while a signal ends this process: a child's end is then no failure. */
export const hasBeenStopped = () => isEnding;
