import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** Tabs at plain http: each loads the module for itself, and none has `navigator.locks`. */
let tabs: typeof import('./lock.ts')[];
const channels: BroadcastChannel[] = [];
beforeAll(async () => {
  vi.stubGlobal('navigator', {});
  const { BroadcastChannel } = globalThis;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  tabs = [];
  for (let tab = 0; tab < 3; tab++) {
    vi.resetModules();
    const tab = await import('./lock.ts');
    // Loads what else belongs to it.
    await tab.heldLocks();
    tabs.push(tab);
  }
});
afterAll(() => {
  for (const channel of channels) channel.close();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('of tabs that claim a lock together at most one holds it, and a held one stays held', async () => {
  for (let round = 0; round < 5; round++) {
    const name = `draft ${round}`;
    const claims = await Promise.all(tabs.map((tab) => tab.hold(name)));
    const releases = claims.filter((release) => release !== null);
    expect(releases).toHaveLength(1);
    expect(await Promise.all(tabs.map((tab) => tab.hold(name)))).toEqual([null, null, null]);
    for (const tab of tabs) expect(await tab.heldLocks()).toEqual([name]);
    releases[0]?.();
    const next = await tabs[round % 3]?.hold(name);
    expect(next).toEqual(expect.any(Function));
    next?.();
  }
});

test('work is done in one tab at a time', async () => {
  let [busy, done] = [0, 0];
  const work = async () => {
    expect(++busy).toBe(1);
    await new Promise(setImmediate);
    busy--;
    return ++done;
  };
  const results = await Promise.all(tabs.map((tab) => tab.exclusively('session', work)));
  expect(results.toSorted()).toEqual([1, 2, 3]);
});
