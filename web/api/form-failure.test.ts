import { describe, expect, test, vi } from 'vitest';
import { ApiError } from './client.ts';
import { draftAgain } from './draft-again.ts';
import { showFailure } from './form-failure.ts';
import { isScheduled } from './scheduled.ts';
import { answerTo, keepAnswer } from './unchanged.ts';

describe('an error of the API in a form', () => {
  const invalid = new ApiError('Name: Taken.', 400, '', {
    name: ['Taken.', 'Short.'],
    other: ['x'],
  });
  const show = (error: unknown, fields: 'name'[]) => {
    const setError = vi.fn();
    return {
      above: showFailure<{ name: string }>(error, setError, fields, 'It failed.'),
      setError,
    };
  };

  test('is shown at its field, and not above the form', () => {
    const { above, setError } = show(invalid, ['name']);
    expect(above).toBeUndefined();
    expect(setError).toHaveBeenCalledExactlyOnceWith('name', { message: 'Taken.' });
  });
  test('is shown above the form where it has no such field', () => {
    const { above, setError } = show(invalid, []);
    expect(above).toBe('Name: Taken.');
    expect(setError).not.toHaveBeenCalled();
  });
  test('says that it failed where there is no message', () => {
    expect(show(new ApiError('', 0), ['name']).above).toBe('It failed.');
    expect(show(new Error('x'), ['name']).above).toBe('It failed.');
  });
});

describe('a changed text is a draft again', () => {
  test.each([
    ['approved', 'draft', /^\. The approval was for the previous text, so the item/],
    ['published', 'draft', /^\. Changed text is not published automatically, so the item/],
    ['approved', 'approved', /^$/],
    ['draft', 'draft', /^$/],
    ['review', 'draft', /^$/],
    [undefined, 'draft', /^$/],
    ['approved', undefined, /^$/],
  ] as const)('or not, from %s to %s', (sent, status, text) =>
    expect(draftAgain('item', sent, status)).toMatch(text),
  );
});

test.each([
  [null, false],
  [{ state: 'published', next_at: null }, false],
  [{ state: 'scheduled', next_at: null }, true],
  [{ state: 'published', next_at: '2026-11-24T09:00:00Z' }, true],
])('with publications %j a post is scheduled: %s', (publications, expected) =>
  expect(isScheduled(publications as Parameters<typeof isScheduled>[0])).toBe(expected),
);

describe('answers with a tag', () => {
  const tagged = (etag: string) => new Headers({ etag });
  test('are kept, and replaced', () => {
    keepAnswer('one', 1, tagged('"a"'));
    keepAnswer('one', 2, tagged('"b"'));
    expect(answerTo('one')).toMatchObject({ etag: '"b"', result: 2 });
  });
  test('are forgotten where the newest has none', () => {
    keepAnswer('one', 1, tagged('"a"'));
    keepAnswer('one', 2, new Headers());
    expect(answerTo('one')).toBeUndefined();
  });
  test('are the latest fifty', () => {
    for (let n = 0; n < 51; n++) keepAnswer(`many ${n}`, n, tagged(`"${n}"`));
    expect([answerTo('many 0'), answerTo('many 1')?.result]).toEqual([undefined, 1]);
  });
});
