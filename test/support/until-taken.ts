// Many requests at once: those that a busy machine turns away with 503, before they are begun, are sent again.
import { setTimeout as sleep } from 'node:timers/promises';

const MOST_TRIES = 50;

export async function untilTaken<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (answer.status !== 503 || tries === MOST_TRIES) return answer;
    await sleep(200);
  }
}
