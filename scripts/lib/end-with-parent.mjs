/**
 * npm runs a script through a shell and signals only that shell: a stopped `npm start` would leave the service
 * behind. So whatever runs under npm ends (as on SIGTERM) when its parent is gone.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
