import { expect, test } from 'vitest';
import { limitsOf, summaryOf, whyNot } from './key-words.ts';

const bot = { name: 'Publishing bot', role: 'editor' } as const;

test('a scope that a key cannot have says why', () => {
  expect(whyNot('publish', { name: 'Mara', role: 'owner' }, true)).toBe('Not with “Drafts only”.');
  expect(whyNot('review', bot, false)).toBe('Publishing bot is an editor and can’t approve.');
  expect(whyNot('channels', bot, false)).toBe('Takes an admin.');
  expect(whyNot('write', bot, true)).toBeUndefined();
});

test('a summary says what a key can do, and what it cannot', () => {
  const { can, cant } = summaryOf({
    owner: bot,
    scopes: ['read', 'write', 'publish'],
    draftsOnly: true,
    folders: [1],
    channels: null,
  });
  expect(can).toEqual([
    'Reads posts, media and figures',
    'Writes drafts and comments',
    'Proposes a time; a person decides in Waiting for Review',
  ]);
  expect(cant).toContain('Publishes, schedules and cancels');
  expect(cant).toContain('Sees other folders');
  expect(cant).not.toContain('Uses other accounts');
});

test('the limits of a key fit in a line', () => {
  expect(limitsOf({ folders: [1, 2], channels: [3], addresses: null })).toBe(
    '2 folders, 1 channel',
  );
  expect(limitsOf({ folders: null, channels: null, addresses: ['192.0.2.0/28', '::1'] })).toBe(
    'Only from 192.0.2.0/28 and 1 more',
  );
});
