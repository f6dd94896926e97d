import { sql } from 'kysely';
import type { HistoryEntry } from '#contract/content/history.ts';
import { textSelection } from '../../../database/fragments/item-columns.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { builder, statement } from '../../../database/statement.ts';

const versions = builder
  .selectFrom('item_versions')
  .innerJoin('items', 'items.id', 'item_versions.item_id')
  .leftJoin('users', 'users.id', 'item_versions.user_id')
  .select([
    'item_versions.version',
    'item_versions.action',
    userRef('users').as('user'),
    // Both are written at once.
    sql<boolean>`exists (select from transitions
      where transitions.post_id = items.post_id and transitions.workspace_id = items.workspace_id
        and transitions.by_schedule and transitions.created_at = item_versions.created_at)`.as(
      'by_schedule',
    ),
    'item_versions.created_at',
    'item_versions.description',
    sql<HistoryEntry['status']>`item_versions.status`.as('status'),
    ...textSelection('item_versions'),
    'item_versions.is_head',
  ]);

/** Newest first. */
export const listVersions = statement<{
  workspaceId: number;
  itemId: number;
  before: number | null;
  limit: number;
}>()('item_versions.list', (_db, bind) =>
  versions
    .where('items.workspace_id', '=', bind('workspaceId'))
    .where('item_versions.item_id', '=', bind('itemId'))
    .where(
      sql<boolean>`(${bind('before', 'integer')} is null or item_versions.version < ${bind('before', 'integer')})`,
    )
    .orderBy('item_versions.version', 'desc')
    .limit(bind('limit')),
);

export const findVersion = statement<{ workspaceId: number; itemId: number; version: number }>()(
  'item_versions.find',
  (_db, bind) =>
    versions
      // Whose words are in it, as far back as is known.
      .select(
        sql<number[]>`(select coalesce(json_agg(distinct principal), '[0]')
          from item_versions former cross join lateral unnest(coalesce(carried, '{}') || principal_id) principal
          where former.item_id = item_versions.item_id and former.version <= item_versions.version
            and former.action <> 'status')`.as('words'),
      )
      .where('items.workspace_id', '=', bind('workspaceId'))
      .where('item_versions.item_id', '=', bind('itemId'))
      .where('item_versions.version', '=', bind('version')),
);
