import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Measures how long a request holds up the others. */

/** What a turn may take on the machine that takes `REFERENCE_MS` for the same work. */
const MAX_TURN_MS = 100;
const REFERENCE_MS = 130;
const ATTEMPTS = 5;

const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const SAMPLE = Array.from({ length: 20_000 }, (_, n) => ({
  id: n,
  text: `Some words, \u0001 ${n}`,
}));

/**
 * How many times slower than the reference this machine is at present, and 1 where it is faster. A
 * virtual machine changes its speed from one minute to the next.
 */
function slowness(): number {
  const begun = cpu();
  for (let n = 0; n < 20; n++) JSON.parse(JSON.stringify(SAMPLE));
  return Math.max(1, (cpu() - begun) / REFERENCE_MS);
}

/** The longest turn of the event loop while this is done, in milliseconds of processor time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, since, isDone] = [0, cpu(), false];
  const look = () => {
    const now = cpu();
    longest = Math.max(longest, now - since);
    since = now;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isDone = true;
  return longest;
}

const agent = new Agent({ keepAlive: true });

type Headers = Record<string, string>;

/**
 * Sends a request whose body is text already, and reads the answer without parsing it.
 * @returns its status
 */
export const sendTo = (
  { base }: Pick<TestApp, 'base'>,
  method: string,
  path: string,
  token: string,
  body?: string,
  added: Headers = {},
) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...added,
    };
    request({ hostname, port, path, method, headers, agent }, (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream');
      if (isStream) response.destroy();
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body);
  });

/** The comparison with the reference is exact to a quarter, where other work goes on beside both. */
const MAX_MEASURED_MS = MAX_TURN_MS * 1.25;

/** Expects short turns of the best of several attempts, each measured between two of the reference. */
export async function expectShortTurns(what: string, work: () => Promise<unknown>) {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ATTEMPTS && best > MAX_TURN_MS; n++) {
    const before = n === 0 ? 1 : slowness();
    const turn = await longestTurn(work);
    const isLong = turn > MAX_TURN_MS;
    best = Math.min(best, isLong ? turn / Math.max(before, slowness()) : turn);
  }
  expect([what, Math.round(best)]).toEqual([
    what,
    expect.toSatisfy((ms: number) => ms <= MAX_MEASURED_MS, `at most ${MAX_MEASURED_MS} ms`),
  ]);
}
