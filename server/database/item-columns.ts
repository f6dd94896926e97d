import { type AliasedRawBuilder, sql } from 'kysely';
import { type Item, TEXT_FIELDS, type TextFields } from '#contract/items.ts';
import type { Status } from '#contract/workflow.ts';

/**
 * The text fields of an item as columns of `items` and `item_versions`. `none`: the SQL for an
 * empty value, where copies without tags leave the field out.
 */
export const TEXT_COLUMNS: Record<keyof TextFields, { type: string; none?: string }> = {
  content: { type: 'text' },
  network_texts: { type: 'jsonb' },
  tags: { type: 'text[]', none: "'{}'" },
  language: { type: 'text' },
};

/** The columns with their types, for `json_to_recordset`. */
export const typedTextColumns = sql.raw(
  TEXT_FIELDS.map((name) => `${name} ${TEXT_COLUMNS[name].type}`).join(', '),
);

/** The names of the columns, formatted by `as`. */
export const textColumns = (as: (name: keyof TextFields) => string = (name) => name) =>
  sql.raw(TEXT_FIELDS.map(as).join(', '));

type TextSelection = {
  [Name in keyof TextFields]: AliasedRawBuilder<TextFields[Name], Name>;
}[keyof TextFields];

/** Selects the text fields from a table that has them. */
export const textSelection = (table: 'items' | 'item_versions') =>
  TEXT_FIELDS.map((name) => sql`${sql.ref(`${table}.${name}`)}`.as(name) as TextSelection);

/** An item as the API returns it. */
export const itemColumns = [
  'items.id',
  sql<number>`items.folder_id`.as('folder'),
  'items.title',
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
  sql<Item['publications']>`(
    select json_build_object(
      'state', (array['published', 'proposed', 'scheduled', 'publishing', 'stopped'])[max(
        array_position(array['published', 'proposed', 'scheduled', 'publishing', 'stopped'], state))],
      'next_at', min(due_at) filter (where state in ('proposed', 'scheduled')),
      'channels', count(distinct channel_id))
    from publications
    where publications.workspace_id = items.workspace_id and publications.post_id = items.post_id
      and state <> 'cancelled'
    having count(*) > 0)`.as('publications'),
  sql<number | null>`items.created_by`.as('author'),
] as const;
