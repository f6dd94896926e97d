import { sql } from 'kysely';

/** Whether a key of `api_keys` may not publish by itself on any channel: what it writes, or moves, a person decides about. */
export const limitedKey = sql<boolean>`(api_keys.drafts_only or api_keys.channels is not null
  or not 'publish' = any(api_keys.scopes))`;
