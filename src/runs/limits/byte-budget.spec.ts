import { ByteBudget } from './byte-budget.js';

const settled = async (promise: Promise<void> | null): Promise<boolean> => {
  let isDone = promise === null;
  void promise?.then(() => (isDone = true));
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
};

describe('room for answers', () => {
  it('is given at once while there is some, and in order when there was none', async () => {
    const budget = new ByteBudget(100);
    const [first, second, third] = [budget.share(), budget.share(), budget.share()];
    expect(first.take(80)).toBeNull();
    const large = second.take(60);
    const small = third.take(10);
    expect(await settled(large)).toBe(false);
    // the small one would fit, but was not first
    expect(await settled(small)).toBe(false);
    first.keep(30);
    expect(await settled(large)).toBe(true);
    expect(await settled(small)).toBe(true);
    expect(await settled(budget.share().take(1))).toBe(false);
  });

  it('comes back from who gives up while waiting and from who has none left to keep', async () => {
    const budget = new ByteBudget(100);
    const holder = budget.share();
    expect(holder.take(100)).toBeNull();
    const quitter = budget.share();
    void quitter.take(50);
    const waiter = budget.share();
    const waiting = waiter.take(100);
    quitter.release();
    holder.release();
    expect(await settled(waiting)).toBe(true);
    waiter.release();
    waiter.release();
    expect(budget.share().take(100)).toBeNull();
  });

  it('is never asked for more than there is', () => {
    expect(new ByteBudget(100).share().take(1_000)).toBeNull();
  });
});
