import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttemptRecord } from '../publications/publications.service.ts';
import { consequenceOf, nextStep, PATIENCE_MS, SEND_MS } from './delivery.ts';

const part = (position: number, isSent: boolean, attempts: AttemptRecord[] = []) => ({
  position,
  isSent,
  isPrepared: true,
  attempts,
});
const sent = (outcome: AttemptRecord['outcome'], agoMs = 0): AttemptRecord => ({
  step: 'send',
  outcome,
  agoMs,
});
const looked = (outcome: AttemptRecord['outcome']): AttemptRecord => ({
  step: 'find',
  outcome,
  agoMs: 0,
});

test.each<[string, AttemptRecord[], string]>([
  ['never sent', [], 'send'],
  ['begun, its worker died', [sent(null)], 'find'],
  ['of unknown outcome', [sent('unknown')], 'find'],
  ['not found', [sent('unknown'), looked('absent')], 'send'],
  [
    'not found, and sent again without an outcome',
    [sent('unknown'), looked('absent'), sent(null)],
    'find',
  ],
  ['not found because the network did not respond', [sent(null), looked('transient')], 'find'],
  ['looked for by a worker that died', [sent('unknown'), looked(null)], 'find'],
  ['refused', [sent('rejected')], 'send'],
  ['not accepted yet', [sent('transient'), sent('rate_limited')], 'send'],
])('a part that was %s: the next step', (_, attempts, step) => {
  expect(nextStep([part(0, true), part(1, false, attempts), part(2, false)])).toEqual({
    do: step,
    positions: [1],
  });
});

test('a publication without unpublished parts is finished', () => {
  expect(nextStep([part(0, true), part(1, true)])).toEqual({
    do: 'finish',
    positions: [],
  });
});

test('a network that takes several parts gets all of them, prepared first', () => {
  const parts = [part(0, true), part(1, false), part(2, false), part(3, false)];
  expect(nextStep(parts, 2)).toEqual({ do: 'send', positions: [1, 2] });
  const fresh = parts.map((part) => ({ ...part, isPrepared: part.position < 3 }));
  expect(nextStep(fresh, 10)).toEqual({ do: 'prepare', positions: [1, 2, 3] });
  expect(nextStep(fresh, 2)).toEqual({ do: 'send', positions: [1, 2] });
});

test('a part whose last outcome is unknown is never sent before the network was asked', () => {
  const outcomes = fc.constantFrom(
    null,
    'absent' as const,
    'unknowable' as const,
    'transient' as const,
    'rejected' as const,
    'unknown' as const,
  );
  const attempts = fc.array(
    fc.record({
      step: fc.constantFrom('send' as const, 'find' as const),
      outcome: outcomes,
      agoMs: fc.constant(0),
    }),
  );
  fc.assert(
    fc.property(attempts, (history) => {
      const step = nextStep([part(0, false, history)]);
      const last = history.findLastIndex((entry) => entry.step === 'send');
      const open = last >= 0 && [null, 'unknown'].includes(history[last]?.outcome as never);
      const asked = history.slice(last + 1).some(({ outcome }) => outcome === 'absent');
      expect(step.do).toBe(open && !asked ? 'find' : 'send');
    }),
  );
});

test('a call whose worker is gone may have an effect until it would have timed out', () => {
  const settles = 5000;
  const next = (attempts: AttemptRecord[], inFlightMs = settles) =>
    nextStep([part(0, false, attempts)], 1, inFlightMs);
  // The longest time of the call, and a minute in which a request that timed out takes effect.
  const longest = SEND_MS + 60_000;
  expect(next([sent(null, 24_000)])).toEqual({ do: 'wait', positions: [0], ms: longest - 24_000 });
  expect(next([sent(null, longest)])).toEqual({ do: 'find', positions: [0] });
  // An earlier look, by whoever, proves nothing of a later call.
  expect(next([sent('unknown'), looked('absent'), sent(null, 1000)]).do).toBe('wait');
  // Its worker waited before it stored the outcome; a network without late effects needs no wait.
  expect(next([sent('unknown', 1000)]).do).toBe('find');
  expect(next([sent(null)], 0).do).toBe('find');
});

test('failures wait longer each time, for a day at most', () => {
  const transient = (failures: number, failingForMs = 0) =>
    consequenceOf('transient', { failures, failingForMs, jitter: 1 });
  expect([1, 2, 3, 30].map((failures) => transient(failures))).toEqual([
    { wait: 2000 },
    { wait: 4000 },
    { wait: 8000 },
    { wait: 900_000 },
  ]);
  expect(transient(40, PATIENCE_MS + 1)).toEqual({ stop: 'exhausted' });
});

test('the time that a network asks for is obeyed', () => {
  const failed = { failures: 1, failingForMs: 0, jitter: 0 };
  expect(consequenceOf('rate_limited', { ...failed, untilMs: 90_000 })).toEqual({ wait: 90_000 });
  expect(consequenceOf('transient', { ...failed, untilMs: 90_000 })).toEqual({ wait: 90_000 });
  // It has passed, or the clocks differ: the back-off stays.
  for (const kind of ['rate_limited', 'transient'] as const)
    for (const untilMs of [-120_000, 0, 1])
      expect(consequenceOf(kind, { ...failed, failures: 3, jitter: 1, untilMs })).toEqual({
        wait: 8000,
      });
  expect(consequenceOf('unknown', failed)).toEqual({ wait: 0 });
  expect(consequenceOf('reauthorize', failed)).toEqual({ stop: 'reconnect' });
});
