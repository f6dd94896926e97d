import { sql } from 'kysely';

/** What is scheduled and not sent: its queue is paused, or all publishing of its workspace is. */
const held = (until: ReturnType<typeof sql>) => sql<boolean>`(publications.state = 'scheduled' and (
  publications.queued and exists (select from channels held
    where held.id = publications.channel_id and held.queue_paused_at is not null)
  or exists (select from pauses where pauses.workspace_id = publications.workspace_id
    and publications.next_attempt_at < coalesce(pauses.ends_at, ${until}))))`;

/** Nothing of these is sent. What becomes due during a pause waits for a decision after it as well. */
export const NOT_HELD = sql<boolean>`not ${held(sql`'infinity'`)}`;

/** Those that are due already, or will be before the pause ends. */
export const IS_HELD = held(sql`now()`);
