import { sql } from 'kysely';

/** Whether a key of `api_keys` may not publish by itself on any channel: what it writes, or moves, a person decides about. */
export const limitedKey = sql<boolean>`(api_keys.drafts_only or api_keys.channels is not null
  or not 'publish' = any(api_keys.scopes))`;

/**
 * Whether a limited key has changed a row of `posts`, as by a tag or a move, since a person has approved
 * it or called it published: the approval was of its text, and not of what the key has begun with it.
 */
export const steeredPost = sql<boolean>`exists (
  select from items join audit_log entry on entry.content_item = items.id
  where items.post_id = posts.id and entry.object_type = 'item' and entry.api_key_id is not null
    and not exists (select from api_keys where api_keys.id = entry.api_key_id and not ${limitedKey})
    and entry.id > coalesce((
      select max(decided.id) from items part join audit_log decided on decided.content_item = part.id
      where part.post_id = posts.id and decided.user_id is not null
        and decided.changes #>> '{status,after}' in ('approved', 'published')), 0))`;
