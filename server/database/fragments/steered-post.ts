import { sql } from 'kysely';

/**
 * Whether a limited key has changed a row of `posts`, as by a tag or a move, since a person has approved
 * it or called it published: the approval was of its text, and not of what the key has begun with it.
 */
export const steeredPost = sql<boolean>`exists (
  select from items where items.post_id = posts.id and steered_by_key)`;
