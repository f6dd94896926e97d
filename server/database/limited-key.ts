import { sql } from 'kysely';

/** Whether a key of `api_keys` may not publish by itself on any channel: what it writes, or moves, a person decides about. */
export const limitedKey = sql<boolean>`(api_keys.drafts_only or api_keys.channels is not null
  or not 'publish' = any(api_keys.scopes))`;

/**
 * Whether a limited key has changed a row of `posts`, as by a tag or a move, since a person has approved
 * it or called it published: the approval was of its text, and not of what the key has begun with it.
 */
export const steeredPost = sql<boolean>`exists (
  select from items where items.post_id = posts.id and steered_by_key)`;
