import { expect, test } from 'vitest';
import { leftOutBy, missingIn, NOTHING, sentAfterwards } from './afterwards-form.ts';

const CHANNELS = [
  { id: 1, network: 'mastodon' },
  { id: 2, network: 'instagram' },
] as const;

test('Each channel gets what its network has', () => {
  const chosen = {
    repost: { count: '2', unit: 'days', channel: null },
    reply: { count: '3', text: 'More' },
    remove: { count: '30', consents: true },
  } as const;
  expect(missingIn(chosen)).toBeUndefined();
  expect(sentAfterwards(chosen, CHANNELS)).toEqual({
    1: [
      { kind: 'repost', hours: 48 },
      { kind: 'reply', hours: 3, text: 'More' },
      { kind: 'remove', days: 30, consent: true },
    ],
    2: [{ kind: 'reply', hours: 3, text: 'More' }],
  });
  expect(leftOutBy('repost', CHANNELS)).toEqual(['Instagram’s API doesn’t offer reposts']);
  expect(sentAfterwards(NOTHING, CHANNELS)).toEqual({});
});

test('A deletion needs consent, a reply its text, and each a time', () => {
  expect(missingIn({ ...NOTHING, remove: { count: '1', consents: false } })?.text).toContain(
    'Confirm',
  );
  expect(missingIn({ ...NOTHING, remove: { count: '366', consents: true } })?.text).toContain(
    '365',
  );
  expect(missingIn({ ...NOTHING, reply: { count: '1', text: ' ' } })).toMatchObject({
    part: 'reply',
    field: 'text',
  });
  expect(
    missingIn({ ...NOTHING, repost: { count: '400', unit: 'days', channel: null } })?.text,
  ).toContain('year');
  expect(missingIn(NOTHING)).toBeUndefined();
});
