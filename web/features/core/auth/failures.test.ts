import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/client.ts';
import { forgotFailure, loginFailure, registerFailure, resetFailure } from './failures.ts';

const refused = (status: number, body: Record<string, unknown> = {}, message = 'Refused.') =>
  new ApiError(message, status, '', body);

describe('a failed sign-in says', () => {
  test.each([
    ['the detail', refused(401, { detail: 'Locked.' }), 'Locked.'],
    ['what no field causes', refused(400, { non_field_errors: ['Too many.'] }), 'Too many.'],
    ['the error', refused(400, { error: 'Wrong.' }), 'Wrong.'],
    ['the message', refused(400, { message: 'Wrong.' }), 'Wrong.'],
    ['that the password is wrong', refused(401), 'Invalid email or password'],
    ['that it failed', refused(500), 'Login failed'],
    ['to try again without a server', refused(0), 'Login failed. Please try again.'],
    ['to try again after another error', new Error('x'), 'Login failed. Please try again.'],
  ])('%s', (_, error, message) => expect(loginFailure(error)).toBe(message));
});

describe('a failed registration says', () => {
  test.each([
    ['the message', refused(400, { message: 'Closed.' }), 'Closed.'],
    ['what is wrong in words', refused(400, { detail: 'x' }, 'Email: Taken.'), 'Email: Taken.'],
    ['that it failed', refused(500), 'Registration failed'],
    ['to try again without a server', refused(0), 'Registration failed. Please try again.'],
  ])('%s', (_, error, message) => expect(registerFailure(error)).toBe(message));
});

describe('a failed request of a link says', () => {
  test.each([
    [0, /^Network error/],
    [400, /^Invalid email address/],
    [429, /^Too many password reset requests/],
    [500, /^Server error/],
    [503, /^Failed to send/],
  ])('after %i what that means', (status, message) =>
    expect(forgotFailure(refused(status))).toMatch(message),
  );
  test('that it was unexpected where nothing is known', () => {
    expect(forgotFailure('x')).toMatch(/^An unexpected error/);
  });
});

describe('a failed reset says', () => {
  test.each([
    [0, /^Network error/],
    [400, /^Invalid or expired reset link/],
    [429, /^Too many password reset attempts/],
    [500, /^Server error/],
    [503, /^Failed to reset/],
  ])('after %i what that means', (status, message) =>
    expect(resetFailure(refused(status))).toMatch(message),
  );
  test.each([
    ['the address is taken by now', refused(400, { email: ['Taken.'] }), /^Taken\.$/],
    [
      'the password is too weak',
      refused(400, { new_password: ['Short.'] }),
      /^Password validation/,
    ],
    ['the passwords differ', refused(400, { new_password_confirm: ['x'] }), /^Password validation/],
    ['an error is about the password', new Error('Password?'), /^Password validation/],
    ['nothing is known', 'x', /^An unexpected error/],
  ])('that %s', (_, error, message) => expect(resetFailure(error)).toMatch(message));
});
