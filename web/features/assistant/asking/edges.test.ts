import { expect, test } from 'vitest';
import { firstSentence, lastSentence, replaced } from './edges.ts';

test('another beginning stands in place of the first sentence alone', () => {
  const text = '  Plum, cocoa. It lands on Thursday.\n\nPre-order → example.org';
  expect(replaced(text, firstSentence(text), 'Nobody wanted it.')).toBe(
    '  Nobody wanted it. It lands on Thursday.\n\nPre-order → example.org',
  );
  expect(replaced(text, lastSentence(text), 'Come by.')).toBe(
    '  Plum, cocoa. It lands on Thursday.\n\nCome by.',
  );
});

test('a text of one sentence is replaced, an empty one gets it', () => {
  expect(replaced('Plum', firstSentence('Plum'), 'Cocoa')).toBe('Cocoa');
  expect(replaced('', lastSentence(''), 'Cocoa')).toBe('Cocoa');
});
