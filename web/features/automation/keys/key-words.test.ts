import { expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { limitsOf, summaryOf, whyNot, whyOff } from './key-words.ts';

const bot = { name: 'Publishing bot', role: 'editor' } as const;

test('a scope that a key cannot have says why', () => {
  expect(whyNot('publish', { name: 'Mara', role: 'owner' }, true)).toBe('Not with “Drafts only”.');
  expect(whyNot('review', bot, false)).toBe('Publishing bot is an editor and can’t approve.');
  expect(whyNot('channels', bot, false)).toBe('Takes an admin.');
  expect(whyNot('write', bot, true)).toBeUndefined();
});

test('scopes that have no effect say whose role it is', () => {
  const of = (role: Role | null, holder: Role | null) =>
    whyOff({ owner: { name: 'Robot', role }, holder_role: holder, scopes_off: ['publish'] });
  expect(of('editor', 'admin')).toBe('Off: Robot is an editor now');
  expect(of('admin', 'editor')).toBe('Off: who was shown its secret is an editor now');
  expect(of('admin', null)).toBe('Off: who was shown its secret has left. Roll it');
  expect(of(null, 'admin')).toBeUndefined();
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
