import { expect, test } from 'vitest';
import type { StopCause } from '#contract/publishing/publications.ts';
import { NetworkError, type Sent } from '../../networks/networks.service.ts';
import type { StoredPart } from './publisher.sql.ts';
import { type Begun, type Result, type Write, writesOf } from './settlement.ts';

type Attempt = StoredPart['attempts'][number];

const attempt = (step: Attempt['step'], outcome: Attempt['outcome'], agoMs = 0): Attempt => ({
  step,
  outcome,
  agoMs,
  code: null,
  began_at: '2030-01-01T00:00:00Z',
});

const begun = (step: Begun['step'], attempts: Attempt[] = [], count = 1): Begun => ({
  due: {} as Begun['due'],
  step,
  parts: Array.from({ length: count }, (_, position) => ({ position, attempts }) as StoredPart),
  attempts: [],
});

const FACTS = { network: 'Practice', inFlightMs: 5000, reconnected: false, now: 0, jitter: 1 };
const failed = (
  kind: NetworkError['kind'],
  code = 'code',
  options?: ConstructorParameters<typeof NetworkError>[3],
): Result => ({ outcome: 'failed', error: new NetworkError(kind, code, 'It failed', options) });
const sent = (id: string, pause?: Date): Sent => ({ id, url: null, ...(pause && { pause }) });

const DAYS_MS = 3 * 24 * 60 * 60_000;
const ANNOUNCED: Write = { do: 'announce' };
const UNKNOWN: Write = {
  do: 'stop',
  reason: 'unknown',
  detail: 'It isn’t known whether Practice published part 1.',
};
const waits = (ms: number, detail: string | null = 'It failed.'): Write => ({
  do: 'wait',
  ms,
  detail,
});
const stops = (
  reason: 'rejected' | 'reconnect' | 'exhausted',
  detail = 'It failed.',
  cause?: StopCause,
): Write => ({ do: 'stop', reason, ...(cause && { cause }), detail });
const forgets = (position = 0): Write => ({ do: 'forget_uploads', position });
const many = (count: number, ...given: Parameters<typeof attempt>) =>
  Array.from({ length: count }, () => attempt(...given));

test.each<[string, Begun, Result, Write[]]>([
  [
    'parts that were prepared',
    begun('prepare', [], 2),
    { outcome: 'prepared', prepared: [{ id: 'a' }, { id: 'b' }] },
    [
      { do: 'store_prepared', position: 0, prepared: { id: 'a' } },
      { do: 'store_prepared', position: 1, prepared: { id: 'b' } },
    ],
  ],
  [
    'parts that were sent, whose network wants a pause',
    begun('send', [], 2),
    { outcome: 'sent', sent: [sent('a', new Date(9000)), sent('b')] },
    [
      { do: 'mark_sent', position: 0, sent: sent('a', new Date(9000)) },
      { do: 'mark_sent', position: 1, sent: sent('b') },
      { do: 'pause_channel', ms: 9000 },
      { do: 'proceed' },
      ANNOUNCED,
    ],
  ],
  [
    'a part that was sent, whose pause has passed by another clock',
    begun('send'),
    { outcome: 'sent', sent: [sent('a', new Date(-9000))] },
    [
      { do: 'mark_sent', position: 0, sent: sent('a', new Date(-9000)) },
      { do: 'pause_channel', ms: 2000 },
      { do: 'proceed' },
      ANNOUNCED,
    ],
  ],
  [
    'a file that is processed: less often each time',
    begun('send', many(2, 'find', 'processing')),
    { outcome: 'processing', ms: 1000 },
    [waits(1440, 'Practice is processing a file.'), ANNOUNCED],
  ],
  [
    'a file that is processed for ever',
    begun('prepare', many(200, 'prepare', 'processing')),
    { outcome: 'processing', ms: 1000 },
    [stops('exhausted', 'Practice has been processing a file for hours.', 'processing')],
  ],
  [
    'a part that is processed for ever: it may appear yet',
    begun('find', many(200, 'find', 'processing')),
    { outcome: 'processing', ms: 1000 },
    [UNKNOWN],
  ],
  [
    'a part that is not there: sent again later each time',
    begun('find', [...many(2, 'send', 'unknown')]),
    { outcome: 'absent' },
    [waits(8000, null), ANNOUNCED],
  ],
  ['a part that cannot be found', begun('find'), { outcome: 'unknowable' }, [UNKNOWN]],
  [
    'a part whose refusal was found: certainly not there',
    begun('find', many(1, 'send', 'unknown')),
    { outcome: 'refused', error: new NetworkError('rejected', 'code', 'It failed') },
    [forgets(), stops('rejected')],
  ],
  ['a refusal', begun('send'), failed('rejected'), [stops('rejected')]],
  ['a refusal to look for it: it may be there', begun('find'), failed('rejected'), [UNKNOWN]],
  ['a revoked access', begun('find'), failed('reauthorize'), [stops('reconnect')]],
  [
    'an outage of some days',
    begun('send', many(3, 'send', 'transient', DAYS_MS)),
    failed('transient'),
    [stops('exhausted', 'It failed.', 'unavailable')],
  ],
  [
    'a limit of the network, which holds for the channel',
    begun('send'),
    failed('rate_limited', 'code', { until: new Date(60_000) }),
    [waits(60_000), { do: 'pause_channel', ms: 60_000 }, ANNOUNCED],
  ],
  ['an unknown outcome', begun('send'), failed('unknown'), [waits(5000), ANNOUNCED]],
  [
    'an unknown outcome without a response: it may take effect for a minute',
    begun('send'),
    failed('unknown', 'timeout'),
    [waits(60_000), ANNOUNCED],
  ],
  [
    'the twelfth unknown outcome in a row',
    begun('send', many(12, 'send', 'unknown')),
    failed('unknown'),
    [UNKNOWN],
  ],
  [
    'files that are gone: uploaded again',
    begun('send', [], 2),
    failed('unprepared'),
    [forgets(0), forgets(1), waits(0), ANNOUNCED],
  ],
  [
    'files that are gone, which the call before may have used',
    begun('send', many(1, 'send', 'unknown')),
    failed('unprepared'),
    [waits(5000), ANNOUNCED],
  ],
  [
    'an error of our own',
    begun('prepare'),
    failed('transient', 'internal'),
    [
      {
        do: 'count_failure',
        ms: 2000,
        last: {
          do: 'stop',
          reason: 'operator',
          detail:
            'Publishing failed several times because of an error on this server: see its log.',
        },
      },
    ],
  ],
  [
    'an error of our own while it was sent',
    begun('send'),
    failed('unknown', 'internal'),
    [{ do: 'count_failure', ms: 60_000, last: UNKNOWN as never }],
  ],
])('after %s', (_, step, result, writes) => {
  expect(writesOf(step, result, FACTS).slice(1)).toEqual(writes);
});

test('an account that was connected again meanwhile is tried at once', () => {
  const writes = writesOf(begun('send'), failed('reauthorize'), { ...FACTS, reconnected: true });
  expect(writes.slice(1)).toEqual([waits(0, null)]);
});

test.each<[Begun, Result, string, string | undefined]>([
  [begun('find'), { outcome: 'absent' }, 'absent', undefined],
  [begun('send'), failed('transient', 'busy'), 'transient', 'busy'],
  // That it is not there is certain, whatever the reason.
  [
    begun('find'),
    { outcome: 'refused', error: new NetworkError('rejected', 'no', 'No') },
    'absent',
    'no',
  ],
  [begun('send', many(1, 'send', null)), failed('unprepared', 'gone'), 'unknown', 'gone'],
])('the attempt ends with the outcome that is certain: %#', (step, result, outcome, code) => {
  const [first] = writesOf(step, result, FACTS);
  expect(first).toMatchObject({ do: 'end', outcome });
  expect(first?.do === 'end' ? first.error?.code : 'none').toBe(code);
});
