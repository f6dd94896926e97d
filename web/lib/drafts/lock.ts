/** Locks between the tabs of this browser. Over plain http browsers have none of their own. */

/** Work is done after this time in any case: the tab before may hang. */
const MAX_WAIT_MS = 20_000;

let loaded: Promise<typeof import('./claims.ts')> | undefined;
/** Loaded where it is needed alone. */
const claims = () => {
  loaded ??= import('./claims.ts');
  return loaded;
};

/** Runs `work` in one tab at a time. */
export async function exclusively<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (navigator.locks) return whenFree(name, work);
  const { claim } = await claims();
  const giveUp = Date.now() + MAX_WAIT_MS;
  let release = await claim(name);
  while (!release && Date.now() < giveUp) release = await claim(name);
  try {
    return await work();
  } finally {
    release?.();
  }
}

async function whenFree<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  let isHeld = false;
  try {
    return await navigator.locks.request(name, { signal }, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    if (isHeld || !signal.aborted) throw error;
    return work();
  }
}

/**
 * Holds a lock while this page lives, until it is released; null where another page holds it.
 * @param isNew whether no other page knows the name
 */
export async function hold(name: string, { isNew = false } = {}): Promise<(() => void) | null> {
  if (!navigator.locks) {
    const { claimNew, claimHeld } = await claims();
    return isNew ? claimNew(name) : claimHeld(name);
  }
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) =>
      lock ? new Promise<void>((done) => resolve(done)) : resolve(null),
    );
  });
}

/** The names of the locks that any tab holds. */
export async function heldLocks(): Promise<readonly string[]> {
  if (!navigator.locks) return (await claims()).claimedNames();
  const { held = [] } = await navigator.locks.query();
  return held.map(({ name = '' }) => name);
}
