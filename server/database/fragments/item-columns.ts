import { type AliasedRawBuilder, sql } from 'kysely';
import { type Item, TEXT_FIELDS, type TextFields } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';

/**
 * The text fields of an item as columns of `items` and `item_versions`. `none`: the SQL for an
 * empty value, where copies without tags leave the field out.
 */
export const TEXT_COLUMNS: Record<keyof TextFields, { type: string; none?: string }> = {
  content: { type: 'text' },
  network_texts: { type: 'jsonb' },
  media: { type: 'jsonb' },
  tags: { type: 'text[]', none: "'{}'" },
  language: { type: 'text' },
  endings_off: { type: 'jsonb' },
  variations: { type: 'jsonb' },
};

/** The names of the columns, formatted by `as`. */
export const textColumns = (as: (name: keyof TextFields) => string = (name) => name) =>
  sql.raw(TEXT_FIELDS.map(as).join(', '));

type TextSelection = {
  [Name in keyof TextFields]: AliasedRawBuilder<TextFields[Name], Name>;
}[keyof TextFields];

/** Selects the text fields from a table that has them. */
export const textSelection = (table: 'items' | 'item_versions') =>
  TEXT_FIELDS.map((name) => sql`${sql.ref(`${table}.${name}`)}`.as(name) as TextSelection);

/** An item as the API returns it, but for what others have added to it. */
const ownColumns = [
  'items.id',
  sql<number>`items.folder_id`.as('folder'),
  sql<string>`named_mentions(items.title)`.as('title'),
  sql<string | null>`items.description`.as('description'),
  sql<Status>`items.status`.as('status'),
  ...textSelection('items'),
  'items.view_count',
  'items.version',
  'items.created_at',
  'items.updated_at',
  'items.published_date',
  sql<boolean>`items.is_thread and items.root_id = items.id`.as('is_thread_root'),
  sql<boolean>`items.is_thread`.as('is_thread_part'),
  sql<boolean>`not items.is_thread`.as('is_standalone'),
  sql<number>`items.size`.as('thread_size'),
  sql<number>`items.position`.as('thread_order'),
  sql<number | null>`case when items.is_thread then items.root_id end`.as('thread_root'),
] as const;

const author = sql<number | null>`items.created_by`.as('author');

/** The same for an item to which nothing was added, or where that is known. */
export const bareItemColumns = [
  ...ownColumns,
  sql<Item['publications']>`null`.as('publications'),
  sql<string | null>`null`.as('planned_at'),
  sql<number | null>`null`.as('network_views'),
  sql<number>`0`.as('comments'),
  author,
  sql<number | null>`null`.as('assignee'),
] as const;

/** The views of publications, from their figures; null where none were read. */
export const NETWORK_VIEWS = sql<number | null>`sum((latest ->> 'views')::bigint)::bigint`;

/** An item as the API returns it. */
export const itemColumns = [
  ...ownColumns,
  // Most posts have neither publications, a planned time nor comments: those are not looked up.
  sql<Item['publications']>`case when items.has_activity then (
    select json_build_object(
      'state', (array['published', 'proposed', 'scheduled', 'publishing', 'stopped'])[max(
        array_position(array['published', 'proposed', 'scheduled', 'publishing', 'stopped'],
          publications.state))],
      'next_at', min(due_at) filter (where publications.state in ('proposed', 'scheduled')),
      'channels', count(distinct channel_id),
      'proposed', count(*) filter (where publications.state = 'proposed'),
      'networks', array_agg(distinct channels.network))
    from publications join channels on channels.id = publications.channel_id
      and channels.workspace_id = publications.workspace_id
    where publications.workspace_id = items.workspace_id and publications.post_id = items.post_id
      and publications.state <> 'cancelled'
    having count(*) > 0) end`.as('publications'),
  sql<string | null>`case when items.has_activity then (
    select due_at from draft_times where draft_times.workspace_id = items.workspace_id
      and draft_times.post_id = items.post_id) end`.as('planned_at'),
  sql<number | null>`case when items.has_activity then (
    select ${NETWORK_VIEWS} from publications
      join publication_figures on publication_id = publications.id
    where publications.workspace_id = items.workspace_id and publications.post_id = items.post_id
      and published_at is not null) end`.as('network_views'),
  sql<number>`case when items.has_activity then (
    select count(*)::integer from comments where comments.workspace_id = items.workspace_id
      and comments.post_id = items.post_id and text is not null) else 0 end`.as('comments'),
  author,
  sql<number | null>`case when items.has_activity then (
    select user_id from assignments where assignments.workspace_id = items.workspace_id
      and assignments.post_id = items.post_id) end`.as('assignee'),
] as const;
