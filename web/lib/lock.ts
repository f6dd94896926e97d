const LEASE_MS = 10_000;
const LOOK_AGAIN_MS = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs `work` in one tab at a time. */
export function exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (navigator.locks) return navigator.locks.request(name, work) as Promise<Result>;
  return withLease(`lock-${name}`, work);
}

/**
 * For plain http, where browsers have no locks: a lease in local storage that expires by itself.
 */
async function withLease<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const mine = Math.random().toString(36);
  const holder = () => {
    const [id, until] = (localStorage.getItem(key) ?? '').split(' ');
    return Number(until) > Date.now() ? id : undefined;
  };
  const giveUp = Date.now() + 2 * LEASE_MS;
  while (Date.now() < giveUp) {
    if (!holder()) {
      localStorage.setItem(key, `${mine} ${Date.now() + LEASE_MS}`);
      // Two tabs may have written at once; the value after a moment decides.
      await pause(LOOK_AGAIN_MS);
      if (holder() === mine) break;
    }
    await pause(LOOK_AGAIN_MS);
  }
  try {
    return await work();
  } finally {
    if (holder() === mine) localStorage.removeItem(key);
  }
}
