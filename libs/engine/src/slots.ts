// Requests in flight of one run: a counter with a queue in order of arrival.

export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Null when a slot was free, else a promise of one. */
  acquire(): Promise<void> | null {
    if (this.free > 0) {
      this.free -= 1;
      return null;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
