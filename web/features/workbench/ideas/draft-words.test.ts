import { expect, test } from 'vitest';
import { checkWords } from './draft-words.ts';

const nothing = { numbers: 0, names: 0, quotations: 0, missing: [] };

test('what was read has all numbers, names and quotations of a draft', () => {
  expect(checkWords({ ...nothing, numbers: 4 })).toBe('4 numbers, all in what was read');
  expect(checkWords({ ...nothing, numbers: 1 })).toBe('1 number, in what was read');
  expect(checkWords({ ...nothing, numbers: 1, names: 1 })).toBe(
    '1 number, and 1 name, all in what was read',
  );
  expect(checkWords(nothing)).toBe('No numbers, names or quotations');
});

test('what is not in what was read is named', () => {
  const missing = [
    { kind: 'number' as const, text: 'eleven years' },
    { kind: 'quotation' as const, text: 'I haven’t steamed a jug since Monday.' },
  ];
  expect(checkWords({ ...nothing, numbers: 2, quotations: 1, missing })).toBe(
    'Not in what was read: “eleven years”, and the quotation',
  );
});
