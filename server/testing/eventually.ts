import { expect, vi } from 'vitest';

/** Long enough for a machine that does three things at once; a failure shows after it. */
const TIMEOUT_MS = 20_000;

/** Tries until it does not throw; returns what it returns. The default of Vitest is one second. */
export const eventually = <Result>(check: () => Result | Promise<Result>, timeout = TIMEOUT_MS) =>
  vi.waitFor(check, { timeout, interval: 50 });

/** Waits where the present ten minutes, or the day in UTC, might end before a test does. */
export const keepWithin = (periodMs: number) =>
  eventually(() => expect(periodMs - (Date.now() % periodMs)).toBeGreaterThan(10_000));
