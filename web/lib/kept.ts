/** Values kept on this device until they are let go, such as text that is not saved yet. */

const PREFIX = 'kept';
const TRIES = 4;
const LOOK_AGAIN_MS = 50;

export type KeptPlace<Value> = {
  /** What was left here, and when. */
  found: { value: Value; at: string } | null;
  /** Keeps a value, at once; null lets go of it. False where the device refuses. */
  keep: (value: Value | null) => boolean;
  /** Leaves the place, with what is kept in it, to whoever asks next. */
  leave: () => void;
};

/**
 * Takes a place for one value under this name: one that was left with something in it, or else a new one. A tab that is open
 * holds its place, so that two never write over each other; one that crashed or was reloaded has left it.
 */
export async function takeKeptPlace<Value>(name: string): Promise<KeptPlace<Value>> {
  const beginning = `${PREFIX}:${name}:`;
  const left = Object.keys(localStorage)
    .filter((key) => key.startsWith(beginning))
    .map((key) => ({ key, found: read<Value>(key) }))
    .filter((one) => one.found)
    .sort((a, b) => (a.found?.at ?? '').localeCompare(b.found?.at ?? ''))
    .reverse();
  for (const { key, found } of left) {
    const leave = await hold(key);
    if (leave) return placeAt(key, found, leave);
  }
  const key = beginning + Math.random().toString(36).slice(2);
  return placeAt(key, null, (await hold(key)) ?? (() => {}));
}

function placeAt<Value>(key: string, found: KeptPlace<Value>['found'], leave: () => void): KeptPlace<Value> {
  return {
    found,
    leave,
    keep: (value) => {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ value, at: new Date().toISOString() }));
        return true;
      } catch {
        return false;
      }
    },
  };
}

function read<Value>(key: string): KeptPlace<Value>['found'] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Holds the name as long as this page lives; null where another page does. Over plain http browsers offer no locks. */
async function hold(key: string): Promise<(() => void) | null> {
  if (!navigator.locks) return () => {};
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // The page before a reload may need a moment to be gone.
    if (attempt) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    const release = await new Promise<(() => void) | null>((resolve) => {
      void navigator.locks.request(key, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((done) => resolve(done)) : resolve(null),
      );
    });
    if (release) return release;
  }
  return null;
}
