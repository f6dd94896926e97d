import { expect, test } from 'vitest';
import { isScheduled } from './scheduled.ts';

test.each([
  [null, false],
  [{ state: 'published', next_at: null }, false],
  [{ state: 'scheduled', next_at: null }, true],
  [{ state: 'published', next_at: '2026-11-24T09:00:00Z' }, true],
])('with publications %j a post is scheduled: %s', (publications, expected) =>
  expect(isScheduled(publications as Parameters<typeof isScheduled>[0])).toBe(expected),
);
