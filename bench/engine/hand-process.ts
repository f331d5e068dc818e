/** The hand-written loop in a process of its own, as somebody would run it: nothing of the service weighs on it. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { runByHand } from './hand-written.js';
import type { Place } from './place.js';

interface Order {
  place: Place;
  batch: number | null;
}

export interface HandRun {
  seconds: number;
  cpuSeconds: number;
}

export interface HandProcess {
  /** `batch` null: one request per order */
  run(place: Place, batch: number | null): Promise<HandRun>;
  stop(): void;
}

export function startHandProcess(): HandProcess {
  // without the flags that this process was started with
  const child = fork(join('dist', 'bench', 'engine', 'hand-process.js'), { execArgv: [] });
  return {
    run: (place, batch) =>
      new Promise((resolve, reject) => {
        const failed = (): void => reject(new Error('the hand-written loop failed'));
        child.once('exit', failed);
        child.once('message', (answer) => {
          child.off('exit', failed);
          resolve(answer as HandRun);
        });
        child.send({ place, batch } satisfies Order);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}

async function runOrder({ place, batch }: Order): Promise<void> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await runByHand(place, batch);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  process.send?.({ seconds, cpuSeconds: (user + system) / 1e6 } satisfies HandRun);
}

if (require.main === module) {
  process.on('message', (order: Order) => {
    runOrder(order).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
}
