import { describe, expect, test, vi } from 'vitest';
import { ApiError } from './client.ts';
import { showFailure } from './form-failure.ts';
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
