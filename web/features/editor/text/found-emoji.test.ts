import { expect, test } from 'vitest';
import { foundEmoji } from './found-emoji.ts';

const ALL = [
  { emoji: '😍', name: 'smiling face with heart-eyes' },
  { emoji: '❤️', name: 'red heart' },
  { emoji: '🚀', name: 'rocket' },
];

test.each([
  ['', ['😍', '❤️', '🚀']],
  ['heart', ['❤️', '😍']],
  ['smi hea', ['😍']],
  ['Rock', ['🚀']],
  ['ocket', []],
])('“%s” finds emoji by their names', (text, found) =>
  expect(foundEmoji(ALL, text).map(({ emoji }) => emoji)).toEqual(found),
);
