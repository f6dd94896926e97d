import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const [OLD, NEW] = [
  'an old secret, long enough for all of it',
  'a new secret, long enough for all of it',
];
const [before, after, changed] = [createSecrets(OLD), createSecrets(NEW), createSecrets(NEW, OLD)];

test('a code is valid for one text and one purpose', () => {
  const proof = before.mac('invitation', '7');
  expect(proof).toMatch(/^[\w-]{43}$/);
  expect(before.isMac('invitation', '7', proof)).toBe(true);
  for (const [purpose, text, given] of [
    ['invitation', '8', proof],
    ['address', '7', proof],
    ['invitation', '7', `${proof.slice(1)}A`],
    ['invitation', '7', ''],
  ] as const)
    expect(before.isMac(purpose, text, given)).toBe(false);
});

test('an id in a link is read where this server signed it', () => {
  const token = before.signId('invitation', 7);
  expect(before.readId('invitation', token)).toBe(7);
  for (const wrong of [
    token.replace('7', '8'),
    token.slice(0, -1),
    `0${token}`,
    '',
    '7-',
    'x'.repeat(10_000),
  ])
    expect(before.readId('invitation', wrong)).toBeUndefined();
});

test('a sealed value can be opened for its purpose, and not once it was modified', () => {
  const sealed = before.seal('credentials', 'token of X: ü', 'channel 7');
  expect(sealed).not.toContain('token');
  expect(before.seal('credentials', 'token of X: ü', 'channel 7')).not.toBe(sealed);
  expect(before.open('credentials', sealed, 'channel 7')).toBe('token of X: ü');
  expect(() => before.open('credentials', sealed, 'channel 8')).toThrow();
  expect(() => before.open('address', sealed, 'channel 7')).toThrow('another SECRET');
  const at = sealed.length - 3;
  const flipped = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => before.open('credentials', flipped, 'channel 7')).toThrow();
  for (const wrong of ['', 'v1', 'v1.00000000.AAAA', sealed.replace('v1', 'v2')])
    expect(() => before.open('credentials', wrong, 'channel 7')).toThrow('another SECRET');
});

test('a secret is replaced: values of the previous one stay valid, and are known to be stale', () => {
  const sealed = before.seal('credentials', 'token', 'channel 7');
  const link = before.signId('invitation', 7);
  expect(() => after.open('credentials', sealed, 'channel 7')).toThrow('SECRET_PREVIOUS');
  expect(after.readId('invitation', link)).toBeUndefined();
  expect(changed.open('credentials', sealed, 'channel 7')).toBe('token');
  expect(changed.readId('invitation', link)).toBe(7);
  expect(changed.isStale('credentials', sealed)).toBe(true);
  const fresh = changed.seal(
    'credentials',
    changed.open('credentials', sealed, 'channel 7'),
    'channel 7',
  );
  expect(changed.isStale('credentials', fresh)).toBe(false);
  expect(after.open('credentials', fresh, 'channel 7')).toBe('token');
  expect(changed.mac('invitation', '7')).toBe(after.mac('invitation', '7'));
});
