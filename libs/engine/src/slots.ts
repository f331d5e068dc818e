// Requests in flight of one run: a counter with a queue in the order of the pages.

interface Waiting {
  page: number;
  go: () => void;
}

export class Slots {
  private free: number;
  /** one for each page at work: few */
  private readonly waiting: Waiting[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /**
   * Null when a slot was free, else a promise of one. The earliest page goes first: pages that took turns would all be
   * half done for long, and end, be committed and be followed by new ones all at once.
   */
  acquire(page: number): Promise<void> | null {
    if (this.free > 0) {
      this.free -= 1;
      return null;
    }
    return new Promise((go) => {
      const after = this.waiting.findIndex((other) => other.page > page);
      this.waiting.splice(after < 0 ? this.waiting.length : after, 0, { page, go });
    });
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next.go();
    else this.free += 1;
  }
}
