// A line of requests that wait for something: first come, first served; who is stopped leaves the line.

/** `go`: it is this request's turn. `stopped`: its run ends. A number: not before that time (ms since 1970). */
export type Turn = 'go' | 'stopped' | number;

interface Waiting {
  resolve: (turn: Turn) => void;
  reject: (error: Error) => void;
}

export class Line {
  private readonly waiting = new Set<Waiting>();

  get length(): number {
    return this.waiting.size;
  }

  join(signal: AbortSignal): Promise<Turn> {
    if (signal.aborted) return Promise.resolve('stopped');
    return new Promise<Turn>((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.waiting.delete(entry);
      };
      const entry: Waiting = {
        resolve: (turn) => (leave(), resolve(turn)),
        reject: (error) => (leave(), reject(error)),
      };
      const onAbort = (): void => entry.resolve('stopped');
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(entry);
    });
  }

  /** Lets the first ones go. */
  let(count: number): void {
    for (const entry of [...this.waiting].slice(0, count)) entry.resolve('go');
  }

  /** Sends all away until that time. */
  sendAway(until: number): void {
    for (const entry of [...this.waiting]) entry.resolve(until);
  }

  fail(error: Error): void {
    for (const entry of [...this.waiting]) entry.reject(error);
  }
}
