import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Publication } from '#contract/publishing/publications.ts';
import { publicationOf } from '#web/testing/samples.ts';
import { explain, factsOf, waitsAWhile } from './publication-words.ts';

const NOW = Date.parse('2026-11-27T08:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const channel = { id: 1, network: 'mastodon', handle: '@ada', name: 'Ada', url: null } as const;
const publication = (given: Partial<Publication> = {}) => publicationOf({ channel, ...given });
const grace = { id: 2, name: 'Grace Hopper' } as Publication['ended_by'];
const facts = (given: Partial<Publication>) =>
  factsOf({ publication: publication(given), zone: 'UTC' });

describe('the facts of a publication', () => {
  test.each([
    ['scheduled', { state: 'scheduled' }, 'Fri 27 Nov, 07:00'],
    ['scheduled as a thread', { state: 'scheduled', parts: 3 }, 'Fri 27 Nov, 07:00 · 3 parts'],
    ['proposed', { state: 'proposed' }, 'Proposed by Ada Byron for Fri 27 Nov, 07:00'],
    [
      'proposed by somebody who is gone',
      { state: 'proposed', created_by: null },
      'Proposed by Deleted user for Fri 27 Nov, 07:00',
    ],
    ['under way', { state: 'publishing', parts: 4, sent: 2 }, '2 of 4 published'],
    [
      'waiting for the network',
      { state: 'publishing', detail: 'It is busy', next_attempt_at: '2026-11-27T08:10:00Z' },
      '0 of 1 published · resumes at 08:10: It is busy',
    ],
    [
      'going on at once, where the detail says nothing new',
      { state: 'publishing', detail: 'It is busy', next_attempt_at: '2026-11-27T08:00:01Z' },
      '0 of 1 published',
    ],
    [
      'cancelled',
      { state: 'cancelled', ended_by: grace, ended_at: '2026-11-27T07:30:00Z' },
      'Cancelled by Grace Hopper on Fri 27 Nov, 07:30',
    ],
    ['cancelled by nobody', { state: 'cancelled' }, 'Cancelled on Fri 27 Nov, 07:00'],
    [
      'cancelled after parts were out',
      { state: 'cancelled', sent: 1 },
      'Left as it is on Fri 27 Nov, 07:00',
    ],
    ['deleted', { state: 'cancelled', sent: 2, removed: 2 }, 'Deleted on Fri 27 Nov, 07:00'],
    [
      'left in part',
      { state: 'cancelled', parts: 3, sent: 2, removed: 1 },
      'Left with 1 of 2 parts still on Mastodon on Fri 27 Nov, 07:00',
    ],
    [
      'published, and could not be deleted',
      { state: 'published', sent: 1, removal_failure: 'This action is not allowed.' },
      'Fri 27 Nov, 07:00 · 1 of 1 published · not deleted: This action is not allowed',
    ],
    [
      'deleted in part',
      { state: 'published', parts: 3, sent: 3, removed: 1, removal_failure: 'Not now' },
      'Fri 27 Nov, 07:00 · 2 of 3 parts still on Mastodon · not deleted: Not now',
    ],
    ['published', { state: 'published', sent: 1 }, 'Fri 27 Nov, 07:00 · 1 of 1 published'],
  ] as [string, Partial<Publication>, string][])('that is %s', (_, given, text) =>
    expect(facts(given)).toBe(text),
  );
});

test('a publication waits a while from five seconds on', () => {
  const at = (ms: number) => publication({ next_attempt_at: new Date(NOW + ms).toISOString() });
  expect([publication(), at(5000), at(5001)].map(waitsAWhile)).toEqual([false, false, true]);
});

describe('what stopped is explained', () => {
  const told = (
    given: Partial<Publication>,
    {
      count = 1,
      part = 0,
      attempts = 3,
    }: { count?: number; part?: number; attempts?: number } = {},
  ) =>
    explain(
      publication({ state: 'stopped', ...given }),
      { count, part, attempts },
      {
        lateMinutes: 30,
        zone: 'UTC',
      },
    );

  test('where it is not known whether it is there', () => {
    expect(told({ reason: 'unknown' }).title).toBe(
      'It isn’t known whether Mastodon published this.',
    );
    expect(told({ reason: 'unknown', parts: 4 }, { part: 2 }).title).toContain('published part 3.');
  });
  test.each([
    ['2026-11-27T07:59:50Z', '1 minute late'],
    ['2026-11-27T07:00:00Z', '60 minutes late'],
    ['2026-11-27T06:00:00Z', '2 hours late'],
  ])('where it is late since %s', (due, late) => {
    const { title, text } = told({ reason: 'late', due_at: due });
    expect(title).toBe('This wasn’t sent on time.');
    expect(text).toBe(`It is ${late}, more than the 30 minutes this workspace allows.`);
  });
  test('where the network did not respond', () => {
    expect(told({ reason: 'exhausted', parts: 2, sent: 1 }).text).toBe(
      '3 attempts since Fri 27 Nov, 07:00. 1 of 2 published.',
    );
    expect(told({ reason: 'exhausted' }).text).toContain('No part was published.');
  });
  test.each([
    ['limited', 'Mastodon has accepted no more posts from this account for 24 hours.'],
    ['unavailable', 'Mastodon has responded with errors for 24 hours: Maintenance.'],
    ['processing', 'Maintenance.'],
    [null, 'Mastodon didn’t respond for 24 hours.'],
  ] as const)('where the network was given up as %s', (cause, title) => {
    const given = told({ reason: 'exhausted', cause, detail: 'Maintenance.' });
    expect(given.title).toBe(title);
    expect(told({ reason: 'exhausted', cause }, { attempts: 0 }).text).toBe(
      'No part was published.',
    );
  });
  test('where this server cannot read its access', () => {
    const { title, text } = told({ reason: 'reconnect', cause: 'sealed' });
    expect(title).toBe('This server can’t read its stored access to @ada.');
    expect(text).toContain('another SECRET');
  });
  test.each(['unknown', 'late'] as const)('where a backup was restored: %s', (reason) => {
    const { text } = told({ reason, cause: 'copied' });
    expect(text).toMatch(/^This server was restored from a backup, and its original may/);
    expect(text).not.toContain('connection');
  });
  test('where the part above is gone', () => {
    const { title, text } = told(
      { reason: 'rejected', cause: 'parent', parts: 3, sent: 2 },
      { part: 2 },
    );
    expect(title).toBe('Part 2 is no longer on Mastodon.');
    expect(text).toMatch(/^2 of 3 published\. Part 3 replies to it, so the thread can’t continue/);
    expect(text).not.toContain('retry');
  });
  test('where this server refuses it', () => {
    const given = { reason: 'rejected', cause: 'checks', detail: 'Too long.' } as const;
    expect(told(given).title).toBe('This can’t be published on Mastodon: Too long.');
    expect(told({ ...given, sendable: [] }).text).toBe(
      'Change this and have it approved, then retry to continue from there.',
    );
  });
  test('where the approval was taken back', () => {
    const given = { reason: 'changed', cause: 'taken_back', detail: 'Ada did.' } as const;
    expect(told(given)).toEqual({ title: 'The approval was taken back.', text: 'Ada did.' });
    expect(told({ ...given, sendable: [] }).text).toBe(
      'Ada did. Have the text approved, then publish it.',
    );
  });
  test('where posts wait for an account', () => {
    expect(told({ reason: 'reconnect' }).text).toBe(
      '1 post waits for it. It resumes when the account is reconnected.',
    );
    expect(told({ reason: 'reconnect' }, { count: 2 }).text).toBe(
      '2 posts wait for it. They resume when the account is reconnected.',
    );
  });
  test('where the operator has to do something', () => {
    expect(told({ reason: 'operator' }).title).toBe('Mastodon refused this server.');
    expect(told({ reason: 'operator', detail: 'No quota.' }).title).toBe('No quota.');
  });
  test('where the text has changed', () => {
    expect(told({ reason: 'changed' }).text).toBe('It was changed after it was scheduled.');
  });
  test('where the network refuses it, with one full stop', () => {
    const { title, text } = told(
      { reason: 'rejected', detail: 'Too long.', parts: 3, sent: 1 },
      { part: 1 },
    );
    expect(title).toBe('Mastodon refused part 2: Too long.');
    expect(text).toBe('1 of 3 published. Change part 2, then retry to continue from there.');
    expect(told({ reason: 'rejected', detail: 'Too long' }).title).toBe(
      'Mastodon refused this: Too long.',
    );
  });
});
