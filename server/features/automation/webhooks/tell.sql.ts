import { sql } from 'kysely';
import { MILESTONE_METRICS } from '#contract/automation/events.ts';
import { statement } from '../../../database/statement.ts';

/** What the log of events (migration 0151) tells webhooks. */

const isOn = sql`about ->> 'is' in ('scheduled', 'publishing')`;

/** The type of event that a row `event` is for programs; null where none of them is told. */
const type = sql`case event.kind
  when 'post.created' then 'post.created'
  when 'post.restored' then 'post.created'
  when 'post.changed' then 'post.updated'
  when 'post.trashed' then 'post.deleted'
  when 'post.deleted' then 'post.deleted'
  when 'post.submitted' then 'post.submitted'
  when 'post.approved' then 'post.approved'
  when 'post.rejected' then 'post.rejected'
  when 'publication.created' then case when ${isOn} then 'publication.scheduled' end
  when 'publication.changed' then case
    when not about ? 'state' then case when about ->> 'is' in ('scheduled', 'stopped') then 'publication.moved' end
    when about ->> 'is' = 'published' then 'publication.published'
    when about ->> 'is' = 'stopped' then 'publication.stopped'
    when about ->> 'is' = 'cancelled' and about #>> '{state,0}' <> 'proposed' then 'publication.cancelled'
    when ${isOn} and about #>> '{state,0}' = 'proposed' then 'publication.scheduled'
    when ${isOn} and about #>> '{state,0}' = 'stopped' then 'publication.resumed' end
  when 'channel.created' then case when about #>> '{state,1}' = 'connected' then 'channel.connected' end
  when 'channel.changed' then case about #>> '{state,1}' when 'connected' then 'channel.connected'
    when 'reconnect' then 'channel.needs_reconnect' else 'channel.disconnected' end
  when 'comment.created' then 'comment.created'
  when 'file.created' then 'media.created'
  when 'member.joined' then 'member.joined'
  when 'figures.reached' then case when about ->> 'metric' = any(${sql.lit(`{${MILESTONE_METRICS}}`)}::text[])
    and figure >= 100 and (about #>> '{figure,0}')::numeric < 10 ^ floor(log(figure)) then 'reading.milestone' end end`;

/** Ids, and what cannot be read any more when it is told. */
const said = sql`case split_part(event.kind, '.', 1)
  when 'post' then jsonb_build_object('post', subject_id, 'item', about -> 'item', 'folder', about -> 'in',
    'title', coalesce((select title from items where items.workspace_id = event.workspace_id
      and post_id = subject_id and position = 0), ''))
  when 'publication' then jsonb_build_object('publication', subject_id)
  when 'figures' then jsonb_build_object('publication', subject_id, 'metric', about -> 'metric', 'value', figure,
    'milestone', (10 ^ floor(log(greatest(figure, 1))))::bigint)
  when 'channel' then (select jsonb_build_object('channel', id, 'network', network, 'handle', handle, 'name', name)
    from channels where channels.workspace_id = event.workspace_id and channels.id = subject_id)
  when 'comment' then jsonb_build_object('comment', subject_id)
  when 'file' then jsonb_build_object('file', subject_id)
  when 'member' then jsonb_build_object('member', subject_id) end`;

/** Where it was: 0 where it was in no folder, or is gone; null where it has none. */
const folder = sql`case split_part(event.kind, '.', 1)
  when 'post' then coalesce((about ->> 'in')::bigint, 0)
  when 'file' then coalesce((about #>> '{folder,1}')::bigint, 0)
  when 'channel' then null
  when 'member' then null
  else coalesce((select folder_id from posts where posts.workspace_id = event.workspace_id
    and posts.id = (about ->> 'post')::bigint), 0) end`;
const channel = sql`case split_part(event.kind, '.', 1)
  when 'channel' then subject_id else (about ->> 'channel')::bigint end`;

/** Tells these events to the endpoints that want to know, in their order. */
export const tellEvents = statement<{ after: number; until: number }>()(
  'webhooks.tell',
  (_db, bind) => sql<object>`
    with event as materialized (
      select events.*, (about #>> '{figure,1}')::numeric as figure from events
      where seq > ${bind('after', 'bigint')} and seq <= ${bind('until', 'bigint')}
        and exists (select from webhooks where webhooks.workspace_id = events.workspace_id and state <> 'off')),
    told as materialized (
      select event.workspace_id, type, subject_id, ${said} as said, ${folder} as folder, ${channel} as channel,
        seq, event.at
      from event cross join lateral (select ${type} as type) of_programs
      where has_webhooks(event.workspace_id, array[type]) order by seq)
    select add_webhook_event(workspace_id, type, subject_id, said, folder, channel, seq, at) from told`,
);
