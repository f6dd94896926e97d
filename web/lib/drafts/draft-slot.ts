import { hold } from './lock.ts';

/** Values stored on this device until they are discarded, such as unsaved text. */

const PREFIX = 'kept';
const MAX_ATTEMPTS = 4;
const LOOK_AGAIN_MS = 50;

export type DraftSlot<Value> = {
  /** A value that a former page left, and when. */
  found: { value: Value; at: string } | null;
  /** Stores a value synchronously; null discards it. False where storage is unavailable. */
  keep: (value: Value | null) => boolean;
  /** Releases the slot, with its value, for the next page that asks. */
  leave: () => void;
  /** Holds a slot with another name from now on: what is stored moves there. */
  moveTo: (name: string) => Promise<void>;
};

/**
 * Claims a slot for a value with this name: one that was left with a value, or else a new one. An
 * open tab holds its slot, so that two never overwrite each other; a tab that crashed or was
 * reloaded has released it.
 */
export async function claimDraftSlot<Value>(name: string): Promise<DraftSlot<Value>> {
  const beginning = beginningOf(name);
  const left = Object.keys(localStorage)
    .filter((key) => key.startsWith(beginning))
    .map((key) => ({ key, found: read<Value>(key) }))
    .filter((slot) => slot.found)
    .sort((a, b) => (a.found?.at ?? '').localeCompare(b.found?.at ?? ''))
    .reverse();
  for (const { key, found } of left) {
    const leave = await holdSlot(key);
    if (leave) return placeAt(key, found, leave);
  }
  const key = newKey(name);
  return placeAt(key, null, (await hold(key, { isNew: true })) ?? (() => {}));
}

/** Renames the slots of a name that was used before. */
export function renameSlots(former: string, name: string) {
  const beginning = beginningOf(former);
  for (const key of Object.keys(localStorage).filter((slot) => slot.startsWith(beginning))) {
    const stored = localStorage.getItem(key);
    if (stored === null) continue;
    localStorage.setItem(beginningOf(name) + key.slice(beginning.length), stored);
    localStorage.removeItem(key);
  }
}

const beginningOf = (name: string) => `${PREFIX}:${name}:`;
const newKey = (name: string) => beginningOf(name) + Math.random().toString(36).slice(2);

function placeAt<Value>(
  claimed: string,
  found: DraftSlot<Value>['found'],
  release: () => void,
): DraftSlot<Value> {
  let key = claimed;
  let leave = release;
  return {
    found,
    leave: () => leave(),
    moveTo: async (name) => {
      const next = newKey(name);
      const leaveNext = (await hold(next, { isNew: true })) ?? (() => {});
      const stored = localStorage.getItem(key);
      if (stored !== null) localStorage.setItem(next, stored);
      localStorage.removeItem(key);
      leave();
      key = next;
      leave = leaveNext;
    },
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

function read<Value>(key: string): DraftSlot<Value>['found'] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Locks the name while this page lives; null where another page holds it. */
async function holdSlot(key: string): Promise<(() => void) | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // The page before a reload may take a moment to end.
    if (attempt) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    const release = await hold(key);
    if (release) return release;
  }
  return null;
}
