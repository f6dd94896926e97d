import { expect, test } from 'vitest';
import {
  allowWords,
  endWords,
  firstScopes,
  givenScopes,
  returnWords,
  whyNothing,
} from './app-words.ts';

const mara = { name: 'Mara', role: 'owner' } as const;
const ida = { name: 'Ida', role: 'viewer' } as const;

test('what an app gets is what was chosen, and can be given', () => {
  expect(firstScopes(['read', 'write', 'publish', 'members'])).toEqual([
    'read',
    'write',
    'publish',
  ]);
  expect(firstScopes(['audit'])).toEqual(['audit']);
  expect(givenScopes(['read', 'write', 'publish'], mara, true)).toEqual(['read', 'write']);
  expect(givenScopes(['read', 'write', 'publish'], mara, false)).toContain('publish');
  expect(givenScopes(['read', 'write'], ida, true)).toEqual(['read']);
  expect(whyNothing(['audit'], ida)).toBe('It asks for more than you can do: audit.');
  expect(whyNothing(['audit', 'read'], ida)).toBeUndefined();
});

test('the button says what it allows', () => {
  expect(allowWords(['read'])).toBe('Allow reading');
  expect(allowWords(['read', 'write'])).toBe('Allow drafts');
  expect(allowWords(['read', 'publish'])).toBe('Allow publishing');
  expect(allowWords(['read', 'members'])).toBe('Allow access');
});

test('where it returns to, and when it ends', () => {
  expect(returnWords({ kind: 'computer', name: '33418' })).toBe('this computer (port 33418)');
  expect(returnWords({ kind: 'host', name: 'draftsmith.example' })).toBe('draftsmith.example');
  expect(returnWords({ kind: 'program', name: 'cursor' })).toBe(
    'a program on this device (cursor:)',
  );
  const now = Date.parse('2026-11-28T12:00:00Z');
  expect(endWords({ ends_at: '2026-12-28T12:00:00Z' }, now)).toBeUndefined();
  expect(endWords({ ends_at: '2026-12-03T11:00:00Z' }, now)).toBe('ends in 5 days without use');
  expect(endWords({ ends_at: '2026-11-28T20:00:00Z' }, now)).toBe('ends today without use');
});
