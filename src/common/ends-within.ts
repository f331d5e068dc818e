// A bounded wait at shutdown: what does not end in time is left behind, so that the service still stops in time.

/** Resolves when `work` has ended, well or not, or after `ms`. */
export async function endsWithin(work: Promise<unknown> | null | undefined, ms: number): Promise<void> {
  if (!work) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
