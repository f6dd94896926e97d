import { expect, test } from 'vitest';
import type { Key } from '#contract/people/keys.ts';
import type { Member } from '#contract/people/members.ts';
import { endingKeys, knownKeys } from './member-keys.ts';

const grace = { id: 2, name: 'Grace', kind: 'person' } as Member;
const bot = { id: 3, name: 'Publishing bot', kind: 'service' } as Member;
const keyOf = ({ id, kind }: Member, name: string, fields: Partial<Key> = {}) =>
  ({
    ...{ name, owner: { id, kind }, state: 'active', created_by: null, rolled_by: null },
    ...fields,
  }) as Key;
const byGrace = { created_by: { id: 2, name: 'Grace' } };

test('the keys that act as a member end with them', () => {
  const keys = [keyOf(grace, 'mine'), keyOf(bot, 'n8n'), keyOf(bot, 'Zapier')];
  expect(endingKeys(keys, grace)).toBe('Their key ends at once.');
  expect(endingKeys(keys, bot)).toBe('Its 2 keys end at once.');
  expect(endingKeys([keyOf(grace, 'old', { state: 'revoked' })], grace)).toBe('');
});

test('keys of service accounts that the member was shown are named', () => {
  expect(knownKeys([keyOf(grace, 'mine', byGrace), keyOf(bot, 'n8n')], grace)).toBeNull();
  expect(knownKeys([keyOf(bot, 'n8n', byGrace)], grace)).toBe(
    'Grace was shown the key n8n of a service account, which goes on working: roll it.',
  );
  const rolled = { rolled_by: { id: 2, name: 'Grace' } };
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => keyOf(bot, name, byGrace));
  expect(knownKeys([...many, keyOf(bot, 'f', rolled)], grace)).toBe(
    'Grace was shown keys of service accounts, which go on working: a, b, c, d and e and 1 more. Roll them.',
  );
});
