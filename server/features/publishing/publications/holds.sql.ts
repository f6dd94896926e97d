import { sql } from 'kysely';
import type { Publication } from '#contract/publishing/publications.ts';
import { OF_DELETED_FOLDER } from '../../../database/fragments/live-posts.ts';

/**
 * The state of a publication as others see it: what waits in a folder that is deleted is cancelled,
 * by the publisher or when its post gets to the trash.
 */
export const STATE = sql<Publication['state']>`(case
  when publications.state in ('proposed', 'scheduled') and ${OF_DELETED_FOLDER} then 'cancelled'
  else publications.state end)`;

/** What waits for its time, or for another attempt, and is nowhere yet (whereabouts.ts). */
export const IS_WAITING = sql<boolean>`(publications.state = 'scheduled'
  or publications.state = 'publishing' and whereabouts(publications.id) = 'nowhere')`;

/** What is not sent: its queue is paused, or all publishing of its workspace is. */
const held = (until: ReturnType<typeof sql>) => sql<boolean>`(
  (publications.queued and exists (select from channels held
      where held.id = publications.channel_id and held.queue_paused_at is not null)
    or exists (select from pauses where pauses.workspace_id = publications.workspace_id
      and publications.next_attempt_at < coalesce(pauses.ends_at, ${until})))
  and ${IS_WAITING})`;

/** Nothing of these is sent. What becomes due during a pause waits for a decision after it as well. */
export const NOT_HELD = sql<boolean>`not ${held(sql`'infinity'`)}`;

/** Those that are due already (also by this transaction), or will be before the pause ends. */
export const IS_HELD = held(sql`now() + interval '1 second'`);
