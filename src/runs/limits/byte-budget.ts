// Memory for the pages that a worker holds: a body is read once there is room for it, and the room is kept until its
// page is committed. First come, first served.

const TOTAL_BYTES = 256 * 1024 * 1024;

/** The room of one answer. */
export interface ByteShare {
  /** Makes room; null: there is some. Called again, the larger one counts. */
  take: (bytes: number) => Promise<void> | null;
  /** The answer is here and has this size. */
  keep(bytes: number): void;
  release(): void;
}

interface Waiting {
  bytes: number;
  go: () => void;
}

export class ByteBudget {
  private free: number;
  private readonly line = new Set<Waiting>();

  constructor(private readonly total = TOTAL_BYTES) {
    this.free = total;
  }

  share(): ByteShare {
    let held = 0;
    let waiting: Waiting | null = null;
    const set = (bytes: number): void => {
      if (waiting) this.line.delete(waiting);
      waiting = null;
      this.free += held - bytes;
      held = bytes;
      this.serve();
    };
    return {
      take: (bytes) => {
        const more = Math.min(bytes, this.total) - held;
        if (more <= 0) return null;
        if (this.line.size === 0 && more <= this.free) {
          set(held + more);
          return null;
        }
        return new Promise<void>((resolve) => {
          waiting = {
            bytes: more,
            go: () => {
              held += more;
              waiting = null;
              resolve();
            },
          };
          this.line.add(waiting);
        });
      },
      keep: set,
      release: () => set(0),
    };
  }

  private serve(): void {
    for (const next of this.line) {
      if (next.bytes > this.free) return;
      this.line.delete(next);
      this.free -= next.bytes;
      next.go();
    }
  }
}
