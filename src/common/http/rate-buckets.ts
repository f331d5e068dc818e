// Token buckets by key, in this process: a rate with a burst of two seconds. The oldest quiet ones are forgotten.
const BURST_SECONDS = 2;
const MAX_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

export class RateBuckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly capacity: number;

  constructor(private readonly perSecond: number) {
    this.capacity = perSecond * BURST_SECONDS;
  }

  /** 0 when one more may go on, else the whole seconds to wait. */
  take(key: string, now: number): number {
    const bucket = this.buckets.get(key) ?? { tokens: this.capacity, filledAt: now };
    bucket.tokens = Math.min(
      this.capacity,
      bucket.tokens + ((now - bucket.filledAt) / 1000) * this.perSecond,
    );
    bucket.filledAt = now;
    // Written again at the end: the oldest entry of the map is the one that was quiet for longest.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_BUCKETS) this.dropOldest();
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond));
    bucket.tokens -= 1;
    return 0;
  }

  /** What was taken and turned out not to count. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.capacity, bucket.tokens + 1);
  }

  private dropOldest(): void {
    const oldest = this.buckets.keys().next();
    if (!oldest.done) this.buckets.delete(oldest.value);
  }
}
