import { vi } from 'vitest';

/** Long enough for a machine that does three things at once; a failure shows after it. */
const TIMEOUT_MS = 20_000;

/** Tries until it does not throw; returns what it returns. The default of Vitest is one second. */
export const eventually = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 50 });
