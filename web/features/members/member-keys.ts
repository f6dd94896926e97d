import type { Key } from '#contract/people/keys.ts';
import type { Member } from '#contract/people/members.ts';

/** What the removal of a member does to keys, in sentences. */

/** Of the keys that act as the member: they end with the membership. Empty where there are none. */
export function endingKeys(keys: readonly Key[], { id, kind }: Member): string {
  const count = keys.filter(({ owner, state }) => state === 'active' && owner.id === id).length;
  const whose = kind === 'service' ? 'Its' : 'Their';
  if (!count) return '';
  return count === 1 ? `${whose} key ends at once.` : `${whose} ${count} keys end at once.`;
}

/**
 * Of the keys of service accounts whose secret the member was shown, because they made or rolled it:
 * these go on working. Null where there are none.
 */
export function knownKeys(keys: readonly Key[], { id, name }: Member): string | null {
  const names = keys
    .filter(
      ({ owner, state, created_by: maker, rolled_by: roller }) =>
        state === 'active' &&
        owner.kind === 'service' &&
        owner.id !== id &&
        (maker?.id === id || roller?.id === id),
    )
    .map((key) => key.name);
  if (!names.length) return null;
  const listed = new Intl.ListFormat('en-GB').format(names.slice(0, 5));
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return names.length === 1
    ? `${name} was shown the key ${listed} of a service account, which goes on working: roll it.`
    : `${name} was shown keys of service accounts, which go on working: ${listed}${more}. Roll them.`;
}
