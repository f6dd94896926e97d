import { expect, test } from 'vitest';
import { isParentGone } from './deleted-posts.ts';
import { NetworkError } from './failures.ts';

test.each([
  ['parent', 'The previous part is no longer there'],
  ['403', 'You attempted to reply to a Tweet that is deleted or not visible to you.'],
  ['400', 'Bad Request: message to be replied not found'],
  ['50035', 'Invalid Form Body: Unknown message'],
  ['100', 'The post to reply to does not exist'],
])('a refusal %s, %j, is about the part above', (code, message) => {
  expect(isParentGone(new NetworkError('rejected', code, message))).toBe(true);
  expect(isParentGone(new NetworkError('transient', code, message))).toBe(false);
});

test.each([
  ['422', 'Validation failed: Text character limit of 500 exceeded'],
  ['400', 'Bad Request: chat not found'],
  ['403', 'You are not allowed to reply here'],
  ['422', 'Media 7 not found or already attached'],
])('a refusal %s, %j, is not', (code, message) => {
  expect(isParentGone(new NetworkError('rejected', code, message))).toBe(false);
});
